// The layers for Twist: the states of a layer, and where old jokers stood.
#include <algorithm>
#include <cstring>

#include "twist.h"

namespace tilewise {

namespace {

constexpr std::size_t FEW_TO_COMPARE = 64;  // states, one by one

}  // namespace

OldPlaces::OldPlaces(const JokerRules& jokers) {
    for (const OldJoker& joker : jokers.old_jokers()) {
        const Meld& meld = jokers.before()[joker.meld];
        const int kind = joker.kind - CLASSIC;
        if (kind == MIRROR - CLASSIC)
            for (Tile tile : meld)
                if (!is_joker(tile)) at[MIRROR - CLASSIC][tile] = 1;
        for (const Role& role : joker.roles) {
            if (!role.slots) continue;
            const Slot& slot = role.slot[0];
            for (int c = 0; c < COLOURS; ++c)
                if (!slot.colours || slot.colours >> c & 1) at[kind][tile_of(c, slot.number)] = 1;
            if (role.slots == 1 || role.slot[1].number == slot.number) group[kind][slot.number] = true;
        }
    }
}

// ---- the states of a layer

std::uint64_t TwistLayers::hash(const Tokens& tokens) {
    std::uint64_t h = 0;
    for (Token token : tokens) {
        if (!token) break;
        h = (h ^ token ^ h >> 29) * 0x9E37'79B9'7F4A'7C15ull;
    }
    return h;
}

std::uint64_t TwistLayers::hash(const State& state) {
    const std::uint64_t h = hash(state.tokens) + state.key * 0xD6E8'FEB8'6659'FD93ull;
    return (h ^ h >> 29) >> 32;
}

// A joker more in use is no worse, if it must be used somewhere.
inline bool TwistLayers::is_dominated(Key key, Key by) const {
    if ((((key | ALL_GUARDS) - by) & ALL_GUARDS) != ALL_GUARDS || (by ^ key) & must_match_) return false;
    return !(request_->reunions && has_other_lengths(by, key));
}

// A longer run may hold an old meld that a shorter one does not; then it can do less.
bool TwistLayers::has_other_lengths(Key key, Key than) const {
    if (used(than, J) + used(than, D) + used(than, C) == request_->jokers[J] + request_->jokers[D] + request_->jokers[C]) return false;
    for (int c = 0; c < COLOURS; ++c)
        if (request_->reunions->length_matters(c, number_) && (open_short(key, c) != open_short(than, c) || open_must(key, c) != open_must(than, c))) return true;
    return false;
}

void TwistLayers::insert(State& state) {
    const auto better = [](const State& a, const State& b) { return a.value != b.value ? a.value > b.value : a.bonus > b.bonus; };
    const std::size_t at = index_.find(hash(state), [&](std::uint32_t i) { return states_[i].key == state.key && states_[i].tokens == state.tokens; });
    if (index_.holds(at)) {
        State& other = states_[index_[at]];
        if (!better(state, other)) return;
        state.actions = keep_actions(state.action_count);
        other = state;
        return;
    }
    state.actions = keep_actions(state.action_count);
    states_.push_back(state);
    index_.fill(at, static_cast<std::uint32_t>(states_.size() - 1), begin_, [&](std::uint32_t i) { return hash(states_[i]); });
}

void TwistLayers::keep(std::size_t most) {
    if (width() > most && most <= FEW_TO_COMPARE) return keep_the_best(most);
    keep_the_undominated();
    keep_those_that_meet();
    if (width() > most) keep_the_best(most);
}

void TwistLayers::keep_the_undominated() {
    if (width() < 2) return;
    ranks_.clear();
    for (auto i = begin_; i < states_.size(); ++i) ranks_.push_back({hash(states_[i].tokens), states_[i].value, states_[i].key, i});
    std::ranges::sort(ranks_, [](const Rank& a, const Rank& b) {
        if (a.tokens != b.tokens) return a.tokens < b.tokens;
        return a.value != b.value ? a.value > b.value : a.key < b.key;
    });
    best_states_.clear();
    for (const Rank& rank : ranks_) {
        const State& state = states_[rank.state];
        if (best_states_.empty() || !(best_states_.back().tokens == state.tokens)) keys_.clear();
        if (std::ranges::any_of(keys_, [&](Key by) { return is_dominated(rank.key, by); })) continue;
        keys_.push_back(rank.key);
        best_states_.push_back(state);
    }
    keep_these();
}

void TwistLayers::keep_these() {
    states_.resize(begin_);
    states_.insert(states_.end(), best_states_.begin(), best_states_.end());
}

void TwistLayers::keep_those_that_meet() {
    if (!meeting_->knows(number_)) return;
    const auto apart = std::remove_if(states_.begin() + begin_, states_.end(), [&](const State& state) { return !can_meet(state); });
    states_.erase(apart, states_.end());
}

// Those that lost least and have most left to go on with: jokers, and no run that must go on. Only the order is a guess. One that dominates another comes before it, or beside it.
void TwistLayers::keep_the_best(std::size_t most) {
    constexpr int A_TILE = 8, A_JOKER = 2;
    constexpr std::int64_t MANY_TILES = 1000;  // weights below zero may cost more than any tile gains
    const std::int64_t top = std::ranges::max_element(states_.begin() + begin_, states_.end(), {}, &State::value)->value;
    const auto spent = [&](const State& state) {
        int sum = A_TILE * static_cast<int>(std::min(MANY_TILES, (top - state.value) / most_gain_));
        for (int kind = 0; kind < JOKER_KINDS; ++kind) sum += A_JOKER * used(state.key, kind);
        return sum + sum_of(lanes_short(state.key)) + sum_of(lanes_must(state.key));
    };
    order_.clear();
    for (std::size_t i = begin_; i < states_.size(); ++i) order_.emplace_back(spent(states_[i]), static_cast<std::uint32_t>(i));
    std::ranges::make_heap(order_, std::ranges::greater{});
    best_states_.clear();
    for (; !order_.empty(); order_.pop_back()) {
        std::ranges::pop_heap(order_, std::ranges::greater{});
        const State& state = states_[order_.back().second];
        if (std::ranges::any_of(best_states_, [&](const State& by) { return by.value >= state.value && is_dominated(state.key, by.key) && by.tokens == state.tokens; })) continue;
        if (meeting_->knows(number_) && !can_meet(state)) continue;
        if (best_states_.size() == most) {
            is_cut_ = true;
            break;
        }
        best_states_.push_back(state);
    }
    keep_these();
}

}  // namespace tilewise
