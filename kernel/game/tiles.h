// Tiles, melds and tables: the types that every other file uses.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilewise {

// A tile is its kind: colour * 13 + (number - 1) for number tiles (colours r, b, y, k), then the four jokers.
// Alike tiles are equal values; there are no serial numbers anywhere.
using Tile = std::uint8_t;

inline constexpr int COLOURS = 4;
inline constexpr int NUMBERS = 13;
inline constexpr int NUMBER_KINDS = COLOURS * NUMBERS;
inline constexpr int JOKER_KINDS = 4;
inline constexpr int KINDS = NUMBER_KINDS + JOKER_KINDS;
inline constexpr Tile CLASSIC = 52;        // J, any tile
inline constexpr Tile DOUBLE = 53;         // D, two tiles
inline constexpr Tile COLOUR_CHANGE = 54;  // C, one number between two colours
inline constexpr Tile MIRROR = 55;         // M, the axis of two equal sides
inline constexpr Tile MELD_END = 0xFF;     // closes a meld where tables travel as bytes

inline constexpr int MAX_COPIES = 3;  // of a number tile, table and rack together
inline constexpr int MAX_JOKERS = 8;  // of all kinds, table and rack together
inline constexpr int MAX_MELDS = 64;  // on a table; all tiles together make 54
inline constexpr int MAX_MELD = 2 * NUMBERS + 1;
inline constexpr int SMALLEST_MELD = 3;
inline constexpr int LARGEST_GROUP = 4;

constexpr bool is_joker(Tile tile) { return tile >= CLASSIC; }
constexpr int colour_of(Tile tile) { return tile / NUMBERS; }
constexpr int number_of(Tile tile) { return tile % NUMBERS + 1; }
constexpr Tile tile_of(int colour, int number) { return static_cast<Tile>(colour * NUMBERS + number - 1); }

// How many of each kind.
using Counts = std::array<std::uint8_t, KINDS>;

// How many jokers of each kind: J, D, C, M.
using JokerCounts = std::array<int, JOKER_KINDS>;

// A row of tiles from left to right. Plain memory, so that tables copy fast.
struct Meld {
    std::uint8_t size = 0;
    std::array<Tile, MAX_MELD> tiles{};

    void push(Tile tile) { tiles[size++] = tile; }
    Tile operator[](int i) const { return tiles[i]; }
    const Tile* begin() const { return tiles.data(); }
    const Tile* end() const { return tiles.data() + size; }
    bool operator==(const Meld& other) const;
};

using Table = std::vector<Meld>;

inline bool Meld::operator==(const Meld& other) const {
    if (size != other.size) return false;
    for (int i = 0; i < size; ++i)
        if (tiles[i] != other.tiles[i]) return false;
    return true;
}

// The number tiles of a meld, and all tiles of a table, as multisets.
Counts number_tiles(const Meld& meld);
Counts tiles_of(const Table& table);

// `[r3 r4 r5] [k9 y9 J]`, both ways; reading fails (error.h) on anything that is not a tile.
std::string to_text(const Meld& meld);
std::string to_text(const Table& table);
Table table_from_text(std::string_view text);
std::vector<Tile> tiles_from_text(std::string_view text);

// The byte form of the Python module: the tiles of each meld, each meld closed by MELD_END. Fails on a wrong
// byte.
Table table_from_bytes(std::span<const std::uint8_t> bytes);
std::string table_to_bytes(const Table& table);

}  // namespace tilewise
