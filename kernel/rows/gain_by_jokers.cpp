#include "rows/gain_by_jokers.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

void GainByJokers::reset(const Supply& supply, const JokerCounts& jokers) {
    counts_ = jokers;
    counts_[0] += counts_[1] + counts_[2];
    cases_ = 1;
    for (int i = 0; i < JOKER_KINDS; ++i) {
        weights_[i] = cases_;
        cases_ *= counts_[i] + 1;
    }
    stride_ = {weights_[0], weights_[0] + weights_[1], weights_[0] + weights_[2], weights_[3]};
    assert(cases_ <= MOST_CASES);
    lowest_ = NUMBERS;
    std::fill_n(most_[NUMBERS].begin(), cases_, 0);
    rest_[NUMBERS] = 0;
    for (int number = NUMBERS; number >= 1; --number)
        rest_[number - 1] = rest_[number] + supply.most_gain(number);
}

void GainByJokers::open(int number) { std::fill_n(most_[lowest_ = number].begin(), cases_, NEVER); }

void GainByJokers::note(const JokerCounts& placed, std::int64_t value) {
    std::int64_t& most = most_[lowest_][index(placed)];
    most = std::max(most, value);
}

// More jokers never gain less.
void GainByJokers::close() {
    std::array<std::int64_t, MOST_CASES>& most = most_[lowest_];
    for (int i = 0; i < JOKER_KINDS; ++i) {
        if (!counts_[i]) continue;
        const int weight = weights_[i];
        const int block = weight * (counts_[i] + 1);  // cases that differ in the counts up to this one
        for (int from = 0; from < cases_; from += block)
            for (int k = from + weight; k < from + block; ++k) most[k] = std::max(most[k], most[k - weight]);
    }
}

}  // namespace tilewise
