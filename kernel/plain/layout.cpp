#include "plain/layout.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace tilewise {

namespace {

// The open runs of one colour while the tiles are laid out: indices of melds, in the order they were started.
struct RunsLaid {
    int count = 0;
    std::array<std::uint16_t, 2 * MAX_OPEN> meld;
};

void lay_runs(Table& melds, RunsLaid& open, int colour, int number, int places, int jokers) {
    if (!places && !open.count) return;
    // The shortest runs first: they must go on.
    if (open.count > 1)
        std::sort(open.meld.begin(), open.meld.begin() + open.count, [&](int a, int b) {
            return melds[a].size != melds[b].size ? melds[a].size < melds[b].size : a < b;
        });
    const int extended = std::min(places, open.count);
    for (int i = 0; i < places; ++i) {
        if (i >= open.count) {
            open.meld[i] = static_cast<std::uint16_t>(melds.size());
            melds.emplace_back();
            for (int below = number; below > NUMBERS - 2; --below) melds.back().push(CLASSIC);  // trick 3
        }
        const bool is_real = i >= extended || i < places - jokers;
        melds[open.meld[i]].push(is_real ? tile_of(colour, number) : CLASSIC);
    }
    for (int i = places; i < open.count; ++i) assert(melds[open.meld[i]].size >= SMALLEST_MELD);
    open.count = places;
}

void lay_groups(Table& melds, int number, int counts) {
    const int groups = GROUP_USES[counts].groups;
    if (!groups) return;
    const std::size_t first = melds.size();
    melds.resize(first + groups);
    int turn = 0;
    for (int c = 0; c < COLOURS; ++c)
        for (int i = counts >> (2 * c) & 3; i > 0; --i) {
            melds[first + turn].push(tile_of(c, number));
            if (++turn == groups) turn = 0;
        }
    for (std::size_t i = first; i < melds.size(); ++i)
        while (melds[i].size < SMALLEST_MELD) melds[i].push(CLASSIC);
}

// Whether a meld can only be read as a group: two tiles of one number, or a lone number too high to be a run.
bool is_group(const Meld& meld, int low) {
    int numbers = 0, highest = 0, lowest = NUMBERS;
    for (Tile tile : meld) {
        if (is_joker(tile)) continue;
        ++numbers;
        highest = std::max(highest, number_of(tile)), lowest = std::min(lowest, number_of(tile));
    }
    return numbers > 1 ? highest == lowest : low + meld.size - 1 > NUMBERS;
}

}  // namespace

void lay_out(std::span<const Decision, NUMBERS> decisions, Table& melds) {
    std::array<RunsLaid, COLOURS> open;
    for (int number = 1; number <= NUMBERS; ++number) {
        const Decision& decision = decisions[number - 1];
        lay_groups(melds, number, decision.groups());
        for (int c = 0; c < COLOURS; ++c)
            lay_runs(melds, open[c], c, number, decision.places_in_runs(c), decision.jokers_in_runs(c));
    }
}

int place_spares(Meld& meld, int count) {
    int first = 0;  // where the first number tile stands, and with it the lowest number
    while (is_joker(meld[first])) ++first;
    int low = number_of(meld[first]) - first;
    int placed = 0;
    if (is_group(meld, low)) {
        if (meld.size < LARGEST_GROUP && count) meld.push(CLASSIC), placed = 1;
        return placed;
    }
    for (; placed < count && meld.size < NUMBERS; ++placed) {
        if (low + meld.size <= NUMBERS) {
            meld.push(CLASSIC);
            continue;
        }
        for (int i = meld.size++; i > 0; --i) meld.tiles[i] = meld.tiles[i - 1];
        meld.tiles[0] = CLASSIC;
        --low;
    }
    return placed;
}

}  // namespace tilewise
