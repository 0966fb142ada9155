// The layers with labelled runs: what can be done at one number, and whose jokers may be in a meld.
#include <algorithm>
#include <chrono>
#include <functional>

#include "labels.h"

namespace tilewise {

namespace {

std::uint64_t now_ns() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // namespace

Meld Labels::meld_of(Label label, int end) const {
    Meld meld;
    for (int number = start_of(label); number <= end; ++number)
        meld.push(jokers_of(label) >> (number - start_of(label)) & 1 ? CLASSIC : tile_of(colour_in(label), number));
    return meld;
}

// Whose jokers can be in a finished meld: anyone's if it is new; else old ones that are undisturbed, and the rack's. A meld
// that lies as an old one did counts as that one.
void Labels::ways(const Meld& meld, std::vector<Used>& found) const {
    const Shape shape(meld);
    found.clear();
    if (settler_->is_new(shape.numbers)) {
        found.push_back(static_cast<Used>(shape.jokers));
        return;
    }
    for (int j = 0; j < settler_->old_jokers(); ++j) {
        if (!lies_as(settler_->before()[settler_->meld_of_joker(j)], meld)) continue;
        Used used = 0;
        for (int k = j; k < settler_->old_jokers() && settler_->meld_of_joker(k) == settler_->meld_of_joker(j); ++k)
            used |= Used{1} << (SETTLED + k);
        found.push_back(used);
        while (j + 1 < settler_->old_jokers() && settler_->meld_of_joker(j + 1) == settler_->meld_of_joker(j)) ++j;
    }
    const bool twin = !found.empty();
    found.push_back(0);
    const std::size_t first = found.size() - 1;
    for (int i = 0; i < meld.size; ++i) {
        if (!is_joker(meld[i])) continue;
        const unsigned could = settler_->undisturbed(meld, shape, i);
        const std::size_t to = found.size();
        for (std::size_t f = first; f < to; ++f) {
            const Used used = found[f];
            for (int j = 0; j < settler_->old_jokers(); ++j)
                if ((could >> j & 1) && !(settled_in(used) >> j & 1)) found.push_back(used | Used{1} << (SETTLED + j));
            if (from_rack_in(used) < from_rack_) found.push_back(used + (1 << RACK));
        }
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(first), found.begin() + static_cast<std::ptrdiff_t>(to));
    }
    if (!twin) return;
    // Beside the old meld itself others may do; without it, its own jokers lie here.
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

// ---- the choices at one number, in this order

void Labels::remember(State& state, const Meld& meld) {
    links_.push_back({static_cast<std::uint32_t>(melds_.size()), state.chain});
    melds_.push_back(meld);
    state.chain = static_cast<std::uint32_t>(links_.size() - 1);
}

int Labels::jokers_placed(const State& state) const {
    if (!jokers_) return 0;
    int sum = static_cast<int>(state.used & 15) + from_rack_in(state.used) + ones(static_cast<unsigned>(settled_in(state.used)));
    for (Label label : state.label) sum += ones(jokers_of(label));
    return sum;
}

int Labels::jokers_promised(const State& state) const {
    if (!jokers_) return 0;
    int sum = 0;
    for (Label label : state.label) sum += label && !jokers_of(label);
    return sum;
}

// Cut off its last three tiles, or its first three, and what is left obeys as well: no need to go on with such a run.
bool Labels::is_pointless(Label label) const {
    const int length = number_ - start_of(label) + 1;
    if (length < 2 * SMALLEST_MELD || request_->keep) return false;  // a cut may part neighbours
    const std::uint32_t jokers = jokers_of(label);
    if (!jokers) return roles_[colour_in(label)] == 0;
    if (jokers >> (length - SMALLEST_MELD)) return false;
    const Meld rest = meld_of(label, number_ - SMALLEST_MELD);
    const TileSet numbers = number_set(rest);
    return numbers && settler_->is_new(numbers);
}

void Labels::go_on(State& state, Hand& hand, int at) {
    while (at < MAX_JOKERS && !state.label[at]) ++at;
    if (at == MAX_JOKERS) {
        keep(state, hand, 0);
        return;
    }
    const Label label = state.label[at];
    const int place = number_ - start_of(label);  // of this number in the run
    const bool last_is_number = !(jokers_of(label) >> (place - 1) & 1);
    if (place >= SMALLEST_MELD && jokers_of(label) && ones(jokers_of(label)) < place) {
        const Meld meld = meld_of(label, number_ - 1);
        std::vector<Used> found;
        ways(meld, found);
        for (Used used : found) {
            if (settled_in(used) & settled_in(state.used)) continue;
            if (from_rack_in(used) + from_rack_in(state.used) > from_rack_) continue;
            State next = state;
            next.used += used;
            next.label[at] = 0;
            remember(next, meld);
            Hand ended = hand;
            if (last_is_number) ++ended.now[colour_in(label)][DOWNWARDS];
            go_on(next, ended, at + 1);
        }
    }
    if (number_ > NUMBERS) return;
    if (last_is_number) ++hand.now[colour_in(label)][side_of(place > 1, true)];
    Hand with = hand;
    if (take(with, colour_in(label)) && !is_pointless(label)) {
        State next = state;
        go_on(next, with, at + 1);
    }
    State next = state;
    next.label[at] = label | (Label{1} << (6 + place));
    if (jokers_placed(next) + jokers_promised(next) <= jokers_) go_on(next, hand, at + 1);
}

// Old melds that stay: those being kept take their tiles, those that begin here are kept or not.
void Labels::keep(State& state, Hand& hand, std::size_t from) {
    const Table& before = settler_->before();
    if (from == 0) {
        for (std::uint64_t left = state.keeping; left; left &= left - 1) {
            const int m = std::countr_zero(left);
            const Shape& shape = shapes_[m];
            const int place = number_ - shape.low;
            if (!is_joker(before[m][place]) && !take(hand, colour_of(before[m][shape.first]))) return;
        }
    }
    const std::vector<int>& here = old_from_[number_];
    if (from == here.size() || !request_->keep) {
        if (!request_->keep || !breaks_too_much(state)) groups(state, hand, 0);
        return;
    }
    const int m = here[from];
    const Shape& shape = shapes_[m];
    State next = state;
    Hand with = hand;
    bool possible = true;
    for (int j = 0; j < settler_->old_jokers() && shape.jokers; ++j)
        if (settler_->meld_of_joker(j) == m) {
            possible = possible && !(settled_in(next.used) >> j & 1);
            next.used |= Used{1} << (SETTLED + j);
        }
    if (possible && jokers_placed(next) + jokers_promised(next) <= jokers_) {
        ++next.kept;
        if (shape.is_run) {
            next.keeping |= std::uint64_t{1} << m;
            possible = is_joker(before[m][0]) || take(with, colour_of(before[m][shape.first]));
        } else {
            for (Tile tile : before[m]) possible = possible && (is_joker(tile) || take(with, colour_of(tile)));
            for (Tile tile : before[m])
                if (!is_joker(tile) && shape.has_company()) --with.before[colour_of(tile)][IN_GROUP];
        }
        if (possible) {
            remember(next, before[m]);
            keep(next, with, from + 1);
        }
    }
    keep(state, hand, from + 1);
}

// Old melds that were not kept, and melds still to come that cannot be, because jokers of theirs lie elsewhere already.
bool Labels::breaks_too_much(const State& state) const {
    const int broken = old_until_[std::min(number_, NUMBERS)] - state.kept;
    if (broken > request_->most_broken) return true;
    if (!settler_->old_jokers()) return false;
    int wanted = jokers_placed(state) + jokers_promised(state) - from_rack_;  // old jokers in use, at least
    for (int j = 0; j < settler_->old_jokers(); ++j) wanted -= old_joker_at_[j] <= number_;
    if (wanted <= 0) return false;
    int most = 1;  // jokers in one of the melds to come
    for (int j = 0, run = 0; j < settler_->old_jokers(); ++j) {
        run = j && settler_->meld_of_joker(j) == settler_->meld_of_joker(j - 1) ? run + 1 : 1;
        if (old_joker_at_[j] > number_) most = std::max(most, run);
    }
    const int more = (wanted + most - 1) / most;
    return broken + more > request_->most_broken;
}

// Groups with jokers, judged when the number began.
void Labels::groups(State& state, Hand& hand, std::size_t from) {
    begin(state, hand, 0);
    if (number_ > NUMBERS) return;
    if (request_->keep && breaks_too_much(state)) return;
    const int left = jokers_ - jokers_placed(state) - jokers_promised(state);
    if (left <= 0) return;
    for (std::size_t i = from; i < ways_[number_].size(); ++i) {
        const Way& way = ways_[number_][i];
        if (settled_in(way.used) & settled_in(state.used)) continue;
        if (from_rack_in(way.used) + from_rack_in(state.used) > from_rack_) continue;
        State next = state;
        next.used += way.used;
        if (jokers_placed(next) + jokers_promised(next) > jokers_) continue;
        Hand with = hand;
        bool possible = true;
        for (Tile tile : way.meld) possible = possible && (is_joker(tile) || take(with, colour_of(tile)));
        if (!possible) continue;
        for (Tile tile : way.meld)
            if (!is_joker(tile)) ++with.now[colour_of(tile)][IN_GROUP];
        remember(next, way.meld);
        groups(next, with, i);
    }
}

// New labelled runs. A joker begins one only where an old joker may have stood, where the run will end at 13, or where
// the rack has jokers; any other leading joker can as well stand at the other end of its run.
void Labels::begin(State& state, Hand& hand, int from) {
    if (request_->keep && breaks_too_much(state)) return;
    spend(state, hand);
    if (number_ > NUMBERS || jokers_placed(state) + jokers_promised(state) >= jokers_) return;
    int at = 0;
    while (at < MAX_JOKERS && state.label[at]) ++at;
    if (at == MAX_JOKERS) return;
    for (int way = from; way < 2 * COLOURS; ++way) {
        const int c = way / 2;
        const bool joker = way % 2;
        if (number_ + SMALLEST_MELD - 1 > NUMBERS) break;
        if (joker && !request_->keep && !(roles_[c] >> number_ & 1) && number_ < std::min(9, NUMBERS - jokers_) && !from_rack_) continue;
        Hand with = hand;
        if (!joker && !take(with, c)) continue;
        State next = state;
        next.label[at] = label_of(c, number_, joker);
        begin(next, with, way);
    }
}

OpenRuns Labels::open_runs(const State& state) const {
    OpenRuns open(state.key);
    open.jokers = jokers_placed(state);
    for (Label label : state.label)
        if (label) open.add(colour_in(label), number_ - start_of(label) + 1);
    for (std::uint64_t left = state.keeping; left; left &= left - 1) {
        const Meld& meld = settler_->before()[std::countr_zero(left)];
        const Shape& shape = shapes_[std::countr_zero(left)];
        if (number_ - shape.low == meld.size - 1) continue;  // it ends here
        open.add(colour_of(meld[shape.first]), number_ - shape.low + 1);
        for (int place = number_ - shape.low + 1; place < meld.size; ++place) open.jokers -= is_joker(meld[place]);
    }
    return open;
}

// What lay at the number below in runs that are not kept; and runs that ended there are done with.
void Labels::pass_old_runs(State& state, Hand& hand) const {
    const Table& before = settler_->before();
    for (int c = 0; c < COLOURS; ++c) {
        hand.before[c] = company_[number_ - 1][c];
        hand.before[c][IN_GROUP] = company_[number_][c][IN_GROUP];
    }
    for (std::uint64_t left = state.keeping; left; left &= left - 1) {
        const int m = std::countr_zero(left);
        const int place = number_ - 1 - shapes_[m].low, last = before[m].size - 1;
        const Tile tile = before[m][place];
        if (!is_joker(tile) && shapes_[m].has_company()) --hand.before[colour_of(tile)][side_of(place > 0, place < last)];
        if (place == last) state.keeping &= ~(std::uint64_t{1} << m);
    }
}

// Of the runs that the layers left open, those of length 1 began at the number below, and all of length 1 and 2 go on.
int Labels::moved_by(const Hand& hand, Key key, const Decision& decision) const {
    int moved = 0;
    for (int c = 0; c < COLOURS; ++c) {
        const Company& before = hand.before[c];
        const int tiles = before[IN_GROUP] + before[UPWARDS] + before[BOTH_WAYS] + before[DOWNWARDS];
        if (!tiles) continue;
        Company now = hand.now[c];
        const int longer = open_all(key, c) - open_short(key, c), extended = (decision.runs[c] & 15) - open_short(key, c);
        now[IN_GROUP] += decision.groups >> (2 * c) & 3;
        now[UPWARDS] += open_short(key, c);
        now[BOTH_WAYS] += std::clamp(extended, 0, longer);
        now[DOWNWARDS] += longer - std::clamp(extended, 0, longer);
        moved += tiles - staying(before, now);
    }
    return moved;
}

// The tiles of this number that no label takes.
void Labels::spend(const State& state, const Hand& hand) {
    if (++nodes > last_node_ || (request_->deadline_ns && (nodes & 63) == 0 && now_ns() > request_->deadline_ns)) out_of_budget_ = true;
    if (out_of_budget_) return;
    State next = state;
    if (number_ > NUMBERS) {
        if (request_->keep) next.moved += static_cast<std::int16_t>(moved_by(hand, state.key, {}));
        insert(next);
        return;
    }
    std::sort(next.label.begin(), next.label.end(), std::greater{});
    Cells cells = cells_;
    for (int c = 0; c < COLOURS; ++c) {
        next.value += cells.gain[c] * std::max(0, hand.taken[c] - cells.need[c]);
        cells.have[c] -= hand.taken[c];
        cells.need[c] = std::max(0, cells.need[c] - hand.taken[c]);
    }
    const OpenRuns labelled = [&] {
        State bare = next;
        bare.key = NO_RUNS;
        return open_runs(bare);
    }();
    const bool groups_lay_here = request_->keep && std::ranges::any_of(hand.before, [](const Company& tiles) { return tiles[IN_GROUP] > 0; });
    step(cells, *groups_[number_], *uses_, state.key, next.value, [&](Key key, std::int64_t value, const Decision& decision) {
        OpenRuns open = labelled;
        for (int c = 0; c < COLOURS; ++c) {
            open.one[c] += open_short(key, c);
            open.two[c] += open_must(key, c);
            open.all[c] += open_all(key, c);
        }
        if (request_->floor > NEVER) {
            const std::int64_t more = ahead_->most(open, number_);
            if (more == NEVER || value + more + hope_ <= request_->floor) return;
        }
        next.key = key;
        next.value = value;
        next.decision = decision;
        if (request_->keep) next.moved = static_cast<std::int16_t>(state.moved + moved_by(hand, state.key, decision));
        insert(next);
    }, groups_lay_here);
}

}  // namespace tilewise
