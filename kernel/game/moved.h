// Tiles that a play moves: what "least disruption" counts after the melds it keeps.
//
// A number tile of the table has moved if its meld goes on beside it no longer: it lay in a group and lies in
// none now, or it lay in a run and on neither side where the run went on does one go on now. So a tile taken
// out of a run counts one, and a run that is only cut, or grows, counts nothing: a hand pushes its pieces
// along as they lie.
//
// A joker beside a tile is company like a tile: a double, a colour change and a classic joker all go on with
// the run. Sides are those of the numbers, below and above: so each half of a mirrored run is a run of its
// own that ends at the mirror joker, and it does not matter whether the mirror rises or falls. All tiles of
// one number lie in a group, mirrored or not.
//
// Melds that lie as they lay are left out on both sides. Alike tiles are told apart in the way that moves
// fewest. Jokers do not count, nor a tile that lay alone among jokers: it has nothing to be torn from. A tile
// that comes to lie alone among jokers lies in a group or in a run (and in a mirror, in one that rises or
// falls), whichever moves fewest.
//
// All this can be said number by number, so the exact program can minimise it (move_count.h).
#pragma once

#include <algorithm>
#include <optional>

#include "game/jokers.h"

namespace tilewise {

// Melds of the old table, a bit each.
using MeldSet = std::uint64_t;
constexpr MeldSet one_meld(std::size_t index) { return MeldSet{1} << index; }

// How a meld goes on beside a tile of it.
enum Side : std::uint8_t { IN_GROUP, UPWARDS, BOTH_WAYS, DOWNWARDS };
inline constexpr int SIDES = 4;

// How many tiles of one kind there are of each.
using Company = std::array<std::int8_t, SIDES>;

// Whether all number tiles of the meld have one number.
bool lies_as_group(const Meld& meld);
int number_tiles_in(const Meld& meld);

// For a tile of a run: is there a place below it, is there one above it?
constexpr Side side_of(bool below, bool above) {
    return below && above ? BOTH_WAYS : below ? DOWNWARDS : UPWARDS;
}

// How the meld, as a run, goes on beside its tile at `index`; nothing: beside it is a mirror joker, and no
// more.
std::optional<Side> side_in(const Meld& meld, int index);

// Of the alike tiles that lay like this, how many can stay if they lie like that now. A tile that went both
// ways is content with any place in a run, so it takes what the others leave.
constexpr int staying(const Company& before, const Company& now) {
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
