// The solver: a problem in, the best play out.
#pragma once

#include <vector>

#include "answers/search.h"
#include "game/problem.h"

namespace tilewise {

// Not thread-safe: it owns the memory of its programs. One per thread. Every question fails (error.h) on a
// broken problem.
class Solver {
   public:
    // The best play; an empty `laid` when there is none.
    Solution solve(const Problem& problem);

    // The k best plays that differ in what leaves the rack, best first. Where the budget ends a list, here
    // and below, the answers found are still returned, and the last one is not proven.
    std::vector<Solution> k_best(const Problem& problem, int k);

    // Every play that no other play extends (compared by what leaves the rack), up to `most` of them.
    std::vector<Solution> maximal_plays(const Problem& problem, int most);

    bool can_play_all(const Problem& problem);

    // The kinds of rack tiles that some play lays, ascending; with a budget, those that were found.
    std::vector<Tile> can_play(const Problem& problem);

    // States that the last question took.
    std::uint64_t nodes_spent() const { return programs_.budget.nodes(); }

   private:
    void start(const Problem& problem);

    Programs programs_;
};

// Keeps its memory, and its tables of steps, between calls.
Solver& solver_of_this_thread();

// solve() for each problem on `threads` threads; the results do not depend on how many.
std::vector<Solution> solve_many(const std::vector<Problem>& problems, int threads);

}  // namespace tilewise
