// An upper bound by state: the most that the numbers above can gain, given the runs that are open below.
//
// The plain program runs once from the top downwards, with special jokers taken for classic ones. At every
// number its states give the gain of the numbers above and the open runs that they need from below. A state
// of the exact program that fits none of those that gain enough cannot lead to an answer worth having.
//
// Claim: take the number tiles of a meld with jokers, and a classic joker for each J of it, two for a D, four
// for a C, four for an M. They make melds of the plain program. Proof. Cut the meld at its C and M: k of
// these leave k + 1 pieces at most, each a part of a run of one colour, or of a group. A D in it is two
// jokers in a row, or two places of a group. A piece without number tiles is dropped; any other needs at most
// two more jokers: none if k = 0, otherwise 2 (k + 1) <= 4 k for all.
//
// Of a joker meld that is begun the jokers are paid. Its tiles above fall into rows of one colour: a row from
// the next number on goes on with a long run, any other is worth two jokers. The look-ahead of the plain
// program (trick 4) must not count on tiles where such a meld goes on with a run: Supply::mended, one for
// each J, D and C, two for an M.
#pragma once

#include <array>
#include <vector>

#include "plain/plain_program.h"

namespace tilewise {

// Open runs after one number, by colour: how many of length 1, of at most 2, and all; and the jokers placed
// so far.
struct OpenRuns {
    std::array<int, COLOURS> one{}, two{}, all{};
    int jokers = 0;

    explicit OpenRuns(Key key);
};

class StateBound {
   public:
    // `jokers`: all there are. False: the plain program ran out of budget, there is no bound.
    bool fill(Supply supply, const JokerCounts& jokers, PlainProgram& plain);

    // The number of classic jokers that these count as (see the claim above).
    static int in_classics(const JokerCounts& left) {
        return left[0] + 2 * left[1] + 4 * left[2] + 4 * left[3];
    }

    // Over 1 there is no bound: below 3 the plain program, run downwards, puts the jokers of a new run above
    // it at once (trick 3), which is wrong where a joker meld goes on from there without any.
    bool knows(int number, int classics) const { return number >= 2 && classics <= classics_; }

    // The most that numbers above can gain with that many classic jokers; NEVER if the open runs cannot go
    // on.
    std::int64_t most(OpenRuns open, int number, int classics) const;

   private:
    bool fits(const OpenRuns& open, const Suffix& above) const;

    std::array<std::vector<Suffix>, NUMBERS + 1> above_;
    int classics_ = -1;
};

}  // namespace tilewise
