// Rows from below and from above, joined.
#include "twist_meeting.h"

#include <algorithm>

#include "layers.h"

namespace tilewise {

namespace {

constexpr int KINDS_OF_ROWS = 120;                   // up to seven rows of three lengths
constexpr int MOST_ROWS = 7;
using Rows = std::array<int, 3>;

// All of them numbered, and what they lack if joined.
struct Joined {
    std::array<std::array<std::array<std::uint8_t, MOST_ROWS + 1>, MOST_ROWS + 1>, MOST_ROWS + 1> number;
    std::array<std::array<std::uint8_t, KINDS_OF_ROWS>, KINDS_OF_ROWS> lacking;
    std::array<std::array<std::uint8_t, KINDS_OF_ROWS>, KINDS_OF_ROWS> saved;  // if one of the second goes on with a run after a C: less is lacking by so many
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
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k) lacking[i][k] = static_cast<std::uint8_t>(join(all[i], all[k]));
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k) {
            int fewest = lacking[i][k];
            for (int length = 0; length < 3; ++length) {
                Rows rest = all[k];
                if (rest[length]--) fewest = std::min<int>(fewest, lacking[i][number[rest[0]][rest[1]][rest[2]]]);
            }
            saved[i][k] = static_cast<std::uint8_t>(lacking[i][k] - fewest);
        }
}

// The shortest of the rows below ends, or goes on with any of those above. What remains is fewer rows, and has come before.
int Joined::join(Rows below, const Rows& above) const {
    const auto known = [&](const Rows& a) { return lacking[number[below[0]][below[1]][below[2]]][number[a[0]][a[1]][a[2]]]; };
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

const Joined& joined() {
    static const Joined all;
    return all;
}

std::uint32_t in_bytes(const JokersLeft& jokers) {
    return static_cast<std::uint32_t>((jokers[0] + jokers[1] + jokers[2]) | jokers[1] << 8 | jokers[2] << 16 | jokers[3] << 24);
}

}  // namespace

bool OpenRows::pack() {
    for (int c = 0; c < COLOURS; ++c) {
        const auto& [one, two, three] = count_[c];
        if (one + two + three > MOST_ROWS) return false;
        packed_[c] = joined().number[one][two][three];
    }
    return true;
}

// A run after a C goes on with one row of the other end, of any colour, and nothing is lacking there. At most: only for the first of them is it known how much that is.
int OpenRows::saved_by_changes(const OpenRows& other) const {
    constexpr int MOST_OF_A_ROW = 2;
    const auto& saved = joined().saved;
    int most = 0;
    for (int c = 0; c < COLOURS; ++c) most = std::max<int>(most, changed_ ? saved[packed_[c]][other.packed_[c]] : saved[other.packed_[c]][packed_[c]]);
    return most + MOST_OF_A_ROW * (changed_ + other.changed_ - 1);
}

int OpenRows::lacking(const OpenRows& other) const {
    const auto& all = joined().lacking;
    const int lacking = all[packed_[0]][other.packed_[0]] + all[packed_[1]][other.packed_[1]] + all[packed_[2]][other.packed_[2]] + all[packed_[3]][other.packed_[3]];
    return changed_ || other.changed_ ? lacking - saved_by_changes(other) : lacking;
}

void TwistMeeting::begin(int number) { states_[lowest_ = number].clear(); }

void TwistMeeting::note(const OpenRows& rows, const JokersLeft& placed, std::int64_t value) { states_[lowest_].push_back({value, in_bytes(placed), rows}); }

void TwistMeeting::end() { std::ranges::sort(states_[lowest_], std::ranges::greater{}, &State::value); }

std::int64_t TwistMeeting::most(int number, const OpenRows& rows, const JokersLeft& left, std::int64_t least) const {
    constexpr std::uint32_t GUARDS_OF_BYTES = 0x8080'8080;
    const std::uint32_t all = in_bytes(left) | GUARDS_OF_BYTES;
    for (const State& state : states_[number]) {
        if (state.value <= least) break;
        const std::uint32_t rest = all - state.placed;
        if ((rest & GUARDS_OF_BYTES) == GUARDS_OF_BYTES && rows.lacking(state.rows) <= static_cast<int>(rest & 0x7F)) return state.value;
    }
    return NEVER;
}

}  // namespace tilewise
