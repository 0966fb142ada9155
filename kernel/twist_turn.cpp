// A turn with special jokers: from below by freeing the old joker melds bit by bit, from above by freeing everything at once.
//
// Freed melds are taken apart by the relaxed layers (twist.h), the other old melds with jokers stay as they lie, which no
// rule forbids. What the rules accept is an answer, and if it is as good as the bound with everything freed, it is the best.
// Measured on self-play the bound is nearly always reached, mostly with one or two melds freed.
#include <algorithm>
#include <bit>

#include "ask.h"
#include "twist_place.h"

namespace tilewise {

namespace {

constexpr std::uint64_t NODES_WITH_SOME_FREED = 3000;
constexpr int MOST_FREED = 4;

// The old melds with jokers, as a list of indices.
std::vector<int> joker_melds(const JokerRules& jokers) {
    std::vector<int> melds;
    for (const OldJoker& joker : jokers.old_jokers())
        if (melds.empty() || melds.back() != joker.meld) melds.push_back(joker.meld);
    return melds;
}

// Everything of the rack that is worth laying.
std::int64_t most_of(const Turn& turn) {
    std::int64_t most = joker_hope_of(turn);
    for (int kind = 0; kind < NUMBER_KINDS; ++kind) most += std::max<std::int64_t>(0, turn.weight[kind]) * (turn.most[kind] - turn.least[kind]);
    return most;
}

TwistRequest request_of(const Turn& turn, const JokerRules& jokers) {
    TwistRequest request;
    request.supply = supply_of(turn, true);
    request.old = OldPlaces(jokers);
    for (int kind = 0; kind < JOKER_KINDS; ++kind) request.jokers[kind] = turn.on_table[CLASSIC + kind] + turn.most[CLASSIC + kind];
    request.mirrors_need = turn.on_table[MIRROR] + turn.least[MIRROR];
    request.mirror_gain = turn.weight[MIRROR];
    return request;
}

void freeze(TwistRequest& request, const Meld& meld) {
    for (Tile tile : meld) {
        if (is_joker(tile)) {
            --request.jokers[tile - CLASSIC];
            request.mirrors_need -= tile == MIRROR;
            continue;
        }
        --request.supply.have[colour_of(tile)][number_of(tile)];
        --request.supply.need[colour_of(tile)][number_of(tile)];
    }
    request.supply.jokers = request.jokers[0];
}

std::array<int, JOKER_KINDS> from_rack(const Turn& turn) {
    std::array<int, JOKER_KINDS> jokers;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) jokers[kind] = turn.most[CLASSIC + kind];
    return jokers;
}

std::optional<Table> placed(const Turn& turn, const JokerRules& jokers, TwistLayout layout, const Table& frozen) {
    layout.frozen = frozen;
    layout.spares[MIRROR - CLASSIC] -= std::min(layout.spares[MIRROR - CLASSIC], turn.most[MIRROR] - turn.least[MIRROR]);  // they stay on the rack
    if (!TwistPlacer(jokers, turn.problem->rules, from_rack(turn)).place(layout)) return std::nullopt;
    layout.melds.insert(layout.melds.end(), frozen.begin(), frozen.end());
    return layout.melds;
}

}  // namespace

// The best that the relaxed layers find with these old joker melds freed, if it is above the floor and the rules accept it.
std::optional<Solution> Solver::with_melds_freed(const Turn& turn, const JokerRules& jokers, unsigned freed, std::int64_t floor, bool from_the_top) {
    TwistRequest request = request_of(turn, jokers);
    request.from_the_top = from_the_top;
    limit(request);
    request.node_limit = std::min(request.node_limit, NODES_WITH_SOME_FREED);
    request.floor = floor - joker_hope_of(turn);
    Table frozen;
    const std::vector<int> melds = joker_melds(jokers);
    for (std::size_t i = 0; i < melds.size(); ++i)
        if (!(freed >> i & 1)) {
            frozen.push_back(jokers.before()[melds[i]]);
            freeze(request, frozen.back());
        }
    if (twist_.solve(request) != TwistOutcome::SOLVED) return std::nullopt;
    const std::optional<Table> table = placed(turn, jokers, twist_.layout(), frozen);
    if (!table) return std::nullopt;
    const Solution found = solution_of(turn, *table);
    return value_of(turn, found) > floor ? std::optional(found) : std::nullopt;
}

// What the numbers above some cuts gain in answers above the floor.
const TwistBeyond* Solver::beyond(const Turn& turn, const JokerRules& jokers, std::int64_t floor) {
    TwistRequest request = request_of(turn, jokers);
    request.floor = floor - joker_hope_of(turn);
    limit(request);
    return twist_.look_from_above(request);
}

std::optional<Solution> Solver::with_special_jokers(const Turn& turn) {
    const JokerRules jokers(turn.problem->table, turn.problem->rules);
    std::optional<Solution> known = jokers_in_place(turn, jokers, 0, 0);
    std::int64_t floor = known ? value_of(turn, *known) : NEVER + 1;
    std::int64_t above = most_of(turn);
    const auto is_enough = [&] { return known && (turn.any_will_do || floor == above); };
    const unsigned all = (1u << joker_melds(jokers).size()) - 1;
    const auto free_some = [&](int melds) {
        for (unsigned freed = 0; freed <= all && !is_enough() && !is_out_of_budget(); ++freed) {
            if (std::popcount(freed) != melds) continue;
            const std::int64_t below = melds > 2 ? std::max(floor, above - 1) : floor;  // with many freed only the best is asked for
            if (std::optional<Solution> found = with_melds_freed(turn, jokers, freed, below, melds > 1 && above == most_of(turn))) {
                known = std::move(found);
                floor = value_of(turn, *known);
            }
        }
    };
    if (is_enough()) return known;
    const int melds = std::popcount(all);
    if (melds > 1) free_some(1);
    if (is_enough()) return known;
    TwistRequest request = request_of(turn, jokers);
    const auto free_all = [&] {
        request.floor = floor - joker_hope_of(turn);
        limit(request);
        const TwistOutcome outcome = twist_.solve(request);
        if (outcome != TwistOutcome::SOLVED) return outcome;
        above = std::min(above, twist_.value() + joker_hope_of(turn));
        if (const std::optional<Table> table = placed(turn, jokers, twist_.layout(), {})) {
            const Solution found = solution_of(turn, *table);
            if (value_of(turn, found) > floor) known = found, floor = value_of(turn, found);
        }
        return outcome;
    };
    TwistOutcome outcome = free_all();
    if (outcome == TwistOutcome::SOLVED && !is_enough() && !turn.problem->rules.joker_reuse_any_set) {
        const Reunions reunions(jokers, from_rack(turn));
        request.reunions = &reunions;
        request.goes_on = true;
        request.few = 2 * FEW_TWIST_STATES;
        request.ceiling = above - joker_hope_of(turn);
        outcome = free_all();
    }
    if (outcome == TwistOutcome::NOTHING_ABOVE_FLOOR) return known;
    // The layers do not know of, but with other states they find other layouts.
    const bool asks_more = turn.problem->rules.exact_tile_retrieval || turn.problem->rules.group3_both_colours;
    for (std::size_t few = 2 * FEW_TWIST_STATES; asks_more && few <= 4 * FEW_TWIST_STATES && above == most_of(turn) && !is_enough(); few *= 2) {
        request = request_of(turn, jokers);
        request.few = few;
        free_all();
    }
    for (int some = 2; some < melds && some <= MOST_FREED && !is_enough(); ++some) free_some(some);
    if (is_enough()) return known;
    if (is_out_of_budget()) return unproven(known ? *known : given_up(turn));
    return exactly(turn, jokers, known, above);
}

}  // namespace tilewise
