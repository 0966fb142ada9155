// The layers for Twist, loosely: mirrors.
#include <algorithm>
#include <bit>
#include <cassert>

#include "twist_loose.h"

namespace tilewise {

// A mirrored run: it ends, or a column follows: two tiles, or one and a joker. A D fills its side of two columns, and only another D may lie beside its first half.
void LooseLayers::resolve_mirror(const Work& work, Waiting::Row row, Waiting rest) {
    const auto with = [&](Work next, int kind) {
        if (!(kind == J ? left(next.key, J) : specials_left(next.key, kind))) return;
        put(next, kind);
        if (kind == D) leave(next, Waiting::DOUBLES);
        resolve(next, rest);
    };
    if (row == Waiting::DOUBLES) {
        for (int c = 0; c < COLOURS; ++c) {
            Work next = work;
            if (take(next, c)) resolve(next, rest);
        }
        return;
    }
    if (Waiting::is_pending(row)) return with(work, D);
    resolve(work, rest);
    const int column = (row - Waiting::OF_TWO) / COLOURS * COLOURS + Waiting::OF_TWO, colour = row - column;
    for (int c = 0; c < COLOURS; ++c) {
        Work next = work;
        if ((c != colour && column != Waiting::CHANGING) || !take(next, c)) continue;
        if (c != colour) {
            with(next, C);
            continue;
        }
        if (column == Waiting::OF_TWO) with(next, J);
        if (take(next, c)) resolve(next, rest);
    }
}

// Every mirror that may begin at this number, if there are jokers for it.
void LooseLayers::list_mirrors() {
    mirrors_.clear();
    if (!all_[M]) return;
    possible_ = {};
    const auto add = [&](Lanes tiles, int kind, Waiting::Row row, int c) {
        Mirror mirror{tiles, unit(M), beyond_->step(M), 1, row, false, false, false};
        if (kind <= C) mirror.jokers += in_use(kind), mirror.step += beyond_->step(kind), ++mirror.count;
        // With two C, if there is a J: no other colour can follow one C, so it is listed with J too.
        const std::array<int, 3> want{kind == J, kind == D ? 2 : 0, kind == C ? 1 + (classics_ > 0) : 0};
        assert(mirrors_.size() < 64);  // 34 at most: four of each colour, three of each pair
        const std::uint64_t bit = std::uint64_t{1} << mirrors_.size();
        for (int each = 0; each < 3; ++each)
            for (int left = want[each]; left < 3; ++left) possible_.jokers[each][left] |= bit;
        for (int colour = 0; colour < COLOURS; ++colour)
            for (int left = in_lane(tiles, colour); left < 3; ++left) possible_.tiles[colour][left] |= bit;
        if (row) {
            const bool has_two = cells_.next[c] >= 2;
            mirror.goes_on = has_two || kind == D;
            mirror.goes_on_with_joker = kind > C && cells_.next[c];
            mirror.goes_on_with_change = kind == C && next_ != lane(c, cells_.next[c]);
        }
        mirrors_.push_back(mirror);
    };
    constexpr int NONE = M;
    const auto row_of = [](Waiting::Row column, int c) { return static_cast<Waiting::Row>(column + c); };
    for (int c = 0; c < COLOURS; ++c) {
        for (int tiles = 1; tiles <= std::min<int>(2, cells_.have[c]); ++tiles) {
            const Lanes taken = lane(c, tiles);
            if (tiles == 2) {
                add(taken, NONE, row_of(Waiting::OF_TWO, c), c);
            } else {
                if (classics_) add(taken, J, row_of(Waiting::OF_ONE, c), c);
                if (all_[C]) add(taken, C, row_of(Waiting::CHANGING, c), c);
                if (cells_.after[c] && all_[D] >= 2) add(taken, D, row_of(Waiting::HALF_DOUBLED, c), c);
            }
            for (int other = c + 1; other < COLOURS; ++other)  // a group: of two columns one may hold a joker
                for (int more = 3 - tiles; more <= std::min<int>(2, cells_.have[other]); ++more)
                    if (tiles + more == 4 || classics_) add(taken + lane(other, more), tiles + more == 4 ? NONE : J, 0, c);
        }
    }
}

// Mirrors, in the order of the list, so that none are tried twice. If as many runs of a colour are open as tiles are left, as many are lonely without the tiles of a column
// as it takes: these may extend them instead (twist.h).
void LooseLayers::mirror(const Work& work, std::size_t from) {
    spend(work);
    if (!left(work.key, M) || from == mirrors_.size()) return;
    const auto possible = [](const std::array<std::uint64_t, 3>& with, int left) { return with[std::min(left, 2)]; };
    std::uint64_t open = ~std::uint64_t{0} << from & possible(possible_.jokers[J], left(work.key, J)) & possible(possible_.jokers[D], specials_left(work.key, D)) &
                         possible(possible_.jokers[C], specials_left(work.key, C));
    const Lanes tiles = have_ - work.taken, plenty = not_less(tiles, lanes_all(work.key) + ONE_EACH) * LANE_FULL & tiles;
    for (int c = 0; c < COLOURS; ++c) open &= possible(possible_.tiles[c], in_lane(plenty, c));
    for (; open; open &= open - 1) {
        const int i = std::countr_zero(open);
        const Mirror& each = mirrors_[i];
        Work next = work;
        next.taken += each.tiles;
        next.key += each.jokers, next.left -= each.step, next.placed += each.count;
        if (each.goes_on || (each.goes_on_with_joker && left(next.key, J) + specials_left(next.key, C)) || (each.goes_on_with_change && specials_left(next.key, C)))
            leave(next, each.row);
        if (!is_hopeless(next)) mirror(next, i);
    }
}

}  // namespace tilewise
