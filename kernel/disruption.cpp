// Least disruption: of all best plays, the one that leaves most melds as they lie, and of these one that moves fewest tiles.
#include <algorithm>

#include "ask.h"

namespace tilewise {

void Solver::finish(const Turn& turn, Solution& solution) const {
    solution.nodes = layers_.nodes + exact_.nodes + labels_.nodes + twist_.nodes;
    const Table& before = turn.problem->table;
    if (!turn.problem->rules.has_melded || solution.laid.empty()) {
        solution.kept = static_cast<int>(before.size());
        return;
    }
    const Difference change = difference(before, solution.table, turn.problem->rules);
    solution.kept = static_cast<int>(before.size() - change.gone.size());
    solution.moved = tiles_moved(before, solution.table, change);
}

// The best weight is known, so this is a search for a table that reaches it: with no old meld broken, then with one, then
// with two. With few losses allowed the programs have almost no states.
Solution Solver::least_disruptive(const Turn& turn, Solution best) {
    const Table& before = turn.problem->table;
    const Rules& rules = turn.problem->rules;
    const int bound = static_cast<int>(difference(before, best.table, rules).gone.size());  // losses we can do with
    if (bound == 0) return best;
    const bool special = has_special(turn.on_table) || has_special(turn.most);
    const bool jokers_matter = has_joker(turn.on_table) && (rules.exact_tile_retrieval || rules.group3_both_colours || rules.joker_reuse_any_set);
    const bool numbers_matter = rules.min_number_tiles != 1 && (has_joker(turn.on_table) || has_joker(turn.most));
    if (special || numbers_matter || jokers_matter) return least_disruptive_by_items(turn, std::move(best), bound);
    const Supply supply = supply_of(turn, true);
    if (!ahead_.fill(supply, layers_)) return unproven(best);
    const Settler settler(before);
    labels_.prepare(supply, turn.most[CLASSIC], settler, ahead_);
    LabelRequest request = label_request();
    request.floor = value_of(turn, best) - 1;
    request.keep = true;
    for (request.most_broken = 0; request.most_broken <= bound; ++request.most_broken) {
        const LabelAnswer answer = labels_.solve(request);
        if (!answer.complete) return unproven(best);
        if (!answer.found) continue;
        if (!JokerRules(before, rules).hold(answer.melds)) return least_disruptive_by_items(turn, std::move(best), bound);
        const bool proven = best.proven;
        best = solution_of(turn, answer.melds);
        best.proven = proven;
        return best;
    }
    return best;
}

// The same for Twist and for house rules: old melds are items, and the exact program counts those it keeps.
//
// With jokers about, a first search leaves every joker in its old meld. It is cheap, and its answer is an upper bound on
// the losses; the full search then only has to look below it.
Solution Solver::least_disruptive_by_items(const Turn& turn, Solution best, int bound) {
    const Table& before = turn.problem->table;
    const Rules& rules = turn.problem->rules;
    const JokerRules jokers(before, rules);
    ExactRequest request = exact_request(turn);
    limit(request);
    request.count_kept = true;
    request.floor = value_of(turn, best) - 1;
    fill_ahead(turn, layers_, request);
    const bool with_jokers = has_joker(turn.on_table) || has_joker(turn.most);
    for (int pass = 0; pass <= (with_jokers ? 1 : 0); ++pass) {
        ItemRequest wanted = item_request(turn, deadline_ns_);
        wanted.keep_old_melds = true;
        wanted.joker_melds = pass == 1;
        items_.build(wanted, jokers, rules);
        // The last pass may also improve on equal losses, by keeping larger melds, where that is cheap (no jokers).
        for (request.most_broken = 0; request.most_broken < bound + (pass == 0 ? 1 : 0); ++request.most_broken) {
            const ExactAnswer answer = exact_.solve(request, items_, jokers);
            if (!answer.complete || !items_.complete()) {
                best.proven = false;
                return best;
            }
            if (!answer.found || !jokers.hold(answer.melds)) continue;
            const bool proven = best.proven;
            best = solution_of(turn, answer.melds);
            best.proven = proven;
            bound = request.most_broken;
            break;
        }
    }
    return best;
}

}  // namespace tilewise
