// The layers for Twist: number tiles and jokers of all four kinds, with no rule about where an old joker may lie, or with the most important one.
//
// The answer is an upper bound for every turn with a double, a colour change or a mirror, and with a layout that the rules
// accept (twist_layout.cpp) it is the answer. It is a relaxation: whatever the rules allow, this program allows, with at least
// as much gain. Where it allows more, the rules refuse the layout and the exact program decides below the bound.
//
// A run lives in the plain state (step.h), special jokers or not:
//   C after a run over v-1   makes it a token until a tile of another colour follows; with that it is a plain run of three tiles or more
//   D after a run over v-1   makes it a token for one number; over v+1 it is a plain run again, one tile longer
// So between two numbers the state is the plain one, the jokers of each kind that are in use, and a few tokens (D, M).
//
// What need not be tried (each by an exchange, in which a joker that is not needed becomes spare, see below):
//  - A run of six tiles or more falls into two, if each part has three and a number tile. So D or C after a run of three or
//    more is useful only if a number tile follows at once: "yyy D y", "yyy C r". Otherwise cut before the joker.
//  - Of the jokers between two tiles a C can be the last one, with a tile after it, so that the run has three tiles then, however long it was. Two open runs of one
//    colour may change what follows, so the C goes to the shorter one. (Of the jokers that cross a cut each way lays its own, in any order, but a D that crosses it stays where it is.)
//    A C with no tile after it ends a run of three.
//  - A run begins with a number tile. A joker in front moves to the end; if the run would go beyond 13, it ends over 12 or 13,
//    and then, if three tiles are left without it, the joker is spare, and otherwise the run is short by one or two: at 13
//    every run that is too short may be paid for with a J, D or C each ("topped up" in front).
//  - Spare jokers. The plain program leaves spare classic jokers to the end, where a run nearly always has room. The same is
//    claimed here of D, C and M. That is false at times, and then allows more: a bound may.
//  - So a state with fewer jokers in use is at least as good, and the counts are coordinates of the dominance like the others.
//  - M joins two rows that are alike; rows of three need no M to be melds. So M "excuses" short rows: one column of a run or two, or two columns of
//    one number and different colours (a group). A column holds two tiles, or one and a joker opposite; columns of jokers only are dropped at the ends.
//    Two columns hold three tiles at least: two tiles and one of two jokers are a meld, and M and the other joker are spare. But in "r C M b C",
//    which is r and C, then C and b, the tiles are of different colours: so a column of a tile and a C may be followed by one of another colour and a C.
//  - D in a group: with two number tiles, or with one and a J (a D fills two of the four places).
//  - D in a mirror fills two columns. If it lies opposite two tiles, or a tile and a J or C, these make a run or group with it (short rows are paid
//    for, see above), and what is left of the mirror is shorter, or its rows have three tiles each. So the only mirror with a D, and the only one with a column of
//    jokers between others, is "r5 D M r7 D": r5 and D, two Ds, D and r7.
//  - Trick 7 of step.h for these: an open run that no tile extends here (it ends, or a J goes on with it) is lonely. If there are as
//    many lonely runs of each colour in a group with a D as it has tiles, the tiles extend them instead: the runs are longer, and D and J
//    are left. The same holds of each column of a mirror: its tiles extend runs, its joker is left, and what remains is the same mirror
//    without this column (of "r5 D M r7 D" a run of r7 and two Ds). If it was the lowest of a run, the mirror begins one number later, with
//    the M that is left now; and if it was the only one, the M is spare.
// If mirrors must be used (mirrors_need), a mirror that is left is no gain: states are compared only if they use as many, the exchange of a column
// must leave another one, and mirrors of any length with any jokers are tried. Columns of jokers only then have one on each side; a D fills its side of two columns.
// With the rule about new sets (reunions.h) a row with jokers stays a token until its last tile says all about it, and a C changes the colour at once to one that is chosen; J is put to rows one by one, as D and C are, and groups with
// jokers are chosen one by one. The exchanges hold still: they leave fewer tiles beside a joker, and where they move it, reunions.h does not look that closely. But those
// that take a mirror apart lay its jokers elsewhere, so all mirrors are tried. A longer run may hold more: where that matters, states are compared only if they have as many short ones.
// The tricks of step.h hold for the runs that no special joker takes: they are proved there for given open runs and tiles left,
// and a run that is cut or glued here stays a run. Trick 4 looks two numbers ahead; every D and C left may mend one run there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jokers.h"
#include "layers.h"
#include "reunions.h"
#include "twist_loose.h"

namespace tilewise {

// Where old jokers stood, so that of equal answers one is found in which many stay.
struct OldPlaces {
    std::array<std::array<std::uint8_t, NUMBER_KINDS>, JOKER_KINDS> at{};  // by kind and the (first) tile it stood for
    std::array<std::array<bool, NUMBERS + 2>, JOKER_KINDS> group{};        // in a group of this number

    explicit OldPlaces(const JokerRules& jokers);
    OldPlaces() = default;
};

inline constexpr std::size_t FEW_TWIST_STATES = 16;  // of a layer

struct TwistRequest {
    Supply supply;                                   // number tiles and all classic jokers
    std::array<int, JOKER_KINDS> jokers{};           // all there are, by kind
    bool is_sparing = false;                         // at each number one joker at most is put, beside those of the plain step, mirrors hold no others and no D is in a group: a look that may miss
    std::int64_t floor = NEVER;                      // only answers above this are wanted
    int mirrors_need = 0;                            // mirrors that must be used, of all there are
    std::array<int, MIRROR - CLASSIC> must_lie{};    // so many J, D and C must not be left over: a look that may miss, for a joker also finds places that the layers do not try
    OldPlaces old;
    const Reunions* reunions = nullptr;              // the rule about new sets, as far as they know it; none: any joker anywhere
    std::uint64_t node_limit = ~0ull;
    std::uint64_t deadline_ns = 0;
};

// Melds without the spare jokers; those of less than three tiles want some of them in front. And melds that are left alone.
struct TwistLayout {
    Table melds;
    Table frozen;
    std::array<int, JOKER_KINDS> spares{};
};

enum class TwistOutcome { SOLVED, NOTHING_ABOVE_FLOOR, NO_BOUND, PAUSED };

// The layers, from number to number. Keeps its memory between calls.
class TwistLayers {
   public:
    explicit TwistLayers(TwistMeter& meter) : meter_(&meter) {}

    // Only answers above the floor are wanted.
    void begin(const TwistRequest& request, std::int64_t floor, int mirrors_need);
    // The next number, at most so many of its states. `beyond`: what the other way knows. False: the budget ran out.
    bool advance(std::size_t most_states, const TwistBeyond& beyond, const TwistMeeting& meeting);
    int number() const { return number_; }                 // the last one done
    std::size_t width() const { return states_.size() - begin_; }
    bool is_cut() const { return is_cut_; }                // not all states were gone on with

    // The most that answers up to the floor may be worth, if that is more than the request's; all states must have been gone on with.
    std::int64_t missed() const { return floor_.missed; }

    bool found() const { return found_; }                  // after 13
    std::int64_t value() const { return best_.value; }
    int mirrors() const { return used(best_.key, MIRROR - CLASSIC); }
    TwistLayout layout() const;

    // ---- a token: an open row that a special joker was put to
    using Token = std::uint32_t;
    static constexpr int MIRRORED = 4;                     // colour: 0..3 of a run, 4..7 of a mirror, 8 a mirror of any colour
    static constexpr int CHANGED = 9;                      // 9..12 a run after a C, by its colour before it; 13 any colour may follow
    // The length of a mirror says what its last column is: a tile and a C; a tile and a J or D; two tiles, or jokers only; or it is pending on both sides.
    static constexpr int CHANGES = 2, OF_ONE = 1, OF_TWO = 3, BOTH = 2;
    static constexpr std::uint8_t NO_JOKER = 9;
    using Bond = Reunions::Bond;
    static constexpr Token token_of(int colour, int length, bool pending, Bond bond = {}) {
        return static_cast<Token>(bond.away) << 24 | static_cast<Token>(bond.held) << 8 | static_cast<Token>((bond.binds ? 128 : 0) | colour << 3 | (pending ? 4 : 0) | length);
    }
    static constexpr int colour_in(Token token) { return token >> 3 & 15; }
    static constexpr bool is_pending(Token token) { return token & 4; }   // a double fills the next number
    static constexpr int length_in(Token token) { return token & 3; }     // never 0
    static constexpr Bond bond_in(Token token) { return {(token & 128) != 0, static_cast<Reunions::Melds>(token >> 8), static_cast<Reunions::Kinds>(token >> 24)}; }
    // A mirror after a column of this colour (COLOURS: jokers only), with a joker of this kind in it, if any.
    static constexpr Token mirror_token(int colour, int kind, Bond bond) {
        const int length = colour == COLOURS || kind == NO_JOKER ? OF_TWO : kind == COLOUR_CHANGE - CLASSIC ? CHANGES : OF_ONE;
        return token_of(MIRRORED + colour, length, kind == DOUBLE - CLASSIC, bond);
    }
    static constexpr Token changed_token(int colour) { return token_of(CHANGED + colour, 3, false); }
    static constexpr bool is_changed(Token token) { return colour_in(token) >= CHANGED; }
    static constexpr bool is_mirror(Token token) { return colour_in(token) >= MIRRORED && !is_changed(token); }
    static constexpr bool is_changing(Token token) { return is_mirror(token) && length_in(token) == CHANGES && !is_pending(token); }

    // ---- what was done at a number beside the plain step, in order
    enum class Act : std::uint8_t { BEGIN, PUT, GO_ON, COLUMN, REFLECT, GROUP };
    struct Action {
        Act act;
        std::uint8_t slot = 0;                       // token of the state, for GO_ON and COLUMN
        std::uint8_t colour = 0;
        std::uint8_t length = 0;                     // of the run that a joker is put to; tiles of a column, or of this number that a row takes; columns of a mirror
        std::uint8_t kind = NO_JOKER, other = NO_JOKER;  // of the jokers that are put
        std::uint8_t to = COLOURS;                   // the row is a plain run of this colour after this number
        Token token = 0;                             // the row has this token after this number; neither: it ends
        std::array<std::uint8_t, COLOURS> tiles{};   // of a group with jokers, mirrored or not, by colour
        std::uint8_t classics = 0, doubles = 0;      // jokers in it
    };

   private:
    static constexpr int J = 0, D = 1, C = 2, M = 3;   // kinds of jokers
    static constexpr int MOST_TOKENS = 8, MOST_ACTIONS = 4 * MOST_TOKENS;
    static constexpr std::uint32_t NOT_KEPT = ~0u;
    struct Tokens : std::array<Token, MOST_TOKENS> { // the largest first, then 0
        bool operator==(const Tokens& other) const {
            for (int i = 0; i < MOST_TOKENS; ++i) {
                if ((*this)[i] != other[i]) return false;
                if (!other[i]) return true;
            }
            return true;
        }
    };
    static constexpr int FIELD = 4;                  // bits of a joker count, with guard
    struct State {
        Key key;
        Tokens tokens;
        std::int64_t value;
        std::int32_t bonus;                          // jokers where they stood
        std::uint32_t parent;
        std::uint32_t actions;                       // at the last number, in done_: where they begin, and how many
        Chosen decision;
        std::uint8_t action_count;
        std::uint16_t left = 0;                      // jokers for the numbers above, as TwistBeyond counts them
    };
    // What decides the order in which states are compared: those with the same tokens lie together, the best first.
    struct Rank {
        std::uint64_t tokens;                        // as a number: others hardly ever have the same
        std::int64_t value;
        Key key;
        std::uint32_t state;
    };
    // A state while its tokens are resolved and special jokers are put.
    struct Work {
        Key key;                                     // open runs left, and jokers in use
        Key joined = 0;                              // runs that are plain again after this number
        Lanes taken = 0;                             // tiles of this number
        Tokens out{};                                // tokens after this number
        int outs = 0;
        int left = 0;                                // jokers for the numbers above, as TwistBeyond counts them
        int unpaid = 0;                              // at 13: jokers that short rows want
        Lanes joined_count = 0, joined_must = 0;     // of these, and those of two tiles
        std::int32_t bonus = 0;
        bool has_put = false;                        // a joker at this number, by choice
        int actions = 0;                             // in doing_
    };

    struct Mirror {
        Action action;
        Lanes tiles, colours;                        // how many of each, and 1 for each
    };

    static constexpr Key field(int kind) { return Key{15} << (JOKER_SHIFT + FIELD * kind); }

    bool is_dominated(Key key, Key by) const;
    bool has_other_lengths(Key key, Key than) const;
    static constexpr int longer(int length) { return std::min(3, length + 1); }
    static constexpr Key unit(int kind) { return Key{1} << (JOKER_SHIFT + FIELD * kind); }
    static int used(Key key, int kind) { return static_cast<int>(key >> (JOKER_SHIFT + FIELD * kind)) & 7; }
    int left(const Work& work, int kind) const { return request_->jokers[kind] - used(work.key, kind); }
    int left_to_pay(const Work& work) const { return left(work, J) + left(work, D) + left(work, C); }
    Lanes tiles_left(const Work& work) const { return have_ - work.taken; }
    int short_of(const Work& work) const;
    bool take(Work& work, int c, int count = 1) const { return in_lane(work.taken += lane(c, count), c) <= cells_.have[c]; }
    // 1 for each colour of which there are more tiles than open runs. In the others, a tile less leaves a run lonely.
    Lanes plenty(const Work& work) const { return not_less(tiles_left(work), lanes_all(work.key) + ONE_EACH); }
    void put(Work& work, int kind, int count = 1) const { work.key += unit(kind) * count, work.left -= beyond_->step(kind) * count; }
    bool may_put(const Work& work) const { return !(request_->is_sparing && work.has_put); }
    void note(Work& work, const Action& action);
    std::uint32_t keep_actions(int count);
    void join(Work& work, int c, int length);
    void leave(Work& work, Token token);

    void expand(std::uint32_t index);
    void resolve(const Work& work, int slot);
    void resolve_run(const Work& work, int slot);
    void resolve_mirror(const Work& work, int slot);
    void resolve_changed(const Work& work, int slot);
    bool obeys(Bond bond) const { return !(bond.binds || (bond.away && number_ == NUMBERS)) || !request_->reunions->is_whole(bond.held, number_); }
    bool may_end(Bond bond) const { return !bond.away || !request_->reunions->is_whole(bond.held, number_ - 1); }
    Bond with_tiles(Bond bond, int tiles, int colour) const;
    Bond with_joker(Bond bond, int kind, int colour) const;
    Bond of_mirror(const Action& mirror) const;
    bool binds_in_column(int kind, int colour, int tiles) const;
    bool may_be_group(const Action& action, bool mirrored) const;
    int most_alike(const Action& action) const;
    int classics_for_runs(const Work& work) const { return request_->reunions ? 0 : left(work, J); }  // of the plain step
    void put_joker(Work work, Action action, Bond bond, int length, int to, int alike, auto&& then);
    void put_to_run(Work work, int kind, int colour, int length, int to, int alike, auto&& then);
    void go_on_with(Work& work, Action& action, int colour, int length, Bond bond);
    void promise(const Work& work, int from);
    void classic_runs(const Work& work, int from, int alike = 0);
    void double_runs(const Work& work, int from, int alike = 0);
    void change_runs(const Work& work, int from);
    void change_and_wait(const Work& work, int from);
    void change_to_colours(const Work& work, int from);
    bool can_go_on(const Work& work, int colour) const;
    // Whether mirrors must be tried that fall into other melds, because a mirror must be used or its jokers may not lie elsewhere.
    bool any_mirror() const { return mirrors_need_ || request_->reunions; }
    void list_mirrors();
    void mirror(const Work& work, std::size_t from);
    bool can_reflect(const Work& work, const Mirror& mirror) const;
    void reflect(Work& work, Action action);
    bool can_be_mirrored_on(const Work& work, int c, int kind) const;
    void list_groups();
    void joker_groups(const Work& work, std::size_t from, int alike);
    void spend(const Work& work);
    void spend_at_the_top(const Work& work, const Cells& cells, std::int64_t value);
    std::int32_t bonus_of(const Decision& decision) const;
    // The tiles of this number for the plain step, if so many special jokers are left to mend runs above it. Found once for all states.
    struct PlainCells {
        bool is_known = false;
        Cells cells;
        RunUses::Tags tags;
        Lanes next, after;
    };
    const PlainCells& plain_cells(int specials);
    // What is left for the numbers above is too little for what they must still gain.
    bool is_hopeless(const Work& work) { return overflow_ || floor_.refuses(current_.value + beyond_->most(number_ - 1, number_, work.left)); }
    bool can_meet(const State& state);
    void insert(State& state);
    static std::uint64_t hash(const Tokens& tokens);
    static std::uint64_t hash(const State& state);
    void keep(std::size_t most);
    void keep_the_undominated();
    void keep_those_that_meet();
    void keep_these();
    void keep_the_best(std::size_t most);

    const TwistRequest* request_ = nullptr;
    Floor floor_;                                    // of this pass
    std::int64_t most_gain_ = 1;                     // of a tile
    int mirrors_need_ = 0;
    Key must_match_ = 0;                             // counts of jokers that must be used: in these, one more is no worse
    const TwistBeyond* beyond_ = nullptr;
    const TwistMeeting* meeting_ = nullptr;
    TwistMeter* meter_;
    int number_ = 0;
    Cells cells_;
    Lanes have_ = 0, next_ = 0, after_ = 0;          // of these, all colours at once
    std::array<PlainCells, MAX_JOKERS + 1> plain_cells_;
    const GroupChoices* groups_ = nullptr;
    std::vector<Mirror> mirrors_;                    // that may begin here
    struct JokerGroup {
        Action action;
        Lanes colours;                               // 1 for each
        int most_alike;
    };
    std::vector<JokerGroup> groups_with_jokers_;
    std::uint32_t parent_ = 0;
    State current_{};
    std::vector<State> states_;
    std::vector<Rank> ranks_;                        // of the states of a layer
    std::vector<Key> keys_;                          // of those that are kept
    std::vector<std::pair<int, std::uint32_t>> order_;  // of a layer that is cut, and what is left of it
    std::vector<State> best_states_;
    std::array<Action, MOST_ACTIONS> doing_;         // of the work in hand
    std::vector<Action> done_;                       // of all states
    std::uint32_t kept_actions_ = 0;                 // those of the work in hand in done_, NOT_KEPT: not yet
    LayerIndex index_;
    std::uint32_t begin_ = 0;
    State best_{};
    bool found_ = false;
    bool is_cut_ = false;                            // not all states were gone on with
    bool overflow_ = false;                          // of the budget, of tokens, or of open runs: there is no answer
};

// The layers from below and from above, against each other. Keeps its memory between calls. One per thread.
//
// Both ways first meet, loosely (twist_loose.h): that bounds what can be reached, as closely as it mostly is. Then each target, the highest first, is asked for with the
// real jokers; as all is known by then that can still come of a state, that costs next to nothing. What one turn costs is the way to the meeting.
class Twist {
   public:
    // Both ways set out. False: there are more jokers than they can count.
    bool set_out(const TwistRequest& request);
    // They go on until they meet. NOTHING_ABOVE_FLOOR: there is no target. NO_BOUND: the budget is spent. PAUSED: so many states are behind them; asked again, they go on from there, for
    // answers above the floor of then.
    TwistOutcome meet(const TwistRequest& request, std::uint64_t patience = ~0ull);
    // The first part of this: SOLVED if the way from above has come down.
    TwistOutcome come_down(const TwistRequest& request, std::uint64_t patience);
    std::int64_t most() const { return most_; }      // that number tiles may gain
    // What is asked for: at first the most; then less, but no more than the last answer has left. False: that was all above the floor.
    std::int64_t target() const { return target_; }
    void aim_at(std::int64_t target);
    bool aim_lower(const TwistRequest& request);
    // The best answer that gains the target or more and uses so many mirrors.
    TwistOutcome reach(const TwistRequest& request, int mirrors_need);
    // An answer that gains as much, with what is known since both ways have set out, and a few states of each layer. NO_BOUND: others were left out.
    TwistOutcome look(const TwistRequest& request, std::int64_t target, int mirrors_need, std::size_t few);
    std::int64_t value() const { return up_.value(); }   // of that answer
    int mirrors() const { return up_.mirrors(); }
    TwistLayout layout() const { return up_.layout(); }

    // All of this: the first target that can be reached with no rule about old jokers.
    TwistOutcome solve(const TwistRequest& request);

    // What the numbers above some cuts gain in answers above the floor, as far as that is cheap; nothing: too many jokers of a kind.
    // Valid until the next call.
    const TwistBeyond* look_from_above(const TwistRequest& request);

    std::uint64_t nodes() const { return meter_.nodes; }
    void forget_nodes() { meter_.nodes = 0; }

   private:
    void forget(const TwistRequest& request);
    void share_out(const TwistRequest& request, int for_down);
    bool is_longer_than(std::uint64_t patience) const { return meter_.nodes - set_out_at_ > patience; }
    bool get_ready(const TwistRequest& request);
    TwistOutcome walk(const TwistRequest& request, int mirrors_need, std::size_t most_states);

    TwistMeter meter_;
    Supply right_way_up_, upside_down_;              // for the loose layers
    LooseLayers up_to_meet_{meter_, LooseLayers::Way::UP}, down_{meter_, LooseLayers::Way::DOWN};
    TwistLayers up_{meter_};
    TwistBeyond above_{}, below_{};                  // what the ways tell each other
    TwistMeeting from_above_{}, from_below_{};
    std::uint64_t set_out_at_ = 0, down_began_at_ = 0;  // by the meter
    int for_down_ = 0;                               // jokers for the way from above, until both meet
    std::int64_t most_ = 0, target_ = 0;
    std::int64_t missed_ = 0;                        // the most that answers below the target may be worth
    bool is_ready_ = false;                          // for this target
};

}  // namespace tilewise
