#include "plain/plain_program.h"

#include <algorithm>
#include <functional>

namespace tilewise {

namespace {

constexpr std::size_t FEW = 16;    // states that are kept in order
constexpr std::size_t CROWD = 24;  // states of a layer from which trick 10 pays
constexpr std::size_t ALL = ~std::size_t{0};

std::uint64_t hash(Key key) { return key * 0x9E37'79B9'7F4A'7C15ull >> 32; }

// Jokers laid in the end: those in use or needed, and the spare ones too if they are worth laying.
int jokers_laid(const Supply& supply, int in_use) {
    return supply.joker_gain >= 0 ? supply.jokers : std::max(in_use, supply.jokers_need);
}

}  // namespace

// ---- the states of a layer

// Insert a state into a small layer, which is ordered by value, the best first, and holds no dominated state.
// Return the new size. Most layers are small.
std::size_t PlainProgram::insert_among_few(State* layer, std::size_t size, Key key, std::int64_t value,
                                           std::uint32_t parent, Decision decision) {
    std::size_t at = 0;
    for (; at < size && layer[at].value > value; ++at)
        if (as_good_with_spares(layer[at].key, key)) return size;
    for (std::size_t i = at; i < size && layer[i].value == value; ++i)
        if (as_good_with_spares(layer[i].key, key)) return size;
    std::size_t kept = at;
    while (kept < size && !as_good_with_spares(key, layer[kept].key)) ++kept;
    for (std::size_t i = kept + 1; i < size; ++i)
        if (!as_good_with_spares(key, layer[i].key)) layer[kept++] = layer[i];
    size = kept + 1;
    for (; kept > at; --kept) layer[kept] = layer[kept - 1];
    // Assign word by word: compilers would assemble a whole state in memory first and wait for it.
    State& state = layer[at];
    state.key = key, state.value = value, state.parent = parent, state.decision = decision;
    return size;
}

// Insert a state into a large layer. States are indexed by key and compared at the end; comparing with the
// first few at once drops most of them.
void PlainProgram::insert_among_many(const State& state) {
    for (const State *first = states_.data() + begin_, *other = first; other < first + FEW; ++other)
        if (other->value >= state.value && as_good_with_spares(other->key, state.key)) return;
    const std::size_t at =
        index_.find(hash(state.key), [&](std::uint32_t i) { return states_[i].key == state.key; });
    if (index_.holds(at)) {
        State& same = states_[index_[at]];
        if (same.value < state.value) same = state;
        return;
    }
    make_room(1);
    states_[end_++] = state;
    index_.fill(at, static_cast<std::uint32_t>(end_ - 1), static_cast<std::uint32_t>(begin_),
                [&](std::uint32_t i) { return hash(states_[i].key); });
}

void PlainProgram::index_the_few() {
    index_.clear();
    for (end_ = begin_; end_ < begin_ + FEW; ++end_)
        index_.add(static_cast<std::uint32_t>(end_), hash(states_[end_].key));
}

// Trick 2: drop every state that another one beats in value and in all coordinates.
void PlainProgram::drop_dominated() {
    const std::size_t size = end_ - begin_;
    State* layer = states_.data() + begin_;
    std::sort(layer, layer + size, [](const State& a, const State& b) {
        return a.value != b.value ? a.value > b.value : a.key < b.key;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size; ++i) {
        bool beaten = false;
        for (std::size_t j = 0; j < kept && !beaten; ++j)
            beaten = as_good_with_spares(layer[j].key, layer[i].key);
        if (!beaten) layer[kept++] = layer[i];
    }
    end_ = begin_ + kept;
}

// ---- from number to number

// Trick 8: if only answers worth `wanted` matter, drop every state that falls short of it even if all tiles
// above are laid.
PlainProgram::Least PlainProgram::least_for(const Supply& supply, std::int64_t wanted) {
    Least least;
    if (wanted == NEVER) {
        least.fill(NEVER);
        return least;
    }
    least[NUMBERS] = wanted -
                     std::max<std::int64_t>(0, supply.joker_gain) * (supply.jokers - supply.jokers_need);
    for (int number = NUMBERS; number >= 1; --number)
        least[number - 1] = least[number] - supply.most_gain(number);
    return least;
}

void PlainProgram::begin() {
    end_ = 0;
    make_room(1);
    states_[end_++] = {NO_RUNS, 0, 0, {}};
    layer_[1] = 0;
}

// Go on from a layer that is filled. Return the number before which the layer has more than `crowd` states;
// 0: out of budget.
int PlainProgram::advance(const Supply& supply, const Least& least, int number, std::size_t crowd) {
    RunUses& uses = run_uses();
    KnownGroups& known = known_groups();
    for (; number <= NUMBERS; ++number) {
        const std::size_t from = layer_[number], to = end_;
        if (to - from > crowd) return number;
        layer_[number + 1] = begin_ = to;
        if (from == to) continue;
        make_room(FEW);
        State* const layer = states_.data() + begin_;
        if (to - from == 1 && supply.is_empty(number) && !has_open_runs(states_[from].key)) {
            *layer = {states_[from].key, states_[from].value, static_cast<std::uint32_t>(from), {}};
            ++end_;
            continue;
        }
        const Cells cells = supply.cells(number, supply.jokers);
        const RunUses::Tags tags = RunUses::tags(cells);
        const GroupChoices& groups = known.of(cells);
        const std::int64_t least_here = least[number - 1], least_next = least[number];
        std::size_t few = 0;
        std::uint32_t parent = static_cast<std::uint32_t>(from);
        const auto keep = [&](Key key, std::int64_t value, Decision decision) {
            if (value < least_next) return;
            if (few == FEW) return insert_among_many({key, value, parent, decision});
            few = insert_among_few(layer, few, key, value, parent, decision);
            if (few == FEW) index_the_few();
        };
        for (; parent < to; ++parent) {
            const State& state = states_[parent];
            if (state.value < least_here) continue;
            if (!budget_->spend()) return 0;
            step(cells, tags, groups, uses, state.key, state.value, keep);
        }
        if (few == FEW)
            drop_dominated();
        else
            end_ = begin_ + few;  // none of these is beaten
    }
    return number;
}

// Trick 10: in a crowded layer, expand only the states that reach `high` first. If one of them ends worth
// `enough`, nothing is better.
bool PlainProgram::expand_rest(int number, std::int64_t enough, const Supply& supply, const Least& least,
                               const Least& high) {
    const std::size_t crowded = end_;
    if (!advance(supply, high, number, ALL)) return false;
    const std::size_t best = best_end(supply);
    if (best < end_ && end_value(supply, states_[best]) >= enough) return true;
    end_ = crowded;
    return advance(supply, least, number, ALL) > 0;
}

std::int64_t PlainProgram::end_value(const Supply& supply, const State& state) const {
    return state.value +
           supply.joker_gain * (jokers_laid(supply, jokers_in_use(state.key)) - supply.jokers_need);
}

std::size_t PlainProgram::best_end(const Supply& supply) const {
    std::size_t best = end_;
    std::int64_t best_value = 0;
    for (std::size_t i = layer_[NUMBERS + 1]; i < end_; ++i) {
        const std::int64_t value = end_value(supply, states_[i]);
        if (best == end_ || value > best_value) best = i, best_value = value;
    }
    return best;
}

Outcome PlainProgram::solve(const Supply& supply, Layout& layout, std::int64_t wanted) {
    const Least least = least_for(supply, wanted);
    begin();
    const int crowded = advance(supply, least, 1, CROWD);
    if (!crowded) return Outcome::OUT_OF_BUDGET;
    if (crowded <= NUMBERS) {
        const std::int64_t everything = -least_for(supply, 0)[0];  // nothing is better
        const Least high = least_for(supply, everything);
        if (!expand_rest(crowded, everything, supply, least, high)) return Outcome::OUT_OF_BUDGET;
    }
    std::size_t at = best_end(supply);
    if (at == end_ || end_value(supply, states_[at]) < wanted) return Outcome::IMPOSSIBLE;
    const int in_use = jokers_in_use(states_[at].key);
    const int laid = jokers_laid(supply, in_use);
    layout.value = end_value(supply, states_[at]);
    std::array<Decision, NUMBERS> decisions;
    for (int number = NUMBERS; number >= 1; --number) {
        decisions[number - 1] = states_[at].decision;
        at = states_[at].parent;
    }
    layout.melds.clear();
    lay_out(decisions, layout.melds);
    layout.spares = laid - in_use;
    return Outcome::SOLVED;
}

// ---- from above

bool PlainProgram::run_backward(const Supply& supply) {
    const Supply reversed = supply.reversed();
    begin();
    return advance(reversed, least_for(reversed, NEVER), 1, ALL) > 0;
}

// After a backward run: the states of the numbers above this one.
std::span<const PlainProgram::State> PlainProgram::above_number(int number) const {
    const std::size_t from = layer_[NUMBERS - number + 1],
                      to = number == 0 ? end_ : layer_[NUMBERS - number + 2];
    return {states_.data() + from, states_.data() + to};
}

bool PlainProgram::states_above(const Supply& supply, std::array<std::vector<Suffix>, NUMBERS + 1>& above) {
    if (!run_backward(supply)) return false;
    for (int number = 0; number <= NUMBERS; ++number) {
        above[number].clear();
        for (const State& state : above_number(number)) above[number].push_back({state.key, state.value});
        std::ranges::stable_sort(above[number], std::ranges::greater{}, &Suffix::value);
    }
    return true;
}

}  // namespace tilewise
