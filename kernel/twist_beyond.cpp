// What lies beyond a cut.
#include "twist_beyond.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

void TwistBeyond::forget(const Supply& supply, const JokersLeft& jokers) {
    jokers_ = jokers;
    jokers_[0] += jokers_[1] + jokers_[2];
    cases_ = 1;
    for (int i = 0; i < JOKER_KINDS; ++i) {
        steps_[i] = cases_;
        cases_ *= jokers_[i] + 1;
    }
    step_ = {steps_[0], steps_[0] + steps_[1], steps_[0] + steps_[2], steps_[3]};
    assert(cases_ <= MOST_CASES);
    lowest_ = NUMBERS;
    std::fill_n(most_[NUMBERS].begin(), cases_, 0);
    rest_[NUMBERS] = 0;
    for (int number = NUMBERS; number >= 1; --number) rest_[number - 1] = rest_[number] + supply.most_gain(number);
}

void TwistBeyond::begin(int number) { std::fill_n(most_[lowest_ = number].begin(), cases_, NEVER); }

void TwistBeyond::note(const JokersLeft& placed, std::int64_t value) {
    std::int64_t& most = most_[lowest_][index(placed)];
    most = std::max(most, value);
}

// With more jokers nothing is gained less.
void TwistBeyond::end(int share) {
    std::array<std::int64_t, MOST_CASES>& most = most_[lowest_];
    for (int i = 0; i < JOKER_KINDS; ++i) {
        if (!jokers_[i]) continue;
        const int step = steps_[i], block = step * (jokers_[i] + 1);  // of cases that differ in this count and those before it
        for (int from = 0; from < cases_; from += block)
            for (int k = from + step; k < from + block; ++k) most[k] = std::max(most[k], most[k - step]);
    }
    const int others = jokers_[0] + 1;               // J, D and C together
    for (int k = 0; k < cases_; ++k)
        if (k % others + k / steps_[3] > share) most[k] = rest_[lowest_];
}

}  // namespace tilewise
