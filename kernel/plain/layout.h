// From the decisions of a program back to melds.
#pragma once

#include <cstdint>
#include <span>

#include "plain/step.h"

namespace tilewise {

// An arrangement: melds of number tiles and classic jokers.
struct Layout {
    Table melds;
    std::int64_t value = 0;  // of the tiles used beyond the need, spare jokers included
    int spares = 0;          // jokers that are still to be placed
};

// Lay the decisions of the numbers 1..13 out as melds. Runs rise; spare jokers are not placed.
void lay_out(std::span<const Decision, NUMBERS> decisions, Table& melds);

// Add up to `count` spare jokers to a run that has room or to a group of three; return how many found a
// place.
int place_spares(Meld& meld, int count);

}  // namespace tilewise
