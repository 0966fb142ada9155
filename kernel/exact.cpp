// The exact program: choose items, spend the other tiles as the plain layers would, keep the undominated.
#include "exact.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "clock.h"

namespace tilewise {

namespace {

constexpr std::size_t FEW_STATES = 24, ALL_STATES = ~std::size_t{0};
constexpr std::uint64_t COUNTERS = (std::uint64_t{1} << Used::SETTLED) - 1;

// Runs of at most two tiles go on with number tiles that no item takes: all jokers are in items. Another item only takes more.
bool runs_can_go_on(Key key, const Demand& have, const Demand& demand, int number) {
    for (int c = 0; c < COLOURS; ++c) {
        if (open_must(key, c) > have.of(c, number) - demand.of(c, number)) return false;
        if (number < NUMBERS && open_short(key, c) > have.of(c, number + 1) - demand.of(c, number + 1)) return false;
    }
    return true;
}

void add_points(Used& used, int points, int threshold) {
    const int sum = std::min(threshold, used.points() + points);
    used.bits = (used.bits & ~Used::POINT_BITS) | static_cast<std::uint64_t>(sum) << Used::POINTS;
}

}  // namespace

ExactAnswer Exact::solve(const ExactRequest& request, const Items& items, const JokerRules& jokers) {
    request_ = &request;
    items_ = &items;
    have_ = {};
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number) have_.add(tile_of(c, number), request.supply.have[c][number]);
    for (std::size_t j = 0; j < jokers.old_jokers().size(); ++j)
        kind_of_old_[j] = static_cast<std::uint8_t>(jokers.old_jokers()[j].kind - CLASSIC);
    must_be_replaced_ = items.asks_for_replacement() && !jokers.minds_the_opening();
    for (int number = 1; number <= NUMBERS; ++number) {
        groups_[number].fill(request.supply.cells(number));
        if (items.lists_groups_of(number)) groups_[number].only_none();
    }
    jokers_ = 0;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) jokers_ += request.on_table[kind] + request.rack_most[kind];
    last_node_ = request.node_limit == ~0ull ? ~0ull : nodes + request.node_limit;
    if (!request.quick_first) return search(ALL_STATES, jokers);
    quick_ = true;
    ExactAnswer answer = search(FEW_STATES, jokers);
    quick_ = false;
    if (!answer.found && is_cut_ && !out_of_budget_) answer = search(ALL_STATES, jokers);
    answer.complete = answer.complete || answer.found;
    return answer;
}

// With at most so many states of a layer.
ExactAnswer Exact::search(std::size_t most_states, const JokerRules& jokers) {
    states_.clear();
    links_.assign(1, {});
    const std::vector<MoveCount::Waiting> nothing{0};
    for (MoveCount::Waiting waiting : request_->moves ? request_->moves->at_first() : nothing)
        states_.push_back({NO_RUNS, {}, items_->granted(), 0, 0, waiting, {}, 0, 0, 0, {}});
    layer_[1] = 0;
    out_of_budget_ = is_cut_ = false;
    ExactAnswer answer;
    for (int number = 1; number <= NUMBERS; ++number) {
        number_ = number;
        const auto from = layer_[number], to = static_cast<std::uint32_t>(states_.size());
        begin_ = to;
        layer_[number + 1] = to;
        index_.forget();
        for (std::uint32_t i = from; i < to; ++i) {
            if (out_of_budget_ && i - from >= LAST_STATES) break;
            State state = states_[i];
            state.chain = 0;
            choose_at(number, state, i);
        }
        keep_the_undominated();
        keep_the_best(most_states);
    }
    std::uint32_t best = 0;
    for (std::uint32_t i = layer_[NUMBERS + 1]; i < states_.size(); ++i) {
        std::int64_t value;
        if (!ends_well(states_[i], value) || (request_->floor && value <= *request_->floor)) continue;
        if (answer.found && (value != answer.value ? value < answer.value : states_[i].kept <= states_[best].kept)) continue;
        answer.found = true;
        answer.value = value;
        best = i;
    }
    answer.complete = !out_of_budget_ && !is_cut_;
    if (!answer.found) return answer;
    if (request_->moves) answer.moved = -states_[best].kept;
    answer.melds = lay_out_answer(best, jokers);
    return answer;
}

// ---- choosing items

bool Exact::take(State& state, const Item& item, std::uint32_t index) {
    if (state.used.settled() & item.used.settled()) return false;
    const Demand sum = state.demand + item.demand;
    if (!sum.within(have_)) return false;
    Used used{(state.used.bits & COUNTERS) + (item.used.bits & COUNTERS)};
    const int settled = state.used.settled() | item.used.settled();
    std::array<int, JOKER_KINDS> in_place{};
    for (int left = settled; left; left &= left - 1) ++in_place[kind_of_old_[std::countr_zero(static_cast<unsigned>(left))]];
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        if (used.rack(kind) > items_->unbound(kind) || used.free(kind) + used.rack(kind) > items_->movable(kind)) return false;
        if (used.free(kind) + used.rack(kind) + in_place[kind] > request_->on_table[kind] + request_->rack_most[kind]) return false;
    }
    used.bits |= (state.used.bits | item.used.bits) & ~COUNTERS & ~Used::POINT_BITS;
    used.bits |= state.used.bits & Used::POINT_BITS;
    if (request_->threshold) add_points(used, item.points, request_->threshold);
    state.demand = sum;
    state.used = used;
    state.value += request_->point_gain * item.points;
    state.kept += item.kept * 256 + item.kept_tiles;
    state.flying = static_cast<std::int16_t>(state.flying + item.jokers);
    if (item.places) state.waiting = request_->moves->sum(state.waiting, item.places);
    if (request_->beyond && item.last > request_->beyond->cut(number_)) {
        const JokersLeft placed = placed_by(item.used);
        for (int kind = 0; kind < JOKER_KINDS; ++kind) state.crossing[kind] = static_cast<std::uint8_t>(state.crossing[kind] + placed[kind]);
    }
    links_.push_back({index, state.chain});
    state.chain = static_cast<std::uint32_t>(links_.size() - 1);
    return true;
}

// All multisets of items that begin at this number; an old meld is kept at most once.
void Exact::choose_at(int number, const State& state, std::uint32_t parent) {
    if (is_lost(state, number)) return;
    const auto items = items_->starting_at(number);
    candidates_.clear();
    const auto first = static_cast<std::uint32_t>(items.data() - items_->all().data());
    for (std::uint32_t i = 0; i < items.size(); ++i) candidates_.push_back(first + i);
    choose(number, 0, candidates_.size(), state, parent);
}

// `from`, `to`: the candidates that may be taken. What cannot be taken now, or leads nowhere, cannot later: jokers and tiles only get fewer.
void Exact::choose(int number, std::size_t from, std::size_t to, const State& state, std::uint32_t parent) {
    spend(number, state, parent);
    if (quick_ && depth_) {
        is_cut_ = true;
        return;
    }
    const int jokers = jokers_ - jokers_in(state.used);
    std::vector<State>& nexts = nexts_[depth_];
    nexts.clear();
    for (std::size_t i = from; i < to; ++i) {
        const Item& item = items_->all()[candidates_[i]];
        if (item.jokers > jokers) continue;
        if (out_of_budget_ && !item.kept) continue;  // what is left of the search leaves old joker melds alone
        State next = state;
        if (!take(next, item, candidates_[i]) || is_lost(next, number)) continue;
        nexts.push_back(next);
        candidates_.push_back(candidates_[i]);
    }
    ++depth_;
    const std::size_t end = candidates_.size();
    for (std::size_t i = 0; i < nexts_[depth_ - 1].size(); ++i) {
        const bool is_kept = items_->all()[candidates_[to + i]].kept != 0;
        if (out_of_budget_ && !is_kept) continue;
        const State next = nexts_[depth_ - 1][i];
        choose(number, to + i + is_kept, end, next, parent);
        candidates_.resize(end);
    }
    --depth_;
}

// Jokers that can still help: those not used yet, and those in items that wait for tiles above. Taking an item does
// not change their number, so what is hopeless now stays so.
bool Exact::is_lost(const State& state, int number) const {
    if (is_hopeless(state.value, number - 1, jokers_ - jokers_in(state.used) + state.flying)) return true;
    if (!runs_can_go_on(state.key, have_, state.demand, number)) return true;
    return state.chain && (is_beyond_reach(state, number - 1, number) || is_hopeless(state, number - 1));
}

// Items up to this number are chosen. An old joker that nothing replaced, and nothing will, must be undisturbed: if it can be no more, or if its place is taken for
// that of a joker that moves, there is no answer.
bool Exact::strands_a_joker(const Used& used, int number) const {
    if (!must_be_replaced_) return false;
    const unsigned unsettled = static_cast<unsigned>(items_->at_stake() & ~used.settled());
    const unsigned must_settle = unsettled & items_->replaced_by(number) & owed(used);
    if (must_settle & items_->settled_by(number)) return true;
    std::array<int, JOKER_KINDS> movable{};
    for (int kind = 0; kind < JOKER_KINDS; ++kind) movable[kind] = items_->unbound(kind) - used.free(kind) - used.rack(kind);
    for (unsigned left = unsettled & ~must_settle; left; left &= left - 1) ++movable[kind_of_old_[std::countr_zero(left)]];
    return std::ranges::any_of(movable, [](int n) { return n < 0; });
}

// The old jokers that may not move, as far as the items chosen tell.
unsigned Exact::owed(const Used& used) const {
    if (!items_->asks_for_replacement()) return 0;
    return static_cast<unsigned>((items_->rules().exact_tile_retrieval ? ~0 : used.stays()) & ~used.replaced());
}

bool Exact::is_hopeless(std::int64_t value, int number, int jokers) const {
    if (!request_->floor) return false;
    return value + request_->ahead[number][std::min(jokers, MAX_JOKERS)] + request_->joker_hope <= *request_->floor;
}

JokersLeft Exact::placed_by(const Used& used) const {
    JokersLeft placed{};
    for (int kind = 0; kind < JOKER_KINDS; ++kind) placed[kind] = used.free(kind) + used.rack(kind);
    for (int settled = used.settled(); settled; settled &= settled - 1) ++placed[kind_of_old_[std::countr_zero(static_cast<unsigned>(settled))]];
    return placed;
}

JokersLeft Exact::jokers_left(const Used& used) const {
    JokersLeft left = placed_by(used);
    for (int kind = 0; kind < JOKER_KINDS; ++kind) left[kind] = request_->on_table[kind] + request_->rack_most[kind] - left[kind];
    return left;
}

// What the jokers left are worth beyond a cut (twist_beyond.h); those of items that reach beyond it count as left. `done`: the last
// number that the state's value counts; `chosen`: the last one whose items are chosen.
bool Exact::is_beyond_reach(const State& state, int done, int chosen) const {
    if (!request_->floor || !request_->beyond) return false;
    JokersLeft left = jokers_left(state.used);
    for (int kind = 0; kind < JOKER_KINDS; ++kind) left[kind] += state.crossing[kind];
    return state.value + request_->beyond->most(done, chosen, left) + request_->joker_hope <= *request_->floor;
}

// Tiles that items wait for: of the next number they go on with a long run, in a row they go on with each other.
bool Exact::is_hopeless(const State& state, int number) const {
    if (!request_->floor || !request_->state_ahead) return false;
    int classics = TwistAhead::in_classics(jokers_left(state.used));
    if (!request_->state_ahead->knows(number, classics)) return false;
    OpenRuns open(state.key);
    for (int c = 0; c < COLOURS && !(state.demand == Demand{}); ++c)
        for (int above = number + 1, before = 0; above <= NUMBERS; ++above) {
            const int waiting = state.demand.of(c, above);
            if (above == number + 1) open.all[c] += waiting;
            else classics += 2 * std::max(0, waiting - before);
            before = waiting;
        }
    if (!request_->state_ahead->knows(number, classics)) return false;
    return state.value + request_->state_ahead->most(open, number, classics) + request_->joker_hope <= *request_->floor;
}

// The tiles of this number that no item takes.
void Exact::spend(int number, const State& state, std::uint32_t parent) {
    if (++nodes > last_node_ || (request_->deadline_ns && (nodes & 63) == 0 && now_ns() > request_->deadline_ns)) out_of_budget_ = true;
    if (strands_a_joker(state.used, number)) return;
    const int jokers = jokers_ - jokers_in(state.used);
    Cells cells = request_->supply.cells(number);
    std::int64_t taken = 0;
    int points = 0;
    for (int c = 0; c < COLOURS; ++c) {
        const int here = state.demand.of(c, number);
        taken += cells.take(c, here);
        points += here * number;
        if (items_->lists_melds_of(c, number)) {
            if (cells.need[c]) return;
            cells.have[c] = 0;
        }
        if (number < NUMBERS) cells.next[c] -= state.demand.of(c, number + 1);
        if (number < NUMBERS - 1) cells.after[c] -= state.demand.of(c, number + 2);
    }
    State next = state;
    next.parent = parent;
    next.demand.forget(number);
    if (next.demand == Demand{}) next.flying = 0, next.crossing = {};
    if (next.waiting) next.waiting = request_->moves->after(next.waiting, number);
    step(cells, groups_[number], run_uses(), state.key, state.value + taken,
         [&](Key key, std::int64_t value, const Decision& decision) {
             if (is_hopeless(value, number, jokers + next.flying)) return;
             next.key = key;
             next.value = value;
             next.decision = decision;
             next.used = state.used;
             if (request_->threshold) {
                 int tiles = 0;
                 for (int c = 0; c < COLOURS; ++c) tiles += (decision.runs[c] & 15) + (decision.groups >> (2 * c) & 3);
                 add_points(next.used, points + tiles * number, request_->threshold);
             }
             if (request_->moves) {
                 count_moved(state, number, next);
                 if (-next.kept > request_->most_moved) return;
             }
             insert(next);
         }, request_->moves && request_->moves->groups_lay_at(number));
}

void Exact::count_moved(const State& before, int number, State& state) const {
    state.kept = before.kept - request_->moves->moved(number, before.key, before.waiting, state.decision);
    if (number == NUMBERS) state.kept -= request_->moves->moved(NUMBERS + 1, state.key, state.waiting, {});
}

// ---- the end

// Every old joker lies where it may, the rack gave what it may, and what had to be replaced is.
bool Exact::ends_well(const State& state, std::int64_t& value) const {
    const Used& used = state.used;
    value = state.value;
    const JokersLeft placed = placed_by(used);
    std::array<int, JOKER_KINDS> free;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        const int from_rack = placed[kind] - request_->on_table[kind];
        if (from_rack < request_->rack_least[kind] || from_rack > request_->rack_most[kind]) return false;
        value += request_->joker_gain[kind] * (from_rack - request_->rack_least[kind]);
        free[kind] = used.free(kind);
    }
    if (request_->threshold && used.points() < request_->threshold) return false;
    const unsigned moved = static_cast<unsigned>(items_->at_stake() & ~used.settled());
    return items_->jokers().can_seat(moved, owed(used), free);
}

Table Exact::lay_out_answer(std::uint32_t at, const JokerRules& jokers) const {
    Table melds;
    std::array<Decision, NUMBERS> decisions;
    for (int number = NUMBERS; number >= 1; --number) {
        decisions[number - 1] = states_[at].decision;
        for (std::uint32_t link = states_[at].chain; link; link = links_[link].next) {
            const Item& item = items_->all()[links_[link].item];
            melds.push_back(item.meld);
            if (item.also >= 0)
                for (int old : items_->also(item.also)) melds.push_back(jokers.before()[old]);
        }
        at = states_[at].parent;
    }
    lay_out(decisions, melds);
    return melds;
}

}  // namespace tilewise
