// The interface of the kernel: a Problem goes in, a Solution comes out. Both are plain values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "game/tiles.h"

namespace tilewise {

// The knobs of an edition that a turn must obey, with their rule ids (docs/rules/rulings.md).
struct Rules {
    bool has_melded = true;              // false: the initial meld, own rack only (R-MELD-03)
    int initial_meld_min = 30;           // R-MELD-01: points
    bool joker_in_initial_meld = true;   // R-MELD-05
    bool joker_reuse_any_set = false;    // false = a retrieved joker goes into a new meld
    bool exact_tile_retrieval = false;
    bool group3_both_colours = false;
    bool joker_swap_by_joker = false;    // TA-11
    int min_number_tiles = 1;
    int mirror_min_side = 1;             // TA-01
    bool colour_change_at_start = true;  // TA-03
};

// The goal of the initial meld. Later plays always maximise the weights.
enum class InitialMode : std::uint8_t { WEIGHTS, POINTS, FEWEST_TILES };

using Weights = std::array<std::int32_t, KINDS>;
inline constexpr std::int32_t MAX_WEIGHT = 1'000'000;

struct Problem {
    Table table;
    std::vector<Tile> rack;
    Table opening;  // melds that the same turn has laid already, of other tiles; they stay
    Table staying;  // old melds that must not change; let_stay() of jokers.h fills it
    Rules rules;
    Weights primary = filled(1);    // maximised first
    Weights secondary = filled(0);  // breaks ties of the primary weights
    InitialMode initial_mode = InitialMode::WEIGHTS;
    bool least_disruption = false;     // among the best: most melds kept, then fewest tiles moved
    std::uint64_t node_budget = 0;     // states; 0 = no limit
    std::uint64_t time_budget_us = 0;  // 0 = no limit

    static Weights filled(std::int32_t weight) {
        Weights weights;
        weights.fill(weight);
        return weights;
    }
};

struct Solution {
    std::vector<Tile> laid;  // ascending; empty = nothing can (or should) be laid
    Table table;             // the whole table after the play
    std::int64_t primary = 0;
    std::int64_t secondary = 0;
    int points = 0;      // of the new melds, initial meld only
    int kept = 0;        // old melds that did not change
    int moved = 0;       // table tiles that lost their neighbours (moved.h)
    bool proven = true;  // false: the budget ran out, this is the best found
    std::uint64_t nodes = 0;
};

// Fail (error.h), naming the mistake: more copies than any edition has, an illegal meld on the table, a knob
// or a weight out of its range.
void validate(const Problem& problem);

}  // namespace tilewise
