// The fifth step: the exact program, asked for the upper bound first, then for anything above the incumbent.
#include <algorithm>
#include <cassert>

#include "answers/search.h"

namespace tilewise {

JokerMeldRequest joker_meld_request(const Turn& turn) {
    JokerMeldRequest request;
    if (turn.problem->node_budget) request.row_limit = turn.problem->node_budget * ROWS_PER_NODE;
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
    request.most_joker_gain = turn.joker_gain();
    return request;
}

namespace {

// Whether some tiles of the rack are together worth more than `low` and less than `high`. For a long rack the
// answer is a cheap "yes" (if there is any number between them).
bool can_gain_between(const Turn& turn, std::int64_t low, std::int64_t high) {
    constexpr std::size_t LONG = 256;
    std::vector<std::int64_t> sums{0};
    for (int kind = 0; kind < KINDS; ++kind)
        for (int i = turn.least[kind]; i < turn.most[kind]; ++i) {
            const std::size_t size = sums.size();
            if (size > LONG) return low < high - 1;
            for (std::size_t k = 0; k < size; ++k) sums.push_back(sums[k] + turn.weight[kind]);
        }
    return std::ranges::any_of(sums, [&](std::int64_t sum) { return low < sum && sum < high; });
}

}  // namespace

// Ask for the upper bound first: mostly there is a play as good as that, and it costs less. Then for anything
// above the incumbent.
bool exactly(Search& search) {
    const Turn& turn = search.turn;
    Programs& programs = search.programs;
    const JokerRules& jokers = search.jokers();
    ExactRequest request = exact_request(turn);
    std::optional<std::int64_t> incumbent_value;
    if (search.incumbent) {
        incumbent_value = search.threshold();
        if (*incumbent_value >= search.upper_bound) return true;
    }
    JokerMeldRequest wanted = joker_meld_request(turn);
    programs.joker_melds.build(wanted, jokers, search.rules, programs.budget);
    if (programs.state_bound.fill(request.supply, turn.jokers(), programs.plain))
        request.state_bound = &programs.state_bound;
    request.threshold = search.upper_bound - 1;
    ExactAnswer answer = programs.exact.solve(request, programs.joker_melds, jokers);
    const bool can_be_less = !incumbent_value || can_gain_between(turn, *incumbent_value, search.upper_bound);
    if (!answer.found && answer.complete && can_be_less) {
        request.threshold = incumbent_value;
        answer = programs.exact.solve(request, programs.joker_melds, jokers);
    }
    bool is_complete = answer.complete && programs.joker_melds.complete();
    if (answer.found) {
        // Every rule is local to a joker meld, so the judge agrees. If it ever did not, the answer would be
        // marked as unproven.
        const bool accepted = jokers.hold(answer.melds);
        assert(accepted);
        if (accepted) search.incumbent = solution_of(turn, answer.melds);
        is_complete = is_complete && accepted;
    }
    return is_complete || search.give_up();
}

}  // namespace tilewise
