// Least disruption: of all best plays, the one that leaves most melds as they lie.
#include <algorithm>

#include "ask.h"

namespace tilewise {

namespace {

int overlap(const Meld& one, const Meld& other) {
    Counts counts{};
    for (Tile tile : other) ++counts[tile];
    int shared = 0;
    for (Tile tile : one)
        if (counts[tile]) --counts[tile], ++shared;
    return shared;
}

}  // namespace

// `moved`: of each old meld that does not lie as it lay, the tiles that are not in the largest part still together.
void Solver::finish(const Turn& turn, Solution& solution) const {
    solution.nodes = layers_.nodes + exact_.nodes;
    const Table& before = turn.problem->table;
    if (!turn.problem->rules.has_melded || solution.laid.empty()) {
        solution.kept = static_cast<int>(before.size());
        return;
    }
    const Difference change = difference(before, solution.table, turn.problem->rules);
    solution.kept = static_cast<int>(before.size() - change.gone.size());
    solution.moved = 0;
    for (int old : change.gone) {
        int together = 0;
        for (int now : change.arrived) together = std::max(together, overlap(before[old], solution.table[now]));
        solution.moved += before[old].size - together;
    }
}

// Old melds become items, and the exact program counts those it keeps. The best plays break few melds, so the search allows
// none to be broken, then one, then two: with few losses allowed the program has almost no states.
Solution Solver::least_disruptive(const Turn& turn, Solution best) {
    const Table& before = turn.problem->table;
    const Rules& rules = turn.problem->rules;
    const auto lost = [&](const Table& after) { return static_cast<int>(difference(before, after, rules).gone.size()); };
    const int lost_now = lost(best.table);
    if (lost_now == 0) return best;
    const JokerRules jokers(before, rules);
    ItemRequest wanted = item_request(turn);
    wanted.keep_old_melds = true;
    wanted.joker_melds = has_joker(turn.on_table) || has_joker(turn.most);
    items_.build(wanted, jokers, rules);
    ExactRequest request = exact_request(turn);
    request.deadline_ns = deadline_ns_;
    request.count_kept = true;
    request.floor = value_of(turn, best) - 1;
    fill_ahead(turn, layers_, request);
    for (request.most_broken = 0; request.most_broken <= lost_now; ++request.most_broken) {
        const ExactAnswer answer = exact_.solve(request, items_, jokers);
        if (!answer.complete) {
            best.proven = false;
            break;
        }
        if (!answer.found || !jokers.hold(answer.melds)) continue;
        Solution calmer = solution_of(turn, answer.melds);
        calmer.proven = best.proven;
        return calmer;
    }
    return best;
}

}  // namespace tilewise
