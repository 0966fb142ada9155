// The best play after the initial meld: five steps, from cheap to exact.
#include <algorithm>
#include <cassert>

#include "answers/search.h"
#include "plain/joker_placement.h"

namespace tilewise {

Search::Search(Programs& its_programs, const Turn& its_turn)
    : programs(its_programs),
      turn(its_turn),
      rules(its_turn.problem->rules),
      upper_bound(its_turn.everything()) {}

const JokerRules& Search::jokers() {
    if (!jokers_) jokers_.emplace(*turn.problem);
    return *jokers_;
}

void Search::improve(std::optional<Solution> found) {
    if (found && (!incumbent || turn.value_of(*found) > threshold())) incumbent = std::move(found);
}

bool Search::finish(std::optional<Solution> answer) {
    incumbent = std::move(answer);
    return true;
}

bool Search::give_up() { return finish(unproven(incumbent ? *incumbent : given_up(turn))); }

std::optional<Solution> best_play(Programs& programs, const Turn& turn) {
    Search search(programs, turn);
    by_plain_program(search) || by_joker_placement(search) || with_jokers_fixed(search) || by_rows(search) ||
        exactly(search);
    return search.incumbent;
}

std::optional<Solution> best_answer(Programs& programs, const Turn& turn) {
    return turn.problem->rules.has_melded ? best_play(programs, turn) : best_initial_meld(programs, turn);
}

// Without special jokers, let the jokers be anything, anywhere. The value is an upper bound. If no rule binds
// an old joker, the layout is the answer. With special jokers, skip this step and the next.
bool by_plain_program(Search& search) {
    const Turn& turn = search.turn;
    const Rules& rules = search.rules;
    if (turn.has_special_jokers()) return false;
    Layout& layout = search.programs.layout;
    const Outcome outcome = search.programs.plain.solve(supply_of(turn, true), layout, turn.least_wanted());
    if (outcome == Outcome::IMPOSSIBLE) return search.finish(nothing_laid(turn));
    if (outcome == Outcome::OUT_OF_BUDGET) return false;
    search.upper_bound = layout.value;
    search.has_plain_layout = rules.min_number_tiles == 1;
    const bool any_place = rules.joker_reuse_any_set && !rules.exact_tile_retrieval &&
                           !rules.group3_both_colours;
    return search.has_plain_layout && (!turn.on_table[CLASSIC] || any_place) &&
           place_all_spares(layout, nullptr) && search.finish(solution_of(turn, layout.melds));
}

// Find legal places for the jokers of the plain layout. JokerPlacement knows A-07 alone, so with other rules,
// or an opening in the same turn, the judge must confirm the table.
bool by_joker_placement(Search& search) {
    if (!search.has_plain_layout) return false;
    Layout& layout = search.programs.layout;
    if (!JokerPlacement(search.turn.problem->table).place(layout)) return false;
    const bool is_certain = !search.rules.exact_tile_retrieval && !search.rules.group3_both_colours &&
                            search.turn.problem->staying.empty();
    assert(!is_certain || search.jokers().hold(layout.melds));
    return (is_certain || search.jokers().hold(layout.melds)) &&
           search.finish(solution_of(search.turn, layout.melds));
}

}  // namespace tilewise
