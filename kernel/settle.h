// Old jokers, the quick way: the plain layers say what can be laid, and this file looks for places where the jokers may lie.
//
// Holds for classic jokers under A-07 alone. Then a meld is the set of its number tiles (52 bits: no meld holds a tile twice),
// what a joker stands for is a set too, and each clause of the rule is an AND. What is accepted here obeys JokerRules
// (asserted in debug builds); what is not may still be possible, and other files go on searching.
#pragma once

#include "layers.h"
#include "problem.h"

namespace tilewise {

using TileSet = std::uint64_t;
constexpr TileSet set_of(Tile tile) { return TileSet{1} << tile; }
TileSet number_set(const Meld& meld);

struct Shape;

class Settler {
   public:
    // `before` must have a number tile in every meld, and no jokers but classic ones.
    explicit Settler(const Table& before);

    int old_jokers() const { return count_; }

    // the meld does not hold all number tiles of any old meld.
    bool is_new(TileSet numbers) const;

    // Cuts runs, places the spare jokers, and judges. False: no place found for some joker; the layout is then spoilt.
    bool settle(Layout& layout) const;

    // The verdict on a table, stricter than the rule at most.
    bool holds(const Table& after) const;

   private:
    struct Old {
        int meld;
        TileSet beside;            // the number tiles of its meld
        TileSet roles;             // what it can stand for
    };

    unsigned undisturbed(const Meld& meld, const Shape& shape, int index) const;
    bool obeys(const Meld& meld) const;
    void cut_run(Table& melds, std::size_t at) const;
    bool place_where_it_lay(Table& melds, unsigned& waiting) const;
    bool place_in_new(Table& melds) const;
    bool place_after_cutting(Table& melds) const;

    const Table& before_;
    std::array<TileSet, 64> numbers_;              // of each old meld
    int melds_ = 0;
    std::array<Old, MAX_JOKERS> old_;
    int count_ = 0;
};

}  // namespace tilewise
