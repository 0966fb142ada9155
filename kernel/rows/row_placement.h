// Joker placement for rows: places for the spare jokers of a layout, and the verdict of the rules on the
// whole.
//
// Steps of `place`:
//   1. cut runs whose jokers may not lie in them, or move such a joker to the other end;
//   2. top up rows of less than three tiles with spare jokers;
//   3. put the other spare jokers at the ends of melds where they may lie;
//   4. ask the judge. Steps 2 and 3 backtrack, for at most 200 tries.
#pragma once

#include "rows/row_layout.h"

namespace tilewise {

class RowPlacement {
   public:
    // `unbound`: jokers of each kind that need not obey the rules for old ones.
    RowPlacement(const JokerRules& jokers, const Rules& rules, const JokerCounts& unbound);

    // True: every joker has a place and the rules accept the table. The layout is spoilt otherwise.
    bool place(RowLayout& layout);

   private:
    void cut(RowLayout& layout) const;
    bool move_to_other_end(Meld& meld) const;
    bool place_shorts(RowLayout& layout, std::size_t from);
    bool place_spares(RowLayout& layout);
    bool may_hold(const Meld& meld, int index) const;
    bool may_hold_its_jokers(const Meld& meld) const;
    bool is_swap(const Meld& meld) const;
    bool is_accepted(const RowLayout& layout) const;

    const JokerRules& jokers_;
    const Rules& rules_;
    JokerCounts unbound_;
    int tries_ = 0;
};

}  // namespace tilewise
