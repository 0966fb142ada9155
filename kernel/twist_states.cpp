// The layers for Twist: the states of a layer, and where old jokers stood.
#include <algorithm>
#include <cstring>

#include "twist.h"

namespace tilewise {

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

// A mirror more in use is no worse, if it must be used somewhere.
inline bool TwistLayers::is_dominated(Key key, Key by) const {
    if ((((key | ALL_GUARDS) - by) & ALL_GUARDS) != ALL_GUARDS || (mirrors_need_ && (by ^ key) & MIRROR_FIELD)) return false;
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
    if (is_beyond_reach(state, number_)) return;
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

void TwistLayers::keep_the_undominated() {
    if (states_.size() - begin_ < 2) return;
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
    states_.resize(begin_);
    states_.insert(states_.end(), best_states_.begin(), best_states_.end());
}

// Those that lost least and have most left to go on with: jokers, and no run that must go on. Only the order is a guess.
void TwistLayers::keep_the_best(std::size_t most) {
    if (states_.size() - begin_ <= most) return;
    constexpr int A_TILE = 8, A_JOKER = 2;
    constexpr std::int64_t MANY_TILES = 1000;  // weights below zero may cost more than any tile gains
    const std::int64_t top = std::ranges::max_element(states_.begin() + begin_, states_.end(), {}, &State::value)->value;
    const auto spent = [&](const State& state) {
        int sum = A_TILE * static_cast<int>(std::min(MANY_TILES, (top - state.value) / most_gain_));
        for (int kind = 0; kind < JOKER_KINDS; ++kind) sum += A_JOKER * used(state.key, kind);
        for (int c = 0; c < COLOURS; ++c) sum += open_short(state.key, c) + open_must(state.key, c);
        return sum;
    };
    order_.clear();
    for (std::size_t i = begin_; i < states_.size(); ++i) order_.emplace_back(spent(states_[i]), static_cast<std::uint32_t>(i));
    std::ranges::partial_sort(order_, order_.begin() + static_cast<std::ptrdiff_t>(most));
    best_states_.clear();
    for (std::size_t i = 0; i < most; ++i) best_states_.push_back(states_[order_[i].second]);
    std::ranges::copy(best_states_, states_.begin() + begin_);
    states_.resize(begin_ + most);
    is_cut_ = true;
}

}  // namespace tilewise
