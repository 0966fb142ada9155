// A bound that sees the state, for turns with special jokers: the plain program run downwards, special jokers taken for classic ones.
//
// Claim: take the number tiles of a meld with jokers, and a classic joker for each J of it, two for a D, four for a C, four
// for an M. They make melds of the plain program. Proof. Cut the meld at its C and M: k of these leave k + 1 pieces at most, each a part
// of a run of one colour, or of a group. A D in it is two jokers in a row, or two places of a group. A piece without number
// tiles is dropped, any other wants two jokers more at most: none if k = 0, otherwise 2 (k + 1) <= 4 k for all. That
// holds for mirrors with any columns, those of jokers only too: their jokers are where they were.
// So what a table holds above a number, given the open runs below, is worth at most what the plain program finds with that many
// jokers. For rows that cross the number:
//  - An open run with k >= 1 of C above is cut in the same way: the piece that crosses wants two jokers at most, and each of k others.
//    A run that a double fills over the next number has a joker more there, and is long with it.
//  - An open mirror is two long runs if its last column is of one colour, known, and no C: on each side the first piece above goes on
//    with one of them, and each other piece begins after a C of its own, worth four. Of other mirrors nothing is claimed (twist_states.cpp).
//  - Of an item that is begun (exact.h) the jokers are paid, and its tiles above fall into rows of one colour: a row from the next number
//    on goes on with a long run, any other is worth two jokers.
// The relaxed layers (twist.h) allow more than tables, but only the way of a table through them must not be lost: its rows but for
// the exchanges told there, which drop jokers, move them up, or leave them to pay for runs that are too short at 13, one for each
// tile missing. So the jokers left in a state are always at least those that its table has above. In a column of jokers only
// there are two, though the layers ask for one.
// The look-ahead of the plain program (trick 4) must not count on tiles where a joker below goes on with a run, or an
// item or a mirror of which there is no more below: Supply::mended, one for each J, D and C, two for an M. That is enough: a meld has one
// tile of a kind at most, with an M two, and each of these melds holds a joker.
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
