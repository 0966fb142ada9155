// The exact program: the layers once more, with items. Answers what the plain layers cannot: joker rules, Twist, points.
//
// A state is what the plain program knows (open runs), plus the number tiles that chosen items still wait for and what their
// jokers have used. An item is chosen at its lowest number and takes its tiles as the program passes them.
#pragma once

#include "items.h"
#include "layers.h"
#include "twist_ahead.h"
#include "twist_beyond.h"

namespace tilewise {

struct ExactRequest {
    Supply supply;                                    // number tiles; `jokers` stays 0, all jokers are in items
    std::array<int, JOKER_KINDS> on_table{};          // jokers: all of these are used,
    std::array<int, JOKER_KINDS> rack_least{};        // and of the rack's at least
    std::array<int, JOKER_KINDS> rack_most{};         // and at most so many
    std::array<std::int64_t, JOKER_KINDS> joker_gain{};
    int threshold = 0;                                // points to reach; 0: points are not counted
    std::int64_t point_gain = 0;                      // worth of a point of a joker
    MoveCount* moves = nullptr;                       // among equals, fewest tiles moved; items were built with it
    int most_moved = 1 << 14;                         // with `moves`: only answers that move at most so many are wanted
    std::optional<std::int64_t> floor;                // only answers above this are wanted
    Above ahead{};                                    // most that number tiles above each number can still gain, by jokers left
    std::int64_t joker_hope = 0;                      // most that the rack's jokers can gain
    const TwistAhead* state_ahead = nullptr;          // the same, state by state, if there is one
    const TwistBeyond* beyond = nullptr;              // the same, by the jokers of each kind, if there is one
    bool quick_first = false;                         // whatever is above the floor will do: a few states may find it
    std::uint64_t node_limit = ~0ull;
    std::uint64_t deadline_ns = 0;
};

struct ExactAnswer {
    bool found = false;
    bool complete = true;                             // false: not everything was seen
    std::int64_t value = 0;
    int moved = 0;                                    // if that was counted
    Table melds;
};

// Keeps its memory between calls. One per thread.
class Exact {
   public:
    ExactAnswer solve(const ExactRequest& request, const Items& items, const JokerRules& jokers);

    std::uint64_t nodes = 0;                          // choices of items tried so far

   private:
    ExactAnswer search(std::size_t most_states, const JokerRules& jokers);

    struct State {
        Key key;
        Demand demand;
        Used used;
        std::int64_t value;
        std::int32_t kept;                            // melds kept * 256 + tiles in them; or tiles moved, below zero
        MoveCount::Waiting waiting;                   // for tiles that may not have moved
        std::array<std::uint8_t, JOKER_KINDS> crossing;  // jokers in items that reach beyond the cut of `beyond`, at most
        std::uint32_t parent;
        std::uint32_t chain;                          // items chosen at the last number
        std::int16_t flying;                          // jokers in items that still wait for tiles, at most
        Decision decision;

        // States that wait for other tiles, or have used other jokers, are not compared.
        bool is_like(const State& other) const { return used == other.used && demand == other.demand && waiting == other.waiting; }
    };
    struct Link {
        std::uint32_t item, next;
    };
    static constexpr std::size_t LAST_STATES = 16;    // of a layer, that go on when the budget has run out
    static constexpr int MOST_ITEMS = 64;             // that begin at one number: tiles there are fewer

    void choose_at(int number, const State& state, std::uint32_t parent);
    void choose(int number, std::size_t from, std::size_t to, const State& state, std::uint32_t parent);
    bool is_lost(const State& state, int number) const;
    bool strands_a_joker(const Used& used, int number) const;
    unsigned owed(const Used& used) const;
    void spend(int number, const State& state, std::uint32_t parent);
    void count_moved(const State& before, int number, State& state) const;
    void insert(const State& state);
    void keep_the_undominated();
    void keep_the_best(std::size_t most);
    bool take(State& state, const Item& item, std::uint32_t index);
    bool is_hopeless(std::int64_t value, int number, int jokers) const;
    bool is_hopeless(const State& state, int number) const;
    bool is_beyond_reach(const State& state, int done, int chosen) const;
    JokersLeft placed_by(const Used& used) const;
    JokersLeft jokers_left(const Used& used) const;
    bool ends_well(const State& state, std::int64_t& value) const;
    Table lay_out_answer(std::uint32_t at, const JokerRules& jokers) const;
    static std::uint64_t hash(const State& state);
    static bool better(const State& a, const State& b) {
        return a.value != b.value ? a.value > b.value : a.kept > b.kept;
    }

    const ExactRequest* request_ = nullptr;
    const Items* items_ = nullptr;
    Demand have_;
    std::array<GroupChoices, NUMBERS + 1> groups_;
    std::vector<State> states_;
    std::vector<Link> links_;
    std::vector<std::uint32_t> candidates_;           // items, level by level
    std::array<std::vector<State>, MOST_ITEMS> nexts_;  // with each of them taken
    int depth_ = 0;                                   // items taken at this number
    bool quick_ = false;                              // one at most
    std::array<std::uint32_t, NUMBERS + 2> layer_{};
    LayerIndex index_;
    std::uint32_t begin_ = 0;
    std::array<std::uint8_t, MAX_JOKERS> kind_of_old_{};
    bool must_be_replaced_ = false;                   // and no opening in which an old joker could lie
    int jokers_ = 0;
    int number_ = 0;
    std::uint64_t last_node_ = ~0ull;
    bool out_of_budget_ = false;
    bool is_cut_ = false;                             // not all states were gone on with
};

}  // namespace tilewise
