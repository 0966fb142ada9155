// The solver: one question in, the best play out. Chooses the cheapest exact way to answer.
#pragma once

#include <memory>
#include <vector>

#include "exact.h"
#include "items.h"
#include "keeping.h"
#include "labels.h"
#include "layers.h"
#include "problem.h"
#include "twist.h"

namespace tilewise {

// A problem narrowed to plays that lay between `least` and `most` of each kind; how k-best and can_play ask.
struct Turn {
    const Problem* problem = nullptr;
    Counts on_table{};
    Counts least{};                                  // of the rack
    Counts most{};
    std::array<std::int64_t, KINDS> weight{};        // primary and secondary in one number
    bool any_will_do = false;                        // whether a play exists is the question, not which is best

    explicit Turn(const Problem& problem);
};

struct GivenPlaces;  // of the old jokers: in_place.cpp

// Not thread-safe: it owns the memory of its searches. One per thread.
class Solver {
   public:
    // The best play; an empty `laid` when there is none. Throws std::invalid_argument on a broken problem.
    Solution solve(const Problem& problem);

    // The k best plays that differ in what leaves the rack, best first. Exact (Lawler's partition of the plays). Where the
    // budget ends a list, here and below, what is found is still returned, and the last answer is not proven.
    std::vector<Solution> k_best(const Problem& problem, int k);

    // Every play that no other play extends (compared by what leaves the rack), up to `most` of them.
    std::vector<Solution> maximal_plays(const Problem& problem, int most);

    bool can_play_all(const Problem& problem);
    std::uint64_t nodes_spent() const;                       // on the last question

    // The kinds of rack tiles that some play lays, ascending; with a budget, those that were found.
    std::vector<Tile> can_play(const Problem& problem);

   private:
    std::optional<Solution> best(const Turn& turn);          // nothing: what must be laid cannot be
    std::optional<Solution> best_play(const Turn& turn);     // after the initial meld
    std::optional<Solution> best_initial(const Turn& turn);  // the initial meld
    std::optional<Solution> with_classic_jokers(const Turn& turn);
    std::optional<Solution> with_special_jokers(const Turn& turn);
    std::optional<Solution> with_melds_freed(const Turn& turn, const JokerRules& jokers, unsigned freed, std::int64_t floor);
    std::optional<Solution> laid_out(const Turn& turn, const JokerRules& jokers, const Twist& twist, const Table& frozen) const;
    TwistOutcome with_few_states(const Turn& turn, const JokerRules& jokers, Twist& twist, TwistRequest& request, std::int64_t wanted, std::size_t few, std::optional<Solution>& known);
    void look_around(const Turn& turn, const JokerRules& jokers, Twist& twist, TwistRequest& request, const Reunions* rule, std::int64_t wanted, std::optional<Solution>& known);
    std::optional<Solution> with_none_left(const Turn& turn, const JokerRules& jokers, TwistRequest& request, int mirrors_need);
    TwistOutcome with_target(const Turn& turn, const JokerRules& jokers, TwistRequest& request, std::optional<Solution>& known, std::int64_t& above);
    bool settles(const Turn& turn, const Settler& settler);
    bool with_melds_staying(const Turn& turn, const Supply& supply, const Settler& settler, std::int64_t wanted);
    std::optional<Solution> exactly(const Turn& turn, const JokerRules& jokers, std::optional<Solution> known,
                                    std::optional<std::int64_t> above = std::nullopt, unsigned may_move = ~0u);
    const TwistBeyond* beyond(const Turn& turn, const JokerRules& jokers, std::int64_t floor);
    std::optional<Solution> jokers_in_place(const Turn& turn, const JokerRules& jokers);
    Layers::Outcome with_jokers_given(const Turn& turn, const JokerRules& jokers, const GivenPlaces& given, std::int64_t wanted, std::optional<Solution>& found);
    std::optional<Solution> with_replacements(const Turn& turn, const JokerRules& jokers, std::optional<Solution> known, std::int64_t above);
    Solution least_disruptive(const Turn& turn, Solution best);
    std::optional<Table> fewest_moved(const Turn& turn, std::int64_t wanted, const std::vector<MeldSet>& sets, const Settler& settler,
                                      int most_moved, bool& complete);
    std::optional<Solution> calm_at_once(const Turn& turn, const Solution& best, int& fewest);
    Solution least_disruptive_by_items(const Turn& turn, Solution best, const Difference& change);
    std::optional<Table> fewest_moved_by_items(const Turn& turn, std::int64_t wanted, const std::vector<MeldSet>& sets, int& moved, bool& complete);
    Layers::Outcome may_reach(const Turn& part, std::int64_t wanted);
    void start(const Problem& problem);                      // budgets and counters
    std::uint64_t nodes_left() const;                        // of the whole call
    bool is_out_of_budget() const;
    void limit(auto& request) const { request.node_limit = nodes_left(), request.deadline_ns = deadline_ns_; }
    std::optional<std::int64_t> hope_of(const Turn& turn, std::int64_t known);  // at most; nothing: it cannot be done
    void finish(const Turn& turn, Solution& solution) const; // what is reported beside the play

    Layers layers_;
    Layout layout_;
    Items items_;
    Exact exact_;
    Ahead ahead_;
    Keeping keeping_;
    TwistAhead twist_ahead_;
    Labels labels_;
    Twist twist_;                                            // all tiles of a turn
    Twist part_;                                             // some of them, or a look at all: what twist_ has found so far stays
    std::uint64_t deadline_ns_ = 0;
};

// Its memory, and what it has learnt about steps, is kept between calls.
Solver& solver_of_this_thread();

// solve() for each problem on `threads` threads; the results do not depend on how many.
std::vector<Solution> solve_many(const std::vector<Problem>& problems, int threads);

}  // namespace tilewise
