// What lies beyond a cut between two numbers: the most that it gains, by the jokers that are left for it.
//
// The layers (twist.h) run downwards on the numbers turned over, from 13 to the cut. Whatever their states want from below is taken as
// granted; only the jokers count: J, D and C together, and D, C and M alone. Claim: a table worth more than the floor has, over each number n, a state from above that gains as much there
// and has placed no more jokers than the table's rows with a tile above n hold; and if the layers run upwards to n, a
// state from below that has placed no more than the rows with a tile up to n hold, and of those that go on above n none that lies above.
// So the jokers that the state from below has not placed are enough for the state from above, if those that cross the cut are given back.
// Proof. Cut what can be cut once for both ways (a run of six, a mirror of three columns) and drop what is then not needed. In the rest, going upwards, a row's jokers before
// its first tile come after its last one, or at 13, and jokers after its last tile may change places; those between two tiles stay, or change places on their own side of the cut. Going
// downwards, it is the jokers after the last tile that come before the first. So of a row with all tiles above n the state from below holds
// nothing, of one with all tiles up to n the state from above holds nothing, and of a row that crosses n each holds what lies between tiles on its
// own side. What crosses n itself is a double over n and n + 1, or a mirror with columns on both sides: the state has a token for it.
// The exchanges of twist.h only drop jokers on their own side, or let a mirror begin later.
#pragma once

#include <array>
#include <cstdint>

#include "layers.h"
#include "twist_ahead.h"

namespace tilewise {

class TwistBeyond {
   public:
    // Nothing is known but that nothing is gained beyond 13.
    void forget(const Supply& supply, const JokersLeft& jokers);

    // The next cut, over this number: `note` every state from above, then `end`.
    void begin(int number);
    void note(const JokersLeft& placed, std::int64_t value);
    void end(int share);                             // all states that placed so many were noted; with more jokers left anything is possible

    // The cut that is looked at from this number: over it, or over the next one of which something is known.
    int cut(int number) const { return number > lowest_ ? number : lowest_; }

    // Jokers as one number: a joker more of a kind adds its step.
    int index(const JokersLeft& jokers) const {
        return step_[0] * jokers[0] + step_[1] * jokers[1] + step_[2] * jokers[2] + step_[3] * jokers[3];
    }
    int step(int kind) const { return step_[kind]; }

    // The most that numbers above `done` gain, if these jokers are left above the cut that `chosen` looks at.
    std::int64_t most(int done, int chosen, const JokersLeft& left) const { return most(done, chosen, index(left)); }
    std::int64_t most(int done, int chosen, int left) const { return over(done, chosen)[left]; }

    // The same, ready to be asked for many jokers left.
    struct Over {
        const std::int64_t* most = nullptr;
        std::int64_t rest = 0;
        std::int64_t operator[](int left) const { return rest + most[left]; }
    };
    Over over(int done, int chosen) const { return {most_[cut(chosen)].data(), rest_[done] - rest_[cut(chosen)]}; }

    // The most that numbers above `number` gain if everything worth laying is laid.
    std::int64_t rest(int number) const { return rest_[number]; }

   private:
    static constexpr int MOST_CASES = 336;           // of 8 jokers: three D, three C, two M

    // Counted are J, D and C together, then D, C and M (twist_loose.h).
    std::array<int, JOKER_KINDS> jokers_{};
    std::array<int, JOKER_KINDS> steps_{};           // of these
    std::array<int, JOKER_KINDS> step_{};            // of a joker of each kind
    int cases_ = 1;
    int lowest_ = NUMBERS;
    std::array<std::int64_t, NUMBERS + 1> rest_{};
    std::array<std::array<std::int64_t, MOST_CASES>, NUMBERS + 1> most_;
};

}  // namespace tilewise
