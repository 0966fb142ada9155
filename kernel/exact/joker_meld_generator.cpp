#include "exact/joker_meld_generator.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tilewise {

JokerMeldGenerator::JokerMeldGenerator(JokerMelds& melds, const JokerMeldRequest& request, Budget& budget)
    : melds_(melds), request_(request), budget_(budget) {}

void JokerMeldGenerator::run(bool undisturbed) {
    undisturbed_ = undisturbed;
    groups();
    runs();
    mirrors();
    if (undisturbed) lone_tiles();
}

bool JokerMeldGenerator::go_on() {
    ++rows_;
    if (rows_ > request_.row_limit || (rows_ % 256 == 0 && budget_.is_late())) out_of_budget_ = true;
    return !out_of_budget_;
}

void JokerMeldGenerator::put(Row& row, Tile tile) const {
    row.meld.push(tile);
    if (is_joker(tile)) {
        --row.left[tile - CLASSIC];
    } else {
        row.demand.add(tile);
        ++row.numbers;
    }
}

void JokerMeldGenerator::offer(const Row& row) {
    if (row.meld.size < SMALLEST_MELD || row.numbers < melds_.rules().min_number_tiles ||
        row.numbers == row.meld.size)
        return;
    melds_.offer(row.meld, row.demand, undisturbed_);
}

// In the first pass no joker stays where it was.
JokerMeldGenerator::Row JokerMeldGenerator::empty_row() const {
    Row row{};
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        const int all = request_.on_table[kind] + request_.from_rack[kind];
        row.left[kind] = static_cast<std::int8_t>(undisturbed_ ? all : std::min(all, melds_.movable(kind)));
    }
    return row;
}

// ---- groups: number tiles in the order of colours, then classic jokers, then doubles

void JokerMeldGenerator::groups() {
    for (int number = 1; number <= NUMBERS; ++number) grow_group(empty_row(), number, 0);
}

void JokerMeldGenerator::grow_group(Row row, int number, int colour) {
    if (!go_on()) return;
    if (colour < COLOURS) {
        grow_group(row, number, colour + 1);
        if (!have(tile_of(colour, number))) return;
        put(row, tile_of(colour, number));
        grow_group(row, number, colour + 1);
        return;
    }
    if (row.numbers == 0 && number != NUMBERS) return;  // all jokers: worth most as 13s
    for (int classics = 0; row.numbers + classics <= LARGEST_GROUP; ++classics) {
        Row doubled = row;
        for (int slots = row.numbers + classics;; slots += 2) {
            offer(doubled);
            if (slots + 2 > LARGEST_GROUP || !doubled.left[DOUBLE - CLASSIC]) break;
            put(doubled, DOUBLE);
        }
        if (!row.left[0]) break;
        put(row, CLASSIC);
    }
}

// ---- runs: `colour` of the current segment and the one before it, -1 while unknown

void JokerMeldGenerator::runs() {
    for (int number = 1; number <= NUMBERS; ++number) grow_run(empty_row(), number, -1, -1);
}

// In the second pass a joker stands where an old one of its kind could have stood, or is unbound. (Where
// moved jokers must be replaced, a new meld may hold an undisturbed joker beside a moved one, anywhere.)
bool JokerMeldGenerator::may_stand(Tile joker, int number, int colour) const {
    const int kind = joker - CLASSIC;
    if (!undisturbed_ || melds_.unbound(kind) || (melds_.asks_for_replacement() && melds_.movable(kind)))
        return true;
    for (const OldJoker& old : melds_.jokers().old_jokers())
        if (old.kind == joker)
            for (const Role& role : old.roles) {
                const Slot& lower = role.slot[role.slots == 2 && role.slot[1].number < role.slot[0].number];
                if (lower.number == number && (!lower.colours || colour < 0 || lower.colours >> colour & 1))
                    return true;
            }
    return false;
}

void JokerMeldGenerator::grow_run(const Row& row, int number, int colour, int before) {
    if (!go_on()) return;
    if (row.meld.size >= SMALLEST_MELD) {
        if (!undisturbed_ && melds_.can_be_cut(row.meld)) return;
        offer(row);
    }
    if (number > NUMBERS) return;
    for (int c = 0; c < COLOURS; ++c) {
        const Tile tile = tile_of(c, number);
        if ((colour >= 0 && c != colour) || (colour < 0 && c == before) || !has(row, tile)) continue;
        Row next = row;
        put(next, tile);
        grow_run(next, number + 1, c, before);
    }
    if (row.left[0] && may_stand(CLASSIC, number, colour)) {
        Row next = row;
        put(next, CLASSIC);
        grow_run(next, number + 1, colour, before);
    }
    if (row.left[DOUBLE - CLASSIC] && number < NUMBERS && may_stand(DOUBLE, number, colour)) {
        Row next = row;
        put(next, DOUBLE);
        grow_run(next, number + 2, colour, before);
    }
    if (row.left[COLOUR_CHANGE - CLASSIC] && (row.meld.size || melds_.rules().colour_change_at_start) &&
        may_stand(COLOUR_CHANGE, number, -1)) {
        Row next = row;
        put(next, COLOUR_CHANGE);
        grow_run(next, number + 1, -1, colour);
    }
}

// ---- jokers round one number tile are a run and a group: of two old ones each may be undisturbed by another
// reading

void JokerMeldGenerator::lone_tiles() {
    for (Tile tile = 0; tile < NUMBER_KINDS; ++tile) {
        const auto company = std::ranges::count_if(melds_.jokers().old_jokers(), [&](const OldJoker& old) {
            return melds_.jokers().numbers_of(old.meld)[tile];
        });
        if (have(tile) && company > 1) grow_round(empty_row(), tile, 0);
    }
}

void JokerMeldGenerator::grow_round(const Row& row, Tile tile, int places) {
    if (!go_on()) return;
    if (row.numbers && is_meld(row.meld, melds_.rules())) offer(row);
    const auto with = [&](Tile next, int filled) {
        if (places + filled > LARGEST_GROUP) return;
        Row longer = row;
        put(longer, next);
        grow_round(longer, tile, places + filled);
    };
    if (!row.numbers) with(tile, 1);
    if (row.left[0]) with(CLASSIC, 1);
    if (row.left[DOUBLE - CLASSIC]) with(DOUBLE, 2);
}

// ---- mirrors

// One side of a mirror while it grows from the outside inwards.
struct JokerMeldGenerator::Half {
    Meld meld{};
    bool doubled = false;  // the next column is the second half of a double
    int colour =
        -1;  // of the current segment of a run, -1 while unknown; in a group: of the last number tile
    int first = 0, last = 0;  // numbers of its tiles
};

namespace {

Meld joined(const Meld& left, const Meld& right) {
    Meld whole = left;
    whole.push(MIRROR);
    for (int i = right.size - 1; i >= 0; --i) whole.push(right[i]);
    return whole;
}

Meld tail(const Meld& meld, int from) {
    Meld rest;
    for (int i = from; i < meld.size; ++i) rest.push(meld[i]);
    return rest;
}

Meld in_order(const Meld& meld, const std::vector<int>& order) {
    Meld result;
    for (int i : order)
        if (i < meld.size) result.push(meld[i]);
    return result;
}

int places(const Meld& meld, int tiles) {
    return tiles + static_cast<int>(std::count(meld.begin(), meld.begin() + tiles, DOUBLE));
}

}  // namespace

template <class Go>
void JokerMeldGenerator::choices(const Row& from, const Half& half, int number, int step, bool may_fall,
                                 Go&& go) const {
    if (half.doubled) {
        Half next = half;
        next.doubled = false;
        go(from, next);
        return;
    }
    if (half.meld.size == NUMBERS) return;
    const bool any_order = from.left[DOUBLE - CLASSIC] < request_.on_table[1] + request_.from_rack[1] ||
                           from.left[1];
    for (int c = 0; c < COLOURS; ++c) {
        if (step && half.colour >= 0 && c != half.colour) continue;
        if (!step && c <= half.colour && !any_order)
            continue;  // the columns of a group in the order of colours
        if (!has(from, tile_of(c, number))) continue;
        Row counted = from;
        Half next = half;
        counted.demand.add(tile_of(c, number)), ++counted.numbers;
        next.meld.push(tile_of(c, number));
        next.colour = c;
        next.first = next.first ? next.first : number, next.last = number;
        go(counted, next);
    }
    for (Tile joker : {CLASSIC, DOUBLE, COLOUR_CHANGE}) {
        if (!from.left[joker - CLASSIC] || (joker == DOUBLE && number + step > NUMBERS)) continue;
        if (!may_fall && !may_stand(joker, number, joker == COLOUR_CHANGE || !step ? -1 : half.colour))
            continue;
        if (joker == COLOUR_CHANGE && !step) continue;
        Row counted = from;
        Half next = half;
        --counted.left[joker - CLASSIC];
        next.meld.push(joker);
        next.doubled = joker == DOUBLE;
        if (joker == COLOUR_CHANGE) next.colour = -1;
        go(counted, next);
    }
}

void JokerMeldGenerator::mirrors() {
    Row row = empty_row();
    if (!row.left[MIRROR - CLASSIC]) return;
    --row.left[MIRROR - CLASSIC];
    for (int number = 1; number <= NUMBERS; ++number) {
        grow_mirror(row, {}, {}, number, 0, 0);
        grow_mirror(row, {}, {}, number, 1, 0);
    }
}

void JokerMeldGenerator::offer_mirror(const Row& row, const Meld& left, const Meld& right) {
    if (left.size + right.size + 1 > MAX_MELD) return;
    Row whole = row;
    whole.meld = joined(left, right);
    if (!is_meld(whole.meld, melds_.rules())) return;
    offer(whole);
    if (!melds_.must_stay_beside(whole.meld, whole.demand).empty()) offer_in_every_order(whole, left, right);
}

// Mirrors are grown rising, the left side before the right, groups in the order of colours. Where that is an
// old meld, or one with a joker exchanged (TA-11), another order of its columns or sides may be neither.
void JokerMeldGenerator::offer_in_every_order(Row whole, const Meld& left, const Meld& right) {
    std::vector<int> order(std::max(left.size, right.size));
    std::iota(order.begin(), order.end(), 0);
    do {
        const Meld one = in_order(left, order), other = in_order(right, order);
        for (const Meld& row : {joined(one, other), joined(other, one)}) {
            whole.meld = row;
            if (is_meld(row, melds_.rules())) offer(whole);
        }
    } while (go_on() && std::next_permutation(order.begin(), order.end()));
}

// A mirrored run can be cut if its outer columns are two runs and the rest is still a mirror. Not where moved
// tiles count: the rest might be a group, where its tiles would lose their neighbours.
bool JokerMeldGenerator::mirror_can_be_cut(const Meld& left, const Meld& right) const {
    if (request_.moves) return false;
    for (int l = SMALLEST_MELD; l < left.size; ++l)
        for (int r = SMALLEST_MELD; r < right.size; ++r) {
            if (places(left, l) != places(right, r)) continue;
            if (!melds_.is_piece(left.begin(), left.begin() + l) ||
                !melds_.is_piece(right.begin(), right.begin() + r))
                continue;
            if (!melds_.keeps_together(
                    {demand_of(left.begin(), left.begin() + l), demand_of(right.begin(), right.begin() + r)}))
                continue;
            const Meld inner = joined(tail(left, l), tail(right, r));
            if (is_meld(inner, melds_.rules()) && !melds_.could_be_swap(inner.begin(), inner.end()))
                return true;
        }
    return false;
}

// Column by column from the outside inwards, `step` 1 for a run and 0 for a group; each side gives a number
// tile, a joker, the start or the end of a double, or a colour change. The rulebook (rules.h) checks
// the rest.
void JokerMeldGenerator::grow_mirror(const Row& row, const Half& left, const Half& right, int number,
                                     int step, int columns) {
    if (!go_on()) return;
    if (columns && !left.doubled && !right.doubled) {
        if (!undisturbed_ && step && mirror_can_be_cut(left.meld, right.meld)) return;
        offer_mirror(row, left.meld, right.meld);
    }
    if (number > NUMBERS || (step == 0 && columns == LARGEST_GROUP)) return;
    // With tiles of one number only it may also be read falling, its jokers standing for other numbers.
    const int last = std::max(left.last, right.last);
    const bool may_fall = step && (!left.first || left.first == last) &&
                          (!right.first || right.first == last);
    choices(row, left, number, step, may_fall, [&](const Row& one, const Half& l) {
        choices(one, right, number, step, may_fall, [&](const Row& both, const Half& r) {
            const Tile outer = l.meld[l.meld.size - 1], other = r.meld[r.meld.size - 1];
            // Opposite number tiles are alike.
            if (!is_joker(outer) && !is_joker(other) && !left.doubled && !right.doubled && outer != other)
                return;
            // The sides may change places: at the first difference the left tile is the smaller one.
            if (outer > other && l.meld.size == r.meld.size &&
                std::equal(l.meld.begin(), l.meld.end() - 1, r.meld.begin()))
                return;
            grow_mirror(both, l, r, number + step, step, columns + 1);
        });
    });
}

}  // namespace tilewise
