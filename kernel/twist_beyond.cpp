// What lies beyond a cut.
#include "twist_beyond.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

void TwistBeyond::forget(const Supply& supply, const JokersLeft& jokers) {
    jokers_ = jokers;
    cases_ = 1;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        step_[kind] = cases_;
        cases_ *= jokers[kind] + 1;
    }
    assert(cases_ <= MOST_CASES);
    lowest_ = NUMBERS;
    most_[NUMBERS].fill(0);
    rest_[NUMBERS] = 0;
    for (int number = NUMBERS; number >= 1; --number) rest_[number - 1] = rest_[number] + supply.most_gain(number);
}

void TwistBeyond::begin(int number) { most_[lowest_ = number].fill(NEVER); }

void TwistBeyond::note(const JokersLeft& placed, std::int64_t value) {
    std::int64_t& most = most_[lowest_][index(placed)];
    most = std::max(most, value);
}

// With more jokers nothing is gained less.
void TwistBeyond::end() {
    std::array<std::int64_t, MOST_CASES>& most = most_[lowest_];
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        for (int i = 0; i < cases_; ++i)
            if (i / step_[kind] % (jokers_[kind] + 1)) most[i] = std::max(most[i], most[i - step_[kind]]);
}

}  // namespace tilewise
