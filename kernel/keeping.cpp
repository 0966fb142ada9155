// Which old melds stay as they lie.
#include "keeping.h"

#include <algorithm>
#include <bit>

#include "clock.h"
#include "moved.h"

namespace tilewise {

void Keeping::prepare(const Table& before, const Supply& supply, std::int64_t wanted, Layers& layers) {
    before_ = &before;
    supply_ = &supply;
    layers_ = &layers;
    out_of_nodes_ = !ahead_.fill(supply, layers, wanted);
    wanted_ = wanted - std::max<std::int64_t>(0, supply.joker_gain) * (supply.jokers - supply.jokers_need);
    begin_ = go_on_ = {};
    for (auto& parts : parts_) parts.clear();
    for (auto& states : states_) states.clear();
    for (int number = 1; number <= NUMBERS; ++number) cells_[number] = supply.cells(number, supply.jokers);
    for (std::size_t m = 0; m < before.size(); ++m) take_apart(before[m], one_meld(m));
    states_[0].push_back({NO_RUNS, 0, 0, 0});
    searched_ = 0;
}

void Keeping::take_apart(const Meld& meld, MeldSet index) {
    int first = 0;
    while (is_joker(meld[first])) ++first;
    const Tile some = meld[first];
    const bool group = meld.size <= LARGEST_GROUP && lies_as_group(meld);
    const int low = number_of(some) - (group ? 0 : first);
    begin_[low] |= index;
    for (int i = 0; i < meld.size; ++i) {
        const int number = group ? low : low + i;
        if (i == 0 || !group) parts_[number].push_back({index});
        Part& part = parts_[number].back();
        if (is_joker(meld[i])) ++part.jokers;
        else ++part.tiles[colour_of(meld[i])];
        if (group || i + 1 == meld.size) continue;
        part.colour = colour_of(some), part.length = i + 1;
        go_on_[number] |= index;
    }
}

Supply Keeping::supply_with(MeldSet broken) const {
    Supply supply = *supply_;
    for (std::size_t m = 0; m < before_->size(); ++m)
        if (!(broken & one_meld(m))) supply.add((*before_)[m], -1);
    return supply;
}

bool Keeping::sets_of(int size, std::vector<MeldSet>& found) {
    for (; searched_ <= size && !out_of_nodes_; ++searched_) search(searched_);
    found.clear();
    for (const State& state : states_[NUMBERS])
        if (state.lost <= size) extend(state.broken, 0, size - state.lost, found);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return !out_of_nodes_;
}

// What suffices does so with any other melds too.
void Keeping::extend(MeldSet broken, std::size_t from, int more, std::vector<MeldSet>& found) const {
    if (!more) return found.push_back(broken);
    for (std::size_t m = from; m < before_->size(); ++m)
        if (!(broken & one_meld(m))) extend(broken | one_meld(m), m + 1, more - 1, found);
}

// All states that break exactly so many; those that break fewer are known.
void Keeping::search(int lost) {
    for (int number = 1; number <= NUMBERS && !out_of_nodes_; ++number) {
        next_.clear();
        for (const State& state : states_[number - 1]) choose(number, state, begin_[number], lost - state.lost);
        add_the_undominated(number);
    }
}

// Of the old melds that begin here so many more are broken, the others stay.
void Keeping::choose(int number, const State& state, MeldSet open, int more) {
    if (!more) return lay_aside(number, state);
    for (; std::popcount(open) >= more; open &= open - 1)
        choose(number, {state.key, state.value, state.broken | (open & (~open + 1)), state.lost + 1}, open & (open - 1), more - 1);
}

void Keeping::lay_aside(int number, const State& state) {
    if (++layers_->nodes > layers_->node_limit || (layers_->deadline_ns && (layers_->nodes & 63) == 0 && now_ns() > layers_->deadline_ns)) out_of_nodes_ = true;
    if (out_of_nodes_) return;
    Cells rest = cells_[number];
    Key key = state.key;
    OpenRuns aside;
    for (const Part& part : parts_[number]) {
        if (state.broken & part.meld) continue;
        for (int c = 0; c < COLOURS; ++c) rest.have[c] -= part.tiles[c], rest.need[c] -= part.tiles[c];
        key += part.jokers * JOKER_UNIT;
        if (part.length) aside.add(part.colour, part.length);
    }
    if (jokers_in_use(key) > rest.jokers) return;
    step(rest, group_choices(rest), run_uses(), key, state.value, [&](Key after, std::int64_t value, Chosen) {
        if (value + ahead_.most(number) < wanted_) return;
        OpenRuns open = aside;
        open.add(after);
        if (ahead_.reaches(open, number, wanted_ - value)) next_.push_back({after, value, state.broken, state.lost});
    });
}

// Only states with the same old runs to lay aside further up are compared; a layer is in the order of these.
void Keeping::add_the_undominated(int number) {
    const auto aside = [&](const State& state) { return state.broken & go_on_[number]; };
    std::ranges::sort(next_, [&](const State& a, const State& b) {
        if (aside(a) != aside(b)) return aside(a) < aside(b);
        return a.value != b.value ? a.value > b.value : a.key < b.key;
    });
    const std::vector<State>& layer = states_[number];
    merged_.clear();
    auto old = layer.begin();
    for (auto state = next_.begin(); state != next_.end();) {
        const MeldSet same = aside(*state);
        while (old != layer.end() && aside(*old) < same) merged_.push_back(*old++);
        const auto group = static_cast<std::ptrdiff_t>(merged_.size());
        while (old != layer.end() && aside(*old) == same) merged_.push_back(*old++);
        for (; state != next_.end() && aside(*state) == same; ++state) {
            const auto beats = [&](const State& other) {
                return !(other.broken & ~state->broken) && other.value >= state->value && as_good_with_spares(other.key, state->key);
            };
            if (std::none_of(merged_.begin() + group, merged_.end(), beats)) merged_.push_back(*state);
        }
    }
    merged_.insert(merged_.end(), old, layer.end());
    std::swap(states_[number], merged_);
}

}  // namespace tilewise
