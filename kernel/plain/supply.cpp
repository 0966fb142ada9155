#include "plain/supply.h"

namespace tilewise {

void Supply::remove(const Meld& meld) {
    for (Tile tile : meld) {
        if (is_joker(tile)) continue;
        --have[colour_of(tile)][number_of(tile)];
        --need[colour_of(tile)][number_of(tile)];
    }
}

Cells Supply::cells(int number, int reach) const {
    Cells cells;
    cells.number = number;
    cells.jokers = jokers;
    cells.have = have.of(number);
    cells.need = need.of(number);
    cells.gain = gain.of(number);
    cells.next = std::bit_cast<FourBytes>(as_word(have.of(number + 1)) + in_each_byte(mended));
    cells.after = std::bit_cast<FourBytes>(as_word(have.of(number + 2)) + in_each_byte(mended));
    cells.gap.fill(99);
    for (int up = std::min(reach, NUMBERS - number); up >= 1; --up)
        for (int c = 0; c < COLOURS; ++c)
            if (have.of(number + up)[c]) cells.gap[c] = static_cast<std::uint8_t>(up);
    return cells;
}

Supply Supply::reversed() const {
    Supply other = *this;
    for (int number = 1; number <= NUMBERS; ++number) {
        other.have.of(number) = have.of(NUMBERS + 1 - number);
        other.need.of(number) = need.of(NUMBERS + 1 - number);
        other.gain.of(number) = gain.of(NUMBERS + 1 - number);
    }
    return other;
}

std::int64_t Supply::most_gain(int number) const {
    if (have.of(number) == need.of(number)) return 0;
    std::int64_t most = 0;
    for (int c = 0; c < COLOURS; ++c)
        most += std::max<std::int64_t>(0, gain[c][number]) * (have[c][number] - need[c][number]);
    return most;
}

}  // namespace tilewise
