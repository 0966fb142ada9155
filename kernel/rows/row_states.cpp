#include "rows/row_states.h"

#include <algorithm>

namespace tilewise {

namespace {

constexpr std::size_t FEW_TO_COMPARE = 64;  // a beam this narrow is compared state by state

std::uint64_t hash_of(const RowState& state) {
    const std::uint64_t h = state.tokens.hash() + state.key * 0xD6E8'FEB8'6659'FD93ull;
    return (h ^ h >> 29) >> 32;
}

}  // namespace

bool RowTokens::operator==(const RowTokens& other) const {
    for (int i = 0; i < MOST_ROWS_OPEN; ++i) {
        if ((*this)[i] != other[i]) return false;
        if (!other[i]) return true;
    }
    return true;
}

std::uint64_t RowTokens::hash() const {
    std::uint64_t h = 0;
    for (RowToken token : *this) {
        if (!token) break;
        h = (h ^ token.bits() ^ h >> 29) * 0x9E37'79B9'7F4A'7C15ull;
    }
    return h;
}

// ---- dominance

bool RowDominance::is_dominated(Key key, Key by) const {
    if ((((key | ALL_GUARDS) - by) & ALL_GUARDS) != ALL_GUARDS || (by ^ key) & must_match) return false;
    return !has_other_lengths(by, key);
}

// A longer run may hold an old meld that a shorter one does not, and then it can do less.
bool RowDominance::has_other_lengths(Key key, Key than) const {
    if (RowState::used(than, J) + RowState::used(than, D) + RowState::used(than, C) == jokers) return false;
    for (int c = 0; c < COLOURS; ++c)
        if (rule->length_matters(c, number) &&
            (open_short(key, c) != open_short(than, c) || open_must(key, c) != open_must(than, c)))
            return true;
    return false;
}

// ---- the states of a layer

void RowStates::clear() {
    states_.clear();
    actions_.clear();
    states_.push_back({NO_RUNS, {}, 0, 0, 0, 0, {}});
    begin_ = 0;
}

void RowStates::begin_layer() {
    begin_ = end();
    index_.clear();
}

void RowStates::keep_actions(RowState& state) {
    if (kept_ == NOT_KEPT) {
        kept_ = static_cast<std::uint32_t>(actions_.size());
        actions_.insert(actions_.end(), shared_.begin(), shared_.end());
    }
    state.actions = kept_;
    state.action_count = static_cast<std::uint8_t>(shared_.size());
}

void RowStates::insert(RowState& state) {
    const std::size_t at = index_.find(hash_of(state), [&](std::uint32_t i) {
        return states_[i].key == state.key && states_[i].tokens == state.tokens;
    });
    if (index_.holds(at)) {
        RowState& other = states_[index_[at]];
        if (state.value <= other.value) return;
        keep_actions(state);
        other = state;
        return;
    }
    keep_actions(state);
    states_.push_back(state);
    index_.fill(at, end() - 1, begin_, [&](std::uint32_t i) { return hash_of(states_[i]); });
}

bool RowStates::prune(std::size_t most, const RowDominance& dominance, std::int64_t most_gain,
                      const std::function<bool(const RowState&)>& matches) {
    if (width() > most && most <= FEW_TO_COMPARE) return keep_best(most, dominance, most_gain, matches);
    drop_dominated(dominance);
    states_.erase(std::remove_if(states_.begin() + begin_, states_.end(), std::not_fn(std::ref(matches))),
                  states_.end());
    return width() > most && keep_best(most, dominance, most_gain, matches);
}

void RowStates::drop_dominated(const RowDominance& dominance) {
    if (width() < 2) return;
    ranks_.clear();
    for (auto i = begin_; i < end(); ++i)
        ranks_.push_back({states_[i].tokens.hash(), states_[i].value, states_[i].key, i});
    std::ranges::sort(ranks_, [](const Rank& a, const Rank& b) {
        if (a.tokens != b.tokens) return a.tokens < b.tokens;
        return a.value != b.value ? a.value > b.value : a.key < b.key;
    });
    kept_states_.clear();
    for (const Rank& rank : ranks_) {
        const RowState& state = states_[rank.state];
        if (kept_states_.empty() || !(kept_states_.back().tokens == state.tokens)) keys_.clear();
        if (std::ranges::any_of(keys_, [&](Key by) { return dominance.is_dominated(rank.key, by); }))
            continue;
        keys_.push_back(rank.key);
        kept_states_.push_back(state);
    }
    replace_layer();
}

// Keep the states that lost least and have most left: jokers, and no run that must go on. Only the order is a
// guess. A state that dominates another comes before it, or beside it.
bool RowStates::keep_best(std::size_t most, const RowDominance& dominance, std::int64_t most_gain,
                          const std::function<bool(const RowState&)>& matches) {
    constexpr int A_TILE = 8, A_JOKER = 2;
    constexpr std::int64_t MANY_TILES = 1000;  // weights below zero may cost more than any tile gains
    const std::int64_t top =
        std::ranges::max_element(states_.begin() + begin_, states_.end(), {}, &RowState::value)->value;
    const auto spent = [&](const RowState& state) {
        int sum = A_TILE * static_cast<int>(std::min(MANY_TILES, (top - state.value) / most_gain));
        for (int kind = 0; kind < JOKER_KINDS; ++kind) sum += A_JOKER * RowState::used(state.key, kind);
        return sum + sum_of(lanes_short(state.key)) + sum_of(lanes_must(state.key));
    };
    order_.clear();
    for (auto i = begin_; i < end(); ++i) order_.emplace_back(spent(states_[i]), i);
    std::ranges::make_heap(order_, std::ranges::greater{});
    kept_states_.clear();
    bool others_dropped = false;
    for (; !order_.empty(); order_.pop_back()) {
        std::ranges::pop_heap(order_, std::ranges::greater{});
        const RowState& state = states_[order_.back().second];
        const auto is_better = [&](const RowState& by) {
            return by.value >= state.value && dominance.is_dominated(state.key, by.key) &&
                   by.tokens == state.tokens;
        };
        if (std::ranges::any_of(kept_states_, is_better) || !matches(state)) continue;
        if (kept_states_.size() == most) {
            others_dropped = true;
            break;
        }
        kept_states_.push_back(state);
    }
    replace_layer();
    return others_dropped;
}

void RowStates::replace_layer() {
    states_.resize(begin_);
    states_.insert(states_.end(), kept_states_.begin(), kept_states_.end());
}

}  // namespace tilewise
