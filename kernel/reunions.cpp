// Old melds by number and colour, ready to be looked up.
#include "reunions.h"

#include <algorithm>

namespace tilewise {

namespace {

constexpr int NEAR = 3;

int tiles_at(const Counts& numbers, int number) {
    int tiles = 0;
    for (int c = 0; c < COLOURS; ++c) tiles += numbers[tile_of(c, number)];
    return tiles;
}

}  // namespace

Reunions::Reunions(const JokerRules& jokers, const std::array<int, JOKER_KINDS>& unbound) {
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        may_bind_[kind] = !unbound[kind];
        for (int number = 1; number <= NUMBERS; ++number) binds_[number][kind] = binds_near_[number][kind] = binds_column_[number][kind] = may_bind_[kind] ? ALL_COLOURS : 0;
    }
    const Table& before = jokers.before();
    std::vector<bool> has_joker(before.size());
    for (const OldJoker& joker : jokers.old_jokers()) {
        find_homes(joker, before[joker.meld]);
        if (!has_joker[joker.meld]) add(jokers.numbers_of(joker.meld));
        has_joker[joker.meld] = true;
    }
    for (std::size_t m = 0; m < before.size(); ++m)
        if (!has_joker[m] && before[m].size == SMALLEST_MELD) add(jokers.numbers_of(static_cast<int>(m)));
    for (int number = 1; number <= NUMBERS; ++number)
        for (int c = 0; c < COLOURS; ++c) {
            auto& run = at_[number].run;
            run[0][c] = run[1][c] = run[2][c] = at_[number].begun[0][c];
            if (number > 1) run[1][c] |= at_[number - 1].run[0][c] & at_[number].kept[0][c];
            if (number > 2) run[2][c] |= at_[number - 1].run[1][c] & at_[number].kept[0][c];
        }
}

void Reunions::find_homes(const OldJoker& joker, const Meld& meld) {
    const int kind = joker.kind - CLASSIC;
    const auto is_home = [&](std::array<ByKind, NUMBERS + 1>& binds, int number, std::uint8_t colours, int reach) {
        for (int n = std::max(1, number - reach); n <= std::min(NUMBERS, number + reach); ++n)
            binds[n][kind] = static_cast<std::uint8_t>(binds[n][kind] & ~(colours ? colours : ALL_COLOURS));
    };
    for (Tile tile : meld)
        if (!is_joker(tile)) company_[kind][tile] = true;
    for (const Role& role : joker.roles) {
        int lowest = NUMBERS;
        std::uint8_t colours = 0;
        for (int s = 0; s < role.slots; ++s) lowest = std::min<int>(lowest, role.slot[s].number), colours |= role.slot[s].colours;
        if (!role.slots) continue;
        in_group_[lowest][kind] |= colours ? colours : ALL_COLOURS;
        is_home(binds_column_, lowest, colours, NEAR);  // a mirror with tiles of one number may be read falling too
        if (std::ranges::none_of(meld, [&](Tile tile) { return !is_joker(tile) && number_of(tile) != lowest; })) continue;  // no company in a run
        is_home(binds_, lowest, colours, 0);
        is_home(binds_near_, lowest, colours, NEAR);
    }
    if (joker.kind != MIRROR) return;
    for (Tile tile : meld) {
        if (is_joker(tile)) continue;
        for (auto* binds : {&binds_, &binds_near_}) is_home(*binds, number_of(tile), ALL_COLOURS, NEAR);
        in_group_[number_of(tile)][kind] = ALL_COLOURS;
    }
}

void Reunions::add(const Counts& numbers) {
    int lowest = NUMBERS, highest = 0;
    for (int number = 1; number <= NUMBERS; ++number)
        if (tiles_at(numbers, number)) lowest = std::min(lowest, number), highest = number;
    if (lowest == highest) {
        Tiles tiles;
        for (int c = 0; c < COLOURS; ++c) tiles[c] = numbers[tile_of(c, lowest)];
        groups_[lowest].push_back(tiles);
        if (std::ranges::count(tiles, 0) < COLOURS - 1) return;  // no row holds two colours of a number
    }
    if (!highest || count_ == MOST) return;
    const auto bit = static_cast<Melds>(1 << count_++);
    for (int number = 1; number <= NUMBERS; ++number) {
        At& at = at_[number];
        const int all = tiles_at(numbers, number);
        if (number >= highest) at.ended |= bit;
        if (!all) at.skipped |= bit;
        for (int c = 0; c < COLOURS; ++c)
            for (int tiles = 1; tiles <= 2; ++tiles) {
                const int here = numbers[tile_of(c, number)];
                if (here != all || here > tiles) continue;
                at.kept[tiles - 1][c] |= bit;
                if (number == lowest) at.begun[tiles - 1][c] |= bit;
            }
    }
}

bool Reunions::in_group(const std::array<std::uint8_t, COLOURS>& tiles, int number) const {
    return std::ranges::any_of(groups_[number], [&](const Tiles& old) {
        bool holds = true;
        for (int c = 0; c < COLOURS; ++c) holds = holds && old[c] <= tiles[c];
        return holds;
    });
}

}  // namespace tilewise
