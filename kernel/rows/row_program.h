// The row program: number tiles and jokers of all four kinds, with the new-set rule for old jokers.
//
// It walks the numbers 1 to 13 like the plain program. A state is the plain one, the jokers of each kind in
// use, and a token for each open row with jokers (row.h). At each number a state is expanded in this order:
//   1. every token ends, or goes on with a tile or a joker (`resolve`);
//   2. tiles may begin rows that are promised a joker (`begin_rows`), and J, D and C are put to plain runs;
//   3. mirrors begin, then groups with jokers;
//   4. the plain step lays the remaining tiles, without jokers (`lay_rest`).
// These functions form a chain: each one hands the state to the next function as it is, and again after every
// change that it may make. Each path through the chain ends in `lay_rest`, which inserts the next states.
//
// The program is a relaxation: it allows whatever the rules allow, and sometimes more. So its best layout
// bounds the turn from above, and a layout that the judge accepts is the answer. Jokers that are not needed
// are left over; row_placement.h finds places for them.
//
// Some choices need not be tried, because an exchange gives an equally good layout with a joker to spare:
//  - A run of six tiles or more falls into two, if each part has three and a number tile. So D or C after a
//    run of three or more is useful only if a number tile follows at once.
//  - A run begins with a number tile. A joker in front moves to the end; at 13 every run that is too short
//    may be paid for with a J, D or C each ("topped up" in front).
//  - M joins two rows that are alike, from the outside inwards; a column holds two tiles, a tile and a joker,
//    or two jokers.
//  - Trick 7 of step.h holds for groups with jokers and for mirrors: if a colour has no more tiles than open
//    runs, a tile extends a run instead. With the new-set rule this is kept only where the tile is no company
//    of an old joker.
//  - A state with fewer jokers in use is at least as good. Where mirrors must be used, states are compared
//    only if they use as many.
//
// Example. [r3 D r6] lies on the table; r4, r7 and r8 are on the rack. At 4, r4 extends the run r3; another
// state puts D there instead. At 5 the run r3 r4 must go on and there is no r5, so D is put to it: a token,
// pending, that holds the old meld's r3. At 6 the D fills its second place, and r6 begins a run of its own.
// The token has skipped r6, so the old meld is not whole in it: a new set, and D may lie there. r7 and r8 go
// on with the run: all is laid.
#pragma once

#include <cstdint>
#include <vector>

#include "game/budget.h"
#include "plain/supply.h"
#include "rows/gain_by_jokers.h"
#include "rows/new_set_rule.h"
#include "rows/row_layout.h"
#include "rows/row_matching.h"
#include "rows/row_states.h"
#include "rows/threshold.h"

namespace tilewise {

struct RowRequest {
    Supply supply;         // number tiles
    JokerCounts jokers{};  // all there are
    int mirrors_need = 0;  // mirrors that must be used
    NewSetRule rule;
    std::uint64_t node_limit = 2'000'000;  // states of one pass; bounds the memory
};

// The goal of one search.
struct RowGoal {
    std::int64_t target = NEVER;     // only answers worth this are wanted
    std::int64_t threshold = NEVER;  // value of the incumbent; bounds rejected below it do not matter
    int mirrors_need = 0;
    std::size_t width = ~std::size_t{0};  // of the beam: states of a layer
    // A quick, incomplete search: at each number at most one joker by choice, and no D in groups.
    bool one_joker_per_number = false;
};

// Keeps its memory between calls. One per thread.
class RowProgram {
   public:
    explicit RowProgram(Budget& budget) : budget_(&budget) {}

    // Search from 1 to 13, pruned by the relaxed bound. False: the budget ran out, or there are
    // too many rows.
    bool search(const RowRequest& request, const RowGoal& goal, const RelaxedBound& bound);

    bool is_out_of_budget() const { return overflow_; }
    bool found() const { return found_; }
    bool is_complete() const { return is_complete_; }                        // all states were expanded
    std::int64_t best_rejected() const { return threshold_.best_rejected; }  // if it is complete
    std::int64_t value() const { return best_.value; }                       // of the number tiles
    int mirrors() const { return RowState::used(best_.key, M); }
    RowLayout layout() const;

   private:
    using Bond = NewSetRule::Bond;
    static constexpr int MOST_ACTIONS = 4 * MOST_ROWS_OPEN;

    // A state during its expansion: tokens are resolved, then jokers are put.
    struct Work {
        Key key;                 // open runs left, and jokers in use
        Key joined = 0;          // runs that are plain again after this number
        Lanes joined_count = 0;  // how many
        Lanes taken = 0;         // tiles of this number
        RowTokens out{};         // tokens after this number
        int outs = 0;
        int left = 0;          // jokers for the numbers above, as GainByJokers counts them
        int unpaid = 0;        // at 13: jokers that short rows need
        bool has_put = false;  // a joker at this number, by choice
        int actions = 0;       // in doing_
    };
    // Rows with jokers that are still too short, after a number.
    struct ShortRows {
        Lanes must = 0;        // that need a tile of the next number, by colour
        Lanes must_later = 0;  // of the number after it
        int promised = 0;      // single tiles that need a joker
    };
    struct Mirror {
        RowAction action;
        Lanes tiles, colours;  // how many of each, and 1 for each
    };
    struct JokerGroup {
        RowAction action;
        Lanes colours;  // 1 for each
    };
    // The tiles of this number for the plain step, by the jokers left to mend runs above it.
    struct PlainCells {
        bool is_known = false;
        Cells cells;
        RunUses::Tags tags;
        Lanes next, after;
    };

    static constexpr int longer(int length) { return std::min(3, length + 1); }
    int left(const Work& work, int kind) const {
        return request_->jokers[kind] - RowState::used(work.key, kind);
    }
    int left_to_pay(const Work& work) const { return left(work, J) + left(work, D) + left(work, C); }
    Lanes tiles_left(const Work& work) const { return have_ - work.taken; }
    int short_of(const Work& work) const;
    // 1 for each colour of which there are more tiles than open runs.
    Lanes plenty(const Work& work) const {
        return not_less(tiles_left(work), lanes_all(work.key) + ONE_EACH);
    }
    bool may_put(const Work& work) const { return !(goal_->one_joker_per_number && work.has_put); }
    bool is_hopeless(const Work& work);

    bool take(Work& work, int c, int count = 1) const {
        return in_lane(work.taken += lane(c, count), c) <= cells_.have[c];
    }
    void put(Work& work, int kind, int count = 1) const {
        work.key += RowState::unit(kind) * count;
        work.left -= gains_->stride(kind) * count;
    }
    void record(Work& work, const RowAction& action);
    void join(Work& work, int c, int length);
    void keep_open(Work& work, RowToken token);

    bool advance();
    void resolve(const Work& work, int slot);
    void resolve_run(const Work& work, int slot);
    void resolve_mirror(const Work& work, int slot);
    void add_columns_with_tiles(const Work& work, int slot);
    void add_columns_of_jokers(const Work& work, int slot);
    void add_column(Work next, int slot, int colour, int tiles, int kind, int other = NO_JOKER);
    void put_joker(Work work, RowAction action, Bond bond, int length, int to, int alike, auto&& then);
    void put_to_run(Work work, int kind, int colour, int length, int to, int alike, auto&& then);
    void go_on_with(Work& work, RowAction& action, int colour, int length, Bond bond);
    void begin_rows(const Work& work, int from);
    void put_classics(const Work& work, int from, int alike = 0);
    void put_doubles(const Work& work, int from, int alike = 0);
    void put_changes(const Work& work, int from);
    bool can_reach_tile(const Work& work, int colour) const;

    Bond with_tiles(Bond bond, int tiles, int colour) const;
    Bond with_joker(Bond bond, int kind, int colour) const;
    Bond of_mirror(const RowAction& mirror) const;
    bool obeys(Bond bond) const;
    bool may_end(Bond bond) const { return !bond.away || !rule_->is_whole(bond.held, number_ - 1); }
    bool may_be_group(const RowAction& action, bool mirrored) const;

    void list_mirrors();
    void put_mirrors(const Work& work, std::size_t from);
    bool can_reflect(const Work& work, const Mirror& mirror) const;
    void reflect(Work& work, RowAction action);
    void list_groups();
    void put_groups(const Work& work, std::size_t from);

    const PlainCells& plain_cells(int jokers);
    static ShortRows short_rows(const Work& work);
    void lay_rest(const Work& work);
    void lay_rest_at_13(const Work& work);
    bool is_refused_at_13(const Work& work, int colour, int number, int length) const;
    bool matches(const RowState& state);

    Budget* budget_;
    std::uint64_t last_node_ = 0;
    const RowRequest* request_ = nullptr;
    const RowGoal* goal_ = nullptr;
    const NewSetRule* rule_ = nullptr;
    const GainByJokers* gains_ = nullptr;
    const RowMatching* matching_ = nullptr;
    Threshold threshold_;
    std::int64_t most_gain_ = 1;  // of a tile
    int number_ = 0;
    Cells cells_;
    Lanes have_ = 0, next_ = 0, after_ = 0;  // of these, all colours at once
    std::array<PlainCells, MAX_JOKERS + 1> plain_cells_;
    const GroupChoices* groups_ = nullptr;
    std::vector<Mirror> mirrors_;  // that may begin here
    std::vector<JokerGroup> joker_groups_;
    std::uint32_t parent_ = 0;
    RowState current_{};
    std::array<RowAction, MOST_ACTIONS> doing_;  // of the work in hand
    RowStates states_;
    RowState best_{};
    bool found_ = false;
    bool is_complete_ = true;  // all states were expanded
    bool overflow_ = false;    // of the budget, of tokens, or of open runs
};

}  // namespace tilewise
