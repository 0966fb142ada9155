// One turn on its way to its answer. The steps of best_play.cpp share it; each narrows the gap between the
// incumbent and the upper bound, until they meet.
#pragma once

#include <optional>

#include "answers/turn.h"
#include "exact/exact_program.h"
#include "exact/joker_melds.h"
#include "exact/state_bound.h"
#include "game/budget.h"
#include "plain/plain_program.h"
#include "rows/row_search.h"

namespace tilewise {

// The programs of one thread. They keep their memory from call to call.
struct Programs {
    Budget budget;
    PlainProgram plain{budget};
    RowSearch rows{budget};
    ExactProgram exact{budget};
    JokerMelds joker_melds;
    StateBound state_bound;
    Layout layout;

    Programs() = default;
    Programs(const Programs&) = delete;  // the programs point to the budget
};

class Search {
   public:
    Search(Programs& its_programs, const Turn& its_turn);

    Programs& programs;
    const Turn& turn;
    const Rules& rules;
    std::optional<Solution> incumbent;    // the best play so far; none: what must be laid cannot be
    std::int64_t upper_bound = -NEVER;    // no play is worth more
    unsigned may_move = ~0u;              // old jokers that move in plays worth having, a bit each
    const GainByJokers* gains = nullptr;  // of the relaxed bound, once it is computed for this turn

    // The joker rules of this turn, prepared when they are first asked for.
    const JokerRules& jokers();

    // Only plays worth more than this are of interest.
    std::int64_t threshold() const { return incumbent ? turn.value_of(*incumbent) : NEVER + 1; }
    void improve(std::optional<Solution> found);
    bool is_decided() const { return incumbent && (turn.any_will_do || threshold() == upper_bound); }

    // End the search with this answer, or with the incumbent, not proven.
    bool finish(std::optional<Solution> answer);
    bool give_up();

   private:
    std::optional<JokerRules> jokers_;
};

// The steps. True: the search is over.
bool by_plain_program(Search& search);      // jokers may be anything; then joker placement
bool with_jokers_fixed(Search& search);     // every old joker where it is
bool with_jokers_replaced(Search& search);  // an old joker stays, or its very tile takes its place
bool by_rows(Search& search);
bool exactly(Search& search);

// The best play after the initial meld, the initial meld itself, and whichever the turn asks for. None: what
// must be laid cannot be.
std::optional<Solution> best_play(Programs& programs, const Turn& turn);
std::optional<Solution> best_initial_meld(Programs& programs, const Turn& turn);
std::optional<Solution> best_answer(Programs& programs, const Turn& turn);

// Of all plays worth as much as `best`, one that leaves most melds as they lie, and of these one that moves
// fewest tiles.
Solution least_disruptive(Programs& programs, const Turn& turn, Solution best);

// The request of a turn to the exact program, and to its list of joker melds.
inline constexpr std::uint64_t ROWS_PER_NODE = 8;  // a row of the list costs a fraction of a state
JokerMeldRequest joker_meld_request(const Turn& turn);
ExactRequest exact_request(const Turn& turn);
void bound_gains(const Turn& turn, PlainProgram& plain, ExactRequest& request);

}  // namespace tilewise
