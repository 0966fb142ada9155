// The layers for Twist, loosely: rows that wait first, then special jokers, then the plain step.
#include "twist_loose.h"

#include <algorithm>

#include "clock.h"

namespace tilewise {

namespace {

constexpr Key JOKER_GUARDS = ALL_GUARDS & ~(JOKER_UNIT - 1);

// Whether all that may come of `key` may come of `by` too: jokers to spare make up for worse runs (trick 9). Nearly always the jokers tell that it may not.
inline bool is_dominated(Key key, Key by) {
    const Key not_worse = (key | ALL_GUARDS) - by;  // the guards of the fields in which `by` is not worse
    if ((not_worse & JOKER_GUARDS) != JOKER_GUARDS) return false;
    if ((not_worse & ALL_GUARDS) == ALL_GUARDS) return true;
    const int spare = static_cast<int>((key >> JOKER_SHIFT & 7) - (by >> JOKER_SHIFT & 7));
    return spare > 0 && mending(by, key) <= spare;
}

}  // namespace

void LooseLayers::begin(const Supply& supply, const JokersLeft& jokers, int share, Others others) {
    supply_ = &supply;
    all_ = jokers;
    all_[J] += all_[D] + all_[C];
    classics_ = jokers[J];
    share_ = share;
    others_ = others;
    most_.fill(NEVER);
    all_must_ = NUMBERS;
    number_ = 0;
    overflow_ = false;
    layers_[0].clear();
    layers_[0].bucket({}).add({NO_RUNS, 0});
}

bool LooseLayers::advance(const TwistBeyond& beyond, const TwistMeeting& meeting) {
    const int done = number_++;
    next_layer_ = &layers_[number_];
    next_layer_->clear();
    if (layers_[done].is_empty()) return true;
    beyond_ = &beyond;
    meeting_ = &meeting;
    before_ = beyond.over(done, number_), after_this_ = beyond.over(number_, number_);
    rest_ = beyond.rest(number_);
    cells_ = supply_->cells(number_);
    have_ = lanes_of(cells_.have), next_ = lanes_of(cells_.next), after_ = lanes_of(cells_.after);
    ++stamp_;
    groups_ = &group_choices(cells_);
    list_mirrors();
    for (const Bucket& bucket : layers_[done].buckets()) {
        const Crossing crossing = LooseLayers::crossing(bucket.waiting, beyond);
        for (const State& state : bucket.states) {
            const int left = left_by_count(state.key);
            const int placed = jokers_placed(state.key);
            if (others_ == Others::LEAVE && placed > share_) continue;
            if (floor_.refuses(state.value + beyond.rest(done))) continue;  // more may be known by now
            if (others_ == Others::FOLLOW && is_met(placed, done) && !can_follow(state, crossing, done, left)) continue;
            value_ = state.value;
            resolve({state.key, left, placed}, bucket.waiting);
            if (overflow_ || (deadline_ns_ && now_ns() > deadline_ns_)) return false;
        }
    }
    return true;
}

// ---- the states of a layer

LooseLayers::Bucket& LooseLayers::Layer::bucket(Waiting waiting) {
    const std::size_t at = index_.find(waiting.hash(), [&](std::uint32_t i) { return buckets_[i].waiting == waiting; });
    if (index_.holds(at)) return buckets_[index_[at]];
    if (count_ == buckets_.size()) buckets_.emplace_back();
    Bucket& bucket = buckets_[count_];
    bucket.waiting = waiting;
    bucket.states.clear();
    index_.fill(at, count_++, 0, [&](std::uint32_t i) { return buckets_[i].waiting.hash(); });
    return bucket;
}

std::size_t LooseLayers::Layer::size() const {
    std::size_t size = 0;
    for (const Bucket& bucket : buckets()) size += bucket.states.size();
    return size;
}

// They lie in the order of their jokers in use, as one number: one that beats another has no more of any kind, so it lies before it, or beside it.
void LooseLayers::Bucket::add(const State& state) {
    const auto beats = [](const State& a, const State& b) { return a.value >= b.value && is_dominated(b.key, a.key); };
    const Key jokers = state.key >> JOKER_SHIFT;
    std::size_t at = 0;
    for (; at < states.size() && states[at].key >> JOKER_SHIFT < jokers; ++at)
        if (beats(states[at], state)) return;
    for (std::size_t i = at; i < states.size() && states[i].key >> JOKER_SHIFT == jokers; ++i)
        if (beats(states[i], state)) return;
    const auto place = states.begin() + static_cast<std::ptrdiff_t>(at);
    const auto beaten = std::remove_if(place, states.end(), [&](const State& other) { return beats(state, other); });
    if (beaten == states.end()) {
        states.insert(place, state);
        return;
    }
    std::move_backward(place, beaten, beaten + 1);
    *place = state;
    states.erase(beaten + 1, states.end());
}

// ---- one way against the other

JokerBytes LooseLayers::placed(Key key) {
    return static_cast<JokerBytes>(used(key, J) | used(key, D) << 8 | used(key, C) << 16 | used(key, M) << 24);
}

int LooseLayers::left_by_count(Key key) const {
    const int doubles = left(key, D), changes = left(key, C);
    return beyond_->index({left(key, J) - doubles - changes, doubles, changes, left(key, M)});
}

LooseLayers::Crossing LooseLayers::crossing(Waiting waiting, const TwistBeyond& beyond) {
    constexpr JokerBytes A_DOUBLE = 0x101, A_MIRROR = 0x100'0000;
    Crossing crossing;
    for (; waiting; waiting = waiting.others()) {
        const Waiting::Row row = waiting.first();
        if (Waiting::is_pending(row)) crossing.jokers += A_DOUBLE, crossing.step += beyond.step(D);
        if (Waiting::is_mirror(row)) crossing.jokers += A_MIRROR, crossing.step += beyond.step(M);
        crossing.changed += row == Waiting::CHANGED;
    }
    return crossing;
}

void LooseLayers::tell(TwistBeyond& beyond, TwistMeeting& meeting) const {
    beyond.begin(NUMBERS - number_);
    meeting.begin(NUMBERS - number_);
    for (const Bucket& bucket : layers_[number_].buckets()) {
        const int changed = crossing(bucket.waiting, beyond).changed;
        for (const State& state : bucket.states) {
            const int doubles = used(state.key, D), changes = used(state.key, C);
            beyond.note({used(state.key, J) - doubles - changes, doubles, changes, used(state.key, M)}, state.value);
            meeting.note({state.key, changed}, placed(state.key), state.value);
        }
    }
    const int told = others_ == Others::LEAVE ? share_ : MAX_JOKERS;
    beyond.end(told);
    meeting.end(told);
}

// The most that the other way gains from this state on; NEVER if both are not worth more than that together.
std::int64_t LooseLayers::most_with(const State& state, const Crossing& crossing, int number, const TwistMeeting& meeting, std::int64_t least) const {
    const auto all = static_cast<JokerBytes>(all_[J] | all_[D] << 8 | all_[C] << 16 | all_[M] << 24);
    return meeting.most(number, {state.key, crossing.changed}, all - placed(state.key) + crossing.jokers, least - state.value);
}

// Whether the other way can meet this state over a number that is done, and both are worth enough together.
bool LooseLayers::can_follow(const State& state, const Crossing& crossing, int number, int left) {
    if (floor_.refuses(state.value + beyond_->most(number, number, left + crossing.step))) return false;
    const std::int64_t above = most_with(state, crossing, number, *meeting_, floor_.missed);
    return above != NEVER && !floor_.refuses(state.value + above);
}

void LooseLayers::meet(const State& state, Waiting waiting) {
    std::int64_t& most = most_[number_];
    const std::int64_t above = most_with(state, crossing(waiting, *beyond_), number_, *meeting_, std::max(floor_.value, most));
    if (above != NEVER) most = state.value + above;
}

void LooseLayers::meet(const TwistMeeting& meeting) {
    meeting_ = &meeting;
    for (const Bucket& bucket : layers_[number_].buckets())
        for (const State& state : bucket.states) meet(state, bucket.waiting);
}

// ---- rows that wait

void LooseLayers::join(Work& work, int c, int length) const {
    work.joined += run_in_key(c, length);
    work.joined_must += lane(c, length == 2);
    work.joined_count += lane(c);
}

// A double or a mirror that crosses the cut is counted on both sides.
void LooseLayers::leave(Work& work, Waiting::Row row) {
    if (work.waiting.is_full()) {
        overflow_ = true;
        return;
    }
    work.waiting.add(row);
    if (Waiting::is_pending(row)) work.left += beyond_->step(D);
    if (Waiting::is_mirror(row)) work.left += beyond_->step(M);
    if (others_ == Others::MEET) work.placed -= Waiting::is_pending(row) + Waiting::is_mirror(row);
    if (Waiting::is_doubled(row)) work.must_later += lane(row - Waiting::DOUBLED);
    work.changed += row == Waiting::CHANGED;
}

void LooseLayers::resolve(const Work& work, Waiting rest) {
    if (!rest) {
        if (!is_hopeless(work)) double_runs(work, 0);
        return;
    }
    const Waiting::Row row = rest.first();
    if (row == Waiting::CHANGED) return resolve_changed(work, rest.others());
    if (Waiting::is_mirror(row)) return resolve_mirror(work, row, rest.others());
    Work next = work;
    if (row == Waiting::CHANGED_DOUBLED) leave(next, Waiting::CHANGED);
    else join(next, row - Waiting::DOUBLED, 2);
    resolve(next, rest.others());
}

// After a C: a tile of any colour, or a D that crosses the cut.
void LooseLayers::resolve_changed(const Work& work, Waiting rest) {
    if (way_ == Way::DOWN && specials_left(work.key, D)) {
        Work next = work;
        put(next, D);
        leave(next, Waiting::CHANGED_DOUBLED);
        resolve(next, rest);
    }
    for (int c = 0; c < COLOURS; ++c) {
        Work next = work;
        if (!take(next, c)) continue;
        join(next, c, 3);
        resolve(next, rest);
    }
}

// ---- special jokers

// D after plain runs: a tile of the same colour follows, or jokers beyond the cut. Each state is gone on with before more are put.
void LooseLayers::double_runs(const Work& work, int from) {
    if (short_of(work) > left(work.key, J)) return;
    change_runs(work, 0);
    if (!specials_left(work.key, D)) return;
    for (int c = from; c < COLOURS; ++c) {
        if (!open_all(work.key, c) || (!cells_.after[c] && left(work.key, J) < 2)) continue;
        Work next = work;
        next.key -= run_in_key(c, shortest_run(work.key, c));
        put(next, D);
        leave(next, static_cast<Waiting::Row>(Waiting::DOUBLED + c));
        if (!is_hopeless(next)) double_runs(next, c);
    }
}

// C after plain runs: a tile follows that makes any run a long one, or jokers beyond the cut.
void LooseLayers::change_runs(const Work& work, int from) {
    if (short_of(work) > left(work.key, J)) return;
    mirror(work, 0);
    if (!specials_left(work.key, C) || !(next_ || left(work.key, J) > 1)) return;
    for (int c = from; c < COLOURS; ++c) {
        if (!open_all(work.key, c)) continue;
        Work next = work;
        next.key -= run_in_key(c, shortest_run(work.key, c));
        put(next, C);
        leave(next, Waiting::CHANGED);
        if (!is_hopeless(next)) change_runs(next, c);
    }
}

// ---- the plain step

const LooseLayers::Leftover& LooseLayers::leftover(const Work& work, int specials) {
    const std::uint64_t question = work.taken | work.joined_must << 3 | work.must_later << 6 | static_cast<std::uint64_t>(specials) << 48;  // each lane is less than 8
    Leftover& known = leftovers_[question * 0x9E37'79B9'7F4A'7C15ull >> 58];
    if (known.stamp == stamp_ && known.question == question) return known;
    known.stamp = stamp_, known.question = question;
    known.lacking = sum_of(more_than(work.joined_must, next_));
    known.next = more_than(next_, work.joined_must);
    known.gain = 0;
    Cells& cells = known.cells = cells_;
    cells.number = std::min(number_, NUMBERS - 2);   // not trick 3: runs that are too short are paid for at the top
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

void LooseLayers::spend(const Work& work) {
    const int left_here = left(work.key, J), wanting = short_of(work);
    if (wanting > left_here) return;
    if (++meter_->nodes > meter_->last_node) overflow_ = true;
    // What the runs that are plain again, and those after a D, want of the next two numbers is not there for the runs of the plain step.
    const int specials = specials_left(work.key, D) + specials_left(work.key, C);
    const Leftover& here = leftover(work, specials);
    const Lanes must = work.joined_must;
    if (left_here < here.lacking + wanting + sum_of(more_than(lanes_short(work.key), here.next))) return;
    const int in_use_here = used(work.key, J);
    Bucket* bucket = nullptr;
    step(here.cells, here.tags, *groups_, run_uses(), work.key & PLAIN_PART, value_ + here.gain, [&](Key key, std::int64_t gained, Chosen) {
        const int more = jokers_in_use(key) - in_use_here, left_above = work.left - beyond_->step(J) * more;
        const bool met = is_met(work.placed + more, number_);
        if (is_left(work.placed + more) || floor_.refuses(gained + (met ? after_this_[left_above] : rest_))) return;
        if ((lanes_all(key) + work.joined_count) & (MAX_OPEN + 1) * ONE_EACH) overflow_ = true;
        const Key next = (key | (work.key & ~PLAIN_PART)) + work.joined;
        // Trick 4 for all colours together: a joker mends one run at a number.
        const Lanes wanted = lanes_must(key) + must;
        const int owed = sum_of(more_than(wanted, next_)) + (work.changed ? std::max(0, work.changed - sum_of(more_than(next_, wanted))) : 0);
        const int owed_later = sum_of(more_than(lanes_short(next) + work.must_later, after_));
        const int jokers = left_here - more;
        if (std::max(owed, owed_later) > jokers || owed + owed_later > jokers + specials) return;
        if (met && others_ == Others::MEET) return meet({next, gained}, work.waiting);
        if (!bucket) bucket = &next_layer_->bucket(work.waiting);
        bucket->add({next, gained});
    });
}

}  // namespace tilewise
