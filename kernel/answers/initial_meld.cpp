// The initial meld (R-MELD-01 to R-MELD-08): melds from the player's rack alone that are worth enough
// points together.
#include <algorithm>
#include <numeric>

#include "answers/search.h"

namespace tilewise {

namespace {

int worth(const Table& melds, const Rules& rules) {
    return std::accumulate(melds.begin(), melds.end(), 0,
                           [&](int sum, const Meld& meld) { return sum + meld_value(meld, rules); });
}

// The weights that make the exact program pursue the mode; a point of a joker counts `point_gain`.
std::int64_t set_goal(Turn& own) {
    const Problem& problem = *own.problem;
    constexpr std::int64_t FIRST = std::int64_t{1} << 32;
    for (int kind = 0; kind < KINDS; ++kind) {
        const int number = kind < NUMBER_KINDS ? number_of(static_cast<Tile>(kind)) : 0;
        if (problem.initial_mode == InitialMode::POINTS)
            own.weight[kind] = number * FIRST + problem.primary[kind];
        if (problem.initial_mode == InitialMode::FEWEST_TILES) own.weight[kind] = number - FIRST;
    }
    return problem.initial_mode == InitialMode::POINTS         ? FIRST
           : problem.initial_mode == InitialMode::FEWEST_TILES ? 1
                                                               : 0;
}

int points_of(const Counts& rack) {
    int points = NUMBERS * rack[CLASSIC];
    for (int kind = 0; kind < NUMBER_KINDS; ++kind) points += number_of(static_cast<Tile>(kind)) * rack[kind];
    return points;
}

// The most points the number tiles can make in any melds, jokers being anything (no special jokers).
std::int64_t most_points(const Turn& own, PlainProgram& plain, Layout& layout) {
    Supply supply = supply_of(own, true);
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number)
            supply.gain[c][number] = number, supply.need[c][number] = 0;
    supply.jokers_need = 0;
    supply.joker_gain = NUMBERS;
    return plain.solve(supply, layout) == Outcome::SOLVED ? layout.value : 1 << 20;  // out of budget: unknown
}

}  // namespace

std::optional<Solution> best_initial_meld(Programs& programs, const Turn& turn) {
    const Rules& rules = turn.problem->rules;
    Layout& layout = programs.layout;
    Turn own = turn;
    own.on_table = {};
    if (!rules.joker_in_initial_meld)
        for (int kind = CLASSIC; kind < KINDS; ++kind) own.most[kind] = 0;
    const bool plain = !has_special(own.most) && rules.min_number_tiles == 1;
    for (int kind = 0; kind < KINDS; ++kind)
        if (own.least[kind] > own.most[kind]) return std::nullopt;
    const int least_points =
        std::max(1, rules.initial_meld_min);  // any meld is worth a point, so something is laid
    const std::int64_t point_gain = set_goal(own);
    const auto finished = [&](Table& melds) {
        const int points = worth(melds, rules);
        melds.insert(melds.begin(), turn.problem->table.begin(), turn.problem->table.end());
        Solution solution = solution_of(turn, melds);
        solution.points = points;
        return solution;
    };
    if (plain) {
        // Cheap answers first: the best play is worth enough anyway, or even the most points are too few.
        if (points_of(own.most) < least_points) return std::nullopt;
        if (turn.problem->initial_mode == InitialMode::WEIGHTS &&
            programs.plain.solve(supply_of(own, true), layout) == Outcome::SOLVED &&
            place_all_spares(layout, nullptr)) {
            if (worth(layout.melds, rules) >= least_points) return finished(layout.melds);
        }
        if (most_points(own, programs.plain, layout) < least_points) return std::nullopt;
    }
    const JokerRules jokers({}, rules);
    ExactRequest request = exact_request(own);
    request.points_needed = least_points;
    request.point_gain = point_gain;
    const JokerMeldRequest listed = joker_meld_request(own);
    programs.joker_melds.build(listed, jokers, rules, programs.budget);
    ExactAnswer answer = programs.exact.solve(request, programs.joker_melds, jokers);
    const bool complete = answer.complete && programs.joker_melds.complete();
    if (!answer.found && complete) return std::nullopt;
    Solution solution = answer.found ? finished(answer.melds) : given_up(turn);
    solution.proven = complete;
    return solution;
}

}  // namespace tilewise
