// The layers with labelled runs: exact for classic jokers on the table, and for the fewest tiles moved.
//
// Whether a joker may lie in a run depends on which run it is, and the plain layers know runs by their length only. So here
// jokers lie only in labelled runs, which remember where they began and where their jokers stand, and in groups, which are
// judged on the spot. All other tiles are left to the plain step.
//
// Labels multiply the states; what keeps them few is a bound that sees the state (ahead.h). For the bound, a labelled run is
// a run like any other: forgetting the labels only allows more.
#pragma once

#include "ahead.h"
#include "moved.h"
#include "settle.h"

namespace tilewise {

inline constexpr int FAR_TOO_MANY = 1 << 14;          // tiles to move

// What is wanted; the tiles are given to Labels::prepare.
struct LabelRequest {
    std::int64_t floor = NEVER;                       // only answers above this are wanted
    std::int64_t enough = -NEVER;                     // any answer worth this will do: nothing is better
    bool calm = false;                                // of the best, the one that moves fewest tiles
    int most_moved = FAR_TOO_MANY;                    // with `calm`: only answers that move at most so many are wanted
    std::uint64_t node_limit = ~0ull;
    std::uint64_t deadline_ns = 0;
};

struct LabelAnswer {
    bool found = false;
    bool complete = true;                             // false: the budget ran out before everything was seen
    std::int64_t value = 0;
    int moved = 0;
    std::int64_t hope = NEVER;                        // nothing found: no answer is better than this
    Table melds;
};

// Keeps its memory between calls. One per thread.
class Labels {
   public:
    // Once for each turn, before solve; what it is given must live on. `staying`: old melds that stay as they lie, a bit
    // each; neither their tiles nor their jokers are in the supply, and they are not among the melds answered.
    void prepare(const Supply& supply, int from_rack, const Settler& settler, const Ahead& ahead, std::uint64_t staying = 0);

    LabelAnswer solve(const LabelRequest& request);

    std::uint64_t nodes = 0;                          // ways to use labels tried so far

   private:
    // A run with jokers: colour (2 bits), the number of its first place (4), which of its places are jokers (13).
    using Label = std::uint32_t;
    static Label label_of(int colour, int number, bool joker) { return static_cast<Label>(colour | number << 2 | (joker ? 1 << 6 : 0)); }
    static int colour_in(Label label) { return label & 3; }
    static int start_of(Label label) { return label >> 2 & 15; }
    static std::uint32_t jokers_of(Label label) { return label >> 6; }
    // Jokers that lie in finished melds: in new melds (4 bits), in old melds but from the rack (4), old and undisturbed (8).
    using Used = std::uint32_t;
    static constexpr int RACK = 4, SETTLED = 8;
    static constexpr std::uint32_t CROWD = 128, FEW = 32;  // states of a layer
    static int settled_in(Used used) { return static_cast<int>(used >> SETTLED); }
    static int from_rack_in(Used used) { return static_cast<int>(used >> RACK & 15); }

    struct State {
        Key key;
        std::array<Label, MAX_JOKERS> label;          // open labelled runs, 0 = none
        Used used;
        std::int8_t placed;                           // jokers that lie somewhere
        std::int8_t promised;                         // labelled runs that have no joker yet
        std::int16_t moved;                           // tiles in runs below this number, in groups up to it
        std::int64_t value;
        std::uint32_t parent;
        std::uint32_t chain;                          // melds finished at this number
        Decision decision;

        bool same_labels(const State& other) const { return used == other.used && label == other.label; }
    };
    struct Link {
        std::uint32_t meld, next;                     // into melds_
    };
    struct Way {                                      // a joker group at some number, and whose jokers are in it
        Meld meld;
        Used used;
        int jokers;
    };
    // The tiles of the number at hand that are left for labels, those that plain runs must have put aside; those taken; and by colour, how tiles of old melds that are not kept lay, and how
    // tiles in labelled melds lie now: in groups of this number, in runs at the number below.
    struct Hand {
        std::array<int, COLOURS> left{}, taken{};
        std::array<Company, COLOURS> before{}, now{};
    };

    void go_on(State& state, Hand& hand, int at);     // each open labelled run: end it, or give it a tile or a joker
    void groups(State& state, Hand& hand, std::size_t from);
    void begin(State& state, Hand& hand, int from);
    void spend(const State& state, const Hand& hand);
    static bool take(Hand& hand, int colour) { return ++hand.taken[colour], --hand.left[colour] >= 0; }
    int jokers_free(const State& state) const { return jokers_ - state.placed - state.promised; }
    OpenRuns labelled_runs(const State& state) const;
    int moved_by(const Hand& hand, Key key, const Decision& decision) const;
    void ways(const Meld& meld, std::vector<Used>& found) const;
    Meld meld_of(Label label, int end) const;
    bool is_pointless(Label label) const;
    void remember(State& state, const Meld& meld);
    void insert(const State& state);
    void fill_layer();
    void keep_the_undominated();
    void keep_the_best();
    std::uint32_t best_end(std::int64_t& value);
    bool ends_well(const State& state, std::int64_t& value) const;
    static std::uint64_t hash(const State& state);

    const LabelRequest* request_ = nullptr;
    const Supply* supply_ = nullptr;
    int from_rack_ = 0;
    const Settler* settler_ = nullptr;
    const Ahead* ahead_ = nullptr;
    int number_ = 0;
    std::uint32_t parent_ = 0;
    int jokers_ = 0;                                  // all there are ...
    int staying_jokers_ = 0;                          // ... and those in melds that stay,
    Used settled_ = 0;                                // which count as settled from the start
    std::int64_t hope_ = 0;                           // what the rack's jokers can gain
    std::int64_t dropped_ = NEVER;                    // the most that states below the floor could have reached
    std::array<std::array<Company, COLOURS>, NUMBERS + 2> company_{};  // of the old tiles, where the meld does not stay
    std::array<std::vector<Way>, NUMBERS + 2> ways_;  // joker groups
    std::array<std::uint16_t, COLOURS> roles_{};      // numbers an old joker stands for, by colour
    std::array<const GroupChoices*, NUMBERS + 1> groups_{};
    std::vector<State> states_;
    std::vector<Link> links_;
    std::vector<Meld> melds_;
    std::array<std::uint32_t, NUMBERS + 3> layer_{};
    LayerIndex index_;
    std::uint32_t begin_ = 0;
    Cells cells_;
    std::uint64_t last_node_ = ~0ull;
    bool out_of_budget_ = false;
};

}  // namespace tilewise
