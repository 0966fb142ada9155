// The search over rows: one relaxed bound from above, then targets from the bound downwards.
//
//   1. `compute_bound` bounds the gain of the number tiles from above: the first target.
//   2. `reach` searches for the target with a beam of 16 states, then of 1,024, then with all.
//   3. If no layout reaches the target, `lower_target` takes the best value that was rejected on the way.
//
// Nothing is better than the first target, and mostly it is reached, so narrow beams nearly always suffice.
#pragma once

#include "rows/relaxed_bound.h"
#include "rows/row_program.h"

namespace tilewise {

enum class RowOutcome {
    FOUND,   // a layout
    NONE,    // there is none
    UNKNOWN  // the budget ran out, or the beam left states out
};

// Keeps its memory between calls. One per thread.
class RowSearch {
   public:
    explicit RowSearch(Budget& budget) : bound_(budget), program_(budget) {}

    // Start on a request, which must outlive the search. False: more jokers than the programs can count.
    bool begin(const RowRequest& request);

    // Compute the relaxed bound for answers above the threshold. False: the budget ran out.
    bool compute_bound(std::int64_t threshold);
    std::int64_t upper_bound() const { return upper_bound_; }  // of the gain of number tiles

    void aim_at(std::int64_t target, std::int64_t threshold);
    bool lower_target(std::int64_t threshold);  // false: nothing above the threshold is left
    RowOutcome reach(int mirrors_need);

    // Search for the target with a narrow beam and one joker at a number.
    RowOutcome beam(std::int64_t target, int mirrors_need);

    // All of this: the first target that can be reached.
    RowOutcome solve(const RowRequest& request, std::int64_t threshold);

    // The layout found.
    std::int64_t value() const { return program_.value(); }
    int mirrors() const { return program_.mirrors(); }
    RowLayout layout() const { return program_.layout(); }

   private:
    RowOutcome search(const RowGoal& goal);

    RelaxedBound bound_;
    RowProgram program_;
    const RowRequest* request_ = nullptr;
    std::int64_t upper_bound_ = 0, target_ = 0;
    std::int64_t threshold_ = 0;      // of the target
    std::int64_t best_rejected_ = 0;  // the most that answers below the target may be worth
};

}  // namespace tilewise
