// The slow, obvious twin: every way to lay tiles, tried one after the other. For tiny positions only.
#pragma once

#include <optional>

#include "game/jokers.h"
#include "game/problem.h"

namespace tilewise {

struct BruteAnswer {
    bool playable = false;
    std::int64_t primary = 0;  // best weight of a play
    std::int64_t secondary = 0;
    int kept = 0;                          // most melds kept among the best plays
    int moved = 0;                         // and of these, fewest tiles moved
    std::vector<std::vector<Tile>> plays;  // every multiset of tiles that some play lays, sorted
};

// Tries every part of the rack, every partition of the tiles into melds and every order of each meld, and
// asks the rules.
BruteAnswer brute_force(const Problem& problem);

}  // namespace tilewise
