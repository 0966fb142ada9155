// The layers with labelled runs: what can be done at one number, and whose jokers may be in a meld.
#include <algorithm>
#include <functional>

#include "clock.h"
#include "labels.h"

namespace tilewise {

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

// Cut off its last three tiles, or its first three, and what is left obeys as well: no need to go on with such a run.
bool Labels::is_pointless(Label label) const {
    const int length = number_ - start_of(label) + 1;
    if (length < 2 * SMALLEST_MELD || request_->calm) return false;  // a cut may part neighbours
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
        groups(state, hand, 0);
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
    const bool promised = !jokers_of(label);
    if (!promised && !jokers_free(state)) return;
    State next = state;
    next.label[at] = label | (Label{1} << (6 + place));
    next.promised -= promised;
    ++next.placed;
    go_on(next, hand, at + 1);
}

// Groups with jokers, judged when the number began.
void Labels::groups(State& state, Hand& hand, std::size_t from) {
    begin(state, hand, 0);
    if (number_ > NUMBERS) return;
    const int free = jokers_free(state);
    if (free <= 0) return;
    for (std::size_t i = from; i < ways_[number_].size(); ++i) {
        const Way& way = ways_[number_][i];
        if (way.jokers > free || (settled_in(way.used) & settled_in(state.used))) continue;
        if (from_rack_in(way.used) + from_rack_in(state.used) > from_rack_) continue;
        Hand with = hand;
        bool possible = true;
        for (Tile tile : way.meld) possible = possible && (is_joker(tile) || take(with, colour_of(tile)));
        if (!possible) continue;
        State next = state;
        next.used += way.used;
        next.placed += static_cast<std::int8_t>(way.jokers);
        for (Tile tile : way.meld)
            if (!is_joker(tile)) ++with.now[colour_of(tile)][IN_GROUP];
        remember(next, way.meld);
        groups(next, with, i);
    }
}

// New labelled runs. A joker begins one only where an old joker may have stood, where the run will end at 13, or where
// the rack has jokers; any other leading joker can as well stand at the other end of its run.
void Labels::begin(State& state, Hand& hand, int from) {
    spend(state, hand);
    if (number_ > NUMBERS || jokers_free(state) <= 0) return;
    int at = 0;
    while (at < MAX_JOKERS && state.label[at]) ++at;
    if (at == MAX_JOKERS) return;
    for (int way = from; way < 2 * COLOURS; ++way) {
        const int c = way / 2;
        const bool joker = way % 2;
        if (number_ + SMALLEST_MELD - 1 > NUMBERS) break;
        if (joker && !request_->calm && !(roles_[c] >> number_ & 1) && number_ < std::min(9, NUMBERS - jokers_) && !from_rack_) continue;
        Hand with = hand;
        if (!joker && !take(with, c)) continue;
        State next = state;
        next.label[at] = label_of(c, number_, joker);
        next.placed += joker, next.promised += !joker;
        begin(next, with, way);
    }
}

OpenRuns Labels::labelled_runs(const State& state) const {
    OpenRuns open;
    open.jokers = state.placed - staying_jokers_;
    for (Label label : state.label)
        if (label) open.add(colour_in(label), number_ - start_of(label) + 1);
    return open;
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
    if (number_ > NUMBERS) {
        State next = state;
        if (request_->calm) next.moved += static_cast<std::int16_t>(moved_by(hand, state.key, {}));
        if (next.moved <= request_->most_moved) insert(next);
        return;
    }
    Cells cells = cells_;
    std::int64_t so_far = state.value;
    for (int c = 0; c < COLOURS; ++c) so_far += cells.take(c, hand.taken[c]);
    const OpenRuns labelled = labelled_runs(state);
    const bool groups_lay_here = request_->calm && std::ranges::any_of(hand.before, [](const Company& tiles) { return tiles[IN_GROUP] > 0; });
    step(cells, *groups_[number_], run_uses(), state.key, so_far, [&](Key key, std::int64_t value, const Decision& decision) {
        if (request_->floor > NEVER) {
            OpenRuns open = labelled;
            open.add(key);
            const std::int64_t more = ahead_->most(open, number_);
            if (more == NEVER) return;
            if (value + more + hope_ <= request_->floor) {
                dropped_ = std::max(dropped_, value + more + hope_);
                return;
            }
        }
        State next = state;
        std::sort(next.label.begin(), next.label.end(), std::greater{});
        next.key = key;
        next.value = value;
        next.decision = decision;
        if (request_->calm) next.moved += static_cast<std::int16_t>(moved_by(hand, state.key, decision));
        if (next.moved <= request_->most_moved) insert(next);
    }, groups_lay_here);
}

}  // namespace tilewise
