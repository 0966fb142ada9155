// Several answers to one problem, from the same programs with limits per tile. The budget is started by the
// caller.
#pragma once

#include <vector>

#include "answers/search.h"

namespace tilewise {

std::vector<Solution> k_best(Programs& programs, const Problem& problem, int k);
std::vector<Solution> maximal_plays(Programs& programs, const Problem& problem, int most);
bool can_play_all(Programs& programs, const Problem& problem);
std::vector<Tile> can_play(Programs& programs, const Problem& problem);

// Complete a solution: the melds that were set aside, melds kept, tiles moved, nodes.
void add_statistics(const Programs& programs, const Turn& turn, Solution& solution);

}  // namespace tilewise
