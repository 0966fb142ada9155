// Places for the spare jokers of a Twist layout, and the verdict of the rules on the whole.
#pragma once

#include "twist.h"

namespace tilewise {

class TwistPlacer {
   public:
    // `unbound`: jokers of each kind that need not obey the rules for old ones.
    TwistPlacer(const JokerRules& jokers, const Rules& rules, const std::array<int, JOKER_KINDS>& unbound);

    // True: every joker has a place and the rules accept the table. The layout is spoilt otherwise.
    bool place(TwistLayout& layout);

   private:
    void cut(TwistLayout& layout) const;
    bool turn_round(Meld& meld) const;
    bool place_shorts(TwistLayout& layout, std::size_t from);
    bool place_spares(TwistLayout& layout);
    bool suits(const Meld& meld, int index) const;
    bool suits(const Meld& meld) const;
    bool is_swap(const Meld& meld) const;
    bool is_accepted(const TwistLayout& layout) const;

    const JokerRules& jokers_;
    const Rules& rules_;
    std::array<int, JOKER_KINDS> unbound_;
    int tries_ = 0;
};

}  // namespace tilewise
