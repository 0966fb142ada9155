// A turn with special jokers: from below by freeing the old joker melds bit by bit, from above by freeing everything at once.
//
// Freed melds are taken apart by the relaxed layers (twist.h), the other old melds with jokers stay as they lie, which no
// rule forbids. What the rules accept is an answer, mostly the best one. Then everything is freed, for answers above it only: the layers from both ends say what
// may be reached, and target after target is asked for until one is reached by the rules or there is none.
#include <algorithm>
#include <bit>
#include <numeric>

#include "ask.h"
#include "twist_place.h"

namespace tilewise {

namespace {

constexpr std::uint64_t NODES_WITH_SOME_FREED = 3000;
constexpr int FEW_JOKERS = 3;  // freed all at once they are settled as quickly as one meld after the other
// On a long way to the meeting, after so many states, it is worth knowing a better play: so many melds are freed at a time.
struct Pause {
    std::uint64_t states;
    int freed;
};
constexpr Pause PAUSES[] = {{6'000, 2}, {20'000, 4}};
constexpr std::size_t FEW_TO_LOOK = 4;
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

// Jokers that need not obey the rules for old ones; where the opening has some of a kind, old ones may be taken for them.
std::array<int, JOKER_KINDS> unbound(const Turn& turn, const JokerRules& rules) {
    std::array<int, JOKER_KINDS> jokers;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) jokers[kind] = turn.most[CLASSIC + kind] + rules.open_places(kind);
    return jokers;
}

}  // namespace

// The layout that the layers found, if the rules accept it.
std::optional<Solution> Solver::laid_out(const Turn& turn, const JokerRules& jokers, const Twist& twist, const Table& frozen) const {
    TwistLayout layout = twist.layout();
    layout.frozen = frozen;
    layout.spares[MIRROR - CLASSIC] -= std::min(layout.spares[MIRROR - CLASSIC], turn.most[MIRROR] - turn.least[MIRROR]);  // they stay on the rack
    if (!TwistPlacer(jokers, turn.problem->rules, unbound(turn, jokers)).place(layout)) return std::nullopt;
    layout.melds.insert(layout.melds.end(), frozen.begin(), frozen.end());
    return solution_of(turn, layout.melds);
}

// The best that the relaxed layers find with these old joker melds freed, if it is above the floor and the rules accept it.
std::optional<Solution> Solver::with_melds_freed(const Turn& turn, const JokerRules& jokers, unsigned freed, std::int64_t floor) {
    TwistRequest request = request_of(turn, jokers);
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
    return part_.solve(request) == TwistOutcome::SOLVED ? laid_out(turn, jokers, part_, frozen) : std::nullopt;
}

// What the numbers above some cuts gain in answers above the floor.
const TwistBeyond* Solver::beyond(const Turn& turn, const JokerRules& jokers, std::int64_t floor) {
    TwistRequest request = request_of(turn, jokers);
    request.floor = floor - joker_hope_of(turn);
    limit(request);
    return twist_.look_from_above(request);
}

// Everything, or as much as that, with a few states of each layer. SOLVED: there is a layout, though the rules may refuse it.
TwistOutcome Solver::with_few_states(const Turn& turn, const JokerRules& jokers, Twist& twist, TwistRequest& request, std::int64_t wanted, std::size_t few, std::optional<Solution>& known) {
    limit(request);
    const std::int64_t target = wanted - joker_hope_of(turn);
    TwistOutcome outcome = twist.look(request, target, 0, few);
    const int mirrors = request.jokers[MIRROR - CLASSIC];
    if (outcome == TwistOutcome::SOLVED && twist.mirrors() < mirrors) outcome = twist.look(request, target, mirrors, few);
    if (outcome == TwistOutcome::SOLVED) improve(turn, known, laid_out(turn, jokers, twist, {}));
    return outcome;
}

// A few states of each layer, and few jokers put at a number, find most plays in a small part of the time. Where the rules refuse what was found, they look again and know the rule.
void Solver::look_around(const Turn& turn, const JokerRules& jokers, Twist& twist, TwistRequest& request, const Reunions* rule, std::int64_t wanted, std::optional<Solution>& known) {
    request.is_sparing = true;
    const TwistOutcome outcome = with_few_states(turn, jokers, twist, request, wanted, FEW_TWIST_STATES, known);
    if (outcome == TwistOutcome::SOLVED && rule && !(known && value_of(turn, *known) >= wanted)) {
        request.reunions = rule;
        with_few_states(turn, jokers, twist, request, wanted, FEW_TWIST_STATES, known);
        request.reunions = nullptr;
    }
    request.is_sparing = false;
}

// The layers left jokers over, for which the rules know no place in this layout; so they look for one that leaves none of their kinds.
std::optional<Solution> Solver::with_none_left(const Turn& turn, const JokerRules& jokers, TwistRequest& request, int mirrors_need) {
    const std::array<int, JOKER_KINDS> spares = twist_.layout().spares;
    for (int kind = 0; kind < MIRROR - CLASSIC; ++kind) request.must_lie[kind] = spares[kind] ? request.jokers[kind] : 0;
    std::optional<Solution> solution;
    if (request.must_lie != decltype(request.must_lie){}) {
        limit(request);
        if (twist_.look(request, twist_.target(), mirrors_need, FEW_TWIST_STATES) == TwistOutcome::SOLVED) solution = laid_out(turn, jokers, twist_, {});
        request.must_lie = {};
    }
    return solution;
}

// The best answer worth the target or more. NO_BOUND: the budget is spent, or the rules refused what was found, and nothing is better than `above`.
TwistOutcome Solver::with_target(const Turn& turn, const JokerRules& jokers, TwistRequest& request, std::optional<Solution>& known, std::int64_t& above) {
    const std::int64_t gain = std::max<std::int64_t>(0, turn.weight[MIRROR]);
    const int all = request.jokers[MIRROR - CLASSIC];
    TwistOutcome outcome = TwistOutcome::NOTHING_ABOVE_FLOOR;
    for (int need = 0; need <= all;) {
        limit(request);
        TwistOutcome found = twist_.reach(request, need);
        if (found == TwistOutcome::SOLVED && twist_.mirrors() < request.mirrors_need) found = twist_.reach(request, request.mirrors_need);
        if (found == TwistOutcome::NO_BOUND) return found;
        if (found == TwistOutcome::NOTHING_ABOVE_FLOOR) break;
        // Mirrors of the rack that are left gain nothing: other answers may use more of them.
        const std::int64_t hope = twist_.value() + joker_hope_of(turn), lost = gain * (all - twist_.mirrors());
        const int need_now = need;
        need = gain ? twist_.mirrors() + 1 : all + 1;
        if (known && hope - lost <= value_of(turn, *known)) continue;
        const std::int64_t next = twist_.value() - lost + 1;
        std::optional<Solution> solution = laid_out(turn, jokers, twist_, {});
        if (!solution && request.reunions) solution = with_none_left(turn, jokers, request, std::max(need_now, request.mirrors_need));
        improve(turn, known, solution);
        if (!solution || value_of(turn, *solution) < hope - lost) {  // refused, or other jokers gain less than they were taken to
            if (outcome == TwistOutcome::NOTHING_ABOVE_FLOOR) above = std::min(above, hope);
            return TwistOutcome::NO_BOUND;
        }
        outcome = found;
        if (lost) twist_.aim_at(std::max(request.floor + 1, next));
    }
    return outcome;
}

std::optional<Solution> Solver::with_special_jokers(const Turn& turn) {
    const JokerRules jokers(*turn.problem);
    std::optional<Solution> known = jokers_in_place(turn, jokers);
    const auto floor = [&] { return known ? value_of(turn, *known) : NEVER + 1; };
    std::int64_t above = most_of(turn);
    const auto is_enough = [&] { return known && (turn.any_will_do || floor() == above); };
    if (is_enough()) return known;
    TwistRequest request = request_of(turn, jokers);
    const bool knows_rule = !turn.problem->rules.joker_reuse_any_set;
    const Reunions reunions = knows_rule ? Reunions(jokers, unbound(turn, jokers), turn.problem->rules) : Reunions();
    const int melds = static_cast<int>(joker_melds(jokers).size());
    const auto free_some = [&](int some, std::int64_t wanted) {
        if (some >= melds) return;
        for (unsigned freed = 0; freed < 1u << melds && !is_enough() && !is_out_of_budget(); ++freed)
            if (std::popcount(freed) == some) improve(turn, known, with_melds_freed(turn, jokers, freed, std::max(floor(), wanted - 1)));
    };
    int freed = 0;  // at a time, so far
    const auto free_up_to = [&](int some) {
        while (freed < some && !is_enough()) free_some(++freed, NEVER);
    };
    const auto look = [&](Twist& twist) {
        const Reunions* rule = knows_rule ? &reunions : nullptr;
        const std::int64_t before = floor();
        if (!is_enough()) look_around(turn, jokers, twist, request, rule, before + 1, known);
        if (!is_enough() && floor() > before) look_around(turn, jokers, twist, request, rule, above, known);  // it went well, so perhaps everything can be laid
    };
    const auto ask_for_more = [&]() -> const TwistRequest& {
        request.floor = floor() - joker_hope_of(turn);
        limit(request);
        return request;
    };
    // A budget may end all this, and then a good play should be known by now. And with many jokers it takes long to know what cannot be done: the more is known, the less is
    // left to ask, and nothing if everything can be laid. What the way from above knows helps to look.
    const bool is_hurried = turn.problem->node_budget || turn.problem->time_budget_us;
    const bool is_many = std::reduce(request.jokers.begin(), request.jokers.end()) > FEW_JOKERS;
    if (is_hurried) {
        free_up_to(2);
        if (part_.set_out(request)) look(part_);
    } else if (is_many) {
        free_up_to(1);
    }
    if (is_enough()) return known;
    TwistOutcome outcome = twist_.set_out(request) ? TwistOutcome::PAUSED : TwistOutcome::NO_BOUND;
    if (outcome == TwistOutcome::PAUSED && is_many && !is_hurried && twist_.come_down(ask_for_more(), PAUSES[0].states) != TwistOutcome::NO_BOUND) look(twist_);
    if (is_enough()) return known;
    for (const auto& [patience, some] : PAUSES) {
        if (outcome != TwistOutcome::PAUSED || is_hurried) break;
        outcome = twist_.meet(ask_for_more(), patience);
        if (outcome == TwistOutcome::PAUSED) free_up_to(some);
        if (is_enough()) return known;
    }
    if (outcome == TwistOutcome::PAUSED) outcome = twist_.meet(ask_for_more());
    if (outcome == TwistOutcome::SOLVED) {
        above = std::min(above, twist_.most() + joker_hope_of(turn));
        if (is_enough()) return known;
        do {
            outcome = with_target(turn, jokers, request, known, above);
            if (outcome != TwistOutcome::NO_BOUND || request.reunions || !knows_rule || is_out_of_budget()) continue;
            request.reunions = &reunions;  // from now on: without them the answer that was refused would come again
            outcome = with_target(turn, jokers, request, known, above);
        } while (outcome == TwistOutcome::NOTHING_ABOVE_FLOOR && twist_.aim_lower(ask_for_more()));
    }
    if (outcome != TwistOutcome::NO_BOUND) return known;
    // The layers do not know all the rules, but with other states they find other layouts.
    request.reunions = nullptr;
    const bool can_look = part_.set_out(request);
    for (std::size_t few = 2 * FEW_TO_LOOK; can_look && few <= 16 * FEW_TO_LOOK && !is_enough() && !is_out_of_budget(); few *= 2)
        with_few_states(turn, jokers, part_, request, above, few, known);
    while (freed < MOST_FREED && !is_enough()) ++freed, free_some(freed, freed > 2 ? above : NEVER);  // with many freed only the best is asked for
    if (is_enough()) return known;
    if (is_out_of_budget()) return unproven(known ? *known : given_up(turn));
    return exactly(turn, jokers, known, above);
}

}  // namespace tilewise
