#include "plain/joker_placement.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

Shape::Shape(const Meld& meld) {
    int second = -1;
    for (int i = 0; i < meld.size; ++i) {
        if (is_joker(meld[i])) {
            ++jokers;
            continue;
        }
        numbers |= set_of(meld[i]);
        if (first < 0)
            first = i;
        else if (second < 0)
            second = i;
    }
    assert(first >= 0);
    const int number = number_of(meld[first]);
    if (second >= 0)
        is_group = number_of(meld[second]) == number,
        is_run = !is_group;  // two number tiles tell a group from a run
    low = number - first;
    is_run = is_run && low >= 1 && low + meld.size - 1 <= NUMBERS;
    is_group = is_group && meld.size <= LARGEST_GROUP;
}

bool lies_as(const Meld& one, const Meld& other) {
    if (one == other) return true;
    if (one.size != other.size) return false;
    const Shape a(one), b(other);
    return a.numbers == b.numbers && !a.is_run && !b.is_run;
}

namespace {

constexpr TileSet ONE_OF_EACH_COLOUR = set_of(0) | set_of(13) | set_of(26) | set_of(39);

TileSet stands_for(const Meld& meld, const Shape& shape, int index) {
    const Tile tile = meld[shape.first];
    TileSet tiles = 0;
    if (shape.is_run) tiles |= set_of(tile_of(colour_of(tile), shape.low + index));
    if (shape.is_group) tiles |= ONE_OF_EACH_COLOUR << (number_of(tile) - 1) & ~shape.numbers;
    return tiles;
}

Meld part(const Meld& meld, int from, int to) {
    Meld piece;
    for (int i = from; i < to; ++i) piece.push(meld[i]);
    return piece;
}

bool has_number(const Meld& meld) {
    return std::any_of(meld.begin(), meld.end(), [](Tile tile) { return !is_joker(tile); });
}

}  // namespace

TileSet number_set(const Meld& meld) {
    TileSet set = 0;
    for (Tile tile : meld)
        if (!is_joker(tile)) set |= set_of(tile);
    return set;
}

JokerPlacement::JokerPlacement(const Table& before) : before_(before) {
    for (const Meld& meld : before) {
        const Shape shape(meld);
        assert(shape.numbers);
        for (int i = 0; shape.jokers && i < meld.size; ++i)
            if (is_joker(meld[i])) old_[count_++] = {melds_, shape.numbers, stands_for(meld, shape, i)};
        numbers_[melds_++] = shape.numbers;
    }
}

bool JokerPlacement::is_new(TileSet numbers) const {
    for (int i = 0; i < melds_; ++i)
        if (!(numbers_[i] & ~numbers)) return false;
    return true;
}

unsigned JokerPlacement::undisturbed(const Meld& meld, const Shape& shape, int index) const {
    const TileSet roles = stands_for(meld, shape, index);
    unsigned found = 0;
    for (int j = 0; j < count_; ++j)
        if ((old_[j].beside & shape.numbers) && (old_[j].roles & roles)) found |= 1u << j;
    return found;
}

// ---- the verdict

bool JokerPlacement::holds(const Table& after) const {
    std::uint64_t same = 0;  // melds of `after` that lay there before
    unsigned displaced = 0;  // old jokers whose meld is gone
    for (int j = 0; j < count_;) {
        const int old = old_[j].meld;
        std::size_t at = 0;
        while (at < after.size() && ((same >> at & 1) || !lies_as(before_[old], after[at]))) ++at;
        if (at < after.size()) same |= std::uint64_t{1} << at;
        for (; j < count_ && old_[j].meld == old; ++j)
            if (at == after.size()) displaced |= 1u << j;
    }
    if (!displaced) return true;
    std::array<unsigned, MAX_JOKERS> fits;  // for each place of a joker: the old jokers that may lie there
    int places = 0;
    for (std::size_t m = 0; m < after.size(); ++m) {
        if (same >> m & 1) continue;
        const Shape shape(after[m]);
        if (!shape.jokers) continue;
        const bool fresh = is_new(shape.numbers);
        for (int i = 0; i < after[m].size; ++i)
            if (is_joker(after[m][i]))
                fits[places++] = fresh ? displaced : displaced & undisturbed(after[m], shape, i);
    }
    // Give each displaced joker a place of its own; there are few, so try them in turn.
    const auto assign = [&](auto&& self, unsigned left, unsigned taken) -> bool {
        if (!left) return true;
        const unsigned joker = left & -left;
        for (int p = 0; p < places; ++p)
            if (!(taken >> p & 1) && (fits[p] & joker) && self(self, left ^ joker, taken | 1u << p))
                return true;
        return false;
    };
    return assign(assign, displaced, 0);
}

// ---- finding places

// Each joker of the meld may be an old one: the meld is new, or they are undisturbed.
bool JokerPlacement::obeys(const Meld& meld) const {
    const Shape shape(meld);
    if (!shape.jokers || is_new(shape.numbers)) return true;
    for (int i = 0; i < meld.size; ++i)
        if (is_joker(meld[i]) && !undisturbed(meld, shape, i)) return false;
    return true;
}

// Cut a run whose jokers may not lie there: the plain program joins runs, and a piece may be new where the
// whole is not.
void JokerPlacement::cut_run(Table& melds, std::size_t at) const {
    const Meld meld = melds[at];
    std::array<int, NUMBERS + 1> next{};  // from here, where the next piece may begin; 0: no way
    for (int from = meld.size - SMALLEST_MELD; from >= 0; --from)
        for (int to = meld.size; to >= from + SMALLEST_MELD && !next[from]; --to) {
            if (to < meld.size && !next[to]) continue;
            const Meld piece = part(meld, from, to);
            if (has_number(piece) && obeys(piece)) next[from] = to;
        }
    if (!next[0]) return;
    melds[at] = part(meld, 0, next[0]);
    for (int from = next[0]; from < meld.size; from = next[from])
        melds.push_back(part(meld, from, next[from]));
}

// Put a waiting joker to a run that ends beside the tile it stood for, or into its group: it is undisturbed.
bool JokerPlacement::place_where_it_lay(Table& melds, unsigned& waiting) const {
    for (Meld& meld : melds) {
        const TileSet numbers = number_set(meld);
        for (int j = 0; j < count_; ++j) {
            if (!(waiting >> j & 1) || !(old_[j].beside & numbers)) continue;
            Meld longer = meld;
            if (!place_spares(longer, 1)) continue;
            const Shape shape(longer);
            const bool front = is_joker(longer[0]) && !is_joker(meld[0]);
            if (!(stands_for(longer, shape, front ? 0 : longer.size - 1) & old_[j].roles)) {
                const Shape as_is(meld);  // at the other end, then
                if (!as_is.is_run || as_is.low == 1 || front) continue;
                longer = part(meld, 0, meld.size);
                for (int i = longer.size++; i > 0; --i) longer.tiles[i] = longer.tiles[i - 1];
                longer.tiles[0] = CLASSIC;
                if (!(stands_for(longer, Shape(longer), 0) & old_[j].roles)) continue;
            }
            meld = longer;
            waiting &= ~(1u << j);
            return true;
        }
    }
    return false;
}

bool JokerPlacement::place_in_new(Table& melds) const {
    for (Meld& meld : melds)
        if (is_new(number_set(meld)) && place_spares(meld, 1)) return true;
    return false;
}

// A piece of a long run may be new where the whole is not.
bool JokerPlacement::place_after_cutting(Table& melds) const {
    for (std::size_t m = 0; m < melds.size(); ++m) {
        for (int cut = SMALLEST_MELD; cut <= melds[m].size - SMALLEST_MELD; ++cut) {
            Meld left = part(melds[m], 0, cut), right = part(melds[m], cut, melds[m].size);
            if (!has_number(left) || !has_number(right) || !obeys(left) || !obeys(right)) continue;
            if (!(is_new(number_set(left)) && place_spares(left, 1)) &&
                !(is_new(number_set(right)) && place_spares(right, 1)))
                continue;
            melds[m] = left;
            melds.push_back(right);
            return true;
        }
    }
    return false;
}

bool JokerPlacement::place(Layout& layout) const {
    Table& melds = layout.melds;
    unsigned waiting = (1u << count_) - 1;  // old jokers that lie nowhere yet, by a first guess
    for (std::size_t m = 0; m < melds.size(); ++m) {
        if (std::none_of(melds[m].begin(), melds[m].end(), is_joker)) continue;
        if (!obeys(melds[m])) cut_run(melds, m);
        const Shape shape(melds[m]);
        for (int i = 0; i < melds[m].size; ++i)
            if (is_joker(melds[m][i]))
                if (const unsigned could = waiting & undisturbed(melds[m], shape, i))
                    waiting ^= could & -could;
    }
    for (; layout.spares; --layout.spares)
        if (!place_where_it_lay(melds, waiting) && !place_in_new(melds) && !place_after_cutting(melds)) break;
    for (Meld& meld : melds)  // the remaining spares may be the rack's own
        if (layout.spares) layout.spares -= place_spares(meld, layout.spares);
    return layout.spares == 0 && holds(melds);
}

}  // namespace tilewise
