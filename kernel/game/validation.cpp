// Every mistake of a caller is named before anything is computed.
#include <algorithm>

#include "game/error.h"
#include "game/rules.h"

namespace tilewise {

namespace {

[[noreturn]] void refuse(const char* name, int value, int low, int high) {
    fail(std::string(name) + " is " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
         std::to_string(value));
}

void in_range(const char* name, int value, int low, int high) {
    if (value < low || value > high) refuse(name, value, low, high);
}

// Whether some weight, plus or minus, may be beyond MAX_WEIGHT: if all their bits together are a small
// number, each of them is one.
bool may_be_too_large(const Weights& weights) {
    std::int32_t bits = 0;
    for (std::int32_t weight : weights) bits |= weight ^ weight >> 31;
    return bits >= 1 << 19;
}
static_assert(1 << 19 <= MAX_WEIGHT);

}  // namespace

void validate(const Problem& problem) {
    const Rules& rules = problem.rules;
    in_range("threshold", rules.initial_meld_min, 0, 255);
    in_range("min_number_tiles", rules.min_number_tiles, 0, 2);
    in_range("mirror_min_side", rules.mirror_min_side, 1, 3);
    for (const Weights* weights : {&problem.primary, &problem.secondary})
        if (may_be_too_large(*weights))
            for (std::int32_t weight : *weights) in_range("a weight", weight, -MAX_WEIGHT, MAX_WEIGHT);
    Counts counts{};
    const auto count = [&](Tile tile) {
        if (tile >= KINDS) fail("no tile " + std::to_string(tile));
        counts[tile] += counts[tile] < 255;
    };
    const auto tables = {&problem.table, &problem.opening, &problem.staying};
    for (const Table* table : tables)
        for (const Meld& meld : *table)
            for (Tile tile : meld) count(tile);
    for (Tile tile : problem.rack) count(tile);
    const auto numbers = std::span(counts).first<NUMBER_KINDS>();
    std::uint8_t most = 0;  // (sixteen kinds at a time, like the weights)
    for (std::uint8_t copies : numbers) most = std::max(most, copies);
    if (most > MAX_COPIES)
        fail("more than 3 of tile " +
             std::to_string(std::ranges::find_if(numbers, [](int n) { return n > MAX_COPIES; }) -
                            numbers.begin()));
    if (counts[CLASSIC] + counts[DOUBLE] + counts[COLOUR_CHANGE] + counts[MIRROR] > MAX_JOKERS)
        fail("more than 8 jokers");
    for (const Table* table : tables)
        for (const Meld& meld : *table)
            if (!is_meld(meld, rules)) fail("not a meld: " + to_text(meld));
}

}  // namespace tilewise
