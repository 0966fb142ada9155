// The tiles that a play moves. "Least disruption" minimises their number once most melds are kept.
//
// A number tile of the table has moved if it lost its neighbours:
//  - it lay in a group and lies in no group now;
//  - it lay in a run, and on no side where it had a neighbour does it have one now.
// So a tile taken out of a run counts one. A run that is cut, or grows, counts nothing: a player can push its
// pieces without taking them apart.
//
// A joker is a neighbour like any tile. Sides are those of the numbers, below and above, so each half of a
// mirrored run is a run of its own that ends at the mirror joker. Tiles of one number lie in a group,
// mirrored or not.
//
// Unchanged melds are left out. Equal tiles are matched so that the count is smallest. Jokers do not count,
// nor does a number tile that had only jokers beside it. A number tile that now has only jokers beside it
// counts as part of a group or of a run, whichever makes the count smaller.
//
// The exact program can minimise the count number by number (move_count.h).
#pragma once

#include <algorithm>
#include <optional>

#include "game/jokers.h"

namespace tilewise {

// Melds of the old table, a bit each.
using MeldSet = std::uint64_t;
constexpr MeldSet one_meld(std::size_t index) { return MeldSet{1} << index; }

// The sides on which a tile has neighbours.
enum Side : std::uint8_t { IN_GROUP, UPWARDS, BOTH_WAYS, DOWNWARDS };
inline constexpr int SIDES = 4;

// How many tiles of one kind have neighbours on each side.
using SideCounts = std::array<std::int8_t, SIDES>;

// Whether all number tiles of the meld have one number.
bool lies_as_group(const Meld& meld);
int number_tiles_in(const Meld& meld);

// For a tile of a run: is there a place below it, is there one above it?
constexpr Side side_of(bool below, bool above) {
    return below && above ? BOTH_WAYS : below ? DOWNWARDS : UPWARDS;
}

// The sides on which the tile at `index` of a run has neighbours. None: only a mirror joker is beside it.
std::optional<Side> side_in(const Meld& meld, int index);

// Of equal tiles that lay like `before`, how many have kept a neighbour if they lie like `now`. A tile that
// had neighbours on both sides fits any place in a run, so it is matched last.
constexpr int staying(const SideCounts& before, const SideCounts& now) {
    const int up = std::min(before[UPWARDS], now[UPWARDS]),
              down = std::min(before[DOWNWARDS], now[DOWNWARDS]);
    const int rest = std::min<int>(before[UPWARDS] - up + before[DOWNWARDS] - down, now[BOTH_WAYS]);
    const int in_runs =
        std::min<int>(before[BOTH_WAYS] + up + down + rest, now[UPWARDS] + now[BOTH_WAYS] + now[DOWNWARDS]);
    return in_runs + std::min(before[IN_GROUP], now[IN_GROUP]);
}

// The count itself, from before and after.
int tiles_moved(const Table& before, const Table& after, const Difference& change);

}  // namespace tilewise
