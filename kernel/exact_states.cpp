// The exact program: the states of a layer.
#include <algorithm>
#include <bit>

#include "exact.h"

namespace tilewise {

std::uint64_t Exact::hash(const State& state) {
    std::uint64_t h = state.key ^ (state.used.bits + state.waiting) * 0xD6E8'FEB8'6659'FD93ull;
    for (std::uint64_t word : state.demand.word) h = (h ^ word) * 0x9E37'79B9'7F4A'7C15ull, h ^= h >> 31;
    return h * 0x9E37'79B9'7F4A'7C15ull >> 20;
}

void Exact::insert(const State& state) {
    const std::size_t champions = std::min<std::size_t>(states_.size(), begin_ + 8);
    for (std::size_t i = begin_; i < champions; ++i) {
        const State& other = states_[i];
        if (other.value >= state.value && at_least_as_good(other.key, state.key) && other.is_like(state) &&
            (other.value > state.value || other.kept >= state.kept))
            return;
    }
    const std::size_t at = index_.find(hash(state), [&](std::uint32_t i) { return states_[i].key == state.key && states_[i].is_like(state); });
    if (index_.holds(at)) {
        State& other = states_[index_[at]];
        const std::int16_t flying = std::max(state.flying, other.flying);
        std::array<std::uint8_t, JOKER_KINDS> crossing;
        for (int kind = 0; kind < JOKER_KINDS; ++kind) crossing[kind] = std::max(state.crossing[kind], other.crossing[kind]);
        if (better(state, other)) other = state;
        other.flying = flying, other.crossing = crossing;
        return;
    }
    if (is_beyond_reach(state, number_, number_) || is_hopeless(state, number_)) return;
    states_.push_back(state);
    index_.fill(at, static_cast<std::uint32_t>(states_.size() - 1), begin_, [&](std::uint32_t i) { return hash(states_[i]); });
}

// Only states that wait for the same tiles and have used the same jokers are compared; more points are better.
void Exact::keep_the_undominated() {
    const std::size_t size = states_.size() - begin_;
    if (size < 2) return;
    State* layer = states_.data() + begin_;
    if (out_of_budget_ && size > LAST_STATES) {  // to compare them all would take longer than there is time
        std::partial_sort(layer, layer + LAST_STATES, layer + size, better);
        states_.resize(begin_ + LAST_STATES);
        return;
    }
    const auto bits = [](const State& state) { return state.used.bits & ~Used::POINT_BITS; };
    const auto are_alike = [&](const State& a, const State& b) { return a.demand == b.demand && bits(a) == bits(b) && a.waiting == b.waiting; };
    std::sort(layer, layer + size, [&](const State& a, const State& b) {
        if (a.demand.word != b.demand.word) return a.demand.word < b.demand.word;
        if (bits(a) != bits(b)) return bits(a) < bits(b);
        if (a.waiting != b.waiting) return a.waiting < b.waiting;
        if (a.value != b.value) return a.value > b.value;
        if (a.kept != b.kept) return a.kept > b.kept;
        if (a.used.points() != b.used.points()) return a.used.points() > b.used.points();
        return a.key < b.key;
    });
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (kept && !are_alike(layer[kept - 1], layer[i])) group = kept;
        bool beaten = false;
        for (std::size_t j = group; j < kept && !beaten; ++j)
            beaten = at_least_as_good(layer[j].key, layer[i].key) && layer[j].used.points() >= layer[i].used.points() &&
                     (layer[j].value > layer[i].value || layer[j].kept >= layer[i].kept);
        if (!beaten) layer[kept++] = layer[i];
    }
    states_.resize(begin_ + kept);
    if (request_->node_limit != ~0ull || request_->deadline_ns)  // so that a cut layer keeps its best
        std::stable_sort(states_.begin() + begin_, states_.end(), better);
}

// Those that have most left to go on with: jokers, runs that need not go on, and no tiles that items wait for. Only the order is a guess.
void Exact::keep_the_best(std::size_t most) {
    if (states_.size() - begin_ <= most) return;
    constexpr JokersLeft WORTH = {2, 3, 4, 4};
    const auto hope = [&](const State& state) {
        const JokersLeft left = jokers_left(state.used);
        int sum = std::popcount(static_cast<unsigned>(state.used.settled()));
        for (int kind = 0; kind < JOKER_KINDS; ++kind) sum += WORTH[kind] * left[kind];
        for (int c = 0; c < COLOURS; ++c) sum -= open_short(state.key, c) + open_must(state.key, c);
        for (std::uint64_t word : state.demand.word) sum -= std::popcount(word);
        return sum;
    };
    std::stable_sort(states_.begin() + begin_, states_.end(), [&](const State& a, const State& b) {
        const int hope_a = hope(a), hope_b = hope(b);
        return hope_a != hope_b ? hope_a > hope_b : better(a, b);
    });
    states_.resize(begin_ + most);
    is_cut_ = true;
}

}  // namespace tilewise
