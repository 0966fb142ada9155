// Tiles that a play moves.
#include "game/moved.h"

namespace tilewise {

namespace {

using Companies = std::array<SideCounts, NUMBER_KINDS>;

void add(Companies& all, const Meld& meld, bool as_group) {
    const bool is_mirrored = std::find(meld.begin(), meld.end(), MIRROR) != meld.end();
    for (int i = 0; i < meld.size; ++i) {
        if (is_joker(meld[i])) continue;
        if (as_group)
            ++all[meld[i]][IN_GROUP];
        else if (!is_mirrored)
            ++all[meld[i]][side_of(i > 0, i + 1 < meld.size)];
        else if (const std::optional<Side> side = side_in(meld, i))
            ++all[meld[i]][*side];
    }
}

// In a mirror: how many places lie between the tile and the end of its side.
int column_of(const Meld& meld, int index, int axis) {
    const Tile* const from = index < axis ? meld.begin() : meld.begin() + index + 1;
    const Tile* const to = index < axis ? meld.begin() + index : meld.end();
    return static_cast<int>(to - from + std::count(from, to, DOUBLE));
}

enum class Slope { RISING, FALLING, UNKNOWN };

// Of the left side of a mirrored run, which is that of the right side seen from its end.
Slope slope_of(const Meld& meld, int axis) {
    int first = -1;
    for (int i = 0; i < meld.size; ++i) {
        if (is_joker(meld[i])) continue;
        if (first < 0) first = i;
        if (number_of(meld[i]) == number_of(meld[first])) continue;
        const bool is_further_in = column_of(meld, i, axis) > column_of(meld, first, axis);
        return is_further_in == (number_of(meld[i]) > number_of(meld[first])) ? Slope::RISING
                                                                              : Slope::FALLING;
    }
    return Slope::UNKNOWN;
}

int moved(const Companies& before, const Companies& now) {
    int sum = 0;
    for (int kind = 0; kind < NUMBER_KINDS; ++kind) {
        if (before[kind] == SideCounts{}) continue;
        for (int tiles : before[kind]) sum += tiles;
        sum -= staying(before[kind], now[kind]);
    }
    return sum;
}

// A meld with a single number tile is a group or a run, whichever moves fewer.
int fewest(const Companies& before, const Companies& now, std::span<const Meld> lone) {
    if (lone.empty()) return moved(before, now);
    int best = 1 << 20;
    for (bool as_group : {false, true}) {
        Companies with = now;
        add(with, lone[0], as_group);
        best = std::min(best, fewest(before, with, lone.subspan(1)));
    }
    return best;
}

}  // namespace

bool lies_as_group(const Meld& meld) {
    int number = 0;
    for (Tile tile : meld) {
        if (is_joker(tile)) continue;
        if (number && number != number_of(tile)) return false;
        number = number_of(tile);
    }
    return true;
}

std::optional<Side> side_in(const Meld& meld, int index) {
    const int axis = static_cast<int>(std::find(meld.begin(), meld.end(), MIRROR) - meld.begin());
    if (axis == meld.size) return side_of(index > 0, index + 1 < meld.size);
    const bool outwards = index < axis ? index > 0 : index + 1 < meld.size;
    const bool inwards = index < axis ? index + 1 < axis : index - 1 > axis;
    if (!outwards && !inwards) return std::nullopt;
    switch (slope_of(meld, axis)) {
        case Slope::RISING: return side_of(outwards, inwards);
        case Slope::FALLING: return side_of(inwards, outwards);
        default: return BOTH_WAYS;
    }
}

int number_tiles_in(const Meld& meld) {
    return static_cast<int>(
        std::count_if(meld.begin(), meld.end(), [](Tile tile) { return !is_joker(tile); }));
}

int tiles_moved(const Table& before, const Table& after, const Difference& change) {
    if (change.gone.empty()) return 0;
    Companies then{}, now{};
    for (int old : change.gone)
        if (number_tiles_in(before[old]) > 1) add(then, before[old], lies_as_group(before[old]));
    Table lone;
    for (int meld : change.arrived) {
        if (number_tiles_in(after[meld]) == 1)
            lone.push_back(after[meld]);
        else
            add(now, after[meld], lies_as_group(after[meld]));
    }
    return fewest(then, now, lone);
}

}  // namespace tilewise
