// The first incumbent: old melds with jokers stay as they lie, the plain program does the rest.
//
// It costs one plain solve and is mostly good, so the programs that follow only look for better plays. With a
// budget it is the answer if nothing else is found in time.
#include <algorithm>

#include "answers/search.h"

namespace tilewise {

namespace {

// The best play that leaves these melds alone. None: the rules refuse it.
Outcome solve_beside(Search& search, const Table& fixed, std::optional<Solution>& found) {
    const Turn& turn = search.turn;
    Layout& layout = search.programs.layout;
    Supply supply = supply_of(turn, false);
    supply.jokers = turn.most[CLASSIC];
    supply.jokers_need = turn.least[CLASSIC];
    supply.joker_gain = turn.weight[CLASSIC];
    for (const Meld& meld : fixed) supply.remove(meld);
    const Outcome outcome = search.programs.plain.solve(supply, layout, turn.least_wanted());
    if (outcome != Outcome::SOLVED) return outcome;
    if (!place_all_spares(layout, &search.jokers())) return outcome;
    const auto is_legal = [&](const Meld& meld) { return is_meld(meld, search.rules); };
    if (!std::ranges::all_of(layout.melds, is_legal)) return outcome;
    layout.melds.insert(layout.melds.end(), fixed.begin(), fixed.end());
    if (search.jokers().hold(layout.melds)) found = solution_of(turn, layout.melds);
    return outcome;
}

}  // namespace

bool with_jokers_fixed(Search& search) {
    const Turn& turn = search.turn;
    if (search.programs.budget.is_spent()) return search.give_up();
    if (turn.least[DOUBLE] || turn.least[COLOUR_CHANGE] || turn.least[MIRROR]) return false;
    Table fixed;
    for (const Meld& meld : turn.problem->table)
        if (std::ranges::any_of(meld, is_joker)) fixed.push_back(meld);
    std::optional<Solution> found;
    const Outcome outcome = solve_beside(search, fixed, found);
    search.incumbent = found ? found : nothing_laid(turn);
    return search.is_decided() || (outcome == Outcome::OUT_OF_BUDGET && search.give_up());
}

}  // namespace tilewise
