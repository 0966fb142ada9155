#include "answers/solver.h"

#include "answers/several.h"
#include "games/parallel.h"

namespace tilewise {

void Solver::start(const Problem& problem) {
    validate(problem);
    programs_.budget.start(problem.node_budget, problem.time_budget_us);
}

Solution Solver::solve(const Problem& problem) {
    start(problem);
    const Turn turn(problem);
    std::optional<Solution> best = best_answer(programs_, turn);
    Solution solution = best ? std::move(*best) : given_up(turn);
    if (!best) solution.proven = true;  // it is certain that nothing can be laid
    if (problem.least_disruption && problem.rules.has_melded && !solution.laid.empty())
        solution = least_disruptive(programs_, turn, std::move(solution));
    add_statistics(programs_, turn, solution);
    return solution;
}

std::vector<Solution> Solver::k_best(const Problem& problem, int k) {
    start(problem);
    return tilewise::k_best(programs_, problem, k);
}

std::vector<Solution> Solver::maximal_plays(const Problem& problem, int most) {
    start(problem);
    return tilewise::maximal_plays(programs_, problem, most);
}

bool Solver::can_play_all(const Problem& problem) {
    start(problem);
    return tilewise::can_play_all(programs_, problem);
}

std::vector<Tile> Solver::can_play(const Problem& problem) {
    start(problem);
    return tilewise::can_play(programs_, problem);
}

Solver& solver_of_this_thread() {
    thread_local Solver solver;
    return solver;
}

std::vector<Solution> solve_many(const std::vector<Problem>& problems, int threads) {
    std::vector<Solution> solutions(problems.size());
    for_each_index(problems.size(), threads,
                   [&](std::size_t i) { solutions[i] = solver_of_this_thread().solve(problems[i]); });
    return solutions;
}

}  // namespace tilewise
