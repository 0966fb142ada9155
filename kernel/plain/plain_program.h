// The plain program: number tiles, and classic jokers that may be anything, anywhere.
//
// It walks the numbers 1 to 13 and keeps, after each, every state that no other one beats (step.h). It
// answers turns without jokers on the table outright and bounds all others from above.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/budget.h"
#include "plain/layer_index.h"
#include "plain/layout.h"
#include "plain/step.h"
#include "plain/supply.h"

namespace tilewise {

// A state of the program when it runs from 13 downwards: its open runs continue below.
struct Suffix {
    Key key;
    std::int64_t value;
};

enum class Outcome { SOLVED, IMPOSSIBLE, OUT_OF_BUDGET };

// Keeps its memory between calls. One per thread.
class PlainProgram {
   public:
    explicit PlainProgram(Budget& budget) : budget_(&budget) {}

    // Find the best arrangement worth at least `wanted`. IMPOSSIBLE: there is none. Jokers that no meld needs
    // are returned as spares; nearly always some run has room for them. If none has, `layout.value` is still
    // an upper bound.
    Outcome solve(const Supply& supply, Layout& layout, std::int64_t wanted = NEVER);

    // Run the program from 13 downwards, on the numbers 14 - v. `above[v]` receives the states of the numbers
    // above v, the best first: their gain, and the runs that must continue below. False: out of budget.
    bool states_above(const Supply& supply, std::array<std::vector<Suffix>, NUMBERS + 1>& above);

   private:
    struct State {
        Key key;
        std::int64_t value;
        std::uint32_t parent;
        Decision decision;
    };
    // The least value that a state after the numbers 1..v needs to be kept.
    using Least = std::array<std::int64_t, NUMBERS + 1>;
    static Least least_for(const Supply& supply, std::int64_t wanted);

    void begin();
    [[gnu::noclone]] int advance(const Supply& supply, const Least& least, int number, std::size_t crowd);
    bool expand_rest(int number, std::int64_t enough, const Supply& supply, const Least& least,
                     const Least& high);
    bool run_backward(const Supply& supply);
    std::span<const State> above_number(int number) const;
    [[gnu::noinline]] static std::size_t insert_among_few(State* layer, std::size_t size, Key key,
                                                          std::int64_t value, std::uint32_t parent,
                                                          Decision decision);
    void insert_among_many(const State& state);
    void index_the_few();
    void make_room(std::size_t more) {
        if (end_ + more > states_.size()) states_.resize(2 * (end_ + more));
    }
    void drop_dominated();
    std::size_t best_end(const Supply& supply) const;
    std::int64_t end_value(const Supply& supply, const State& state) const;

    Budget* budget_;
    std::vector<State> states_;                     // all layers, one after the other, and room for more
    std::size_t end_ = 0;                           // of those in use
    std::array<std::size_t, NUMBERS + 2> layer_{};  // where each begins
    LayerIndex index_;
    std::size_t begin_ = 0;  // of the layer being filled
};

}  // namespace tilewise
