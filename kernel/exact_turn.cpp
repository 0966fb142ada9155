// A turn that the exact program decides: what it is asked, and what its answer is worth.
#include <algorithm>
#include <cassert>

#include "ask.h"

namespace tilewise {

ItemRequest item_request(const Turn& turn, std::uint64_t deadline_ns) {
    ItemRequest request;
    if (turn.problem->node_budget) request.row_limit = turn.problem->node_budget * ROWS_PER_NODE;
    request.deadline_ns = deadline_ns;
    for (int kind = 0; kind < NUMBER_KINDS; ++kind)
        request.have.add(static_cast<Tile>(kind), turn.on_table[kind] + turn.most[kind]);
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        request.on_table[kind] = turn.on_table[CLASSIC + kind];
        request.from_rack[kind] = turn.most[CLASSIC + kind];
    }
    return request;
}

ExactRequest exact_request(const Turn& turn) {
    ExactRequest request;
    request.supply = supply_of(turn, false);
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        request.on_table[kind] = turn.on_table[CLASSIC + kind];
        request.rack_least[kind] = turn.least[CLASSIC + kind];
        request.rack_most[kind] = turn.most[CLASSIC + kind];
        request.joker_gain[kind] = turn.weight[CLASSIC + kind];
    }
    return request;
}

namespace {

// Whether some tiles of the rack are together worth more than the one and less than the other. A long rack is said to have some.
bool can_gain_between(const Turn& turn, std::int64_t floor, std::int64_t above) {
    constexpr std::size_t LONG = 256;
    std::vector<std::int64_t> sums{0};
    for (int kind = 0; kind < KINDS; ++kind)
        for (int i = turn.least[kind]; i < turn.most[kind]; ++i) {
            const std::size_t size = sums.size();
            if (size > LONG) return floor < above - 1;
            for (std::size_t k = 0; k < size; ++k) sums.push_back(sums[k] + turn.weight[kind]);
        }
    return std::ranges::any_of(sums, [&](std::int64_t sum) { return floor < sum && sum < above; });
}

}  // namespace

// `above`: no answer is better than this; `may_move`: the old jokers that move in answers worth having, a bit each.
std::optional<Solution> Solver::exactly(const Turn& turn, const JokerRules& jokers, std::optional<Solution> known,
                                        std::optional<std::int64_t> above, unsigned may_move) {
    ExactRequest request = exact_request(turn);
    limit(request);
    fill_ahead(turn, layers_, request);
    if (known) {
        request.floor = value_of(turn, *known);
        if (*request.floor >= request.ahead[0][MAX_JOKERS] + request.joker_hope) return known;
    }
    ItemRequest wanted = item_request(turn, deadline_ns_);
    wanted.may_move = may_move;
    items_.build(wanted, jokers, turn.problem->rules);
    const std::optional<std::int64_t> floor = request.floor;
    JokersLeft all;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) all[kind] = request.on_table[kind] + request.rack_most[kind];
    if (twist_ahead_.fill(request.supply, all, layers_)) request.state_ahead = &twist_ahead_;
    if (above) {  // mostly there is one as good as that, and to ask for it costs less
        request.floor = *above - 1, request.quick_first = true;
        request.beyond = beyond(turn, jokers, *request.floor);
    }
    ExactAnswer answer = exact_.solve(request, items_, jokers);
    if (above && !answer.found && answer.complete && (!floor || can_gain_between(turn, *floor, *above))) {
        request.floor = floor, request.quick_first = false;
        request.beyond = floor ? beyond(turn, jokers, *floor) : nullptr;
        limit(request);
        answer = exact_.solve(request, items_, jokers);
    }
    bool complete = answer.complete && items_.complete();
    if (answer.found) {
        // Every rule is local to an item, so the judge agrees; if it ever did not, we would say so.
        const bool accepted = jokers.hold(answer.melds);
        assert(accepted);
        if (accepted) known = solution_of(turn, answer.melds);
        complete = complete && accepted;
    }
    if (complete) return known;
    return unproven(known ? *known : given_up(turn));
}

}  // namespace tilewise
