#include "rows/row_search.h"

#include <algorithm>
#include <cstdlib>

namespace tilewise {

namespace {

constexpr std::size_t NARROW = 16, WIDE = 1024, ALL = ~std::size_t{0};  // states of a layer

// The least that is lost if not everything is laid.
std::int64_t least_loss(const Supply& supply) {
    std::int64_t loss = -NEVER;
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number)
            if (supply.gain[c][number] && supply.have[c][number] != supply.need[c][number])
                loss = std::min(loss, std::abs(supply.gain[c][number]));
    return loss;
}

}  // namespace

bool RowSearch::begin(const RowRequest& request) {
    request_ = &request;
    return bound_.reset(request.supply, request.jokers);
}

bool RowSearch::compute_bound(std::int64_t threshold) {
    if (!bound_.compute(threshold, request_->node_limit)) return false;
    upper_bound_ = std::max(threshold, bound_.most());
    aim_at(upper_bound_, threshold);
    return true;
}

void RowSearch::aim_at(std::int64_t target, std::int64_t threshold) {
    target_ = target;
    threshold_ = best_rejected_ = threshold;
}

// The steps grow, so that a far answer does not take many targets.
bool RowSearch::lower_target(std::int64_t threshold) {
    if (best_rejected_ <= threshold) return false;
    const std::int64_t loss = std::max(2 * (upper_bound_ - target_), least_loss(request_->supply));
    aim_at(std::max(threshold + 1, std::min(best_rejected_, upper_bound_ - loss)), threshold);
    return true;
}

RowOutcome RowSearch::search(const RowGoal& goal) {
    if (!program_.search(*request_, goal, bound_)) return RowOutcome::UNKNOWN;
    if (program_.found()) return RowOutcome::FOUND;
    if (!program_.is_complete()) return RowOutcome::UNKNOWN;
    best_rejected_ = std::max(best_rejected_, program_.best_rejected());
    return RowOutcome::NONE;
}

RowOutcome RowSearch::reach(int mirrors_need) {
    RowGoal goal{.target = target_, .threshold = threshold_, .mirrors_need = mirrors_need};
    for (const std::size_t width : {NARROW, WIDE}) {
        if (target_ != upper_bound_) break;
        goal.width = width;
        const RowOutcome outcome = search(goal);
        if (outcome != RowOutcome::UNKNOWN || program_.is_out_of_budget()) return outcome;
    }
    goal.width = ALL;
    return search(goal);
}

RowOutcome RowSearch::beam(std::int64_t target, int mirrors_need) {
    return search({.target = target,
                   .threshold = threshold_,
                   .mirrors_need = mirrors_need,
                   .width = NARROW,
                   .one_joker_per_number = true});
}

RowOutcome RowSearch::solve(const RowRequest& request, std::int64_t threshold) {
    if (!begin(request) || !compute_bound(threshold)) return RowOutcome::UNKNOWN;
    if (upper_bound_ <= threshold) return RowOutcome::NONE;
    RowOutcome outcome;
    do {
        outcome = reach(0);
        if (outcome == RowOutcome::FOUND && mirrors() < request.mirrors_need)
            outcome = reach(request.mirrors_need);
    } while (outcome == RowOutcome::NONE && lower_target(threshold));
    return outcome;
}

}  // namespace tilewise
