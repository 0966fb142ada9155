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

// How many bits are set, where few are (portable builds have no instruction for it).
constexpr int ones(std::uint32_t bits) {
    int count = 0;
    for (; bits; bits &= bits - 1) ++count;
    return count;
}

// A meld of number tiles and classic jokers, and how it can be read.
struct Shape {
    TileSet numbers = 0;
    int jokers = 0;
    int first = -1;                // index of the first number tile
    int low = 0;                   // read as a run: the number of its first place
    bool is_run = true;
    bool is_group = true;

    explicit Shape(const Meld& meld);
    bool has_company() const { return (numbers & (numbers - 1)) != 0; }  // more than one number tile
};

// whether two melds count as the same; the order of a group means nothing.
bool lies_as(const Meld& one, const Meld& other);

class Settler {
   public:
    // `before` must have a number tile in every meld, and no jokers but classic ones.
    explicit Settler(const Table& before);

    int old_jokers() const { return count_; }
    const Table& before() const { return before_; }
    int meld_of_joker(int j) const { return old_[j].meld; }
    TileSet roles_of(int j) const { return old_[j].roles; }

    // the meld does not hold all number tiles of any old meld.
    bool is_new(TileSet numbers) const;

    // Which old jokers could be the one at this place of the meld, undisturbed (a bit each).
    unsigned undisturbed(const Meld& meld, const Shape& shape, int index) const;

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

    bool obeys(const Meld& meld) const;
    void cut_run(Table& melds, std::size_t at) const;
    bool place_where_it_lay(Table& melds, unsigned& waiting) const;
    bool place_in_new(Table& melds) const;
    bool place_after_cutting(Table& melds) const;

    const Table& before_;
    std::array<TileSet, MAX_MELDS> numbers_;       // of each old meld
    int melds_ = 0;
    std::array<Old, MAX_JOKERS> old_;
    int count_ = 0;
};

}  // namespace tilewise
