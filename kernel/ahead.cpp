// A bound that sees the state.
#include "ahead.h"

#include <algorithm>

namespace tilewise {

OpenRuns::OpenRuns(Key key) { add(key); }

void OpenRuns::add(int colour, int length) {
    one[colour] += length == 1;
    two[colour] += length <= 2;
    ++all[colour];
}

void OpenRuns::add(Key key) {
    jokers += jokers_in_use(key);
    for (int c = 0; c < COLOURS; ++c) one[c] += open_short(key, c), two[c] += open_must(key, c), all[c] += open_all(key, c);
}

bool Ahead::fill(const Supply& supply, Layers& layers, std::int64_t wanted) {
    jokers_ = supply.jokers;
    return layers.from_above(supply, above_, wanted);
}

// Runs from below and from above join where one ends and the other begins. A short run that finds no partner, or only one
// with which it is too short, needs a joker; each joker mends one such fault. That the runs fit if there is no fault is
// Hall's theorem (all pairs may join but two of length 1); that the count of faults never exceeds the jokers that a real
// table would need is all the bound asks. The plain program puts loose jokers below its runs here, not above: a joker
// that a real table has at the top of a run counts as one that mends.
bool Ahead::fits(const OpenRuns& open, const Suffix& above) const {
    int jokers = open.jokers + jokers_in_use(above.key);
    for (int c = 0; c < COLOURS && jokers <= jokers_; ++c) {
        const int one = open_short(above.key, c), two = open_must(above.key, c), all = open_all(above.key, c);
        const int below = std::max(open.one[c] - (all - one), open.two[c] - all);
        const int over = std::max(one - (open.all[c] - open.one[c]), two - open.all[c]);
        jokers += std::max({0, below, over});
    }
    return jokers <= jokers_;
}

std::int64_t Ahead::most(const OpenRuns& open, int number) const {
    for (const Suffix& above : above_[number])
        if (fits(open, above)) return above.value;
    return NEVER;
}

bool Ahead::reaches(const OpenRuns& open, int number, std::int64_t gain) const {
    for (const Suffix& above : above_[number]) {
        if (above.value < gain) return false;
        if (fits(open, above)) return true;
    }
    return false;
}

}  // namespace tilewise
