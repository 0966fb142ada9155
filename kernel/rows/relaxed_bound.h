// The relaxed bound: one pass from 13 down to 2 that bounds the gain of the numbers above each cut.
//
// A cut is the border between two numbers. The pass allows whatever the row program allows, and more, so that
// there are few states and each is small:
//  - J, D and C are counted together, then D and C for the places that only they can fill. Wherever any joker
//    could lie (at the end of a run, in a group, or between two tiles) the plain step places "one of them".
//  - Spare jokers make up for worse runs (trick 9 of step.h).
//  - A C is of use only between two tiles, as the last of the jokers there. The run then waits for a tile of
//    any colour and is a long one, so only the shortest run of a colour is tried.
//  - A D is of use only between two tiles too. After its second number the run waits for a tile of its own
//    colour, as a run of two tiles does, so it is taken for one.
//  - Mirrors need not be used, so only those are tried that cannot be cut into other melds: one or two
//    columns.
//
// Claim: a table worth more than the threshold has, above each cut, a state of this pass that gains as much
// there, has placed no more jokers than the table's rows with a tile above the cut hold, and whose open runs
// join those below (row_matching.h). Proof. Cut each meld that can be cut (a run of six, a mirror of three
// columns) and drop the jokers that are then not needed. In each remaining row, move the jokers after its
// last tile before its first; jokers between two tiles stay on their side of the cut. So a row with all tiles
// below the cut leaves nothing above, and a row that crosses the cut leaves its jokers on either side. Only a
// D over both numbers, or a mirror with columns on both sides, crosses the cut itself: it is counted on both
// sides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/budget.h"
#include "plain/layer_index.h"
#include "plain/step.h"
#include "plain/supply.h"
#include "rows/gain_by_jokers.h"
#include "rows/row_matching.h"

namespace tilewise {

// In rows a key counts four kinds of jokers, each with a guard. The plain step sees the first of them.
inline constexpr Key ALL_GUARDS = 0x8888'8888'8888'8888;
inline constexpr Key PLAIN_PART = (Key{1} << (JOKER_SHIFT + 3)) - 1;

// Rows that wait for more than a plain run does, a byte each, the largest first.
class WaitingRows {
   public:
    using Row = std::uint8_t;
    // With a colour added where there is one. A mirror is known by its last column: two tiles; a tile and a
    // J, C or D; two D.
    static constexpr Row DOUBLED = 1, OF_TWO = 5, OF_ONE = 9, CHANGING = 13, HALF_DOUBLED = 17, DOUBLES = 21;
    static constexpr Row CHANGED = 22, CHANGED_DOUBLED = 23;

    static constexpr bool is_doubled(Row row) { return row < OF_TWO; }
    static constexpr bool is_mirror(Row row) { return row >= OF_TWO && row <= DOUBLES; }
    static constexpr bool is_pending(Row row) {
        return is_doubled(row) || (row >= HALF_DOUBLED && row != CHANGED);
    }

    WaitingRows() = default;
    bool operator==(const WaitingRows&) const = default;
    std::uint64_t hash() const { return rows_ * 0x9E37'79B9'7F4A'7C15ull >> 32; }
    bool is_full() const { return rows_ >> 56; }
    explicit operator bool() const { return rows_; }
    Row first() const { return static_cast<Row>(rows_); }
    WaitingRows others() const { return WaitingRows(rows_ >> 8); }
    int changed() const;  // runs that wait for a tile of any colour
    void add(Row row);

   private:
    explicit WaitingRows(std::uint64_t rows) : rows_(rows) {}
    std::uint64_t rows_ = 0;
};

// Keeps its memory between calls. One per thread.
class RelaxedBound {
   public:
    explicit RelaxedBound(Budget& budget) : budget_(&budget) {}

    // Forget everything: until `compute`, every gain counts as possible. False: more jokers than can be
    // counted.
    bool reset(const Supply& supply, const JokerCounts& jokers);

    // Run the pass, for tables worth more than `threshold`. False: the budget ran out; the bounds
    // computed so far hold.
    bool compute(std::int64_t threshold, std::uint64_t node_limit);

    // The most that the number tiles of such a table gain.
    std::int64_t most() const { return gains_.most(0, 1, gains_.index(jokers_)); }
    const GainByJokers& gains() const { return gains_; }
    const RowMatching& matching() const { return matching_; }

   private:
    static constexpr int FIELD = 4;  // bits of a joker count in a key, with guard
    struct State {
        Key key;
        std::int64_t value;
    };
    // States with the same waiting rows, none of them as good as another.
    struct Bucket {
        WaitingRows waiting;
        std::vector<State> states;
        void add(const State& state);
    };
    // The states of a layer. Keeps its memory.
    class Layer {
       public:
        void clear() { count_ = 0, index_.clear(); }
        Bucket& bucket(WaitingRows waiting);
        std::span<const Bucket> buckets() const { return {buckets_.data(), count_}; }

       private:
        std::vector<Bucket> buckets_;
        std::uint32_t count_ = 0;  // of those in use
        LayerIndex index_{1 << 6};
    };
    // A state while its rows are resolved and special jokers are placed.
    struct Work {
        Key key;                                  // open runs left, and jokers in use
        int changed = 0;                          // runs that wait for a tile of any colour
        Key joined = 0;                           // runs that are plain again after this number
        Lanes taken = 0;                          // tiles of this number
        Lanes joined_count = 0, joined_must = 0;  // of the joined runs: all, and those of two tiles
        Lanes must_later = 0;                     // runs that need a tile two numbers above
        WaitingRows waiting{};                    // after this number
    };
    // A mirror that may begin here: a column of a run, or two of a group.
    struct Mirror {
        Lanes tiles;                                            // how many of each colour
        Key jokers;                                             // in use, as in a key
        WaitingRows::Row row;                                   // if a second column can follow ...
        bool goes_on, goes_on_with_joker, goes_on_with_change;  // ... at all, if there is a joker, or a C
    };
    // The mirrors of the list, a bit each, for which there is enough: tiles of a colour beyond the open runs,
    // and jokers of each kind. The last entry of each means "or more".
    struct Possible {
        std::array<std::array<std::uint64_t, 3>, COLOURS> tiles;
        std::array<std::array<std::uint64_t, 3>, 3> jokers;  // J (any), D, C
    };
    // The tiles left for the plain step after special jokers took theirs. Few different cases come up, so
    // they are cached.
    struct Leftover {
        std::uint64_t question = 0;
        std::uint32_t stamp = 0;  // valid only if it equals the current stamp
        int lacking = 0;          // jokers that the joined runs need at the next number
        Lanes next = 0;           // the tiles of the next number that they leave
        std::int64_t gain = 0;    // of the tiles taken
        Cells cells;
        RunUses::Tags tags{};
    };

    static constexpr Key unit(int kind) { return Key{1} << (JOKER_SHIFT + FIELD * kind); }
    static constexpr Key in_use(int kind) {
        return kind == D || kind == C ? unit(kind) + unit(J) : unit(kind);
    }
    static int used(Key key, int kind) { return static_cast<int>(key >> (JOKER_SHIFT + FIELD * kind)) & 7; }
    int left(Key key, int kind) const { return all_[kind] - used(key, kind); }
    int specials_left(Key key, int kind) const { return std::min(left(key, kind), left(key, J)); }
    bool take(Work& work, int c, int count = 1) const {
        return in_lane(work.taken += lane(c, count), c) <= cells_.have[c];
    }
    void join(Work& work, int c, int length) const;
    void keep_open(Work& work, WaitingRows::Row row);
    int short_of(const Work& work) const {
        return sum_of(more_than(lanes_must(work.key), have_ - work.taken));
    }

    bool advance();
    void record();
    void resolve(const Work& work, WaitingRows rest);
    void resolve_changed(const Work& work, WaitingRows rest);
    void resolve_mirror(const Work& work, WaitingRows::Row row, WaitingRows rest);
    void place_doubles(const Work& work, int from);
    void place_changes(const Work& work, int from);
    void list_mirrors();
    void place_mirrors(const Work& work, std::size_t from);
    const Leftover& leftover(const Work& work, int specials);
    void lay_rest(const Work& work);

    Budget* budget_;
    JokerCounts jokers_{};
    std::array<int, JOKER_KINDS> all_{};  // the same, J with D and C
    Supply supply_;                       // reversed: the pass runs upwards on 14 - v
    GainByJokers gains_{};
    RowMatching matching_{};
    std::int64_t threshold_ = NEVER;
    std::uint64_t last_node_ = 0;
    int number_ = 0;         // reversed: 14 - v
    std::int64_t rest_ = 0;  // the most that the numbers still to come gain
    Cells cells_;
    Lanes have_ = 0, next_ = 0, after_ = 0;  // of these, all colours at once
    std::array<Leftover, 64> leftovers_{};   // by the hash of the question
    std::uint32_t stamp_ = 0;
    const GroupChoices* groups_ = nullptr;
    std::vector<Mirror> mirrors_;
    Possible possible_;
    std::int64_t value_ = 0;  // of the state in hand
    Layer layer_, next_layer_;
    bool overflow_ = false;  // of the budget, of waiting rows, or of open runs
};

}  // namespace tilewise
