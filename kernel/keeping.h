// Which old melds to break, so that all others can stay as they lie: the plain layers over the whole table, once for all sets.
//
// What stays is laid aside number by number, and the step has the rest. Jokers may be anything: a bound, for the rules about jokers
// are asked later. A state knows which melds are broken so far. It is beaten by one that breaks none but these, has the same old
// runs to lay aside further up, and does as well otherwise. So to break a meld for nothing is beaten at once, and what comes to the end are the
// sets that suffice and hold no smaller one.
//
// States that break few melds come first, through all numbers; those that break one more grow out of them. No state gains
// more above a number than the whole table does (ahead.h), and what is wanted is the most there is: few states matter.
#pragma once

#include "ahead.h"

namespace tilewise {

using MeldSet = std::uint64_t;     // of the old table, a bit each
constexpr MeldSet one_meld(std::size_t index) { return MeldSet{1} << index; }

// Keeps its memory between calls. One per thread.
class Keeping {
   public:
    // `supply` is that of the whole turn, `wanted` what the play must be worth. What it is given must live on.
    void prepare(const Table& before, const Supply& supply, std::int64_t wanted, Layers& layers);

    // All sets of this size that suffice while jokers may be anything. False: out of nodes.
    bool sets_of(int size, std::vector<MeldSet>& found);

    // The rack, and the tiles and jokers of these melds.
    Supply supply_with(MeldSet broken) const;

   private:
    struct State {
        Key key;                                      // jokers of melds that stay are in use from their number on
        std::int64_t value;
        MeldSet broken;
        int lost;                                     // how many these are
    };
    struct Part {                                     // of an old meld: what lies at one number
        MeldSet meld;
        std::array<int, COLOURS> tiles{};
        int jokers = 0;
        int colour = 0, length = 0;                   // of a run up to here, if it goes on above
    };

    void take_apart(const Meld& meld, MeldSet index);
    void search(int lost);
    void choose(int number, const State& state, MeldSet open, int more);
    void lay_aside(int number, const State& state);
    void add_the_undominated(int number);
    void extend(MeldSet broken, std::size_t from, int more, std::vector<MeldSet>& found) const;

    const Table* before_ = nullptr;
    const Supply* supply_ = nullptr;
    Layers* layers_ = nullptr;
    Ahead ahead_;                                     // of the whole turn
    std::int64_t wanted_ = 0;                         // of number tiles, whatever the rack's jokers gain
    std::array<Cells, NUMBERS + 1> cells_;
    std::array<std::vector<Part>, NUMBERS + 1> parts_;
    std::array<MeldSet, NUMBERS + 1> begin_{};        // old melds, by their lowest number
    std::array<MeldSet, NUMBERS + 1> go_on_{};        // old runs that go on above a number
    std::array<std::vector<State>, NUMBERS + 1> states_;  // by number
    std::vector<State> next_, merged_;
    int searched_ = 0;                                // all states that break fewer are known
    bool out_of_nodes_ = false;
};

}  // namespace tilewise
