// The rulebook's melds: groups, runs, doubles, colour changes and mirrors.
#include "game/rules.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace tilewise {

bool Role::agrees_with(const Role& other) const {
    if (slots != other.slots) return false;
    const auto in_order = [&](int first, int second) {
        return (slots < 1 || slot[0].agrees_with(other.slot[first])) &&
               (slots < 2 || slot[1].agrees_with(other.slot[second]));
    };
    return in_order(0, 1) || (slots == 2 && in_order(1, 0));
}

namespace {

constexpr std::uint8_t ALL_COLOURS = 0b1111;
constexpr int MAX_SIDE = 2 * MAX_MELD;

// The places of a meld, or of one side of a mirror from the outside inwards; a double fills two places.
struct Side {
    int length = 0;
    std::array<Tile, MAX_SIDE> tile{};
    std::array<std::uint8_t, MAX_SIDE> owner{};    // which tile of the meld fills the place
    std::array<std::uint8_t, MAX_SIDE> colours{};  // the colours that the place can have

    void push(Tile t, int index) {
        for (int copies = t == DOUBLE ? 2 : 1; copies > 0; --copies) {
            tile[length] = t;
            owner[length++] = static_cast<std::uint8_t>(index);
        }
    }
};

struct Sides {
    int count = 1;
    std::array<Side, 2> side;
};

// R-TW-14: without a mirror the whole meld is one side.
Sides sides_of(const Meld& meld) {
    Sides sides;
    const int axis = static_cast<int>(std::find(meld.begin(), meld.end(), MIRROR) - meld.begin());
    for (int i = 0; i < axis; ++i) sides.side[0].push(meld[i], i);
    if (axis == meld.size) return sides;
    sides.count = 2;
    for (int i = meld.size - 1; i > axis; --i) sides.side[1].push(meld[i], i);
    return sides;
}

// R-SET-01, A-13, TA-01, TA-06.
bool has_legal_size(const Meld& meld, const Rules& rules) {
    if (meld.size < SMALLEST_MELD) return false;
    int numbers = 0, mirrors = 0, axis = 0;  // (a box holds eight jokers at most)
    for (int i = 0; i < meld.size; ++i) {
        numbers += !is_joker(meld[i]);
        if (meld[i] == MIRROR) ++mirrors, axis = i;
    }
    if (numbers < rules.min_number_tiles || mirrors > 1 || meld.size - numbers > MAX_JOKERS) return false;
    return mirrors == 0 || std::min<int>(axis, meld.size - axis - 1) >= rules.mirror_min_side;
}

// Hands the slots back to the tiles that fill them and adds the reading; `step` 0 reads a group.
void add_reading(std::vector<Reading>& found, const Sides& sides, int first, int step) {
    Reading reading;
    reading.is_group = step == 0;
    for (int s = 0; s < sides.count; ++s)
        for (int place = 0; place < sides.side[s].length; ++place) {
            const Side& side = sides.side[s];
            Role& role = reading.roles[side.owner[place]];
            const int number = first + step * place;
            role.slot[role.slots++] = {static_cast<std::uint8_t>(number), side.colours[place]};
            reading.value += number;
        }
    found.push_back(reading);
}

// R-SET-02, R-TW-07, R-TW-15: one number, all colours different, both sides alike. A joker opposite a number
// tile mirrors it, any other joker is one of the colours still missing.
void add_groups(std::vector<Reading>& found, Sides sides) {
    const int length = sides.side[0].length;
    if (length > LARGEST_GROUP || (sides.count == 2 && sides.side[1].length != length)) return;
    std::uint8_t taken = 0;
    int number = 0;
    std::array<std::uint8_t, LARGEST_GROUP> named{};
    for (int place = 0; place < length; ++place) {
        for (int s = 0; s < sides.count; ++s) {
            const Tile tile = sides.side[s].tile[place];
            if (tile == COLOUR_CHANGE) return;
            if (is_joker(tile)) continue;
            if (number && number != number_of(tile)) return;
            number = number_of(tile);
            named[place] |= static_cast<std::uint8_t>(1 << colour_of(tile));
        }
        if (std::popcount(named[place]) > 1 || (taken & named[place])) return;
        taken |= named[place];
    }
    for (int s = 0; s < sides.count; ++s)
        for (int place = 0; place < length; ++place)
            sides.side[s].colours[place] = named[place] ? named[place]
                                                        : static_cast<std::uint8_t>(ALL_COLOURS & ~taken);
    for (int n = number ? number : 1; n <= (number ? number : NUMBERS); ++n) add_reading(found, sides, n, 0);
}

// The segments between colour-change jokers, those that lie opposite in a mirror joined, and their colours.
struct Segments {
    int count = 0;
    std::array<std::array<std::int8_t, MAX_SIDE>, 2>
        of{};                                       // side, place -> segment, -1 for a colour-change joker
    std::array<std::uint8_t, MAX_SIDE> named{};     // the colours of its number tiles
    std::array<std::uint8_t, MAX_SIDE> possible{};  // the colours it has in some colouring
    std::vector<std::pair<int, int>> neighbours;    // must differ

    explicit Segments(const Sides& sides) {
        for (int s = 0; s < sides.count; ++s) cut(sides.side[s], s);
        if (sides.count == 2)
            for (int place = 0; place < sides.side[0].length; ++place)
                join(of[0][place], of[1][place], sides);
        for (int s = 0; s < sides.count; ++s) name(sides.side[s], s);
    }

    // R-TW-12, TA-04: whether neighbours can differ; fills `possible`.
    bool can_be_coloured() {
        for (int segment = 0; segment < count; ++segment)
            if (std::popcount(named[segment]) > 1) return false;
        std::array<std::uint8_t, MAX_SIDE> colour{};
        colour_from(0, colour);
        for (int segment = 0; segment < count; ++segment)
            if (!possible[segment]) return false;
        return true;
    }

   private:
    void cut(const Side& side, int s) {
        bool inside = false;
        for (int place = 0; place < side.length; ++place) {
            if (side.tile[place] == COLOUR_CHANGE) {
                of[s][place] = -1;
                inside = false;
                continue;
            }
            if (!inside) ++count, inside = true;
            of[s][place] = static_cast<std::int8_t>(count - 1);
        }
    }

    void join(int one, int other, const Sides& sides) {
        if (one < 0 || other < 0 || one == other) return;
        for (int s = 0; s < sides.count; ++s)
            for (int place = 0; place < sides.side[s].length; ++place)
                if (of[s][place] == other) of[s][place] = static_cast<std::int8_t>(one);
    }

    void name(const Side& side, int s) {
        for (int place = 0; place < side.length; ++place) {
            if (of[s][place] >= 0 && !is_joker(side.tile[place]))
                named[of[s][place]] |= static_cast<std::uint8_t>(1 << colour_of(side.tile[place]));
            if (place >= 2 && of[s][place - 1] < 0 && of[s][place] >= 0 && of[s][place - 2] >= 0)
                neighbours.emplace_back(of[s][place - 2], of[s][place]);
        }
    }

    // Tries every colouring; there are at most five segments with a choice, so at most 4^5 of them.
    void colour_from(int segment, std::array<std::uint8_t, MAX_SIDE>& colour) {
        if (segment == count) {
            for (auto [one, other] : neighbours)
                if (colour[one] == colour[other]) return;
            for (int i = 0; i < count; ++i) possible[i] |= colour[i];
            return;
        }
        for (std::uint8_t c = 1; c <= 8; c <<= 1)
            if (!named[segment] || named[segment] == c) {
                colour[segment] = c;
                colour_from(segment + 1, colour);
            }
    }
};

// R-SET-03, R-SET-04, R-TW-10..15: consecutive numbers within 1..13; TA-07: mirror sides may also fall.
void add_runs(std::vector<Reading>& found, Sides sides, const Rules& rules) {
    const int length = sides.side[0].length;
    if (length > NUMBERS || (sides.count == 2 && sides.side[1].length != length)) return;
    Segments segments(sides);
    if (!segments.can_be_coloured()) return;
    for (int s = 0; s < sides.count; ++s)
        for (int place = 0; place < length; ++place)
            sides.side[s].colours[place] =
                segments.of[s][place] < 0 ? std::uint8_t{0} : segments.possible[segments.of[s][place]];
    for (int step = 1; step >= (sides.count == 2 ? -1 : 1); step -= 2) {
        bool starts_with_change = false;  // TA-03: at the low end
        int low = 1, high = NUMBERS;      // the numbers the outermost place can have
        if (step > 0)
            high -= length - 1;
        else
            low += length - 1;
        for (int s = 0; s < sides.count; ++s) {
            starts_with_change |= sides.side[s].tile[step > 0 ? 0 : length - 1] == COLOUR_CHANGE;
            for (int place = 0; place < length; ++place)
                if (!is_joker(sides.side[s].tile[place])) {
                    const int first = number_of(sides.side[s].tile[place]) - step * place;
                    low = std::max(low, first), high = std::min(high, first);
                }
        }
        if (starts_with_change && !rules.colour_change_at_start) continue;
        for (int first = low; first <= high; ++first) add_reading(found, sides, first, step);
    }
}

}  // namespace

std::vector<Reading> readings(const Meld& meld, const Rules& rules) {
    std::vector<Reading> found;
    if (!has_legal_size(meld, rules)) return found;
    const Sides sides = sides_of(meld);
    if (sides.side[0].length == 0) return found;
    add_groups(found, sides);
    add_runs(found, sides, rules);
    return found;
}

namespace {

// Rows of number tiles and classic jokers are most of all, and one look is enough for them: in a run every
// number tile is as far from the first as their kinds are, and all places lie within 1..13. Nothing: the row
// must be read in all ways.
std::optional<int> value_at_a_glance(const Meld& meld, const Rules& rules) {
    int numbers = 0, first = 0, number = 0, apart = 0;
    bool run = true, group = meld.size <= LARGEST_GROUP;
    std::uint64_t seen = 0;
    for (int i = 0; i < meld.size; ++i) {
        const Tile tile = meld[i];
        if (tile > CLASSIC) return std::nullopt;
        if (tile == CLASSIC) continue;
        if (!numbers++) first = i, number = number_of(tile), apart = tile - i;
        run = run && tile - i == apart;
        group = group && number_of(tile) == number && !(seen >> tile & 1);
        seen |= std::uint64_t{1} << tile;
    }
    if (!numbers) return std::nullopt;
    if (meld.size < SMALLEST_MELD || numbers < rules.min_number_tiles || meld.size - numbers > MAX_JOKERS)
        return -1;
    const int low = number - first, high = low + meld.size - 1;
    const int as_run = run && low >= 1 && high <= NUMBERS ? (low + high) * meld.size / 2 : -1;
    return std::max(as_run, group ? number * meld.size : -1);
}

constexpr std::uint64_t ONE_OF_EACH_COLOUR = 1 | 1ull << NUMBERS | 1ull << 2 * NUMBERS | 1ull << 3 * NUMBERS;

// Of these, most have no joker, and nothing about them is left to the rules of an edition: a run is kind
// after kind of one colour, a group three or four kinds that are 13, 26 or 39 apart. Halves what the melds of
// a table cost to check. -1: look again.
int value_without_jokers(const Meld& meld) {
    if (meld.size < SMALLEST_MELD || is_joker(meld[0])) return -1;
    const int number = number_of(meld[0]), last = number + meld.size - 1;
    if (meld[1] == meld[0] + 1) {
        for (int i = 2; i < meld.size; ++i)
            if (meld[i] != meld[0] + i) return -1;
        return last <= NUMBERS ? (number + last) * meld.size / 2 : -1;
    }
    std::uint64_t left = ONE_OF_EACH_COLOUR
                         << (number - 1);  // tiles that a group of this number can still take
    for (Tile tile : meld) {
        if (!(left >> tile & 1)) return -1;
        left ^= std::uint64_t{1} << tile;
    }
    return number * meld.size;
}

}  // namespace

bool is_meld(const Meld& meld, const Rules& rules) { return meld_value(meld, rules) >= 0; }

int meld_value(const Meld& meld, const Rules& rules) {
    if (const int value = value_without_jokers(meld); value >= 0) return value;
    if (const std::optional<int> value = value_at_a_glance(meld, rules)) return *value;
    int best = -1;
    for (const Reading& reading : readings(meld, rules)) best = std::max(best, reading.value);
    return best;
}

Meld as_it_counts(const Meld& meld, const Rules& rules) {
    Meld sorted = meld;
    if (std::find(meld.begin(), meld.end(), MIRROR) != meld.end()) return sorted;
    // Two number tiles tell a group from a run; only a lone one must be read.
    const auto is_number = [](Tile tile) { return !is_joker(tile); };
    const Tile* const first = std::find_if(meld.begin(), meld.end(), is_number);
    const Tile* const second = first == meld.end() ? first : std::find_if(first + 1, meld.end(), is_number);
    if (second != meld.end()) {
        if (number_of(*first) != number_of(*second)) return sorted;
    } else {
        const auto found = readings(meld, rules);
        if (found.empty() || !std::ranges::all_of(found, &Reading::is_group)) return sorted;
    }
    std::sort(sorted.tiles.begin(), sorted.tiles.begin() + sorted.size);
    return sorted;
}

}  // namespace tilewise
