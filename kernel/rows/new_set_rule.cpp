#include "rows/new_set_rule.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tilewise {

namespace {

int tiles_at(const Counts& numbers, int number) {
    int tiles = 0;
    for (int c = 0; c < COLOURS; ++c) tiles += numbers[tile_of(c, number)];
    return tiles;
}

}  // namespace

NewSetRule::NewSetRule(const JokerRules& jokers, const JokerCounts& unbound) {
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        binding_ |= static_cast<Kinds>(!unbound[kind] << kind);
        for (int number = 1; number <= NUMBERS; ++number)
            binds_[number][kind] = unbound[kind] ? 0 : ALL_COLOURS;
    }
    const Table& before = jokers.before();
    std::vector<bool> has_joker(before.size());
    int count = 0;
    for (const OldJoker& joker : jokers.old_jokers()) {
        find_homes(count++, joker, before[joker.meld], jokers.numbers_of(joker.meld));
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

void NewSetRule::find_homes(int joker, const OldJoker& old, const Meld& meld, const Counts& company) {
    const int kind = old.kind - CLASSIC;
    for (Tile tile : meld)
        if (!is_joker(tile)) company_[tile] |= static_cast<Kinds>(1 << kind & binding_);
    if (old.kind == MIRROR) homes_.push_back({joker, kind, 0, 0, &company});
    std::array<Tiles, NUMBERS + 1> in_runs{};  // several roles may be the same
    for (const Role& role : old.roles) {
        int lowest = NUMBERS;
        std::uint8_t colours = 0;
        for (int s = 0; s < role.slots; ++s)
            lowest = std::min<int>(lowest, role.slot[s].number), colours |= role.slot[s].colours;
        if (!role.slots) continue;
        if (!colours) colours = ALL_COLOURS;
        homes_.push_back({joker, kind, lowest, colours, &company});
        if (std::ranges::none_of(meld,
                                 [&](Tile tile) { return !is_joker(tile) && number_of(tile) != lowest; }))
            continue;  // no company in a run
        binds_[lowest][kind] = static_cast<std::uint8_t>(binds_[lowest][kind] & ~colours);
        for (int c = 0; c < COLOURS; ++c) in_runs[lowest][c] |= colours >> c & 1;
    }
    for (int number = 1; number <= NUMBERS; ++number)
        for (int c = 0; c < COLOURS; ++c)
            homes_in_runs_[number][kind][c] =
                static_cast<std::uint8_t>(homes_in_runs_[number][kind][c] + in_runs[number][c]);
}

// The colour of a home is ignored: a colour change may lie between.
bool NewSetRule::binds_run(int kind, int colour, int number, int length, int jokers, int alike) const {
    if (!(binding_ >> kind & 1)) return false;
    const int lowest = number - length + 1;
    unsigned at_home = 0;
    for (const Home& home : homes_) {
        if (home.kind != kind) continue;
        const bool is_at_an_end = (home.number < lowest && home.number >= lowest - jokers) ||
                                  (home.number > number && home.number <= number + jokers);
        for (int n = lowest; n <= number && is_at_an_end; ++n)
            if ((*home.company)[tile_of(colour, n)]) at_home |= 1u << home.joker;
        // The others may be between tiles, see above; and round a single tile they may be a group.
        if (alike && (home.number == number + 1 || (length == 1 && home.number == number)))
            at_home |= 1u << home.joker;
    }
    return std::popcount(at_home) <= alike;
}

bool NewSetRule::binds_group(int kind, int number, std::uint8_t colours, std::uint8_t lacking) const {
    if (!(binding_ >> kind & 1)) return false;
    return std::ranges::none_of(homes_, [&](const Home& home) {
        if (home.kind != kind || (home.number && (home.number != number || !(home.colours & lacking))))
            return false;
        for (int c = 0; c < COLOURS; ++c)
            if (colours >> c & 1 && (*home.company)[tile_of(c, number)]) return true;
        return false;
    });
}

void NewSetRule::add(const Counts& numbers) {
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
    const bool is_short = std::reduce(numbers.begin(), numbers.begin() + NUMBER_KINDS) < SMALLEST_MELD;
    for (int number = 1; number <= NUMBERS; ++number) {
        At& at = at_[number];
        const int all = tiles_at(numbers, number);
        if (number >= highest) at.ended |= bit;
        if (!all) at.skipped |= bit;
        for (int c = 0; c < COLOURS && is_short && number < lowest; ++c)
            if (numbers[tile_of(c, lowest)]) at.short_above |= static_cast<std::uint8_t>(1 << c);
        for (int c = 0; c < COLOURS; ++c)
            for (int tiles = 1; tiles <= 2; ++tiles) {
                const int here = numbers[tile_of(c, number)];
                if (here != all || here > tiles) continue;
                at.kept[tiles - 1][c] |= bit;
                if (number == lowest) at.begun[tiles - 1][c] |= bit;
            }
    }
}

bool NewSetRule::in_group(const std::array<std::uint8_t, COLOURS>& tiles, int number) const {
    return std::ranges::any_of(groups_[number], [&](const Tiles& old) {
        bool holds = true;
        for (int c = 0; c < COLOURS; ++c) holds = holds && old[c] <= tiles[c];
        return holds;
    });
}

}  // namespace tilewise
