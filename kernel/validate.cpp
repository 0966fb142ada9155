// The border guard: every mistake of a caller is named before anything is computed.
#include <algorithm>
#include <stdexcept>

#include "rules.h"

namespace tilewise {

namespace {

[[noreturn]] void refuse(const char* name, int value, int low, int high) {
    throw std::invalid_argument(std::string(name) + " is " + std::to_string(low) + " to " + std::to_string(high) + ", not " + std::to_string(value));
}

void in_range(const char* name, int value, int low, int high) {
    if (value < low || value > high) refuse(name, value, low, high);
}

}  // namespace

void validate(const Problem& problem) {
    const Rules& rules = problem.rules;
    in_range("threshold", rules.threshold, 0, 255);
    in_range("min_number_tiles", rules.min_number_tiles, 0, 2);
    in_range("mirror_min_side", rules.mirror_min_side, 1, 3);
    for (const Weights* weights : {&problem.primary, &problem.secondary}) {
        std::int32_t low = 0, high = 0;  // (a loop that is done four weights at a time)
        for (std::int32_t weight : *weights) low = std::min(low, weight), high = std::max(high, weight);
        in_range("a weight", low, -MAX_WEIGHT, MAX_WEIGHT);
        in_range("a weight", high, -MAX_WEIGHT, MAX_WEIGHT);
    }
    Counts counts{};
    const auto count = [&](Tile tile) {
        if (tile >= KINDS) throw std::invalid_argument("no tile " + std::to_string(tile));
        counts[tile] += counts[tile] < 255;
    };
    const auto tables = {&problem.table, &problem.opening, &problem.staying};
    for (const Table* table : tables)
        for (const Meld& meld : *table)
            for (Tile tile : meld) count(tile);
    for (Tile tile : problem.rack) count(tile);
    for (int kind = 0; kind < NUMBER_KINDS; ++kind)
        if (counts[kind] > MAX_COPIES) throw std::invalid_argument("more than 3 of tile " + std::to_string(kind));
    if (counts[CLASSIC] + counts[DOUBLE] + counts[COLOUR_CHANGE] + counts[MIRROR] > MAX_JOKERS) throw std::invalid_argument("more than 8 jokers");
    for (const Table* table : tables)
        for (const Meld& meld : *table)
            if (!is_meld(meld, rules)) throw std::invalid_argument("not a meld: " + to_text(meld));
}

}  // namespace tilewise
