// The layers with labelled runs: from number to number, and back to melds.
#include "labels.h"

#include <algorithm>

namespace tilewise {

void Labels::prepare(const Supply& supply, int from_rack, const Settler& settler, const Ahead& ahead, std::uint64_t staying) {
    supply_ = &supply;
    from_rack_ = from_rack;
    settler_ = &settler;
    ahead_ = &ahead;
    hope_ = std::max<std::int64_t>(0, supply.joker_gain) * (supply.jokers - supply.jokers_need);
    const auto stays = [&](int m) { return staying >> m & 1; };
    settled_ = 0;
    staying_jokers_ = 0;
    for (int j = 0; j < settler.old_jokers(); ++j)
        if (stays(settler.meld_of_joker(j))) settled_ |= Used{1} << (SETTLED + j), ++staying_jokers_;
    jokers_ = supply.jokers + staying_jokers_;
    const Table& before = settler_->before();
    company_ = {};
    for (int m = 0; m < static_cast<int>(before.size()); ++m) {
        if (stays(m) || number_tiles_in(before[m]) < 2) continue;
        const bool group = lies_as_group(before[m]);
        for (int i = 0; i < before[m].size; ++i) {
            const Tile tile = before[m][i];
            if (!is_joker(tile)) ++company_[number_of(tile)][colour_of(tile)][group ? IN_GROUP : side_of(i > 0, i + 1 < before[m].size)];
        }
    }
    roles_ = {};
    for (int j = 0; j < settler_->old_jokers(); ++j)
        for (int kind = 0; kind < NUMBER_KINDS; ++kind)
            if (settler_->roles_of(j) >> kind & 1) roles_[kind / NUMBERS] |= static_cast<std::uint16_t>(1 << number_of(static_cast<Tile>(kind)));
    std::vector<Used> found;
    for (int number = 1; number <= NUMBERS; ++number) {
        ways_[number].clear();
        const Cells cells = supply_->cells(number, 0);
        groups_[number] = &group_choices(cells);
        for (int colours = 1; colours < 15 && supply.jokers; ++colours) {
            Meld meld;
            for (int c = 0; c < COLOURS; ++c)
                if (colours >> c & 1 && cells.have[c]) meld.push(tile_of(c, number));
            if (meld.size != ones(static_cast<unsigned>(colours))) continue;
            for (int jokers = 1; jokers <= supply.jokers && meld.size < LARGEST_GROUP; ++jokers) {
                meld.push(CLASSIC);
                if (meld.size < SMALLEST_MELD) continue;
                ways(meld, found);
                for (Used used : found) ways_[number].push_back({meld, used, jokers});
            }
        }
    }
}

// All that may come of the last layer.
void Labels::fill_layer() {
    const auto from = layer_[number_], to = static_cast<std::uint32_t>(states_.size());
    begin_ = to;
    layer_[number_ + 1] = to;
    index_.forget();
    if (number_ <= NUMBERS) {
        cells_ = supply_->cells(number_, 0);
        cells_.jokers = 0;
    }
    for (parent_ = from; parent_ < to && !out_of_budget_; ++parent_) {
        State state = states_[parent_];
        state.chain = 0;
        state.parent = parent_;
        Hand hand;
        for (int c = 0; c < COLOURS && number_ <= NUMBERS; ++c) hand.left[c] = supply_->have[c][number_] - open_must(state.key, c);
        for (int c = 0; c < COLOURS && request_->calm; ++c) {
            hand.before[c] = company_[number_ - 1][c];
            hand.before[c][IN_GROUP] = company_[number_][c][IN_GROUP];
        }
        go_on(state, hand, 0);
    }
    keep_the_undominated();
}

// The best of those that came to the end above the floor; their number if there is none.
std::uint32_t Labels::best_end(std::int64_t& best_value) {
    auto best = static_cast<std::uint32_t>(states_.size());
    for (std::uint32_t i = layer_[NUMBERS + 2]; i < states_.size(); ++i) {
        std::int64_t value;
        if (!ends_well(states_[i], value)) continue;
        if (value <= request_->floor) {
            dropped_ = std::max(dropped_, value);
            continue;
        }
        if (best < states_.size() && (value != best_value ? value < best_value : states_[i].moved >= states_[best].moved)) continue;
        best = i, best_value = value;
    }
    return best;
}

LabelAnswer Labels::solve(const LabelRequest& request) {
    request_ = &request;
    states_.clear();
    links_.assign(1, {});
    melds_.clear();
    states_.push_back({NO_RUNS, {}, settled_, static_cast<std::int8_t>(staying_jokers_), 0, 0, 0, 0, 0, {}});
    layer_[1] = 0;
    last_node_ = request.node_limit == ~0ull ? ~0ull : nodes + request.node_limit;
    out_of_budget_ = false;
    dropped_ = NEVER;
    LabelAnswer answer;
    std::uint32_t best = 0;
    // At 14 there are no tiles: what is still open ends there. Where states crowd, a few of each layer go first: if they come to an end that is enough, that will do.
    int crowded = 0;
    const auto go_to_the_end = [&](bool with_few) {
        for (; number_ <= NUMBERS + 1 && !out_of_budget_; ++number_) {
            fill_layer();
            if (with_few) keep_the_best();
            else if (!crowded && request.enough != -NEVER && states_.size() - begin_ > CROWD) crowded = number_;
            if (crowded == number_ && !with_few) return;
        }
        if (!out_of_budget_) best = best_end(answer.value), answer.found = best < states_.size();
    };
    number_ = 1;
    go_to_the_end(false);
    if (crowded) {
        const std::size_t all = states_.size();
        const std::int64_t dropped = dropped_;
        ++number_;
        go_to_the_end(true);
        if (!answer.found || answer.value < request.enough) {
            states_.resize(all);
            dropped_ = dropped;
            number_ = crowded + 1;
            go_to_the_end(false);
        }
    }
    answer.complete = !out_of_budget_;
    answer.hope = dropped_;
    answer.found = answer.found && !out_of_budget_;
    if (!answer.found) return answer;
    answer.moved = states_[best].moved;
    std::array<Decision, NUMBERS> decisions;
    for (int number = NUMBERS + 1; number >= 1; --number) {
        if (number <= NUMBERS) decisions[number - 1] = states_[best].decision;
        for (std::uint32_t link = states_[best].chain; link; link = links_[link].next) answer.melds.push_back(melds_[links_[link].meld]);
        best = states_[best].parent;
    }
    lay_out(decisions, answer.melds);
    return answer;
}

// ---- the states of a layer

std::uint64_t Labels::hash(const State& state) {
    std::uint64_t h = state.key ^ std::uint64_t{state.used} << 40;
    for (Label label : state.label) {
        if (!label) break;
        h = (h ^ label) * 0x9E37'79B9'7F4A'7C15ull, h ^= h >> 31;
    }
    return h * 0x9E37'79B9'7F4A'7C15ull >> 20;
}

void Labels::insert(const State& state) {
    const std::size_t at = index_.find(hash(state), [&](std::uint32_t i) { return states_[i].key == state.key && states_[i].same_labels(state); });
    if (index_.holds(at)) {
        State& other = states_[index_[at]];
        if (state.value != other.value ? state.value > other.value : state.moved < other.moved) other = state;
        return;
    }
    states_.push_back(state);
    index_.fill(at, static_cast<std::uint32_t>(states_.size() - 1), begin_, [&](std::uint32_t i) { return hash(states_[i]); });
}

// Only states with the same labels are compared.
void Labels::keep_the_undominated() {
    const std::size_t size = states_.size() - begin_;
    if (size < 2) return;
    State* layer = states_.data() + begin_;
    std::sort(layer, layer + size, [](const State& a, const State& b) {
        if (a.used != b.used) return a.used < b.used;
        if (a.label != b.label) return a.label < b.label;
        if (a.value != b.value) return a.value > b.value;
        if (a.moved != b.moved) return a.moved < b.moved;
        return a.key < b.key;
    });
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (kept && !layer[kept - 1].same_labels(layer[i])) group = kept;
        bool beaten = false;
        for (std::size_t j = group; j < kept && !beaten; ++j)
            beaten = at_least_as_good(layer[j].key, layer[i].key) && layer[j].moved <= layer[i].moved;
        if (!beaten) layer[kept++] = layer[i];
    }
    states_.resize(begin_ + kept);
}

// Those that lost least and have fewest runs that must go on. Only the order is a guess.
void Labels::keep_the_best() {
    if (states_.size() - begin_ <= FEW) return;
    const auto must = [](const State& state) {
        int runs = 0;
        for (int c = 0; c < COLOURS; ++c) runs += open_short(state.key, c) + open_must(state.key, c);
        return runs;
    };
    std::ranges::partial_sort(states_.begin() + begin_, states_.begin() + begin_ + FEW, states_.end(),
                              [&](const State& a, const State& b) { return a.value != b.value ? a.value > b.value : must(a) < must(b); });
    states_.resize(begin_ + FEW);
}

// Every old joker lies somewhere, and the rack gave what it may and must.
bool Labels::ends_well(const State& state, std::int64_t& value) const {
    const int unsettled = settler_->old_jokers() - ones(static_cast<unsigned>(settled_in(state.used)));
    const int rack = from_rack_in(state.used) + static_cast<int>(state.used & 15) - unsettled;
    const int least = supply_->jokers_need + staying_jokers_ - settler_->old_jokers();
    if (rack < from_rack_in(state.used) || rack < least || rack > from_rack_) return false;
    value = state.value + supply_->joker_gain * (rack - least);
    return true;
}

}  // namespace tilewise
