// A bound that sees the state, for turns with special jokers: the plain program run downwards, special jokers taken for classic ones.
//
// Claim: take the number tiles of a meld with jokers, and a classic joker for each J of it, two for a D, four for a C, four
// for an M. They make melds of the plain program. Proof. A D in a run is two jokers in a row, in a group it takes at most two
// places. A C parts a run into two pieces, each wants two jokers at most. An M parts a meld into two sides: a side with three tiles
// is a meld of its own, one with one or two number tiles wants two jokers at most.
// So what a table holds above a number, given the open runs below, is worth at most what the plain program finds with that many
// jokers. A run that a double fills over the next number has a joker more there; what is begun and still waits for a tile counts
// as a long run if the tile is of the next number, and is worth two jokers otherwise; an open mirror is two long runs.
// The look-ahead of the plain program (trick 4) must not count on tiles where a joker below goes on with a run: Supply::mended.
//
// Few jokers are enough: where more are left than it was filled with, there is no bound, but such states are few.
#pragma once

#include "ahead.h"

namespace tilewise {

using JokersLeft = std::array<int, JOKER_KINDS>;

class TwistAhead {
   public:
    // `jokers`: all there are. False: the layers ran out of nodes, there is no bound.
    bool fill(Supply supply, const JokersLeft& jokers, int most_classics, Layers& layers);

    // What these jokers are worth in classic ones.
    static int in_classics(const JokersLeft& left) { return left[0] + 2 * left[1] + 4 * left[2] + 4 * left[3]; }

    // Over 1 there is no bound: below 3 the plain program, run downwards, puts the jokers of a new run above it at once (trick 3),
    // which is wrong where a mirror or an item goes on from there without any.
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
