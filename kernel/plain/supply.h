// The tiles that a program may and must lay, by colour and number, and classic jokers.
#pragma once

#include <array>
#include <cstdint>

#include "plain/step.h"

namespace tilewise {

// The value of something impossible. Sums of a few of them do not overflow.
inline constexpr std::int64_t NEVER = -(std::int64_t{1} << 60);

// A value for each colour and number, [colour][number]; those of one number lie together. 0, 14 and 15 stay
// empty.
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

// How many of each tile may be used (`have`) and must be used (`need`), and the worth of each extra one.
struct Supply {
    Grid<std::uint8_t> have;
    Grid<std::uint8_t> need;
    Grid<std::int64_t> gain;
    int jokers = 0;               // classic jokers that may be used
    int jokers_need = 0;          // of which these must be
    std::int64_t joker_gain = 0;  // worth of each joker used beyond the need
    // Tiles of each colour that the look-ahead (trick 4) may count on at every number, besides `have`: those
    // of joker melds that continue a run (state_bound.h).
    int mended = 0;

    // Take out the number tiles of a meld of the table.
    void remove(const Meld& meld);

    // The tiles of one number. `reach`: how far up a gap matters, for no jokers bridge a wider one.
    Cells cells(int number, int reach = NUMBERS) const;

    // The same with number v in place of 14 - v.
    Supply reversed() const;

    // Whether there are no tiles of this number.
    bool is_empty(int number) const { return have.of(number) == std::array<std::uint8_t, COLOURS>{}; }

    // The gain of this number if everything worth laying is laid.
    std::int64_t most_gain(int number) const;
};

}  // namespace tilewise
