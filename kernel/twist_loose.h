// The layers for Twist, loosely: a bound that both ends of the numbers can meet with, and no layout.
//
// They allow whatever twist.h allows, and more, so that there are fewer states and each is small:
//  - J, D and C are counted together, then D and C for what only they can do: two numbers of a run, another colour, a mirror. Wherever any joker could lie, at
//    the end of a run or in a group, the plain step lays "one of them", and so it does between two tiles of a run, where really only a J may.
//  - A joker more that is left of these makes up for worse runs (trick 9 of step.h).
//  - A C is of use only between two tiles, the last of the jokers there. A run after it waits for a tile of any colour, whatever it was before, and is a long one then.
//    So of the runs of a colour only the shortest is tried.
//  - Of the jokers between two tiles each way lays those on its own side of a cut, in any order; only a D that lies on the cut stays where it is. Take tables in which they lie
//    in the order D, J, C from below: then from below no D follows a C. From above one does, if it crosses the cut. (Below that cut the row goes on as it lies: a C and a D are
//    placed, and a tile is awaited. So what the way from above goes on with has a partner at every cut.)
//  - A D is of use only between two tiles too. After its second number the run waits for a tile of its own: as one of two tiles does, so it is taken for that.
//  - No mirror must be used, so those of twist.h are enough that fall into no other melds: one column, or two.
// What the numbers beyond a cut gain is told to the other way (twist_beyond.h, twist_meeting.h).
//
// Neither way has to go on with all states: the jokers are shared out. Those that a state has placed never grow fewer from number to number, so on each way the states with few of them come first,
// and most tables need so many that both ways end near the middle. Let the way from above go on with states that have placed up to b jokers, and the way from below with those up to
// a, without the jokers that cross the cut; a and b together are all jokers but one. Claim: of a table worth more than the floor there are, over some number, a state from below that is the first
// above a, and one from above up to b, which go together (twist_meeting.h); or one up to a over 12, and any from above.
// Proof. Take the states of the table over each number (twist_beyond.h): the jokers of the one from above, and those of the one from below that do not cross the cut, are at most all there are. If the
// way from below goes on with its states up to 12, both are there over 12. Else let m be the first number with more than a: the state from above has at most b over m and over all
// higher numbers. A state that beats another has placed no more, and spares no more than it mends (trick 9), so the way that goes on with it does not exceed the other's either.
// So the way from above is told to the other one, which meets it at once where it comes above a. And where a state from above has more than b, over the numbers below m, the one from below has a or fewer: then the
// way from above can go on with many jokers, and only with what the way from below can meet. Over numbers below every such m that holds of all states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "layer_index.h"
#include "layers.h"
#include "twist_beyond.h"
#include "twist_meeting.h"

namespace tilewise {

// In Twist a key counts four kinds of jokers, each with a guard. The plain step sees the first of them.
inline constexpr Key ALL_GUARDS = 0x8888'8888'8888'8888;
inline constexpr Key PLAIN_PART = (Key{1} << (JOKER_SHIFT + 3)) - 1;

// How much may be spent, by all layers together.
struct TwistMeter {
    std::uint64_t nodes = 0;
    std::uint64_t last_node = 0;
};

// What is worth no more than the floor is left; the most that it may be worth, if that is more than was missed already, is remembered.
struct Floor {
    std::int64_t value = NEVER, missed = NEVER;
    bool refuses(std::int64_t most) {
        if (most > value) return false;
        missed = std::max(missed, most);
        return true;
    }
};

// Rows that wait for more than a plain run does, a byte each, the largest first.
class Waiting {
   public:
    using Row = std::uint8_t;
    // With a colour added where there is one. Of a mirror it tells the last column: two tiles; a tile and a J, a C, a D; two D.
    static constexpr Row DOUBLED = 1, OF_TWO = 5, OF_ONE = 9, CHANGING = 13, HALF_DOUBLED = 17, DOUBLES = 21, CHANGED = 22, CHANGED_DOUBLED = 23;

    static constexpr bool is_doubled(Row row) { return row < OF_TWO; }
    static constexpr bool is_mirror(Row row) { return row >= OF_TWO && row <= DOUBLES; }
    static constexpr bool is_pending(Row row) { return is_doubled(row) || (row >= HALF_DOUBLED && row != CHANGED); }  // a double fills the next number

    bool operator==(const Waiting&) const = default;
    std::uint64_t hash() const { return rows_ * 0x9E37'79B9'7F4A'7C15ull >> 32; }
    bool is_full() const { return rows_ >> 56; }
    explicit operator bool() const { return rows_; }
    Row first() const { return static_cast<Row>(rows_); }
    Waiting others() const { return Waiting(rows_ >> 8); }
    void add(Row row) {
        int at = 0;
        while ((rows_ >> at & 0xFF) > row) at += 8;
        const std::uint64_t before = (std::uint64_t{1} << at) - 1;
        rows_ = (rows_ & before) | std::uint64_t{row} << at | (rows_ & ~before) << 8;
    }
    Waiting() = default;

   private:
    explicit Waiting(std::uint64_t rows) : rows_(rows) {}
    std::uint64_t rows_ = 0;
};

// One way, from number to number. Keeps its memory between calls.
class LooseLayers {
   public:
    enum class Way { UP, DOWN };
    LooseLayers(TwistMeter& meter, Way way) : meter_(&meter), way_(way) {}

    // What is done with states that have placed more than their share: they are left, or meet the other way at once, or are gone on with if they can meet it.
    enum class Others { LEAVE, MEET, FOLLOW };
    // `jokers`: all there are, by kind; of the supply, J, D and C together. `share`: of all kinds; for MEET, without those that cross the cut.
    void begin(const Supply& supply, const JokersLeft& jokers, int share, Others others);
    // Only answers above the floor are wanted, and until then. The floor may rise on the way.
    void want(std::int64_t floor, std::uint64_t deadline_ns) { want(floor, deadline_ns, floor); }
    void want(std::int64_t floor, std::uint64_t deadline_ns, std::int64_t missed) { floor_ = {floor, missed}, deadline_ns_ = deadline_ns; }
    std::int64_t missed() const { return floor_.missed; }
    // The next number. `beyond`, `meeting`: what the other way knows of states that meet those above the share. False: the budget ran out.
    bool advance(const TwistBeyond& beyond, const TwistMeeting& meeting);
    int number() const { return number_; }                        // the last one done
    std::size_t width() const { return layers_[number_].size(); }
    void tell(TwistBeyond& beyond, TwistMeeting& meeting) const;  // what the numbers so far gain, for the other way
    // The last layer meets the other way.
    void meet(const TwistMeeting& meeting);
    // The most that both gain together where they met over this number, if that is above the floor.
    std::int64_t most(int number) const { return most_[number]; }
    // Back to the layer over this number, and on from there with all jokers. From another number on every state must meet the other way.
    void follow(int number, int all_must) { number_ = number, all_must_ = all_must, others_ = Others::FOLLOW; }

   private:
    static constexpr int J = 0, D = 1, C = 2, M = 3;              // J: with D and C
    static constexpr int FIELD = 4;                               // bits of a joker count in a key, with guard
    struct State {
        Key key;
        std::int64_t value;
    };
    // States with the same rows that wait, none of them as good as another.
    struct Bucket {
        Waiting waiting;
        std::vector<State> states;
        void add(const State& state);
    };
    // The states of a layer. Keeps its memory.
    class Layer {
       public:
        void clear() { count_ = 0, index_.forget(); }
        Bucket& bucket(Waiting waiting);
        std::size_t size() const;
        bool is_empty() const { return !count_; }
        std::span<const Bucket> buckets() const { return {buckets_.data(), count_}; }

       private:
        std::vector<Bucket> buckets_;
        std::uint32_t count_ = 0;                                 // of those in use
        LayerIndex index_{1 << 6};
    };
    // A state while its rows are resolved and special jokers are put.
    struct Work {
        Key key;                                                  // open runs left, and jokers in use
        int left;                                                 // jokers for the numbers above
        int placed;                                               // jokers, as they are shared out
        int changed = 0;                                          // runs that wait for a tile of any colour
        Key joined = 0;                                           // runs that are plain again after this number
        Lanes taken = 0;                                          // tiles of this number
        Lanes joined_count = 0, joined_must = 0;                  // of these, and those of two tiles
        Lanes must_later = 0;                                     // runs that want a tile two numbers above
        Waiting waiting{};                                        // after this number
    };
    // A mirror that may begin here: a column of a run, or two of a group.
    struct Mirror {
        Lanes tiles;                                              // how many of each colour
        Key jokers;                                               // in use, as in a key
        int step;                                                 // and as TwistBeyond counts them
        int count;                                                // and together
        Waiting::Row row;                                         // if a second column can follow ...
        bool goes_on, goes_on_with_joker, goes_on_with_change;    // ... at all, if there is a joker, or a C
    };
    // The mirrors of the list, a bit each, for which there is enough: of a colour, tiles beyond the open runs; of each kind of jokers. The last of each: or more.
    struct Possible {
        std::array<std::array<std::uint64_t, 3>, COLOURS> tiles;
        std::array<std::array<std::uint64_t, 3>, 3> jokers;       // J (any), D, C
    };
    // What is left of the tiles of this number for the plain step, and of the next two, if these are taken, so many runs want a tile of the next ones, and so
    // many special jokers are left to mend runs above. Works have few such questions, so the answers are kept.
    struct Leftover {
        std::uint64_t question = 0;
        std::uint32_t stamp = 0;                                  // of the number it was asked for
        int lacking = 0;                                          // jokers that the runs want at the next one
        Lanes next = 0;                                           // what is left of the next one
        std::int64_t gain = 0;                                    // of the tiles taken
        Cells cells;
        RunUses::Tags tags{};
    };

    static constexpr Key unit(int kind) { return Key{1} << (JOKER_SHIFT + FIELD * kind); }
    static constexpr Key in_use(int kind) { return kind == D || kind == C ? unit(kind) + unit(J) : unit(kind); }
    static int used(Key key, int kind) { return static_cast<int>(key >> (JOKER_SHIFT + FIELD * kind)) & 7; }
    int left(Key key, int kind) const { return all_[kind] - used(key, kind); }
    int specials_left(Key key, int kind) const { return std::min(left(key, kind), left(key, J)); }
    static JokerBytes placed(Key key);
    int left_by_count(Key key) const;
    bool take(Work& work, int c, int count = 1) const { return in_lane(work.taken += lane(c, count), c) <= cells_.have[c]; }
    void put(Work& work, int kind) const { work.key += in_use(kind), work.left -= beyond_->step(kind), ++work.placed; }
    void join(Work& work, int c, int length) const;
    void leave(Work& work, Waiting::Row row);
    int short_of(const Work& work) const { return sum_of(more_than(lanes_must(work.key), have_ - work.taken)); }
    // A state over this number with so many jokers is not gone on with, or what can meet it is known. (Over the first number all states are told.)
    bool is_left(int placed) const { return others_ == Others::LEAVE && placed > share_ && number_ > 1; }
    bool is_met(int placed, int number) const { return others_ != Others::LEAVE && (placed > share_ || number >= all_must_); }
    bool is_hopeless(const Work& work) { return overflow_ || is_left(work.placed) || (is_met(work.placed, number_) && floor_.refuses(value_ + before_[work.left])); }

    void resolve(const Work& work, Waiting rest);
    void resolve_changed(const Work& work, Waiting rest);
    void resolve_mirror(const Work& work, Waiting::Row row, Waiting rest);
    void double_runs(const Work& work, int from);
    void change_runs(const Work& work, int from);
    void list_mirrors();
    void mirror(const Work& work, std::size_t from);
    const Leftover& leftover(const Work& work, int specials);
    void spend(const Work& work);
    void meet(const State& state, Waiting waiting);
    // What crosses the cut is counted on both sides: jokers in rows that wait, and how many of these wait for a tile of any colour.
    struct Crossing {
        JokerBytes jokers = 0;
        int step = 0;
        int changed = 0;
    };
    static Crossing crossing(Waiting waiting, const TwistBeyond& beyond);
    static int jokers_placed(Key key) { return used(key, J) + used(key, M); }
    bool can_follow(const State& state, const Crossing& crossing, int number, int left);
    std::int64_t most_with(const State& state, const Crossing& crossing, int number, const TwistMeeting& meeting, std::int64_t least) const;

    TwistMeter* meter_;
    Way way_;
    const Supply* supply_ = nullptr;
    const TwistBeyond* beyond_ = nullptr;
    TwistBeyond::Over before_, after_this_;                       // what is gained beyond this number, and with it
    std::int64_t rest_ = 0;                                       // what the numbers beyond gain at most
    Floor floor_;
    std::uint64_t deadline_ns_ = 0;
    int number_ = 0;
    std::array<int, JOKER_KINDS> all_{};                          // jokers, the first with D and C
    int classics_ = 0;                                            // J alone
    Cells cells_;
    Lanes have_ = 0, next_ = 0, after_ = 0;                       // of these, all colours at once
    std::array<Leftover, 64> leftovers_{};                        // by the hash of the question
    std::uint32_t stamp_ = 0;
    const GroupChoices* groups_ = nullptr;
    std::vector<Mirror> mirrors_;
    Possible possible_;
    std::int64_t value_ = 0;                                      // of the state in hand
    std::array<Layer, NUMBERS> layers_;                           // over each number
    Layer* next_layer_ = nullptr;
    int share_ = 0;
    Others others_ = Others::LEAVE;
    int all_must_ = NUMBERS;                                      // meet the other way, from this number on
    const TwistMeeting* meeting_ = nullptr;
    std::array<std::int64_t, NUMBERS> most_{};                    // with the other way, over each number
    bool overflow_ = false;                                       // of the budget, of rows that wait, or of open runs: there is no answer
};

}  // namespace tilewise
