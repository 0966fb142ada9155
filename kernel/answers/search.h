// One turn on its way to its answer: the best play so far (the incumbent) and an upper bound. Each step of
// best_play.cpp narrows the gap between them, until they meet.
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
    std::optional<Solution> incumbent;  // the best play so far; none: the tiles that must be laid cannot be
    std::int64_t upper_bound;           // no play is worth more
    bool has_plain_layout = false;      // `programs.layout` holds the best play, its jokers anywhere

    // The joker rules of this turn, prepared when they are first asked for.
    const JokerRules& jokers();

    // Only plays worth more than this are of interest. Without an incumbent, all possible plays are.
    std::int64_t threshold() const { return incumbent ? turn.value_of(*incumbent) : NEVER + 1; }
    void improve(std::optional<Solution> found);
    bool is_decided() const { return incumbent && (turn.any_will_do || threshold() == upper_bound); }

    // End the search with this answer, or with the incumbent, not proven.
    bool finish(std::optional<Solution> answer);
    bool give_up();

   private:
    std::optional<JokerRules> jokers_;
};

// The five steps. True: the search is over, and `incumbent` is the answer.
bool by_plain_program(Search& search);    // jokers may be anything, anywhere
bool by_joker_placement(Search& search);  // legal places for the jokers of that layout
bool with_jokers_fixed(Search& search);   // old melds with jokers stay as they lie
bool by_rows(Search& search);             // jokers of all kinds, without house rules for them
bool exactly(Search& search);             // all jokers and all rules

// The best play after the initial meld, and the best initial meld. None: no play lays all tiles of
// `Turn::least`.
std::optional<Solution> best_play(Programs& programs, const Turn& turn);
std::optional<Solution> best_initial_meld(Programs& programs, const Turn& turn);
// Either of them, by `has_melded`.
std::optional<Solution> best_answer(Programs& programs, const Turn& turn);

// Of all plays worth as much as `best`, return one that keeps most melds unchanged, and of these one that
// moves fewest tiles.
Solution least_disruptive(Programs& programs, const Turn& turn, Solution best);

// The requests of a turn to the exact program and to its list of joker melds.
inline constexpr std::uint64_t ROWS_PER_NODE = 8;  // trying a row for the list costs an eighth of a state
JokerMeldRequest joker_meld_request(const Turn& turn);
ExactRequest exact_request(const Turn& turn);

}  // namespace tilewise
