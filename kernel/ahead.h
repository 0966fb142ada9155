// A bound that sees the state: what the numbers above can still gain, given the runs that are open below.
//
// The plain program is run once from the top downwards (on mirrored numbers). At every number its states say what the
// numbers above can gain and which open runs they want from below. A state that fits none of those that gain enough
// cannot lead to an answer worth having.
#pragma once

#include "layers.h"

namespace tilewise {

// Open runs over one number, by colour: how many of length 1, of at most 2, and all; and the jokers placed so far.
struct OpenRuns {
    std::array<int, COLOURS> one{}, two{}, all{};
    int jokers = 0;

    OpenRuns() = default;
    explicit OpenRuns(Key key);
    void add(int colour, int length);
    void add(Key key);
};

// What the numbers above can gain, by what they want from below.
class Ahead {
   public:
    // Holds for the parts of arrangements worth `wanted`. False: the layers ran out of nodes, there is no bound.
    bool fill(const Supply& supply, Layers& layers, std::int64_t wanted);

    // The most that numbers above `number` can gain from these open runs; NEVER if they cannot go on at all.
    std::int64_t most(const OpenRuns& open, int number) const;

    // Whether they can gain that much.
    bool reaches(const OpenRuns& open, int number, std::int64_t gain) const;

    // The most from any open runs.
    std::int64_t most(int number) const { return above_[number].empty() ? NEVER : above_[number].front().value; }

   private:
    bool fits(const OpenRuns& open, const Suffix& above) const;

    std::array<std::vector<Suffix>, NUMBERS + 1> above_;
    int jokers_ = 0;
};

}  // namespace tilewise
