// Joker placement: legal places for the jokers of a layout of the plain program.
//
// It knows classic jokers and the new-set rule alone. A meld is then the set of its number tiles (52
// bits: no meld holds a tile twice), the roles of a joker are a set too, and each clause of the rule is an
// AND. A table accepted here obeys JokerRules (asserted in debug builds); a table refused here may still be
// legal, and the other programs go on searching.
//
// Example. [r3 J r5] lies on the table; r4, b7, b8 and b9 are on the rack. The plain program lays r3 r4 r5
// and b7 b8 b9 and keeps a spare joker. r3 r4 r5 holds the old meld whole, and J stood at 4, so it may not
// lie there. The run b7 b8 b9 is new: the joker goes to its end. Steps of `place`:
//   1. cut runs whose jokers may not lie in them;
//   2. put spare jokers back where old ones lay, else into a new meld, else into a piece cut off a run;
//   3. put the remaining spares anywhere (they may be the rack's) and judge the whole table.
#pragma once

#include "game/problem.h"
#include "plain/layout.h"

namespace tilewise {

using TileSet = std::uint64_t;
constexpr TileSet set_of(Tile tile) { return TileSet{1} << tile; }
TileSet number_set(const Meld& meld);

// A meld of number tiles and classic jokers, and how it can be read.
struct Shape {
    TileSet numbers = 0;
    int jokers = 0;
    int first = -1;  // index of the first number tile
    int low = 0;     // read as a run: the number of its first place
    bool is_run = true;
    bool is_group = true;

    explicit Shape(const Meld& meld);
};

// whether two melds count as the same; the order of a group means nothing.
bool lies_as(const Meld& one, const Meld& other);

class JokerPlacement {
   public:
    // `before` must have a number tile in every meld, and no jokers but classic ones.
    explicit JokerPlacement(const Table& before);

    // Place the spare jokers. False: some joker found no place, and the layout must not be used.
    bool place(Layout& layout) const;

   private:
    struct Old {
        int meld;
        TileSet beside;  // the number tiles of its meld
        TileSet roles;   // the tiles it can stand for
    };

    // the meld does not hold all number tiles of any old meld.
    bool is_new(TileSet numbers) const;
    // Which old jokers could be the one at this place of the meld, undisturbed (a bit each).
    unsigned undisturbed(const Meld& meld, const Shape& shape, int index) const;
    // Whether the table is legal; may refuse a legal table, never accepts an illegal one.
    bool holds(const Table& after) const;
    bool obeys(const Meld& meld) const;
    void cut_run(Table& melds, std::size_t at) const;
    bool place_where_it_lay(Table& melds, unsigned& waiting) const;
    bool place_in_new(Table& melds) const;
    bool place_after_cutting(Table& melds) const;

    const Table& before_;
    std::array<TileSet, MAX_MELDS> numbers_;  // of each old meld
    int melds_ = 0;
    std::array<Old, MAX_JOKERS> old_;
    int count_ = 0;
};

}  // namespace tilewise
