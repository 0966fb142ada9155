// Whether the rows below a cut between two numbers and the rows above it can be those of one table.
//
// The layers (twist.h) run from both ends. twist_beyond.h compares the jokers of both sides; this compares their open runs too. Claim: of a table worth more
// than the floor there are, over each number, a state from below and one from above such that the jokers of both are there, their gains are more than the floor,
// and their open runs can be joined so that the jokers which neither has placed make up for every row that is still too short, one for each tile that it lacks.
// Proof. Take the table as twist_beyond.h cuts it. A row with tiles on both sides of the cut is an open run of the same colour in both states, as jokers between
// tiles stay on their side, and together they are as long as its tiles and those jokers. A row with tiles on one side only is an open run there, or ended. What
// such a row lacks are its jokers before the first tile and after the last one, which neither state has placed; so they are enough for it. A double
// that crosses the cut, and a mirror, are tokens of both states and no open runs. A C is the last joker on its own side of the cut, so a row that it crosses the cut with is a run after a C there
// and a run of the next tile's colour on the other side. And a state that is at least as good has at most the same jokers in use and longer
// runs or more of them, or lacks no more than its spare jokers fill: then joining lacks no more.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "layers.h"

namespace tilewise {

// Jokers, a byte each: J, D and C together; D; C; M.
using JokerBytes = std::uint32_t;

// The open runs of a state, and how many of its runs wait for a tile of any colour after a C.
class OpenRows {
   public:
    OpenRows(Key runs, int changed);
    // Tiles that are lacking if these rows are joined with those as well as can be; fewer, if there are runs after a C.
    int lacking(const OpenRows& other) const;

   private:
    int saved_by_changes(const OpenRows& other) const;

    std::array<std::uint8_t, COLOURS> kind_;         // of each colour: all ways to have so many of one, two, and three and more tiles are numbered
    std::uint8_t changed_;
};

// The states from one end, as far as the other end has to know them.
class TwistMeeting {
   public:
    void forget() { lowest_ = NUMBERS, share_ = MAX_JOKERS; }

    // The next cut, over this number: `note` every state, then `end`.
    void begin(int number);
    void note(const OpenRows& rows, JokerBytes placed, std::int64_t value) { states_[lowest_].push_back({value, placed, rows}); }
    void end(int share);                             // all states that placed so many jokers were noted
    bool knows(int number) const { return number >= lowest_ && number < NUMBERS; }
    bool knows_all(JokerBytes left) const { return static_cast<int>((left & 0xFF) + (left >> 24)) <= share_; }  // that these may be enough for

    // The most that a state is worth which goes together with these rows and these jokers; NEVER if none is worth more than `least`.
    std::int64_t most(int number, const OpenRows& rows, JokerBytes left, std::int64_t least) const;

   private:
    struct State {
        std::int64_t value;
        JokerBytes placed;
        OpenRows rows;
    };

    int lowest_ = NUMBERS;
    int share_ = MAX_JOKERS;                         // jokers of the states that were noted
    std::array<std::vector<State>, NUMBERS + 1> states_;  // over each number, the most valuable first
};

}  // namespace tilewise
