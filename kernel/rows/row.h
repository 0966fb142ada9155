// A row: a meld with jokers that the row program is building, as a token of a state and as the actions that
// lead to it.
#pragma once

#include <array>
#include <cstdint>

#include "rows/gain_by_jokers.h"
#include "rows/new_set_rule.h"

namespace tilewise {

inline constexpr std::uint8_t NO_JOKER = 9;

// An open row that a joker was put to; 0: none. Its fields:
//   colour   0..3 of a run, 4..7 of a mirrored run, 8 a mirrored run of any colour
//   pending  a double fills the next number
//   length   1, 2, or 3 and more; of a mirror it encodes the contents of its last column
//   bond     the facts that the new-set rule needs (new_set_rule.h)
class RowToken {
   public:
    using Bond = NewSetRule::Bond;
    static constexpr int MIRRORED = 4;
    // The last column of a mirror: a tile and a J or D; a tile and a C; two tiles or jokers only; pending on
    // both sides.
    static constexpr int OF_ONE = 1, CHANGES = 2, OF_TWO = 3, BOTH = 2;

    constexpr RowToken() = default;
    constexpr RowToken(int colour, int length, bool pending, Bond bond)
        : bits_(static_cast<std::uint32_t>(bond.away) << 24 | static_cast<std::uint32_t>(bond.held) << 8 |
                static_cast<std::uint32_t>((bond.binds ? 128 : 0) | colour << 3 | (pending ? 4 : 0) |
                                           length)) {}

    // A mirror after a column of this colour (COLOURS: jokers only), with a joker of this kind in it, if any.
    static constexpr RowToken of_mirror(int colour, int kind, Bond bond) {
        const int length = colour == COLOURS || kind == NO_JOKER ? OF_TWO : kind == C ? CHANGES : OF_ONE;
        return {MIRRORED + colour, length, kind == D, bond};
    }

    constexpr explicit operator bool() const { return bits_; }
    constexpr auto operator<=>(const RowToken&) const = default;
    constexpr std::uint32_t bits() const { return bits_; }
    constexpr int colour() const { return bits_ >> 3 & 15; }
    constexpr bool is_pending() const { return bits_ & 4; }
    constexpr int length() const { return bits_ & 3; }  // never 0
    constexpr Bond bond() const {
        return {(bits_ & 128) != 0, static_cast<NewSetRule::Melds>(bits_ >> 8),
                static_cast<NewSetRule::Kinds>(bits_ >> 24)};
    }
    constexpr bool is_mirror() const { return colour() >= MIRRORED; }
    constexpr bool is_changing() const { return is_mirror() && length() == CHANGES && !is_pending(); }
    constexpr bool is_doubled_on_both_sides() const {
        return is_mirror() && is_pending() && length() == BOTH;
    }

   private:
    std::uint32_t bits_ = 0;
};

// One thing that was done at a number beside the plain step.
struct RowAction {
    enum Type : std::uint8_t {
        BEGIN,    // a tile begins a row that gets a joker next
        PUT,      // a joker is put to a plain run
        GO_ON,    // a tile, a joker or nothing goes on with a row
        COLUMN,   // a mirrored run gets a column
        REFLECT,  // a mirror begins
        GROUP     // a group with jokers
    };
    Type type;
    std::uint8_t slot = 0;  // token of the state, for GO_ON and COLUMN
    std::uint8_t colour = 0;
    // Of the run that a joker is put to; tiles that a row or column takes; columns of a mirror.
    std::uint8_t length = 0;
    std::uint8_t kind = NO_JOKER, other = NO_JOKER;  // of the jokers that are put
    std::uint8_t to = COLOURS;                  // the row is a plain run of this colour after this number ...
    RowToken token{};                           // ... or has this token; neither: it ends
    std::array<std::uint8_t, COLOURS> tiles{};  // of a group with jokers, mirrored or not, by colour
    std::uint8_t classics = 0, doubles = 0;     // jokers in it
};

}  // namespace tilewise
