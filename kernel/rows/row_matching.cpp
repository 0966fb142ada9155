#include "rows/row_matching.h"

#include <algorithm>

#include "plain/supply.h"

namespace tilewise {

namespace {

constexpr int KINDS_OF_ROWS = 120;  // up to seven rows of three lengths
constexpr int MOST_ROWS = 7;
using Rows = std::array<int, 3>;

// A number for every such combination, and the tiles that two of them lack if joined.
struct Joined {
    std::array<std::uint8_t, 1 << 12> kind;  // of the runs of one colour in a key
    std::array<std::array<std::array<std::uint8_t, MOST_ROWS + 1>, MOST_ROWS + 1>, MOST_ROWS + 1> number;
    std::array<std::array<std::uint8_t, KINDS_OF_ROWS>, KINDS_OF_ROWS> lacking;
    // How many fewer tiles are lacking if one row of the second continues a run after a C.
    std::array<std::array<std::uint8_t, KINDS_OF_ROWS>, KINDS_OF_ROWS> saved;
    Joined();
    int join(Rows below, const Rows& above) const;
};

Joined::Joined() {
    std::array<Rows, KINDS_OF_ROWS> all;
    int count = 0;
    for (int sum = 0; sum <= MOST_ROWS; ++sum)
        for (int one = 0; one <= sum; ++one)
            for (int two = 0; one + two <= sum; ++two) {
                number[one][two][sum - one - two] = static_cast<std::uint8_t>(count);
                all[count++] = {one, two, sum - one - two};
            }
    for (int field = 0; field < 1 << 12; ++field) {
        const int one = runs_of_length(field, 0, 1), two = runs_of_length(field, 0, 2),
                  three = runs_of_length(field, 0, 3);
        kind[field] = two < 0 || three < 0 ? 0 : number[one][two][three];
    }
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k) lacking[i][k] = static_cast<std::uint8_t>(join(all[i], all[k]));
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k) {
            int fewest = lacking[i][k];
            for (int length = 0; length < 3; ++length) {
                Rows rest = all[k];
                if (rest[length]--)
                    fewest = std::min<int>(fewest, lacking[i][number[rest[0]][rest[1]][rest[2]]]);
            }
            saved[i][k] = static_cast<std::uint8_t>(lacking[i][k] - fewest);
        }
}

// The shortest row below ends, or joins any row above. The remaining rows are fewer, so their entry is known.
int Joined::join(Rows below, const Rows& above) const {
    const auto known = [&](const Rows& a) {
        return lacking[number[below[0]][below[1]][below[2]]][number[a[0]][a[1]][a[2]]];
    };
    const auto alone = [](int length) { return std::max(0, 3 - length); };
    int shortest = 0;
    while (shortest < 3 && !below[shortest]) ++shortest;
    if (shortest == 3) return above[0] * alone(1) + above[1] * alone(2);
    --below[shortest];
    int fewest = alone(shortest + 1) + known(above);
    for (int other = 0; other < 3; ++other) {
        if (!above[other]) continue;
        Rows rest = above;
        --rest[other];
        fewest = std::min(fewest, alone(shortest + 1 + other + 1) + known(rest));
    }
    return fewest;
}

const Joined JOINED;

}  // namespace

OpenRows::OpenRows(Key runs, int changed) : changed_(static_cast<std::uint8_t>(changed)) {
    for (int c = 0; c < COLOURS; ++c) kind_[c] = JOINED.kind[runs >> (12 * c) & 0xFFF];
}

// A run after a C joins one row from below, of any colour, and nothing is lacking there. How much that saves
// is known for the first such run; the others save at most a whole row each.
int OpenRows::saved_by_changes(const OpenRows& above) const {
    constexpr int MOST_OF_A_ROW = 2;
    int most = 0;
    for (int c = 0; c < COLOURS; ++c) most = std::max<int>(most, JOINED.saved[above.kind_[c]][kind_[c]]);
    return most + MOST_OF_A_ROW * (above.changed_ - 1);
}

int OpenRows::lacking(const OpenRows& above) const {
    int lacking = 0;
    for (int c = 0; c < COLOURS; ++c) lacking += JOINED.lacking[kind_[c]][above.kind_[c]];
    return above.changed_ ? lacking - saved_by_changes(above) : lacking;
}

void RowMatching::close() { std::ranges::sort(states_[lowest_], std::ranges::greater{}, &State::value); }

std::int64_t RowMatching::most(int number, const OpenRows& rows, JokerBytes left, std::int64_t least) const {
    constexpr JokerBytes GUARDS_OF_BYTES = 0x8080'8080;
    const JokerBytes all = left | GUARDS_OF_BYTES;
    for (const State& state : states_[number]) {
        if (state.value <= least) break;
        const JokerBytes rest = all - state.placed;
        if ((rest & GUARDS_OF_BYTES) == GUARDS_OF_BYTES &&
            rows.lacking(state.rows) <= static_cast<int>(rest & 0x7F))
            return state.value;
    }
    return NEVER;
}

}  // namespace tilewise
