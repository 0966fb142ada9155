// The exact program: the plain program with joker melds. It covers the cases that the others cannot: house
// rules for jokers, the points of an initial meld, layouts that no row search could place, and tiles moved.
//
// A state is the open runs, the number tiles that chosen joker melds still wait for, and the account of
// their jokers (Used). A joker meld is chosen at its lowest number and takes its tiles as the program passes
// them. At each number:
//   1. choose every multiset of joker melds that begin here (`choose`);
//   2. lay the tiles that no joker meld takes by the plain step, without jokers (`lay_rest`);
//   3. keep the states that no other one beats. Only states that wait for the same tiles and have used the
//      same jokers are compared.
#pragma once

#include <optional>

#include "exact/joker_melds.h"
#include "exact/state_bound.h"
#include "game/budget.h"
#include "plain/layer_index.h"
#include "plain/plain_program.h"

namespace tilewise {

struct ExactRequest {
    Supply supply;             // number tiles; `jokers` stays 0, all jokers are in melds
    JokerCounts on_table{};    // jokers of the table, which must all be used
    JokerCounts rack_least{};  // jokers of the rack: at least these
    JokerCounts rack_most{};   // and at most these
    std::array<std::int64_t, JOKER_KINDS> joker_gain{};
    int points_needed = 0;                    // 0: points are not counted
    std::int64_t point_gain = 0;              // worth of a point of a joker
    MoveCount* moves = nullptr;               // among equals, fewest tiles moved; melds were built with it
    int most_moved = 1 << 14;                 // with `moves`: reject answers that move more tiles
    std::optional<std::int64_t> threshold;    // only answers above this are wanted
    std::int64_t most_joker_gain = 0;         // most that the rack's jokers can gain
    const StateBound* state_bound = nullptr;  // an upper bound on the further gain of a state, if known
};

struct ExactAnswer {
    bool found = false;
    bool complete = true;  // false: not everything was seen
    std::int64_t value = 0;
    int moved = 0;  // if that was counted
    Table melds;
};

// Keeps its memory between calls. One per thread.
class ExactProgram {
   public:
    explicit ExactProgram(Budget& budget) : budget_(&budget) {}

    ExactAnswer solve(const ExactRequest& request, const JokerMelds& melds, const JokerRules& jokers);

   private:
    struct State {
        Key key;
        Demand demand;
        Used used;
        std::int64_t value;
        std::int32_t moved;          // tiles, if they are counted
        MoveCount::Waiting waiting;  // for tiles that may not have moved
        std::uint32_t parent;
        std::uint32_t chain;  // melds chosen at the last number
        Decision decision;

        // States that wait for other tiles, or have used other jokers, are not compared.
        bool is_like(const State& other) const {
            return used == other.used && demand == other.demand && waiting == other.waiting;
        }
    };
    struct Link {
        std::uint32_t meld, next;
    };
    static constexpr std::size_t LAST_STATES = 16;  // of a layer, that go on when the budget has run out
    static constexpr int MOST_MELDS = 64;           // that begin at one number: tiles there are fewer

    // Choose every multiset of joker melds that begin at this number ...
    void choose_at(int number, const State& state, std::uint32_t parent);
    void choose(int number, std::size_t from, std::size_t to, const State& state, std::uint32_t parent);
    bool is_lost(const State& state, int number) const;
    unsigned owed(const Used& used) const;
    void lay_rest(int number, const State& state, std::uint32_t parent);
    void count_moved(const State& before, int number, State& state) const;
    void insert(const State& state);
    void drop_dominated();
    bool take(State& state, const JokerMeld& meld, std::uint32_t index);
    bool is_hopeless(std::int64_t value, int number) const;
    bool is_hopeless(const State& state, int number) const;
    JokerCounts placed_by(const Used& used) const;
    JokerCounts jokers_left(const Used& used) const;
    bool ends_well(const State& state, std::int64_t& value) const;
    Table lay_out_answer(std::uint32_t at, const JokerRules& jokers) const;
    static std::uint64_t hash(const State& state);
    static bool better(const State& a, const State& b) {
        return a.value != b.value ? a.value > b.value : a.moved < b.moved;
    }

    Budget* budget_;
    const ExactRequest* request_ = nullptr;
    const JokerMelds* melds_ = nullptr;
    Demand have_;
    std::array<const GroupChoices*, NUMBERS + 1> groups_{};
    std::vector<State> states_;
    std::vector<Link> links_;
    std::vector<std::uint32_t> candidates_;             // melds, level by level
    std::array<std::vector<State>, MOST_MELDS> nexts_;  // with each of them taken
    int depth_ = 0;                                     // melds taken at this number
    std::array<std::uint32_t, NUMBERS + 2> layer_{};
    LayerIndex index_;
    std::uint32_t begin_ = 0;
    std::array<std::uint8_t, MAX_JOKERS> kind_of_old_{};
    int jokers_ = 0;
    int number_ = 0;
    std::array<std::int64_t, NUMBERS + 1> gain_above_{};  // the most that the numbers above each one gain
    bool out_of_budget_ = false;
};

}  // namespace tilewise
