// The layered program: forward over the numbers, dominance after each, and back to lay the tiles out.
#include "layers.h"

#include <cassert>
#include <functional>

#include "clock.h"

namespace tilewise {

void Supply::add(const Meld& meld, int times) {
    for (Tile tile : meld) {
        if (is_joker(tile)) {
            jokers += times, jokers_need += times;
            continue;
        }
        have[colour_of(tile)][number_of(tile)] += static_cast<std::uint8_t>(times);
        need[colour_of(tile)][number_of(tile)] += static_cast<std::uint8_t>(times);
    }
}

Cells Supply::cells(int number, int reach) const {
    Cells cells;
    cells.number = number;
    cells.jokers = jokers;
    cells.have = have.of(number);
    cells.need = need.of(number);
    cells.gain = gain.of(number);
    cells.next = std::bit_cast<FourBytes>(together(have.of(number + 1)) + four_times(mended));
    cells.after = std::bit_cast<FourBytes>(together(have.of(number + 2)) + four_times(mended));
    cells.gap.fill(99);
    for (int up = std::min(reach, NUMBERS - number); up >= 1; --up)
        for (int c = 0; c < COLOURS; ++c)
            if (have.of(number + up)[c]) cells.gap[c] = static_cast<std::uint8_t>(up);
    return cells;
}

Supply Supply::upside_down() const {
    Supply other = *this;
    for (int number = 1; number <= NUMBERS; ++number) {
        other.have.of(number) = have.of(NUMBERS + 1 - number);
        other.need.of(number) = need.of(NUMBERS + 1 - number);
        other.gain.of(number) = gain.of(NUMBERS + 1 - number);
    }
    return other;
}

std::int64_t Supply::most_gain(int number) const {
    if (have.of(number) == need.of(number)) return 0;
    std::int64_t most = 0;
    for (int c = 0; c < COLOURS; ++c) most += std::max<std::int64_t>(0, gain[c][number]) * (have[c][number] - need[c][number]);
    return most;
}

// ---- the forward pass

static constexpr std::size_t FEW = 16;
static constexpr std::size_t CROWD = 24;
static constexpr std::size_t ALL = ~std::size_t{0};

static std::uint64_t hash(Key key) { return key * 0x9E37'79B9'7F4A'7C15ull >> 32; }

// Most layers have few states. They are kept in order, the best value first, and none that another one beats. Returns how many there are then.
std::size_t Layers::insert_among_few(State* layer, std::size_t size, Key key, std::int64_t value, std::uint32_t parent, Chosen decision) {
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
    State& state = layer[at];  // word by word: compilers put a whole state together in memory first, and wait for it
    state.key = key, state.value = value, state.parent = parent, state.decision = decision;
    return size;
}

// Where there are more they are looked up by their key, and compared at the end. The first few beat most others on the spot.
void Layers::insert_among_many(const State& state) {
    for (const State* first = states_.data() + begin_, *other = first; other < first + FEW; ++other)
        if (other->value >= state.value && as_good_with_spares(other->key, state.key)) return;
    const std::size_t at = index_.find(hash(state.key), [&](std::uint32_t i) { return states_[i].key == state.key; });
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

void Layers::index_the_few() {
    index_.forget();
    for (end_ = begin_; end_ < begin_ + FEW; ++end_) index_.add(static_cast<std::uint32_t>(end_), hash(states_[end_].key));
}

// Trick 2: drop every state that another one beats in value and in all coordinates.
void Layers::keep_the_undominated() {
    const std::size_t size = end_ - begin_;
    State* layer = states_.data() + begin_;
    std::sort(layer, layer + size, [](const State& a, const State& b) {
        return a.value != b.value ? a.value > b.value : a.key < b.key;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size; ++i) {
        bool beaten = false;
        for (std::size_t j = 0; j < kept && !beaten; ++j) beaten = as_good_with_spares(layer[j].key, layer[i].key);
        if (!beaten) layer[kept++] = layer[i];
    }
    end_ = begin_ + kept;
}

namespace {

constexpr Least NO_LEAST = [] {
    Least least;
    least.fill(NEVER);
    return least;
}();

// Trick 8: if only answers worth `wanted` matter, drop every state that falls short of it even if all tiles above are laid.
Least least_for(const Supply& supply, std::int64_t wanted) {
    if (wanted == NEVER) return NO_LEAST;
    Least least;
    least[NUMBERS] = wanted - std::max<std::int64_t>(0, supply.joker_gain) * (supply.jokers - supply.jokers_need);
    for (int number = NUMBERS; number >= 1; --number) least[number - 1] = least[number] - supply.most_gain(number);
    return least;
}

}  // namespace

// Goes on from a layer that is filled. Returns the number before which it stopped because its layer is too crowded; 0: out of nodes.
int Layers::advance(const Supply& supply, const Least& least, int number, std::size_t crowd) {
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
        const auto keep = [&](Key key, std::int64_t value, Chosen decision) {
            if (value < least_next) return;
            if (few == FEW) return insert_among_many({key, value, parent, decision});
            few = insert_among_few(layer, few, key, value, parent, decision);
            if (few == FEW) index_the_few();
        };
        for (; parent < to; ++parent) {
            const State& state = states_[parent];
            if (state.value < least_here) continue;
            if (++nodes > node_limit || (deadline_ns && (nodes & 63) == 0 && now_ns() > deadline_ns)) return 0;
            step(cells, tags, groups, uses, state.key, state.value, keep);
        }
        if (few == FEW) keep_the_undominated();
        else end_ = begin_ + few;  // none of these is beaten
    }
    return number;
}

void Layers::begin() {
    end_ = 0;
    make_room(1);
    states_[end_++] = {NO_RUNS, 0, 0, {}};
    layer_[1] = 0;
}

bool Layers::forward(const Supply& supply, const Least& least) {
    begin();
    return advance(supply, least, 1, ALL) > 0;
}

// The number from which to go on; 0: out of nodes.
int Layers::forward_until_crowded(const Supply& supply, const Least& least) {
    begin();
    return advance(supply, least, 1, CROWD);
}

// Trick 10: where states crowd, a quick look goes first, only at those above `high`. If one of them comes to the end worth `enough`,
// that will do.
bool Layers::go_on(int number, std::int64_t enough, const Supply& supply, const Least& least, const Least& high) {
    const std::size_t crowded = end_;
    if (!advance(supply, high, number, ALL)) return false;
    const std::size_t best = best_end(supply);
    if (best < end_ && end_value(supply, states_[best]) >= enough) return true;
    end_ = crowded;
    return advance(supply, least, number, ALL) > 0;
}

namespace {

// Jokers laid in the end: those in use or needed, and the spare ones too if they are worth laying.
int jokers_laid(const Supply& supply, int in_use) {
    return supply.joker_gain >= 0 ? supply.jokers : std::max(in_use, supply.jokers_need);
}

}  // namespace

std::int64_t Layers::end_value(const Supply& supply, const State& state) const {
    return state.value + supply.joker_gain * (jokers_laid(supply, jokers_in_use(state.key)) - supply.jokers_need);
}

std::size_t Layers::best_end(const Supply& supply) const {
    std::size_t best = end_;
    std::int64_t best_value = 0;
    for (std::size_t i = layer_[NUMBERS + 1]; i < end_; ++i) {
        const std::int64_t value = end_value(supply, states_[i]);
        if (best == end_ || value > best_value) best = i, best_value = value;
    }
    return best;
}

bool Layers::backward(const Supply& supply, std::int64_t wanted) {
    const Supply mirrored = supply.upside_down();
    return forward(mirrored, least_for(mirrored, wanted));
}

// After a backward pass: the states over the numbers above this one.
std::span<const Layers::State> Layers::above_number(int number) const {
    const std::size_t from = layer_[NUMBERS - number + 1], to = number == 0 ? end_ : layer_[NUMBERS - number + 2];
    return {states_.data() + from, states_.data() + to};
}

bool Layers::best_above(const Supply& supply, Above& above) {
    if (!backward(supply)) return false;
    for (int number = 0; number <= NUMBERS; ++number) {
        above[number].fill(NEVER);
        for (const State& state : above_number(number)) {
            std::int64_t& most = above[number][jokers_in_use(state.key)];
            most = std::max(most, state.value);
        }
        for (int jokers = 1; jokers <= MAX_JOKERS; ++jokers)
            above[number][jokers] = std::max(above[number][jokers], above[number][jokers - 1]);
    }
    return true;
}

bool Layers::from_above(const Supply& supply, std::array<std::vector<Suffix>, NUMBERS + 1>& above, std::int64_t wanted) {
    if (!backward(supply, wanted)) return false;
    for (int number = 0; number <= NUMBERS; ++number) {
        above[number].clear();
        for (const State& state : above_number(number)) above[number].push_back({state.key, state.value});
        std::ranges::stable_sort(above[number], std::ranges::greater{}, &Suffix::value);
    }
    return true;
}

Layers::Outcome Layers::solve(const Supply& supply, Layout& layout, std::int64_t wanted) {
    const Least least = least_for(supply, wanted);
    const int crowded = forward_until_crowded(supply, least);
    if (!crowded) return Outcome::OUT_OF_NODES;
    if (crowded <= NUMBERS) {
        const std::int64_t everything = -least_for(supply, 0)[0];  // nothing is better
        if (!go_on(crowded, everything, supply, least, least_for(supply, everything))) return Outcome::OUT_OF_NODES;
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

// ---- back to melds

namespace {

// The open runs of one colour while the tiles are laid out: indices of melds, in the order they were started.
struct RunsLaid {
    int count = 0;
    std::array<std::uint16_t, 2 * MAX_OPEN> meld;
};

void lay_runs(Table& melds, RunsLaid& open, int colour, int number, int places, int jokers) {
    if (!places && !open.count) return;
    // The shortest runs first: they must go on.
    if (open.count > 1) std::sort(open.meld.begin(), open.meld.begin() + open.count,
              [&](int a, int b) { return melds[a].size != melds[b].size ? melds[a].size < melds[b].size : a < b; });
    const int extended = std::min(places, open.count);
    for (int i = 0; i < places; ++i) {
        if (i >= open.count) {
            open.meld[i] = static_cast<std::uint16_t>(melds.size());
            melds.emplace_back();
            for (int below = number; below > NUMBERS - 2; --below) melds.back().push(CLASSIC);  // trick 3
        }
        const bool is_real = i >= extended || i < places - jokers;
        melds[open.meld[i]].push(is_real ? tile_of(colour, number) : CLASSIC);
    }
    for (int i = places; i < open.count; ++i) assert(melds[open.meld[i]].size >= SMALLEST_MELD);
    open.count = places;
}

void lay_groups(Table& melds, int number, int counts) {
    const int groups = GROUP_USES[counts].groups;
    if (!groups) return;
    const std::size_t first = melds.size();
    melds.resize(first + groups);
    int turn = 0;
    for (int c = 0; c < COLOURS; ++c)
        for (int i = counts >> (2 * c) & 3; i > 0; --i) {
            melds[first + turn].push(tile_of(c, number));
            if (++turn == groups) turn = 0;
        }
    for (std::size_t i = first; i < melds.size(); ++i)
        while (melds[i].size < SMALLEST_MELD) melds[i].push(CLASSIC);
}

// Whether a meld can only be read as a group: two tiles of one number, or a lone number too high to be a run.
bool is_group(const Meld& meld, int low) {
    int numbers = 0, highest = 0, lowest = NUMBERS;
    for (Tile tile : meld) {
        if (is_joker(tile)) continue;
        ++numbers;
        highest = std::max(highest, number_of(tile)), lowest = std::min(lowest, number_of(tile));
    }
    return numbers > 1 ? highest == lowest : low + meld.size - 1 > NUMBERS;
}

}  // namespace

void lay_out(std::span<const Decision, NUMBERS> decisions, Table& melds) {
    std::array<RunsLaid, COLOURS> open;
    for (int number = 1; number <= NUMBERS; ++number) {
        const Decision& decision = decisions[number - 1];
        lay_groups(melds, number, decision.groups);
        for (int c = 0; c < COLOURS; ++c)
            lay_runs(melds, open[c], c, number, decision.runs[c] & 15, decision.runs[c] >> 4);
    }
}

int place_spares(Meld& meld, int count) {
    int first = 0;  // where the first number tile stands, and with it the lowest number
    while (is_joker(meld[first])) ++first;
    int low = number_of(meld[first]) - first;
    int placed = 0;
    if (is_group(meld, low)) {
        if (meld.size < LARGEST_GROUP && count) meld.push(CLASSIC), placed = 1;
        return placed;
    }
    for (; placed < count && meld.size < NUMBERS; ++placed) {
        if (low + meld.size <= NUMBERS) {
            meld.push(CLASSIC);
            continue;
        }
        for (int i = meld.size++; i > 0; --i) meld.tiles[i] = meld.tiles[i - 1];
        meld.tiles[0] = CLASSIC;
        --low;
    }
    return placed;
}

}  // namespace tilewise
