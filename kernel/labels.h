// The layers with labelled runs: exact for classic jokers on the table, and for melds that are to be kept.
//
// Whether a joker may lie in a run depends on which run it is, and the plain layers know runs by their length only. So here
// jokers lie only in labelled runs, which remember where they began and where their jokers stand, and in groups, which are
// judged on the spot. Old melds that stay as they lie are labelled too. All other tiles are left to the plain step.
//
// Labels multiply the states; what keeps them few is a bound that sees the state. The plain program is run once from the
// top downwards (on mirrored numbers). At every number its states say what the numbers above can gain and which open runs
// they want from below; a labelled state that fits none of those that gain enough is dropped at once. For the bound, a
// labelled run is a run like any other: forgetting the labels only allows more.
#pragma once

#include <memory>

#include "layers.h"
#include "settle.h"

namespace tilewise {

// Open runs over one number, by colour: how many of length 1, of at most 2, and all; and the jokers placed so far.
struct OpenRuns {
    std::array<int, COLOURS> one{}, two{}, all{};
    int jokers = 0;

    OpenRuns() = default;
    explicit OpenRuns(Key key);
    void add(int colour, int length);
};

// What the numbers above can gain, by what they want from below.
class Ahead {
   public:
    // False: the layers ran out of nodes, there is no bound.
    bool fill(const Supply& supply, Layers& layers);

    // The most that numbers above `number` can gain from these open runs; NEVER if they cannot go on at all.
    std::int64_t most(const OpenRuns& open, int number) const;

   private:
    std::array<std::vector<Suffix>, NUMBERS + 1> above_;
    int jokers_ = 0;
};

struct LabelRequest {
    Supply supply;                                    // as for the plain layers: jokers are all there are
    int from_rack = 0;                                // how many of them may come from the rack
    std::int64_t floor = NEVER;                       // only answers above this are wanted
    bool keep = false;                                // count old melds that stay as they lie
    int most_broken = 0;                              // with `keep`: how many need not
    std::uint64_t node_limit = ~0ull;
    std::uint64_t deadline_ns = 0;
};

struct LabelAnswer {
    bool found = false;
    bool complete = true;                             // false: the budget ran out before everything was seen
    std::int64_t value = 0;
    Table melds;
};

// Keeps its memory between calls. One per thread.
class Labels {
   public:
    LabelAnswer solve(const LabelRequest& request, const Settler& settler, const Ahead& ahead);

    std::uint64_t nodes = 0;                          // ways to use labels tried so far

   private:
    // A run with jokers: colour (2 bits), the number of its first place (4), which of its places are jokers (13).
    using Label = std::uint32_t;
    // Jokers that lie in finished melds: in new melds (4 bits), in old melds but from the rack (4), old and undisturbed (8).
    using Used = std::uint32_t;

    struct State {
        Key key;
        std::uint64_t keeping;                        // old runs being kept that are not yet finished
        std::array<Label, MAX_JOKERS> label;          // open labelled runs, 0 = none
        Used used;
        std::int32_t kept;                            // melds kept * 256 + tiles in them
        std::int64_t value;
        std::uint32_t parent;
        std::uint32_t chain;                          // melds finished or kept at this number
        Decision decision;

        bool same_labels(const State& other) const {
            return keeping == other.keeping && used == other.used && label == other.label;
        }
    };
    struct Link {
        std::uint32_t meld, next;                     // into melds_
    };
    struct Way {                                      // a joker group at some number, and whose jokers are in it
        Meld meld;
        Used used;
    };
    // The tiles of the number at hand that are still to be had.
    struct Hand {
        std::array<int, COLOURS> taken{};
    };

    void prepare();
    void go_on(State& state, Hand& hand, int at);     // each open labelled run: end it, or give it a tile or a joker
    void keep(State& state, Hand& hand, std::size_t from);
    void groups(State& state, Hand& hand, std::size_t from);
    void begin(State& state, Hand& hand, int from);
    void spend(const State& state, const Hand& hand);
    bool take(Hand& hand, int colour) const { return ++hand.taken[colour] <= request_->supply.have[colour][number_]; }
    int jokers_placed(const State& state) const;
    int jokers_promised(const State& state) const;    // labelled runs that have no joker yet
    OpenRuns open_runs(const State& state) const;
    void ways(const Meld& meld, std::vector<Used>& found) const;
    Meld meld_of(Label label, int end) const;
    bool is_pointless(Label label) const;
    void remember(State& state, const Meld& meld);
    void insert(const State& state);
    void grow();
    void keep_the_undominated();
    bool ends_well(const State& state, std::int64_t& value) const;
    void out_of_time();
    static std::uint64_t hash(const State& state);

    const LabelRequest* request_ = nullptr;
    const Settler* settler_ = nullptr;
    const Ahead* ahead_ = nullptr;
    int number_ = 0;
    std::uint32_t parent_ = 0;
    int jokers_ = 0;
    std::int64_t hope_ = 0;                           // what the rack's jokers can gain
    std::array<std::vector<int>, NUMBERS + 2> old_from_;   // old melds by their lowest place
    std::array<int, NUMBERS + 2> old_until_{};        // how many begin at or below a number
    std::array<std::vector<Way>, NUMBERS + 2> ways_;  // joker groups
    std::array<std::uint16_t, COLOURS> roles_{};      // numbers an old joker stands for, by colour
    std::array<GroupChoices, NUMBERS + 1> groups_;
    std::vector<State> states_;
    std::vector<Link> links_;
    std::vector<Meld> melds_;
    std::array<std::uint32_t, NUMBERS + 3> layer_{};
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1 << 10);
    std::vector<std::uint32_t> stamps_ = std::vector<std::uint32_t>(1 << 10);
    std::uint32_t stamp_ = 0;
    std::uint32_t begin_ = 0;
    std::unique_ptr<RunUses> uses_ = std::make_unique<RunUses>();
    Cells cells_;
    std::uint64_t last_node_ = ~0ull;
    bool out_of_budget_ = false;
};

}  // namespace tilewise
