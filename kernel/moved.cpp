// Tiles that a play moves.
#include "moved.h"

namespace tilewise {

namespace {

using Companies = std::array<Company, NUMBER_KINDS>;

void add(Companies& all, const Meld& meld, bool as_group) {
    for (int i = 0; i < meld.size; ++i)
        if (!is_joker(meld[i])) ++all[meld[i]][as_group ? IN_GROUP : side_of(i > 0, i + 1 < meld.size)];
}

int moved(const Companies& before, const Companies& now) {
    int sum = 0;
    for (int kind = 0; kind < NUMBER_KINDS; ++kind) {
        if (before[kind] == Company{}) continue;
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

int number_tiles_in(const Meld& meld) {
    return static_cast<int>(std::count_if(meld.begin(), meld.end(), [](Tile tile) { return !is_joker(tile); }));
}

int tiles_moved(const Table& before, const Table& after, const Difference& change) {
    if (change.gone.empty()) return 0;
    Companies then{}, now{};
    for (int old : change.gone)
        if (number_tiles_in(before[old]) > 1) add(then, before[old], lies_as_group(before[old]));
    Table lone;
    for (int meld : change.arrived) {
        if (number_tiles_in(after[meld]) == 1) lone.push_back(after[meld]);
        else add(now, after[meld], lies_as_group(after[meld]));
    }
    return fewest(then, now, lone);
}

}  // namespace tilewise
