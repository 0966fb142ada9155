// Number tiles as a multiset, packed for quick comparisons.
#pragma once

#include <array>
#include <cstdint>

#include "game/tiles.h"

namespace tilewise {

// Tiles per colour and number, a nibble each; the top bit of each nibble stays free for comparisons.
struct Demand {
    std::array<std::uint64_t, 4> word{};

    static constexpr std::uint64_t GUARD = 0x8888'8888'8888'8888;

    void add(Tile tile, int count = 1) {
        word[(number_of(tile) - 1) / 4] += static_cast<std::uint64_t>(count) << shift(tile);
    }
    int of(int colour, int number) const {
        return static_cast<int>(word[(number - 1) / 4] >> ((number - 1) % 4 * 16 + colour * 4)) & 15;
    }
    bool within(const Demand& have) const {
        for (int i = 0; i < 4; ++i)
            if ((((have.word[i] | GUARD) - word[i]) & GUARD) != GUARD) return false;
        return true;
    }
    // Whether they have a tile in common.
    bool meets(const Demand& other) const {
        for (int i = 0; i < 4; ++i)
            if (spread(word[i]) & spread(other.word[i])) return true;
        return false;
    }
    Demand operator+(const Demand& other) const {
        Demand sum;
        for (int i = 0; i < 4; ++i) sum.word[i] = word[i] + other.word[i];
        return sum;
    }
    void forget(int number) { word[(number - 1) / 4] &= ~(std::uint64_t{0xFFFF} << ((number - 1) % 4 * 16)); }
    bool operator==(const Demand&) const = default;

   private:
    // The top bit of every nibble that is not 0.
    static std::uint64_t spread(std::uint64_t nibbles) { return (nibbles + ~GUARD) & GUARD; }
    static int shift(Tile tile) { return (number_of(tile) - 1) % 4 * 16 + colour_of(tile) * 4; }
};

// The number tiles of a row, of a meld, of counts.
inline Demand demand_of(const Tile* from, const Tile* to) {
    Demand demand;
    for (; from < to; ++from)
        if (!is_joker(*from)) demand.add(*from);
    return demand;
}
inline Demand demand_of(const Meld& meld) { return demand_of(meld.begin(), meld.end()); }
inline Demand demand_of(const Counts& counts) {
    Demand demand;
    for (int kind = 0; kind < NUMBER_KINDS; ++kind) demand.add(static_cast<Tile>(kind), counts[kind]);
    return demand;
}

}  // namespace tilewise
