// A turn by rows: targets from the relaxed bound downwards, until a layout obeys the rules.
//
//   1. With a budget, find a good play early: let one old joker meld change (with many jokers also two) while
//      the others stay. Without this, a budget of 300 nodes lays a third fewer tiles.
//   2. Compute the relaxed bound for answers better than the incumbent. If there is none, the incumbent is
//      the answer.
//   3. Without a budget and with many jokers, run a beam for anything better than the incumbent, and if that
//      went well, for the upper bound. It saves a sixth of the time of the slowest hundredth.
//   4. Search for a layout worth the bound. If the judge accepts it, it is the answer; if not, the exact
//      program decides. If no layout reaches the target, lower the target.
#include <algorithm>
#include <bit>
#include <numeric>

#include "answers/search.h"
#include "rows/row_placement.h"

namespace tilewise {

namespace {

constexpr std::uint64_t NODES_WITH_MELDS_FREED = 3000;
constexpr int FEW_JOKERS = 3;  // with more, a beam saves time

// Jokers that need not obey the rules for old ones: those of the rack, and as many old ones as may count as
// jokers of the opening.
JokerCounts unbound(Search& search) {
    JokerCounts jokers;
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        jokers[kind] = search.turn.most[CLASSIC + kind] + search.jokers().open_places(kind);
    return jokers;
}

RowRequest request_of(Search& search) {
    const Turn& turn = search.turn;
    RowRequest request;
    request.supply = supply_of(turn, false);
    request.jokers = turn.jokers();
    request.mirrors_need = turn.on_table[MIRROR] + turn.least[MIRROR];
    if (!search.rules.joker_reuse_any_set) request.rule = NewSetRule(search.jokers(), unbound(search));
    return request;
}

// The layout that was found, if the rules accept it.
std::optional<Solution> accepted(Search& search, const Table& frozen = {}) {
    const Turn& turn = search.turn;
    RowLayout layout = search.programs.rows.layout();
    layout.frozen = frozen;
    layout.spares[M] -=
        std::min(layout.spares[M], turn.most[MIRROR] - turn.least[MIRROR]);  // they stay on the rack
    if (!RowPlacement(search.jokers(), search.rules, unbound(search)).place(layout)) return std::nullopt;
    layout.melds.insert(layout.melds.end(), frozen.begin(), frozen.end());
    return solution_of(turn, layout.melds);
}

std::vector<int> joker_melds(const JokerRules& jokers) {
    std::vector<int> melds;
    for (const OldJoker& joker : jokers.old_jokers())
        if (melds.empty() || melds.back() != joker.meld) melds.push_back(joker.meld);
    return melds;
}

void freeze(RowRequest& request, const Meld& meld) {
    request.supply.remove(meld);
    for (Tile tile : meld) {
        if (!is_joker(tile)) continue;
        --request.jokers[tile - CLASSIC];
        request.mirrors_need -= tile == MIRROR;
    }
}

// Improve the incumbent while all but `count` old joker melds stay, for every choice of those.
void free_melds(Search& search, const RowRequest& whole, int count) {
    const std::vector<int> melds = joker_melds(search.jokers());
    if (count >= static_cast<int>(melds.size())) return;
    for (unsigned freed = 0; freed < 1u << melds.size(); ++freed) {
        if (std::popcount(freed) != count) continue;
        if (search.is_decided() || search.programs.budget.is_spent()) return;
        RowRequest request = whole;
        request.node_limit = NODES_WITH_MELDS_FREED;
        Table frozen;
        for (std::size_t i = 0; i < melds.size(); ++i)
            if (!(freed >> i & 1))
                frozen.push_back(search.jokers().before()[melds[i]]), freeze(request, frozen.back());
        const std::int64_t threshold = search.threshold() - search.turn.joker_gain();
        if (search.programs.rows.solve(request, threshold) == RowOutcome::FOUND)
            search.improve(accepted(search, frozen));
    }
}

// A narrow beam for a play worth `wanted`. A mirror that is left over seldom finds a place, so then it must
// be used.
void run_beam(Search& search, const RowRequest& request, std::int64_t wanted) {
    RowSearch& rows = search.programs.rows;
    const std::int64_t target = wanted - search.turn.joker_gain();
    RowOutcome outcome = rows.beam(target, 0);
    if (outcome == RowOutcome::FOUND && rows.mirrors() < request.jokers[M])
        outcome = rows.beam(target, request.jokers[M]);
    if (outcome == RowOutcome::FOUND) search.improve(accepted(search));
}

void run_beams(Search& search, const RowRequest& request) {
    const std::int64_t before = search.threshold();
    if (!search.is_decided()) run_beam(search, request, before + 1);
    if (!search.is_decided() && search.threshold() > before) run_beam(search, request, search.upper_bound);
}

// The best play worth the target or more. A layout may leave mirrors on the rack, which gain nothing there;
// so repeat the search with more mirrors while that may be better. UNKNOWN: out of budget, or the rules
// refused the layout.
RowOutcome reach_target(Search& search, const RowRequest& request, std::int64_t threshold) {
    RowSearch& rows = search.programs.rows;
    const std::int64_t joker_gain = search.turn.joker_gain();
    const std::int64_t mirror_gain = std::max<std::int64_t>(0, search.turn.weight[MIRROR]);
    const int mirrors = request.jokers[M];
    RowOutcome outcome = RowOutcome::NONE;
    for (int need = 0; need <= mirrors;) {
        RowOutcome found = rows.reach(need);
        if (found == RowOutcome::FOUND && rows.mirrors() < request.mirrors_need)
            found = rows.reach(request.mirrors_need);
        if (found == RowOutcome::UNKNOWN) return found;
        if (found == RowOutcome::NONE) break;
        const std::int64_t bound = rows.value() + joker_gain, lost = mirror_gain * (mirrors - rows.mirrors());
        const std::int64_t next_target = rows.value() - lost + 1;
        need = mirror_gain ? rows.mirrors() + 1 : mirrors + 1;
        if (search.incumbent && bound - lost <= search.threshold()) continue;
        const std::optional<Solution> solution = accepted(search);
        search.improve(solution);
        if (!solution || search.turn.value_of(*solution) < bound - lost) {
            // Refused, or other jokers gain less than they were taken to.
            if (outcome == RowOutcome::NONE) search.upper_bound = std::min(search.upper_bound, bound);
            return RowOutcome::UNKNOWN;
        }
        outcome = found;
        if (lost) rows.aim_at(std::max(threshold + 1, next_target), threshold);
    }
    return outcome;
}

}  // namespace

bool by_rows(Search& search) {
    const bool is_special = search.turn.has_special_jokers();
    if (!is_special && (search.rules.exact_tile_retrieval || search.rules.min_number_tiles != 1))
        return false;
    Budget& budget = search.programs.budget;
    RowSearch& rows = search.programs.rows;
    const RowRequest request = request_of(search);
    const std::int64_t joker_gain = search.turn.joker_gain();
    const bool has_many_jokers = std::reduce(request.jokers.begin(), request.jokers.end()) > FEW_JOKERS;
    if (budget.is_limited()) {
        free_melds(search, request, 1);
        if (has_many_jokers) free_melds(search, request, 2);
    }
    if (!rows.begin(request)) return search.is_decided();
    if (search.is_decided()) return true;
    std::int64_t threshold = search.threshold() - joker_gain;
    if (!rows.compute_bound(threshold)) return budget.is_spent() && search.give_up();
    if (rows.upper_bound() <= threshold) return true;
    search.upper_bound = std::min(search.upper_bound, rows.upper_bound() + joker_gain);
    if (!budget.is_limited() && has_many_jokers) run_beams(search, request);
    if (search.is_decided()) return true;
    threshold = search.threshold() - joker_gain;
    rows.aim_at(rows.upper_bound(), threshold);
    RowOutcome outcome;
    do {
        outcome = reach_target(search, request, threshold);
        threshold = search.threshold() - joker_gain;
    } while (outcome == RowOutcome::NONE && rows.lower_target(threshold));
    if (outcome != RowOutcome::UNKNOWN || search.is_decided()) return true;
    return budget.is_spent() && search.give_up();
}

}  // namespace tilewise
