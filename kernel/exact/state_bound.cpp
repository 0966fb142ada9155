#include "exact/state_bound.h"

#include <algorithm>

namespace tilewise {

OpenRuns::OpenRuns(Key key) : jokers(jokers_in_use(key)) {
    for (int c = 0; c < COLOURS; ++c)
        one[c] = open_short(key, c), two[c] = open_must(key, c), all[c] = open_all(key, c);
}

bool StateBound::fill(Supply supply, const JokerCounts& jokers, PlainProgram& plain) {
    classics_ = std::min(MAX_JOKERS, in_classics(jokers));
    supply.jokers = classics_;
    supply.jokers_need = 0;
    supply.joker_gain = 0;
    supply.mended = std::min(MAX_OPEN, jokers[0] + jokers[1] + jokers[2] + 2 * jokers[3]);
    return plain.states_above(supply, above_);
}

// Runs from below and from above join where one ends and the other begins. A short run that finds no partner,
// or only one with which it is too short, needs a joker; each joker mends one such fault. That the runs fit
// if there is no fault is Hall's theorem (all pairs may join but two of length 1). The bound only needs that
// the count of faults never exceeds the jokers that a real table would need. The plain program puts spare
// jokers below its runs here, not above: a joker that a real table has at the top of a run counts as one that
// mends.
bool StateBound::fits(const OpenRuns& open, const Suffix& above) const {
    int jokers = open.jokers + jokers_in_use(above.key);
    for (int c = 0; c < COLOURS && jokers <= classics_; ++c) {
        const int one = open_short(above.key, c), two = open_must(above.key, c), all = open_all(above.key, c);
        const int below = std::max(open.one[c] - (all - one), open.two[c] - all);
        const int over = std::max(one - (open.all[c] - open.one[c]), two - open.all[c]);
        jokers += std::max({0, below, over});
    }
    return jokers <= classics_;
}

std::int64_t StateBound::most(OpenRuns open, int number, int classics) const {
    open.jokers = classics_ - classics;
    for (const Suffix& above : above_[number])
        if (fits(open, above)) return above.value;
    return NEVER;
}

}  // namespace tilewise
