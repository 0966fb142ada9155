// One step of the layered dynamic program: everything that can be done with the tiles of one number.
//
// The program walks the numbers 1..13. Between two numbers only this matters of the past: per colour, how
// many runs are open and whether they have 1, 2, or 3 and more tiles (van Rijn, Takes & Vis 2015). Write n1,
// n2, n3 for these counts. The step spends the tiles of number v: g of a colour go into groups, x into runs,
// the rest stay on the rack.
//
// Given how many tiles of a colour go into runs, the best use is forced (trick 1): extend the runs of length
// 1 and 2, which must go on, then the long ones, and only then start new runs. Proof: a run that starts at v
// beside a long run that ends at v-1 can be glued to it. So X run places at v lead to exactly one next state:
//     n1' = max(0, X - n1 - n2 - n3),   n2' = n1,   n3' = the rest of X.
//
// State key. Per colour three nibbles p1 = n1, p2 = n1 + n2, 7 - p3 with p3 = n1 + n2 + n3; then the jokers
// in use. In these coordinates "componentwise less or equal" means "at least as good" (trick 2, dominance): a
// long run can do whatever a shorter one or none can, a run of 2 whatever a run of 1 can. The unused top bit
// of each field makes the comparison one subtraction.
//
// The tricks, and where each is proved:
//    1  the use of run tiles is forced                                        above
//    2  drop dominated states                                                 above
//    3  a joker starts a run only below 12 or 13                              RunUses::add
//    4  count the jokers that the next two numbers will certainly need        RunUses::add
//    5  a tile that can extend a run does                                     RunUses::fill
//    6  a joker enters a run only where the real tiles are used up            RunUses::fill
//    7  groups only where a colour has more tiles than open runs              step
//    8  drop states that cannot reach the value wanted                        PlainProgram::least_for
//    9  spare jokers make up for worse runs                                   as_good_with_spares
//   10  in a crowded layer, try first to lay everything                       PlainProgram::expand_rest
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "game/tiles.h"

namespace tilewise {

using Key = std::uint64_t;

inline constexpr int MAX_OPEN = 7;  // open runs of one colour; 3 copies and the jokers never need more
inline constexpr int JOKER_SHIFT = 48;
inline constexpr Key JOKER_UNIT = Key{1} << JOKER_SHIFT;
inline constexpr Key GUARDS = 0x0080'8888'8888'8888;
inline constexpr Key NO_RUNS = 0x7007'0070'0700;  // p1 = p2 = p3 = 0 in every colour

constexpr int open_short(Key key, int c) { return static_cast<int>(key >> (12 * c)) & 7; }     // p1
constexpr int open_must(Key key, int c) { return static_cast<int>(key >> (12 * c + 4)) & 7; }  // p2
constexpr int open_all(Key key, int c) {
    return MAX_OPEN - (static_cast<int>(key >> (12 * c + 8)) & 7);
}  // p3
constexpr int runs_of_length(Key key, int c, int length) {  // 3: and more
    if (length == 1) return open_short(key, c);
    return length == 2 ? open_must(key, c) - open_short(key, c) : open_all(key, c) - open_must(key, c);
}
constexpr int shortest_run(Key key, int c) { return open_short(key, c) ? 1 : open_must(key, c) ? 2 : 3; }
// The amount that one more open run of this length adds to the key: p1, p2, and the complement of p3.
constexpr Key run_in_key(int c, int length) {
    return (static_cast<Key>((length == 1) | (length <= 2) << 4) << (12 * c)) - (Key{256} << (12 * c));
}
constexpr bool has_open_runs(Key key) { return (key & (JOKER_UNIT - 1)) != NO_RUNS; }
constexpr int jokers_in_use(Key key) { return static_cast<int>(key >> JOKER_SHIFT); }
constexpr bool at_least_as_good(Key a, Key b) { return (((b | GUARDS) - a) & GUARDS) == GUARDS; }

// Small numbers, one for each colour, spaced like the runs of a key: one operation handles all colours.
using Lanes = std::uint64_t;
inline constexpr Lanes ONE_EACH = 0x0010'0100'1001, LANE_GUARDS = ONE_EACH << 11;
inline constexpr Lanes LANE_FULL = 0x7FF;
constexpr Lanes lane(int c, int n = 1) { return static_cast<Lanes>(n) << (12 * c); }
constexpr int in_lane(Lanes lanes, int c) { return static_cast<int>(lanes >> (12 * c) & 0x7FF); }
constexpr Lanes lanes_of(const std::array<std::uint8_t, COLOURS>& each) {
    return lane(0, each[0]) | lane(1, each[1]) | lane(2, each[2]) | lane(3, each[3]);
}
constexpr Lanes lanes_short(Key key) { return key & 7 * ONE_EACH; }
constexpr Lanes lanes_must(Key key) { return key >> 4 & 7 * ONE_EACH; }
constexpr Lanes lanes_all(Key key) { return MAX_OPEN * ONE_EACH - (key >> 8 & 7 * ONE_EACH); }
constexpr int sum_of(Lanes lanes) { return static_cast<int>(lanes * ONE_EACH >> 36 & 0xFFF); }
// 1 in each lane in which `a` is not less than `b`.
constexpr Lanes not_less(Lanes a, Lanes b) { return ((a | LANE_GUARDS) - b) >> 11 & ONE_EACH; }
// The excess of each lane of `a` over that of `b`, or 0.
constexpr Lanes more_than(Lanes a, Lanes b) {
    const Lanes apart = (a | LANE_GUARDS) - b, more = apart & LANE_GUARDS;
    return apart & (more - (more >> 11));
}

// An upper bound on the jokers that make the runs of `a` as good as those of `b`.
constexpr int mending(Key a, Key b) {
    constexpr Key RUNS = JOKER_UNIT - 1, TOPS = GUARDS & RUNS, LACKING = 0xF00F'00F0'0F00,
                  BYTES = 0x0F0F'0F0F'0F0F;
    const Key apart = ((a & RUNS) | TOPS) - (b & RUNS), more = apart & TOPS;
    const Key worse = apart & (more - (more >> 3));  // by field, 0 where `a` is as good
    const Key twice = (worse & BYTES) + (worse >> 4 & BYTES), lacking = worse & LACKING;
    return static_cast<int>((twice + (lacking & BYTES) + (lacking >> 4 & BYTES)) * 0x0101'0101'0101 >> 40 &
                            0xFF);
}

// Trick 9: state `a` dominates `b` despite worse runs if it has used enough fewer jokers. One joker lengthens
// a run of 1 to 2, or of 2 to 3. Where `b` extends a long run that `a` lacks, `a` starts a new one, and two
// jokers make it long enough. So every continuation of `b` is open to `a`, with no more jokers in the end.
// Not inlined: its many constants would occupy the registers of its callers.
bool can_mend(Key a, Key b, int spare);
inline bool as_good_with_spares(Key a, Key b) {
    const int spare = jokers_in_use(b) - jokers_in_use(a);
    return at_least_as_good(a, b) || (spare > 0 && can_mend(a, b, spare));
}

// Which numbers of tiles per colour (0..3 each, two bits per colour) groups can use up, and with how many
// jokers. k groups can hold the counts g iff max(g) <= k and 3k <= sum(g) + jokers <= 4k: deal the colours
// round, one group after the other, and the sizes differ by at most one. More groups than needed would only
// cost more jokers.
struct GroupUse {
    std::uint8_t groups = 0;
    std::uint8_t jokers = 0;
};
constexpr std::array<GroupUse, 256> group_uses() {
    std::array<GroupUse, 256> uses{};
    for (int g = 1; g < 256; ++g) {
        int most = 0, sum = 0;
        for (int c = 0; c < COLOURS; ++c) most = std::max(most, g >> (2 * c) & 3), sum += g >> (2 * c) & 3;
        const int groups = std::max(most, (sum + 3) / 4);
        uses[g] = {static_cast<std::uint8_t>(groups),
                   static_cast<std::uint8_t>(std::max(0, 3 * groups - sum))};
    }
    return uses;
}
inline constexpr std::array<GroupUse, 256> GROUP_USES = group_uses();

// The choices made at one number: enough to lay the tiles out again. One word, because bytes that were
// written one by one are slow to read together.
class Decision {
   public:
    constexpr Decision() = default;
    // `groups`: tiles per colour, two bits each. `runs`: places per colour, a byte each; jokers among them in
    // the high nibble.
    constexpr Decision(std::uint8_t groups, std::uint32_t runs) : word_(std::uint64_t{groups} << 32 | runs) {}

    constexpr int groups() const { return static_cast<int>(word_ >> 32); }
    constexpr int tiles_in_groups(int c) const { return groups() >> (2 * c) & 3; }
    constexpr int places_in_runs(int c) const { return static_cast<int>(word_ >> (8 * c)) & 15; }
    constexpr int jokers_in_runs(int c) const { return static_cast<int>(word_ >> (8 * c + 4)) & 15; }

   private:
    std::uint64_t word_ = 0;
};

// A small number for each colour. As one word, all four are handled by one operation (no byte may overflow).
using FourBytes = std::array<std::uint8_t, COLOURS>;
constexpr std::uint32_t as_word(const FourBytes& bytes) { return std::bit_cast<std::uint32_t>(bytes); }
constexpr std::uint32_t in_each_byte(int n) { return 0x0101'0101u * static_cast<unsigned>(n); }

// The tiles of one number and some facts about the numbers above it.
struct Cells {
    int number = 0;
    int jokers = 0;                            // all there are
    FourBytes have{};                          // tiles that may be used here
    FourBytes need{};                          // tiles that must be used here
    FourBytes next{};                          // tiles that may be used at number + 1
    FourBytes after{};                         // tiles that may be used at number + 2
    FourBytes gap{};                           // how far up the next tile of this colour is (99: none)
    std::array<std::int64_t, COLOURS> gain{};  // worth of each tile used beyond need

    // Take out tiles that are used elsewhere; return their gain.
    std::int64_t take(int c, int tiles) {
        const int beyond_need = std::max(0, tiles - need[c]);
        have[c] = static_cast<std::uint8_t>(have[c] - tiles);
        need[c] = static_cast<std::uint8_t>(std::max(0, need[c] - tiles));
        return gain[c] * beyond_need;
    }
};

// One way to use a colour's tiles in runs.
struct alignas(8) RunUse {
    std::uint16_t nibbles;  // of the next state, as if the colour were the first
    std::uint8_t spent;     // jokers
    std::uint8_t cost;      // the same, and those that the next two numbers will certainly need
    std::int8_t extra;      // tiles used beyond need, those in groups included
    std::uint8_t decision;
};

// Numbers 0..3 of tiles of one colour, a bit each.
using Amounts = std::uint8_t;
inline constexpr int ALL_AMOUNTS = 1 << (MAX_COPIES + 1);

// Every count of tiles per colour that groups of one number can use up, given the tiles there are; the empty
// one first. As bit sets, so that a state finds its choices by an AND per colour.
struct GroupChoices {
    struct Word {  // 64 of the choices
        std::array<std::array<std::uint64_t, ALL_AMOUNTS>, COLOURS>
            taking;                            // those that take one of these amounts of colour c
        std::array<std::uint64_t, 4> costing;  // those that take at most n jokers (3: or more)
    };
    int count;
    int words;  // in use
    std::array<std::uint8_t, 256> choice;
    std::array<Word, 4> word;

    void work_out(const Cells& cells);

   private:
    void index();
};

// A cache of the choices by tiles and jokers, one per thread.
class KnownGroups {
   public:
    const GroupChoices& of(const Cells& cells) {
        FourBytes three_at_most = cells.have;
        if (as_word(cells.have) & in_each_byte(~MAX_COPIES & 0xFF))
            for (std::uint8_t& copies : three_at_most) copies = std::min<std::uint8_t>(copies, MAX_COPIES);
        const std::uint32_t have = as_word(three_at_most);  // two bits in each byte; now side by side
        const int at = static_cast<int>((have | have >> 6 | have >> 12 | have >> 18) & 0xFF) |
                       cells.jokers << 2 * COLOURS;
        return known_[at] ? *known_[at] : work_out(cells, at);
    }

   private:
    const GroupChoices& work_out(const Cells& cells, int at);

    std::array<std::unique_ptr<GroupChoices>, 256 * (MAX_JOKERS + 1)> known_;
};
KnownGroups& known_groups();  // of this thread
inline const GroupChoices& group_choices(const Cells& cells) { return known_groups().of(cells); }

// The uses of one colour at one number, by how many of its tiles are in groups: a range of RunUses each. The
// first use is by far the most common, so a copy of it lies here. The struct fills one cache line.
struct alignas(64) ColourUses {
    std::uint64_t tag = 0;                       // the case, packed (RunUses::tag_of); 0: empty
    std::array<RunUse, MAX_COPIES + 1> first{};  // by tiles in groups: the way that costs least
    std::array<std::uint16_t, MAX_COPIES + 2>
        begin{};              // by tiles in groups: all ways; they end where the next begin
    Amounts possible = 0;     // in groups: those for which there is a use of the rest ...
    Amounts forced = 0;       // ... and those for which there is exactly one
    Amounts beyond_runs = 0;  // of these, those that are at most the tiles beyond the open runs
};

// A cache of the uses of a colour. They depend on its open runs, its tiles here and on the next two numbers,
// and the jokers left: a few thousand cases that come up in turn after turn. If two cases share a slot the
// later one stays; a full cache is emptied.
class RunUses {
   public:
    // The part of each colour's tag that does not depend on the state: computed once per number.
    using Tags = std::array<std::uint64_t, COLOURS>;
    static Tags tags(const Cells& cells);

    // The uses of all colours. Valid until the next call.
    std::array<const ColourUses*, COLOURS> of(const Cells& cells, const Tags& tags, Key key,
                                              int jokers_left) {
        std::array<const ColourUses*, COLOURS> found;
        bool known = true;
        for (int c = 0; c < COLOURS; ++c) {
            const std::uint64_t tag = tag_of(cells, tags, key, c, jokers_left);
            found[c] = &slot(tag);
            known &= found[c]->tag == tag;
        }
        if (known) return found;
        work_out(cells, tags, key, jokers_left);
        return {&fresh_[0], &fresh_[1], &fresh_[2], &fresh_[3]};
    }
    const RunUse* at(std::uint16_t index) const { return uses_.data() + index; }

   private:
    static constexpr int SLOT_BITS = 12;
    static constexpr std::size_t MOST = 1 << 15;
    static constexpr std::size_t ONE_COLOUR = (MAX_COPIES + 1) *
                                              72;  // 7 tiles with 8 jokers at the very most

    static std::uint64_t tag_of(const Cells& cells, const Tags& tags, Key key, int c, int jokers_left) {
        return tags[c] | (key >> (12 * c) & 0xFFF) << 8 | static_cast<unsigned>(jokers_left) << 4 |
               (cells.gap[c] > jokers_left);
    }
    ColourUses& slot(std::uint64_t tag) { return slots_[tag * 0x9E37'79B9'7F4A'7C15ull >> (64 - SLOT_BITS)]; }
    void work_out(const Cells& cells, const Tags& tags, Key key,
                  int jokers_left);  // all colours, into fresh_
    ColourUses work_out(const Cells& cells, std::uint64_t tag, Key key, int c, int jokers_left);
    void fill(const Cells& cells, Key key, int c, int in_groups, int jokers_left);
    void add(const Cells& cells, Key key, int c, int places, int jokers, int extra, int jokers_left);

    std::vector<ColourUses> slots_ = std::vector<ColourUses>(1 << SLOT_BITS);
    std::vector<RunUse> uses_;
    std::array<ColourUses, COLOURS> fresh_;  // copies: two colours may want the same slot
};

inline RunUses::Tags RunUses::tags(const Cells& cells) {
    const auto pairs = [](const FourBytes& low, const FourBytes& high) {
        return std::bit_cast<FourBytes>(as_word(low) | as_word(high) << 4);
    };
    const FourBytes here = pairs(cells.have, cells.need), above = pairs(cells.next, cells.after);
    const unsigned kind = static_cast<unsigned>(std::max(0, cells.number - NUMBERS + 2) << 2);
    Tags tags;
    for (int c = 0; c < COLOURS; ++c)
        tags[c] = std::uint64_t{1} << 40 | static_cast<std::uint64_t>(here[c] | above[c] << 8) << 20 | kind |
                  (cells.gain[c] >= 0) << 1;
    return tags;
}

// The cache of this thread: all programs share it, and it outlives each solver.
inline RunUses& run_uses() {
    thread_local RunUses uses;
    return uses;
}

// The partial result of a step, colour by colour.
struct Spent {
    Key key;  // holds the jokers of the groups, and no runs yet
    std::int64_t value;
    std::uint32_t decision = 0;

    Spent with(const RunUse& use, int c, std::int64_t gain) const {
        return {key + (Key{use.nibbles} << (12 * c)) + (Key{use.spent} << JOKER_SHIFT),
                value + gain * use.extra, decision | std::uint32_t{use.decision} << (8 * c)};
    }
};

// Emit every combination of uses of the four colours, the groups `g` being chosen. The cheapest uses come
// first; `slack` is the number of jokers that they leave. Calls emit(next key, next value, decision).
template <class Emit>
[[gnu::noinline]] void spend_in_all_ways(const Cells& cells, const RunUses& uses,
                                         const std::array<const ColourUses*, COLOURS>& colour, int slack,
                                         std::uint8_t g, const Spent& none, Emit& emit) {
    std::array<const RunUse*, COLOURS> from, to;
    for (int c = 0; c < COLOURS; ++c) {
        const int n = g >> (2 * c) & 3;
        from[c] = uses.at(colour[c]->begin[n]), to[c] = uses.at(colour[c]->begin[n + 1]);
    }
    const int most_red = from[0]->cost + slack;
    for (const RunUse* red = from[0]; red < to[0] && red->cost <= most_red; ++red) {
        const Spent one = none.with(*red, 0, cells.gain[0]);
        const int most_blue = from[1]->cost + most_red - red->cost;
        for (const RunUse* blue = from[1]; blue < to[1] && blue->cost <= most_blue; ++blue) {
            const Spent two = one.with(*blue, 1, cells.gain[1]);
            const int most_yellow = from[2]->cost + most_blue - blue->cost;
            for (const RunUse* yellow = from[2]; yellow < to[2] && yellow->cost <= most_yellow; ++yellow) {
                const Spent three = two.with(*yellow, 2, cells.gain[2]);
                const int most_black = from[3]->cost + most_yellow - yellow->cost;
                for (const RunUse* black = from[3]; black < to[3] && black->cost <= most_black; ++black) {
                    const Spent all = three.with(*black, 3, cells.gain[3]);
                    emit(all.key, all.value, Decision(g, all.decision));
                }
            }
        }
    }
}

// The same. `forced`: each colour has exactly one use, which is the usual case.
template <class Emit>
void spend_on_runs(const Cells& cells, const RunUses& uses,
                   const std::array<const ColourUses*, COLOURS>& colour, bool forced, int left,
                   std::uint8_t g, Key key, std::int64_t value, Emit& emit) {
    const RunUse &red = colour[0]->first[g & 3], &blue = colour[1]->first[g >> 2 & 3],
                 &yellow = colour[2]->first[g >> 4 & 3], &black = colour[3]->first[g >> 6];
    const int slack = left - red.cost - blue.cost - yellow.cost - black.cost;
    if (slack < 0) return;
    if (!forced) return spend_in_all_ways(cells, uses, colour, slack, g, Spent{key, value}, emit);
    const Key runs = red.nibbles + (Key{blue.nibbles} << 12) + (Key{yellow.nibbles} << 24) +
                     (Key{black.nibbles} << 36);
    const Key spent = static_cast<Key>(red.spent + blue.spent + yellow.spent + black.spent) << JOKER_SHIFT;
    const std::int64_t gain = cells.gain[0] * red.extra + cells.gain[1] * blue.extra +
                              cells.gain[2] * yellow.extra + cells.gain[3] * black.extra;
    emit(key + runs + spent, value + gain,
         Decision(g, red.decision | blue.decision << 8 | yellow.decision << 16 |
                         std::uint32_t{black.decision} << 24));
}

// One whole step: the same for every choice of groups. `every_group`: ignore trick 7.
//
// Trick 7: groups are worth trying only if some colour in them has at least as many tiles more than open runs
// as the groups take. Otherwise dissolve one group: each of its tiles extends an open run instead, the value
// stays, longer runs stay open and no joker is spent, so the dissolved choice dominates.
template <class Emit>
void step(const Cells& cells, const RunUses::Tags& tags, const GroupChoices& groups, RunUses& uses, Key key,
          std::int64_t value, Emit&& emit, bool every_group = false) {
    const int jokers_left = cells.jokers - jokers_in_use(key);
    const std::array<const ColourUses*, COLOURS> colour = uses.of(cells, tags, key, jokers_left);
    const Key bare = key & ~(JOKER_UNIT - 1);
    if (groups.count == 1) {  // no groups
        if (!(colour[0]->possible & colour[1]->possible & colour[2]->possible & colour[3]->possible & 1))
            return;
        const bool forced = colour[0]->forced & colour[1]->forced & colour[2]->forced & colour[3]->forced & 1;
        return spend_on_runs(cells, uses, colour, forced, jokers_left, 0, bare, value, emit);
    }
    for (int w = 0; w < groups.words; ++w) {
        const GroupChoices::Word& word = groups.word[w];
        // Sets of choices, a bit each: those possible, those with a reason to try them (trick 7), those in
        // which the use of the other tiles is forced.
        std::uint64_t possible = word.costing[std::min(jokers_left, 3)], worth_trying = w == 0,
                      forced = ~std::uint64_t{0};
        for (int c = 0; c < COLOURS; ++c) {
            possible &= word.taking[c][colour[c]->possible];
            forced &= word.taking[c][colour[c]->forced];
            worth_trying |= word.taking[c][colour[c]->beyond_runs];
        }
        if (!every_group) possible &= worth_trying;
        for (; possible; possible &= possible - 1) {
            const int i = std::countr_zero(possible);
            const std::uint8_t g = groups.choice[64 * w + i];
            const int jokers = GROUP_USES[g].jokers;
            spend_on_runs(cells, uses, colour, forced >> i & 1, jokers_left - jokers, g,
                          bare + jokers * JOKER_UNIT, value, emit);
        }
    }
}

template <class Emit>
void step(const Cells& cells, const GroupChoices& groups, RunUses& uses, Key key, std::int64_t value,
          Emit&& emit, bool every_group = false) {
    step(cells, RunUses::tags(cells), groups, uses, key, value, std::forward<Emit>(emit), every_group);
}

}  // namespace tilewise
