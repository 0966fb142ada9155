// The layered program without joker rules: number tiles and jokers that may be anything, anywhere.
//
// It answers most turns outright (no joker lies on the table), and bounds the others from above and below.
#pragma once

#include <cstdint>
#include <span>
#include <optional>
#include <vector>

#include "layer_index.h"
#include "step.h"
#include "tiles.h"

namespace tilewise {

// A value for each colour and number, [colour][number]; those of one number lie together. 0 and 14, 15 stay empty.
template <class Value>
class Grid {
   public:
    struct Row {
        Grid* grid;
        int colour;
        Value& operator[](int number) const { return grid->of_[number][colour]; }
    };
    struct ConstRow {
        const Grid* grid;
        int colour;
        const Value& operator[](int number) const { return grid->of_[number][colour]; }
    };
    Row operator[](int colour) { return {this, colour}; }
    ConstRow operator[](int colour) const { return {this, colour}; }
    std::array<Value, COLOURS>& of(int number) { return of_[number]; }
    const std::array<Value, COLOURS>& of(int number) const { return of_[number]; }

   private:
    std::array<std::array<Value, COLOURS>, NUMBERS + 3> of_{};
};

// How many of each tile may and must be used, and what each one beyond the need is worth.
struct Supply {
    Grid<std::uint8_t> have;
    Grid<std::uint8_t> need;
    Grid<std::int64_t> gain;
    int jokers = 0;                // classic jokers that may be used
    int jokers_need = 0;           // of which these must be
    std::int64_t joker_gain = 0;   // worth of each joker used beyond the need
    int mended = 0;                // runs of a colour that may go on over any number without a tile (twist_ahead.h)

    // Puts a meld of the table in (1) or takes it out (-1): its tiles must be used.
    void add(const Meld& meld, int times);

    // The layer of one number; `jokers` as above. `reach`: how far up a gap matters, for no jokers bridge a wider one.
    Cells cells(int number, int reach = NUMBERS) const;

    // The same with the numbers turned over, 13 for 1.
    Supply upside_down() const;

    // No tiles of this number.
    bool is_empty(int number) const { return have.of(number) == std::array<std::uint8_t, COLOURS>{}; }

    // What is gained at this number if everything worth laying is laid.
    std::int64_t most_gain(int number) const;
};

// An arrangement: melds of number tiles and classic jokers.
struct Layout {
    Table melds;
    std::int64_t value = 0;        // what the tiles used beyond the need are worth, spare jokers included
    int spares = 0;                // jokers that are still to be placed
};

// above[v][j]: the most that tiles with numbers greater than v can gain with j jokers that may be anything.
using Above = std::array<std::array<std::int64_t, MAX_JOKERS + 1>, NUMBERS + 1>;
inline constexpr std::int64_t NEVER = -(std::int64_t{1} << 60);

// least[v]: what a state over the numbers 1..v must be worth to matter.
using Least = std::array<std::int64_t, NUMBERS + 1>;

// A state of the program run downwards: its open runs go on below.
struct Suffix {
    Key key;
    std::int64_t value;
};

// Lays the decisions of the numbers 1..13 out as melds. Runs rise; spare jokers are not placed.
void lay_out(std::span<const Decision, NUMBERS> decisions, Table& melds);

// Adds up to `count` spare jokers to a run that has room or to a group of three; returns how many found a place.
int place_spares(Meld& meld, int count);

// The solver; keeps its memory between calls. One per thread.
class Layers {
   public:
    enum class Outcome { SOLVED, IMPOSSIBLE, OUT_OF_NODES };

    // The best arrangement; IMPOSSIBLE: what must be used cannot be. Jokers that are not needed are left to the caller as
    // spares: nearly always some run has room for them. If none has, `layout.value` is still an upper bound. Only arrangements
    // worth `wanted` count.
    Outcome solve(const Supply& supply, Layout& layout, std::int64_t wanted = NEVER);

    // Found by running the program on the mirrored numbers (14 - v), where "above v" is "so far". False: out of nodes.
    bool best_above(const Supply& supply, Above& above);

    // The same, state by state, best first: what the numbers above each one want from below. States that no arrangement
    // worth `wanted` can hold are left out. False: out of nodes.
    bool from_above(const Supply& supply, std::array<std::vector<Suffix>, NUMBERS + 1>& above, std::int64_t wanted = NEVER);

    std::uint64_t nodes = 0;         // states expanded so far
    std::uint64_t node_limit = ~0ull;
    std::uint64_t deadline_ns = 0;   // 0 = none

   private:
    struct State {
        Key key;
        std::int64_t value;
        std::uint32_t parent;
        Chosen decision;
    };

    void begin();
    [[gnu::noclone]] int advance(const Supply& supply, const Least& least, int number, std::size_t crowd);
    bool forward(const Supply& supply, const Least& least);
    int forward_until_crowded(const Supply& supply, const Least& least);
    bool go_on(int number, std::int64_t enough, const Supply& supply, const Least& least, const Least& high);
    bool backward(const Supply& supply, std::int64_t wanted = NEVER);
    std::span<const State> above_number(int number) const;
    [[gnu::noinline]] static std::size_t insert_among_few(State* layer, std::size_t size, Key key, std::int64_t value, std::uint32_t parent, Chosen decision);
    void insert_among_many(const State& state);
    void index_the_few();
    void make_room(std::size_t more) {
        if (end_ + more > states_.size()) states_.resize(2 * (end_ + more));
    }
    void keep_the_undominated();
    std::size_t best_end(const Supply& supply) const;
    std::int64_t end_value(const Supply& supply, const State& state) const;

    std::vector<State> states_;                         // all layers, one after the other, and room for more
    std::size_t end_ = 0;                               // of those in use
    std::array<std::size_t, NUMBERS + 2> layer_{};      // where each begins
    LayerIndex index_;
    std::size_t begin_ = 0;                             // of the layer being filled
};

}  // namespace tilewise
