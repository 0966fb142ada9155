// The rulebook's melds: every way to read a row of tiles, Twist included (rules 2.3 of the catalogue).
#pragma once

#include <vector>

#include "game/problem.h"
#include "game/tiles.h"

namespace tilewise {

// A place in a meld: its number and the colours it can have (bit per colour; none for a colour-change joker).
struct Slot {
    std::uint8_t number = 0;
    std::uint8_t colours = 0;

    bool agrees_with(const Slot& other) const {
        return number == other.number && ((colours & other.colours) != 0 || colours == other.colours);
    }
};

// The slots that one tile stands for: one, two for a double joker, none for a mirror.
struct Role {
    std::uint8_t slots = 0;
    std::array<Slot, 2> slot{};

    // Both can be the same tiles; those of a double joker have no order.
    bool agrees_with(const Role& other) const;
};

// One way to read a meld. Where several remain, the highest value counts.
struct Reading {
    bool is_group = false;
    int value = 0;
    std::array<Role, MAX_MELD> roles{};
};

// Every reading of the row as it is placed, in no particular order; none = not a meld.
std::vector<Reading> readings(const Meld& meld, const Rules& rules);

bool is_meld(const Meld& meld, const Rules& rules);

// The best reading's value, -1 for a row that is not a meld.
int meld_value(const Meld& meld, const Rules& rules);

// the order of a (mirrorless) group means nothing: its tiles sorted; any other meld as it is.
Meld as_it_counts(const Meld& meld, const Rules& rules);

}  // namespace tilewise
