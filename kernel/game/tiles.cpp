// Tiles and melds: counting, and the two written forms.
#include "game/tiles.h"

#include <algorithm>
#include <cctype>

#include "game/error.h"

namespace tilewise {

Counts number_tiles(const Meld& meld) {
    Counts counts{};
    for (Tile tile : meld)
        if (!is_joker(tile)) ++counts[tile];
    return counts;
}

Counts tiles_of(const Table& table) {
    Counts counts{};
    for (const Meld& meld : table)
        for (Tile tile : meld) ++counts[tile];
    return counts;
}

namespace {

std::string tile_text(Tile tile) {
    if (is_joker(tile)) return std::string(1, "JDCM"[tile - CLASSIC]);
    return "rbyk"[colour_of(tile)] + std::to_string(number_of(tile));
}

Tile tile_from_word(std::string_view word) {
    const auto joker = std::string_view("JDCM").find(word.empty() ? '?' : word[0]);
    if (word.size() == 1 && joker != std::string_view::npos) return static_cast<Tile>(CLASSIC + joker);
    const auto colour = std::string_view("rbyk").find(word.empty() ? '?' : word[0]);
    int number = 0;
    for (char c : word.substr(word.empty() ? 0 : 1))
        number = std::isdigit(c) && number < 100 ? number * 10 + (c - '0') : 100;
    if (colour == std::string_view::npos || number < 1 || number > NUMBERS)
        fail("no tile '" + std::string(word) + "'");
    return tile_of(static_cast<int>(colour), number);
}

}  // namespace

std::string to_text(const Meld& meld) {
    std::string text = "[";
    for (Tile tile : meld) {
        if (text.size() > 1) text += ' ';
        text += tile_text(tile);
    }
    return text + "]";
}

std::string to_text(const Table& table) {
    std::string text;
    for (const Meld& meld : table) {
        if (!text.empty()) text += ' ';
        text += to_text(meld);
    }
    return text;
}

std::vector<Tile> tiles_from_text(std::string_view text) {
    std::vector<Tile> tiles;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        if (end > at) tiles.push_back(tile_from_word(text.substr(at, end - at)));
        at = end + 1;
    }
    return tiles;
}

Table table_from_text(std::string_view text) {
    Table table;
    for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
        const std::size_t close = text.find(']', open);
        if (close == std::string_view::npos) fail("a meld without ']'");
        Meld meld;
        for (Tile tile : tiles_from_text(text.substr(open + 1, close - open - 1))) {
            if (meld.size == MAX_MELD) fail("a meld of more than 27 tiles");
            meld.push(tile);
        }
        table.push_back(meld);
    }
    return table;
}

Table table_from_bytes(std::span<const std::uint8_t> bytes) {
    Table table;
    table.reserve(static_cast<std::size_t>(std::ranges::count(bytes, MELD_END)));
    for (auto at = bytes.begin(); at != bytes.end();) {
        Meld& meld = table.emplace_back();
        for (; at != bytes.end() && *at != MELD_END; ++at) {
            if (*at >= KINDS) fail("no tile " + std::to_string(*at));
            if (meld.size == MAX_MELD) fail("a meld of more than 27 tiles");
            meld.push(*at);
        }
        if (at == bytes.end()) fail("the last meld is not closed by 0xFF");
        if (meld.size == 0) fail("an empty meld");
        ++at;
    }
    return table;
}

std::string table_to_bytes(const Table& table) {
    std::string bytes;
    for (const Meld& meld : table) {
        bytes.append(reinterpret_cast<const char*>(meld.tiles.data()), meld.size);
        bytes.push_back(static_cast<char>(MELD_END));
    }
    return bytes;
}

}  // namespace tilewise
