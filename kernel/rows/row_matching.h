// Whether the open rows below a cut and those above it can belong to one table.
//
// GainByJokers compares the jokers of both sides; this compares their open runs too. A row with tiles on both
// sides of the cut is an open run of the same colour in both states, and together they are as long as its
// tiles and the jokers between them. A row with tiles on one side only is an open run there, or ended. The
// jokers that neither side has placed must make up for every row that is still too short, one for each tile
// that it lacks. A run after a C joins a run of any colour.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "plain/step.h"

namespace tilewise {

// Jokers, a byte each: J, D and C together; D; C; M.
using JokerBytes = std::uint32_t;

// The open runs of a state.
class OpenRows {
   public:
    // `changed`: how many runs wait for a tile of any colour after a C; only states from above know such
    // runs.
    explicit OpenRows(Key runs, int changed = 0);

    // Tiles that are lacking if these rows are joined with those from above as well as can be.
    int lacking(const OpenRows& above) const;

   private:
    int saved_by_changes(const OpenRows& above) const;

    std::array<std::uint8_t, COLOURS>
        kind_;  // of each colour: how many runs of one, two, and three and more tiles
    std::uint8_t changed_;
};

// The states from above, cut by cut.
class RowMatching {
   public:
    void reset() { lowest_ = NUMBERS; }

    // Open the cut above `number`; then `note` every state, then `close`.
    void open(int number) { states_[lowest_ = number].clear(); }
    void note(const OpenRows& rows, JokerBytes placed, std::int64_t value) {
        states_[lowest_].push_back({value, placed, rows});
    }
    void close();
    bool knows(int number) const { return number >= lowest_ && number < NUMBERS; }

    // The most that a state gains which goes together with these rows and jokers; NEVER if none gains more
    // than `least`.
    std::int64_t most(int number, const OpenRows& rows, JokerBytes left, std::int64_t least) const;

   private:
    struct State {
        std::int64_t value;
        JokerBytes placed;
        OpenRows rows;
    };

    int lowest_ = NUMBERS;
    std::array<std::vector<State>, NUMBERS + 1> states_;  // the most valuable first
};

}  // namespace tilewise
