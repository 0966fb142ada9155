#include "answers/turn.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

Turn::Turn(const Problem& p) : problem(&p), on_table(tiles_of(p.table)) {
    for (Tile tile : p.rack) ++most[tile];
    for (int kind = 0; kind < KINDS; ++kind)
        weight[kind] = (std::int64_t{p.primary[kind]} << 32) + p.secondary[kind];
}

bool has_special(const Counts& counts) { return counts[DOUBLE] || counts[COLOUR_CHANGE] || counts[MIRROR]; }

bool has_joker(const Counts& counts) { return counts[CLASSIC] || has_special(counts); }

bool Turn::has_special_jokers() const { return has_special(on_table) || has_special(most); }

bool Turn::must_lay() const {
    unsigned tiles = 0;
    for (std::uint8_t count : least) tiles |= count;
    return tiles > 0;
}

JokerCounts Turn::jokers() const {
    JokerCounts all;
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        all[kind] = on_table[CLASSIC + kind] + most[CLASSIC + kind];
    return all;
}

std::int64_t Turn::joker_gain() const {
    std::int64_t gain = 0;
    for (int kind = CLASSIC; kind < KINDS; ++kind)
        gain += std::max<std::int64_t>(0, weight[kind]) * (most[kind] - least[kind]);
    return gain;
}

std::int64_t Turn::everything() const {
    std::int64_t gain = joker_gain();
    for (int kind = 0; kind < NUMBER_KINDS; ++kind)
        gain += std::max<std::int64_t>(0, weight[kind]) * (most[kind] - least[kind]);
    return gain;
}

std::int64_t Turn::least_wanted() const { return must_lay() ? NEVER : 1; }

std::int64_t Turn::value_of(const Solution& solution) const {
    std::int64_t value = 0;
    for (Tile tile : solution.laid) value += weight[tile];
    for (int kind = 0; kind < KINDS; ++kind) value -= weight[kind] * least[kind];
    return value;
}

// ---- to the programs

Supply supply_of(const Turn& turn, bool with_jokers) {
    Supply supply;
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number) {
            const Tile tile = tile_of(c, number);
            supply.need[c][number] = static_cast<std::uint8_t>(turn.on_table[tile] + turn.least[tile]);
            supply.have[c][number] = static_cast<std::uint8_t>(turn.on_table[tile] + turn.most[tile]);
            supply.gain[c][number] = turn.weight[tile];
        }
    if (with_jokers) {
        supply.jokers = turn.on_table[CLASSIC] + turn.most[CLASSIC];
        supply.jokers_need = turn.on_table[CLASSIC] + turn.least[CLASSIC];
        supply.joker_gain = turn.weight[CLASSIC];
    }
    return supply;
}

bool place_all_spares(Layout& layout, const JokerRules* jokers) {
    const auto place_in = [&](auto&& accepts) {
        for (Meld& meld : layout.melds)
            if (layout.spares && accepts(meld)) layout.spares -= place_spares(meld, layout.spares);
    };
    if (jokers && layout.spares) place_in([&](const Meld& meld) { return jokers->is_new(meld); });
    if (layout.spares) place_in([](const Meld&) { return true; });
    return layout.spares == 0;
}

// ---- and back

Solution solution_of(const Turn& turn, const Table& melds) {
    Solution solution;
    const Counts after = tiles_of(melds);
    solution.laid.reserve(turn.problem->rack.size());
    for (int kind = 0; kind < KINDS; ++kind) {
        assert(after[kind] >= turn.on_table[kind]);
        const int laid = after[kind] - turn.on_table[kind];
        if (!laid) continue;
        solution.laid.insert(solution.laid.end(), laid, static_cast<Tile>(kind));
        solution.primary += std::int64_t{laid} * turn.problem->primary[kind];
        solution.secondary += std::int64_t{laid} * turn.problem->secondary[kind];
    }
    solution.table = solution.laid.empty() ? turn.problem->table : melds;
    return solution;
}

Solution given_up(const Turn& turn) {
    Solution solution;
    solution.table = turn.problem->table;
    solution.proven = false;
    return solution;
}

std::optional<Solution> nothing_laid(const Turn& turn) {
    if (turn.must_lay()) return std::nullopt;
    Solution solution = given_up(turn);
    solution.proven = true;
    return solution;
}

Solution unproven(Solution solution) {
    solution.proven = false;
    return solution;
}

}  // namespace tilewise
