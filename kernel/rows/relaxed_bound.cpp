#include "rows/relaxed_bound.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace tilewise {

namespace {

constexpr int MOST_OF_A_KIND = 7;  // three bits of the key
constexpr Key JOKER_GUARDS = ALL_GUARDS & ~(JOKER_UNIT - 1);

// Whether all that may come of `key` may come of `by` too: jokers to spare make up for worse runs (trick 9).
// Nearly always the jokers alone decide that it may not.
inline bool is_dominated(Key key, Key by) {
    const Key not_worse = (key | ALL_GUARDS) - by;  // the guards of the fields in which `by` is not worse
    if ((not_worse & JOKER_GUARDS) != JOKER_GUARDS) return false;
    if ((not_worse & ALL_GUARDS) == ALL_GUARDS) return true;
    const int spare = static_cast<int>((key >> JOKER_SHIFT & 7) - (by >> JOKER_SHIFT & 7));
    return spare > 0 && mending(by, key) <= spare;
}

}  // namespace

// ---- waiting rows and layers

int WaitingRows::changed() const {
    int count = 0;
    for (WaitingRows rest = *this; rest; rest = rest.others()) count += rest.first() == CHANGED;
    return count;
}

void WaitingRows::add(Row row) {
    int at = 0;
    while ((rows_ >> at & 0xFF) > row) at += 8;
    const std::uint64_t before = (std::uint64_t{1} << at) - 1;
    rows_ = (rows_ & before) | std::uint64_t{row} << at | (rows_ & ~before) << 8;
}

RelaxedBound::Bucket& RelaxedBound::Layer::bucket(WaitingRows waiting) {
    const std::size_t at =
        index_.find(waiting.hash(), [&](std::uint32_t i) { return buckets_[i].waiting == waiting; });
    if (index_.holds(at)) return buckets_[index_[at]];
    if (count_ == buckets_.size()) buckets_.emplace_back();
    Bucket& bucket = buckets_[count_];
    bucket.waiting = waiting;
    bucket.states.clear();
    index_.fill(at, count_++, 0, [&](std::uint32_t i) { return buckets_[i].waiting.hash(); });
    return bucket;
}

// The states lie in the order of their jokers in use, as one number. A state that beats another has no more
// of any kind, so it lies before it, or beside it.
void RelaxedBound::Bucket::add(const State& state) {
    const auto beats = [](const State& a, const State& b) {
        return a.value >= b.value && is_dominated(b.key, a.key);
    };
    const Key jokers = state.key >> JOKER_SHIFT;
    std::size_t at = 0;
    for (; at < states.size() && states[at].key >> JOKER_SHIFT < jokers; ++at)
        if (beats(states[at], state)) return;
    for (std::size_t i = at; i < states.size() && states[i].key >> JOKER_SHIFT == jokers; ++i)
        if (beats(states[i], state)) return;
    const auto place = states.begin() + static_cast<std::ptrdiff_t>(at);
    const auto beaten =
        std::remove_if(place, states.end(), [&](const State& other) { return beats(state, other); });
    if (beaten == states.end()) {
        states.insert(place, state);
        return;
    }
    std::move_backward(place, beaten, beaten + 1);
    *place = state;
    states.erase(beaten + 1, states.end());
}

// ---- the pass

bool RelaxedBound::reset(const Supply& supply, const JokerCounts& jokers) {
    if (jokers[J] + jokers[D] + jokers[C] > MOST_OF_A_KIND || jokers[M] > MOST_OF_A_KIND) return false;
    jokers_ = all_ = jokers;
    all_[J] += all_[D] + all_[C];
    supply_ = supply.reversed();
    supply_.jokers = all_[J];
    gains_.reset(supply, jokers);
    matching_.reset();
    return true;
}

bool RelaxedBound::compute(std::int64_t threshold, std::uint64_t node_limit) {
    threshold_ = threshold;
    last_node_ = budget_->nodes() + node_limit;
    overflow_ = false;
    number_ = 0;
    rest_ = 0;
    for (int number = 1; number <= NUMBERS; ++number) rest_ += supply_.most_gain(number);
    layer_.clear();
    layer_.bucket({}).add({NO_RUNS, 0});
    while (number_ < NUMBERS - 1) {
        if (!advance()) return false;
        record();
    }
    return true;
}

bool RelaxedBound::advance() {
    ++number_;
    rest_ -= supply_.most_gain(number_);
    next_layer_.clear();
    cells_ = supply_.cells(number_);
    have_ = lanes_of(cells_.have), next_ = lanes_of(cells_.next), after_ = lanes_of(cells_.after);
    ++stamp_;
    groups_ = &group_choices(cells_);
    list_mirrors();
    for (const Bucket& bucket : layer_.buckets())
        for (const State& state : bucket.states) {
            value_ = state.value;
            resolve({state.key}, bucket.waiting);
            if (overflow_) return false;
        }
    std::swap(layer_, next_layer_);
    return true;
}

// The pass runs on reversed numbers: the gain so far belongs to the cut above NUMBERS - number_.
void RelaxedBound::record() {
    gains_.open(NUMBERS - number_);
    matching_.open(NUMBERS - number_);
    for (const Bucket& bucket : layer_.buckets()) {
        const int changed = bucket.waiting.changed();
        for (const State& state : bucket.states) {
            const int any = used(state.key, J), doubles = used(state.key, D), changes = used(state.key, C);
            const int mirrors = used(state.key, M);
            gains_.note({any - doubles - changes, doubles, changes, mirrors}, state.value);
            const auto placed = static_cast<JokerBytes>(any | doubles << 8 | changes << 16 | mirrors << 24);
            matching_.note(OpenRows(state.key, changed), placed, state.value);
        }
    }
    gains_.close();
    matching_.close();
}

// ---- waiting rows come first

void RelaxedBound::join(Work& work, int c, int length) const {
    work.joined += run_in_key(c, length);
    work.joined_must += lane(c, length == 2);
    work.joined_count += lane(c);
}

void RelaxedBound::keep_open(Work& work, WaitingRows::Row row) {
    if (work.waiting.is_full()) {
        overflow_ = true;
        return;
    }
    work.waiting.add(row);
    if (WaitingRows::is_doubled(row)) work.must_later += lane(row - WaitingRows::DOUBLED);
    work.changed += row == WaitingRows::CHANGED;
}

void RelaxedBound::resolve(const Work& work, WaitingRows rest) {
    if (!rest) {
        if (!overflow_) place_doubles(work, 0);
        return;
    }
    const WaitingRows::Row row = rest.first();
    if (row == WaitingRows::CHANGED) return resolve_changed(work, rest.others());
    if (WaitingRows::is_mirror(row)) return resolve_mirror(work, row, rest.others());
    Work next = work;
    if (row == WaitingRows::CHANGED_DOUBLED)
        keep_open(next, WaitingRows::CHANGED);
    else
        join(next, row - WaitingRows::DOUBLED, 2);
    resolve(next, rest.others());
}

// After a C: a tile of any colour, or a D that crosses the cut.
void RelaxedBound::resolve_changed(const Work& work, WaitingRows rest) {
    if (specials_left(work.key, D)) {
        Work next = work;
        next.key += in_use(D);
        keep_open(next, WaitingRows::CHANGED_DOUBLED);
        resolve(next, rest);
    }
    for (int c = 0; c < COLOURS; ++c) {
        Work next = work;
        if (!take(next, c)) continue;
        join(next, c, 3);
        resolve(next, rest);
    }
}

// A mirrored run ends, or a column follows: two tiles, or one and a joker. A D fills its side of two columns,
// and only another D may lie beside its first half.
void RelaxedBound::resolve_mirror(const Work& work, WaitingRows::Row row, WaitingRows rest) {
    const auto with = [&](Work next, int kind) {
        if (!(kind == J ? left(next.key, J) : specials_left(next.key, kind))) return;
        next.key += in_use(kind);
        if (kind == D) keep_open(next, WaitingRows::DOUBLES);
        resolve(next, rest);
    };
    if (row == WaitingRows::DOUBLES) {
        for (int c = 0; c < COLOURS; ++c) {
            Work next = work;
            if (take(next, c)) resolve(next, rest);
        }
        return;
    }
    if (WaitingRows::is_pending(row)) return with(work, D);
    resolve(work, rest);
    const int column = (row - WaitingRows::OF_TWO) / COLOURS * COLOURS + WaitingRows::OF_TWO,
              colour = row - column;
    for (int c = 0; c < COLOURS; ++c) {
        Work next = work;
        if ((c != colour && column != WaitingRows::CHANGING) || !take(next, c)) continue;
        if (c != colour) {
            with(next, C);
            continue;
        }
        if (column == WaitingRows::OF_TWO) with(next, J);
        if (take(next, c)) resolve(next, rest);
    }
}

// ---- then special jokers

// D after plain runs: a tile of the same colour follows, or jokers beyond the cut.
void RelaxedBound::place_doubles(const Work& work, int from) {
    if (short_of(work) > left(work.key, J)) return;
    place_changes(work, 0);
    if (!specials_left(work.key, D)) return;
    for (int c = from; c < COLOURS; ++c) {
        if (!open_all(work.key, c) || (!cells_.after[c] && left(work.key, J) < 2)) continue;
        Work next = work;
        next.key += in_use(D) - run_in_key(c, shortest_run(work.key, c));
        keep_open(next, static_cast<WaitingRows::Row>(WaitingRows::DOUBLED + c));
        if (!overflow_) place_doubles(next, c);
    }
}

// C after plain runs: a tile follows that makes any run a long one, or jokers beyond the cut.
void RelaxedBound::place_changes(const Work& work, int from) {
    if (short_of(work) > left(work.key, J)) return;
    place_mirrors(work, 0);
    if (!specials_left(work.key, C) || !(next_ || left(work.key, J) > 1)) return;
    for (int c = from; c < COLOURS; ++c) {
        if (!open_all(work.key, c)) continue;
        Work next = work;
        next.key += in_use(C) - run_in_key(c, shortest_run(work.key, c));
        keep_open(next, WaitingRows::CHANGED);
        if (!overflow_) place_changes(next, c);
    }
}

// List every mirror that may begin at this number, if there are jokers for it.
void RelaxedBound::list_mirrors() {
    mirrors_.clear();
    if (!all_[M]) return;
    possible_ = {};
    const auto add = [&](Lanes tiles, int kind, WaitingRows::Row row, int c) {
        Mirror mirror{tiles, unit(M), row, false, false, false};
        if (kind <= C) mirror.jokers += in_use(kind);
        // With two C, if there is a J: no other colour can follow one C, so it is listed with J too.
        const std::array<int, 3> want{kind == J, kind == D ? 2 : 0, kind == C ? 1 + (jokers_[J] > 0) : 0};
        assert(mirrors_.size() < 64);  // 34 at most: four of each colour, three of each pair
        const std::uint64_t bit = std::uint64_t{1} << mirrors_.size();
        for (int each = 0; each < 3; ++each)
            for (int left = want[each]; left < 3; ++left) possible_.jokers[each][left] |= bit;
        for (int colour = 0; colour < COLOURS; ++colour)
            for (int left = in_lane(tiles, colour); left < 3; ++left) possible_.tiles[colour][left] |= bit;
        if (row) {
            mirror.goes_on = cells_.next[c] >= 2 || kind == D;
            mirror.goes_on_with_joker = kind > C && cells_.next[c];
            mirror.goes_on_with_change = kind == C && next_ != lane(c, cells_.next[c]);
        }
        mirrors_.push_back(mirror);
    };
    constexpr int NONE = M;
    const auto row_of = [](WaitingRows::Row column, int c) {
        return static_cast<WaitingRows::Row>(column + c);
    };
    for (int c = 0; c < COLOURS; ++c) {
        for (int tiles = 1; tiles <= std::min<int>(2, cells_.have[c]); ++tiles) {
            const Lanes taken = lane(c, tiles);
            if (tiles == 2) {
                add(taken, NONE, row_of(WaitingRows::OF_TWO, c), c);
            } else {
                if (jokers_[J]) add(taken, J, row_of(WaitingRows::OF_ONE, c), c);
                if (all_[C]) add(taken, C, row_of(WaitingRows::CHANGING, c), c);
                if (cells_.after[c] && all_[D] >= 2) add(taken, D, row_of(WaitingRows::HALF_DOUBLED, c), c);
            }
            for (int other = c + 1; other < COLOURS; ++other)  // a group: of two columns one may hold a joker
                for (int more = 3 - tiles; more <= std::min<int>(2, cells_.have[other]); ++more)
                    if (tiles + more == 4 || jokers_[J])
                        add(taken + lane(other, more), tiles + more == 4 ? NONE : J, 0, c);
        }
    }
}

// Mirrors, in the order of the list, so that none are tried twice. If as many runs of a colour are open as
// tiles are left, the tiles of a column may extend them instead, so it is not tried.
void RelaxedBound::place_mirrors(const Work& work, std::size_t from) {
    lay_rest(work);
    if (!left(work.key, M) || from == mirrors_.size()) return;
    const auto possible = [](const std::array<std::uint64_t, 3>& with, int left) {
        return with[std::min(left, 2)];
    };
    std::uint64_t choices = ~std::uint64_t{0} << from & possible(possible_.jokers[J], left(work.key, J)) &
                            possible(possible_.jokers[D], specials_left(work.key, D)) &
                            possible(possible_.jokers[C], specials_left(work.key, C));
    const Lanes tiles = have_ - work.taken;
    const Lanes plenty = not_less(tiles, lanes_all(work.key) + ONE_EACH) * LANE_FULL & tiles;
    for (int c = 0; c < COLOURS; ++c) choices &= possible(possible_.tiles[c], in_lane(plenty, c));
    for (; choices; choices &= choices - 1) {
        const int i = std::countr_zero(choices);
        const Mirror& each = mirrors_[i];
        Work next = work;
        next.taken += each.tiles;
        next.key += each.jokers;
        const bool with_joker = each.goes_on_with_joker && left(next.key, J) + specials_left(next.key, C);
        if (each.goes_on || with_joker || (each.goes_on_with_change && specials_left(next.key, C)))
            keep_open(next, each.row);
        if (!overflow_) place_mirrors(next, i);
    }
}

// ---- and the plain step at the end

const RelaxedBound::Leftover& RelaxedBound::leftover(const Work& work, int specials) {
    const std::uint64_t question = work.taken | work.joined_must << 3 | work.must_later << 6 |
                                   static_cast<std::uint64_t>(specials) << 48;  // each lane is less than 8
    Leftover& known = leftovers_[question * 0x9E37'79B9'7F4A'7C15ull >> 58];
    if (known.stamp == stamp_ && known.question == question) return known;
    known.stamp = stamp_, known.question = question;
    known.lacking = sum_of(more_than(work.joined_must, next_));
    known.next = more_than(next_, work.joined_must);
    known.gain = 0;
    Cells& cells = known.cells = cells_;
    cells.number =
        std::min(number_, NUMBERS - 2);  // not trick 3: runs that are too short are paid for at the top
    cells.jokers -= known.lacking;
    const Lanes after = more_than(after_ + static_cast<Lanes>(specials) * ONE_EACH, work.must_later);
    for (int c = 0; c < COLOURS; ++c) {
        known.gain += cells.take(c, in_lane(work.taken, c));
        cells.next[c] = static_cast<std::uint8_t>(in_lane(known.next, c));
        cells.after[c] = static_cast<std::uint8_t>(in_lane(after, c));
    }
    known.tags = RunUses::tags(cells);
    return known;
}

void RelaxedBound::lay_rest(const Work& work) {
    const int left_here = left(work.key, J), wanting = short_of(work);
    if (wanting > left_here) return;
    if (!budget_->spend() || budget_->nodes() > last_node_) overflow_ = true;
    // The joined runs, and those after a D, take their share of the next two numbers before the runs of the
    // plain step.
    const int specials = specials_left(work.key, D) + specials_left(work.key, C);
    const Leftover& here = leftover(work, specials);
    const Lanes must = work.joined_must;
    if (left_here < here.lacking + wanting + sum_of(more_than(lanes_short(work.key), here.next))) return;
    const int in_use_here = used(work.key, J);
    Bucket* bucket = nullptr;
    const auto keep = [&](Key key, std::int64_t gained, Decision) {
        if (gained + rest_ <= threshold_) return;
        if ((lanes_all(key) + work.joined_count) & (MAX_OPEN + 1) * ONE_EACH) overflow_ = true;
        const Key next = (key | (work.key & ~PLAIN_PART)) + work.joined;
        // Trick 4 for all colours together: a joker mends one run at a number.
        const Lanes wanted = lanes_must(key) + must;
        int owed = sum_of(more_than(wanted, next_));
        if (work.changed) owed += std::max(0, work.changed - sum_of(more_than(next_, wanted)));
        const int owed_later = sum_of(more_than(lanes_short(next) + work.must_later, after_));
        const int jokers = left_here - (jokers_in_use(key) - in_use_here);
        if (std::max(owed, owed_later) > jokers || owed + owed_later > jokers + specials) return;
        if (!bucket) bucket = &next_layer_.bucket(work.waiting);
        bucket->add({next, gained});
    };
    step(here.cells, here.tags, *groups_, run_uses(), work.key & PLAIN_PART, value_ + here.gain, keep);
}

}  // namespace tilewise
