// The best play after the initial meld: five steps, from cheap to exact.
#include <algorithm>
#include <cassert>

#include "answers/search.h"
#include "plain/joker_placement.h"

namespace tilewise {

Search::Search(Programs& its_programs, const Turn& its_turn)
    : programs(its_programs), turn(its_turn), rules(its_turn.problem->rules) {}

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
    by_plain_program(search) || with_jokers_fixed(search) || with_jokers_replaced(search) ||
        by_rows(search) || exactly(search);
    return search.incumbent;
}

std::optional<Solution> best_answer(Programs& programs, const Turn& turn) {
    return turn.problem->rules.has_melded ? best_play(programs, turn) : best_initial_meld(programs, turn);
}

namespace {

// JokerPlacement knows only A-07 and nothing of an opening in the same turn, so the judge looks at other
// cases.
bool places_jokers(Search& search, Layout& layout) {
    if (!JokerPlacement(search.turn.problem->table).place(layout)) return false;
    const bool is_certain = !search.rules.exact_tile_retrieval && !search.rules.group3_both_colours &&
                            search.turn.problem->staying.empty();
    assert(!is_certain || search.jokers().hold(layout.melds));
    return is_certain || search.jokers().hold(layout.melds);
}

}  // namespace

// Without special jokers: jokers may be anything, anywhere. That is an upper bound, and mostly the jokers can
// then be put where the rules allow them.
bool by_plain_program(Search& search) {
    const Turn& turn = search.turn;
    const Rules& rules = search.rules;
    if (turn.has_special_jokers()) {
        search.upper_bound = turn.everything();
        return false;
    }
    Layout& layout = search.programs.layout;
    const Outcome outcome = search.programs.plain.solve(supply_of(turn, true), layout, turn.least_wanted());
    if (outcome == Outcome::IMPOSSIBLE) return search.finish(nothing_laid(turn));
    if (outcome == Outcome::OUT_OF_BUDGET) return false;
    search.upper_bound = layout.value;
    if (rules.min_number_tiles != 1) return false;
    const bool any_place = rules.joker_reuse_any_set && !rules.exact_tile_retrieval &&
                           !rules.group3_both_colours;
    if ((!turn.on_table[CLASSIC] || any_place) && place_all_spares(layout, nullptr))
        return search.finish(solution_of(turn, layout.melds));
    return places_jokers(search, layout) && search.finish(solution_of(turn, layout.melds));
}

}  // namespace tilewise
