// A bound that sees the state, for turns with special jokers: the plain program run downwards, special jokers taken for classic ones.
//
// Claim: take the number tiles of a meld with jokers, and a classic joker for each J of it, two for a D, four for a C, four
// for an M. They make melds of the plain program. Proof. Cut the meld at its C and M: k of these leave k + 1 pieces at most, each a part
// of a run of one colour, or of a group. A D in it is two jokers in a row, or two places of a group. A piece without number
// tiles is dropped, any other wants two jokers more at most: none if k = 0, otherwise 2 (k + 1) <= 4 k for all. That
// holds for mirrors with any columns, those of jokers only too: their jokers are where they were.
// So what a table holds above a number, given the open runs below, is worth at most what the plain program finds with that many
// jokers. A run that is open in the exact program (exact.h) holds none; of an item that is begun the jokers are paid, and its tiles above
// fall into rows of one colour: a row from the next number on goes on with a long run, any other is worth two jokers.
// The look-ahead of the plain program (trick 4) must not count on tiles where an item of which there is no more below goes on with a run:
// Supply::mended, one for each J, D and C, two for an M. That is enough: a meld has one tile of a kind at most, with an M two, and each of
// these melds holds a joker. (An item without jokers, A-22 and A-23, is a meld of the plain program: its tiles below are there.)
#pragma once

#include "ahead.h"

namespace tilewise {

using JokersLeft = std::array<int, JOKER_KINDS>;

class TwistAhead {
   public:
    // `jokers`: all there are. False: the layers ran out of nodes, there is no bound.
    bool fill(Supply supply, const JokersLeft& jokers, Layers& layers);

    // What these jokers are worth in classic ones.
    static int in_classics(const JokersLeft& left) { return left[0] + 2 * left[1] + 4 * left[2] + 4 * left[3]; }

    // Over 1 there is no bound: below 3 the plain program, run downwards, puts the jokers of a new run above it at once (trick 3),
    // which is wrong where an item goes on from there without any.
    bool knows(int number, int classics) const { return number >= 2 && classics <= classics_; }

    // The most that numbers above can gain, with that many classic jokers; NEVER if the open runs cannot go on.
    std::int64_t most(OpenRuns open, int number, int classics) const {
        open.jokers = classics_ - classics;
        return ahead_.most(open, number);
    }

   private:
    Ahead ahead_;
    int classics_ = -1;
};

}  // namespace tilewise
