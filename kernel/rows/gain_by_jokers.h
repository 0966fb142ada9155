// The most that the numbers above a cut can gain, by the jokers that are left for them.
//
// The table is filled from above, cut by cut, by the relaxed bound (relaxed_bound.h) and read by the row
// program and the exact program. Jokers are counted as J, D and C together, then D, C and M alone: most
// places take any joker.
#pragma once

#include <array>
#include <cstdint>

#include "plain/supply.h"

namespace tilewise {

// The kinds of jokers as indices.
inline constexpr int J = 0, D = 1, C = 2, M = 3;

class GainByJokers {
   public:
    // Empty the table: above 13 there is no gain, below it nothing is known.
    void reset(const Supply& supply, const JokerCounts& jokers);

    // Open the cut above `number`; then `note` every state from above, then `close`.
    void open(int number);
    void note(const JokerCounts& placed, std::int64_t value);
    void close();

    // The cut that answers for `number`: above it, or above the next number of which something is known.
    int cut(int number) const { return number > lowest_ ? number : lowest_; }

    // Jokers as one number, an index into the table: one more joker of a kind adds its stride.
    int index(const JokerCounts& jokers) const {
        return stride_[0] * jokers[0] + stride_[1] * jokers[1] + stride_[2] * jokers[2] +
               stride_[3] * jokers[3];
    }
    int stride(int kind) const { return stride_[kind]; }

    // The most that numbers above `done` gain if these jokers are left above the cut of `chosen`.
    std::int64_t most(int done, int chosen, int left) const {
        return rest_[done] - rest_[cut(chosen)] + most_[cut(chosen)][left];
    }

   private:
    static constexpr int MOST_CASES = 336;  // of 8 jokers: three D, three C, two M

    std::array<int, JOKER_KINDS> counts_{};   // J, D and C together, then D, C and M
    std::array<int, JOKER_KINDS> weights_{};  // of these counts in the index
    std::array<int, JOKER_KINDS> stride_{};   // of a joker of each kind: D and C are in two counts
    int cases_ = 1;
    int lowest_ = NUMBERS;
    std::array<std::int64_t, NUMBERS + 1> rest_{};  // the gain of everything above, whatever the jokers
    std::array<std::array<std::int64_t, MOST_CASES>, NUMBERS + 1> most_;
};

}  // namespace tilewise
