#include "exact/exact_program.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace tilewise {

namespace {

constexpr std::uint64_t COUNTERS = (std::uint64_t{1} << Used::UNDISTURBED) - 1;

// Runs of at most two tiles go on with number tiles that no meld takes: all jokers are in melds. Another meld
// only takes more.
bool runs_can_go_on(Key key, const Demand& have, const Demand& demand, int number) {
    for (int c = 0; c < COLOURS; ++c) {
        if (open_must(key, c) > have.of(c, number) - demand.of(c, number)) return false;
        if (number < NUMBERS && open_short(key, c) > have.of(c, number + 1) - demand.of(c, number + 1))
            return false;
    }
    return true;
}

void add_points(Used& used, int points, int threshold) {
    const int sum = std::min(threshold, used.points() + points);
    used.bits = (used.bits & ~Used::POINT_BITS) | static_cast<std::uint64_t>(sum) << Used::POINTS;
}

}  // namespace

ExactAnswer ExactProgram::solve(const ExactRequest& request, const JokerMelds& melds,
                                const JokerRules& jokers) {
    request_ = &request;
    melds_ = &melds;
    have_ = {};
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number)
            have_.add(tile_of(c, number), request.supply.have[c][number]);
    for (std::size_t j = 0; j < jokers.old_jokers().size(); ++j)
        kind_of_old_[j] = static_cast<std::uint8_t>(jokers.old_jokers()[j].kind - CLASSIC);
    for (int number = 1; number <= NUMBERS; ++number) {
        const Cells cells = melds.lists_groups_of(number) ? Cells{} : request.supply.cells(number);
        groups_[number] = &group_choices(cells);
    }
    jokers_ = 0;
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        jokers_ += request.on_table[kind] + request.rack_most[kind];
    gain_above_[NUMBERS] = 0;
    for (int number = NUMBERS; number >= 1; --number)
        gain_above_[number - 1] = gain_above_[number] + request.supply.most_gain(number);
    states_.clear();
    links_.assign(1, {});
    const std::vector<MoveCount::Waiting> nothing{0};
    for (MoveCount::Waiting waiting : request_->moves ? request_->moves->at_first() : nothing)
        states_.push_back({NO_RUNS, {}, melds_->granted(), 0, 0, waiting, 0, 0, {}});
    layer_[1] = 0;
    out_of_budget_ = false;
    ExactAnswer answer;
    for (int number = 1; number <= NUMBERS; ++number) {
        number_ = number;
        const auto from = layer_[number], to = static_cast<std::uint32_t>(states_.size());
        begin_ = to;
        layer_[number + 1] = to;
        index_.clear();
        for (std::uint32_t i = from; i < to; ++i) {
            if (out_of_budget_ && i - from >= LAST_STATES) break;
            State state = states_[i];
            state.chain = 0;
            choose_at(number, state, i);
        }
        drop_dominated();
    }
    std::uint32_t best = 0;
    for (std::uint32_t i = layer_[NUMBERS + 1]; i < states_.size(); ++i) {
        std::int64_t value;
        if (!ends_well(states_[i], value) || (request_->threshold && value <= *request_->threshold)) continue;
        if (answer.found &&
            (value != answer.value ? value < answer.value : states_[i].moved >= states_[best].moved))
            continue;
        answer.found = true;
        answer.value = value;
        best = i;
    }
    answer.complete = !out_of_budget_;
    if (!answer.found) return answer;
    answer.moved = states_[best].moved;
    answer.melds = lay_out_answer(best, jokers);
    return answer;
}

// ---- choosing melds

bool ExactProgram::take(State& state, const JokerMeld& meld, std::uint32_t index) {
    if (state.used.undisturbed() & meld.used.undisturbed()) return false;
    const Demand sum = state.demand + meld.demand;
    if (!sum.within(have_)) return false;
    Used used{(state.used.bits & COUNTERS) + (meld.used.bits & COUNTERS)};
    const int undisturbed = state.used.undisturbed() | meld.used.undisturbed();
    JokerCounts undisturbed_of{};
    for (int left = undisturbed; left; left &= left - 1)
        ++undisturbed_of[kind_of_old_[std::countr_zero(static_cast<unsigned>(left))]];
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        if (used.rack(kind) > melds_->unbound(kind) ||
            used.free(kind) + used.rack(kind) > melds_->movable(kind))
            return false;
        if (used.free(kind) + used.rack(kind) + undisturbed_of[kind] >
            request_->on_table[kind] + request_->rack_most[kind])
            return false;
    }
    used.bits |= (state.used.bits | meld.used.bits) & ~COUNTERS & ~Used::POINT_BITS;
    used.bits |= state.used.bits & Used::POINT_BITS;
    if (request_->points_needed) add_points(used, meld.points, request_->points_needed);
    state.demand = sum;
    state.used = used;
    state.value += request_->point_gain * meld.points;
    if (meld.places) state.waiting = request_->moves->sum(state.waiting, meld.places);
    links_.push_back({index, state.chain});
    state.chain = static_cast<std::uint32_t>(links_.size() - 1);
    return true;
}

// All multisets of melds that begin at this number.
void ExactProgram::choose_at(int number, const State& state, std::uint32_t parent) {
    if (is_lost(state, number)) return;
    const auto melds = melds_->starting_at(number);
    candidates_.clear();
    const auto first = static_cast<std::uint32_t>(melds.data() - melds_->all().data());
    for (std::uint32_t i = 0; i < melds.size(); ++i) candidates_.push_back(first + i);
    choose(number, 0, candidates_.size(), state, parent);
}

// `from`, `to`: the candidates that may be taken. A candidate that fails now is not tried deeper: jokers and
// tiles only get fewer.
void ExactProgram::choose(int number, std::size_t from, std::size_t to, const State& state,
                          std::uint32_t parent) {
    lay_rest(number, state, parent);
    if (out_of_budget_) return;
    const int jokers = jokers_ - jokers_in(state.used);
    std::vector<State>& nexts = nexts_[depth_];
    nexts.clear();
    for (std::size_t i = from; i < to; ++i) {
        const JokerMeld& meld = melds_->all()[candidates_[i]];
        if (meld.jokers > jokers) continue;
        State next = state;
        if (!take(next, meld, candidates_[i]) || is_lost(next, number)) continue;
        nexts.push_back(next);
        candidates_.push_back(candidates_[i]);
    }
    ++depth_;
    const std::size_t end = candidates_.size();
    for (std::size_t i = 0; i < nexts_[depth_ - 1].size(); ++i) {
        const State next = nexts_[depth_ - 1][i];
        choose(number, to + i, end, next, parent);
        candidates_.resize(end);
    }
    --depth_;
}

bool ExactProgram::is_lost(const State& state, int number) const {
    if (is_hopeless(state.value, number - 1)) return true;
    if (!runs_can_go_on(state.key, have_, state.demand, number)) return true;
    return state.chain && is_hopeless(state, number - 1);
}

// The old jokers that may not move, judged by the melds chosen so far.
unsigned ExactProgram::owed(const Used& used) const {
    if (!melds_->asks_for_replacement()) return 0;
    return static_cast<unsigned>((melds_->rules().exact_tile_retrieval ? ~0 : used.stays()) &
                                 ~used.replaced());
}

// Whether the threshold is out of reach even if every tile above this number is laid.
bool ExactProgram::is_hopeless(std::int64_t value, int number) const {
    return request_->threshold &&
           value + gain_above_[number] + request_->most_joker_gain <= *request_->threshold;
}

JokerCounts ExactProgram::placed_by(const Used& used) const {
    JokerCounts placed{};
    for (int kind = 0; kind < JOKER_KINDS; ++kind) placed[kind] = used.free(kind) + used.rack(kind);
    for (int undisturbed = used.undisturbed(); undisturbed; undisturbed &= undisturbed - 1)
        ++placed[kind_of_old_[std::countr_zero(static_cast<unsigned>(undisturbed))]];
    return placed;
}

JokerCounts ExactProgram::jokers_left(const Used& used) const {
    JokerCounts left = placed_by(used);
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        left[kind] = request_->on_table[kind] + request_->rack_most[kind] - left[kind];
    return left;
}

// Tiles that melds wait for: of the next number they go on with a long run, in a row they go on with each
// other.
bool ExactProgram::is_hopeless(const State& state, int number) const {
    if (!request_->threshold || !request_->state_bound) return false;
    int classics = StateBound::in_classics(jokers_left(state.used));
    if (!request_->state_bound->knows(number, classics)) return false;
    OpenRuns open(state.key);
    for (int c = 0; c < COLOURS && !(state.demand == Demand{}); ++c)
        for (int above = number + 1, before = 0; above <= NUMBERS; ++above) {
            const int waiting = state.demand.of(c, above);
            if (above == number + 1)
                open.all[c] += waiting;
            else
                classics += 2 * std::max(0, waiting - before);
            before = waiting;
        }
    if (!request_->state_bound->knows(number, classics)) return false;
    return state.value + request_->state_bound->most(open, number, classics) + request_->most_joker_gain <=
           *request_->threshold;
}

// The tiles of this number that no meld takes.
void ExactProgram::lay_rest(int number, const State& state, std::uint32_t parent) {
    if (!budget_->spend()) out_of_budget_ = true;
    Cells cells = request_->supply.cells(number);
    std::int64_t taken = 0;
    int points = 0;
    for (int c = 0; c < COLOURS; ++c) {
        const int here = state.demand.of(c, number);
        taken += cells.take(c, here);
        points += here * number;
        if (melds_->lists_melds_of(c, number)) {
            if (cells.need[c]) return;
            cells.have[c] = 0;
        }
        if (number < NUMBERS) cells.next[c] -= state.demand.of(c, number + 1);
        if (number < NUMBERS - 1) cells.after[c] -= state.demand.of(c, number + 2);
    }
    State next = state;
    next.parent = parent;
    next.demand.forget(number);
    if (next.waiting) next.waiting = request_->moves->after(next.waiting, number);
    step(
        cells, *groups_[number], run_uses(), state.key, state.value + taken,
        [&](Key key, std::int64_t value, const Decision& decision) {
            if (is_hopeless(value, number)) return;
            next.key = key;
            next.value = value;
            next.decision = decision;
            next.used = state.used;
            if (request_->points_needed) {
                int tiles = 0;
                for (int c = 0; c < COLOURS; ++c)
                    tiles += decision.places_in_runs(c) + decision.tiles_in_groups(c);
                add_points(next.used, points + tiles * number, request_->points_needed);
            }
            if (request_->moves) {
                count_moved(state, number, next);
                if (next.moved > request_->most_moved) return;
            }
            insert(next);
        },
        request_->moves && request_->moves->groups_lay_at(number));
}

void ExactProgram::count_moved(const State& before, int number, State& state) const {
    state.moved = before.moved + request_->moves->moved(number, before.key, before.waiting, state.decision);
    if (number == NUMBERS) state.moved += request_->moves->moved(NUMBERS + 1, state.key, state.waiting, {});
}

// ---- the end

// Whether every old joker lies in a legal place, the rack's limits hold, and moved jokers were replaced where
// a rule demands it.
bool ExactProgram::ends_well(const State& state, std::int64_t& value) const {
    const Used& used = state.used;
    value = state.value;
    const JokerCounts placed = placed_by(used);
    JokerCounts free;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        const int from_rack = placed[kind] - request_->on_table[kind];
        if (from_rack < request_->rack_least[kind] || from_rack > request_->rack_most[kind]) return false;
        value += request_->joker_gain[kind] * (from_rack - request_->rack_least[kind]);
        free[kind] = used.free(kind);
    }
    if (request_->points_needed && used.points() < request_->points_needed) return false;
    const unsigned moved = static_cast<unsigned>(melds_->at_stake() & ~used.undisturbed());
    return melds_->jokers().can_place(moved, owed(used), free);
}

Table ExactProgram::lay_out_answer(std::uint32_t at, const JokerRules& jokers) const {
    Table melds;
    std::array<Decision, NUMBERS> decisions;
    for (int number = NUMBERS; number >= 1; --number) {
        decisions[number - 1] = states_[at].decision;
        for (std::uint32_t link = states_[at].chain; link; link = links_[link].next) {
            const JokerMeld& meld = melds_->all()[links_[link].meld];
            melds.push_back(meld.row);
            if (meld.companions >= 0)
                for (int old : melds_->companions(meld.companions)) melds.push_back(jokers.before()[old]);
        }
        at = states_[at].parent;
    }
    lay_out(decisions, melds);
    return melds;
}

// ---- the states of a layer

std::uint64_t ExactProgram::hash(const State& state) {
    std::uint64_t h = state.key ^ (state.used.bits + state.waiting) * 0xD6E8'FEB8'6659'FD93ull;
    for (std::uint64_t word : state.demand.word) h = (h ^ word) * 0x9E37'79B9'7F4A'7C15ull, h ^= h >> 31;
    return h * 0x9E37'79B9'7F4A'7C15ull >> 20;
}

void ExactProgram::insert(const State& state) {
    const std::size_t champions = std::min<std::size_t>(states_.size(), begin_ + 8);
    for (std::size_t i = begin_; i < champions; ++i) {
        const State& other = states_[i];
        if (other.value >= state.value && at_least_as_good(other.key, state.key) && other.is_like(state) &&
            (other.value > state.value || other.moved <= state.moved))
            return;
    }
    const std::size_t at = index_.find(hash(state), [&](std::uint32_t i) {
        return states_[i].key == state.key && states_[i].is_like(state);
    });
    if (index_.holds(at)) {
        State& other = states_[index_[at]];
        if (better(state, other)) other = state;
        return;
    }
    if (is_hopeless(state, number_)) return;
    states_.push_back(state);
    index_.fill(at, static_cast<std::uint32_t>(states_.size() - 1), begin_,
                [&](std::uint32_t i) { return hash(states_[i]); });
}

// Only states that wait for the same tiles and have used the same jokers are compared; more points are
// better.
void ExactProgram::drop_dominated() {
    const std::size_t size = states_.size() - begin_;
    if (size < 2) return;
    State* layer = states_.data() + begin_;
    if (out_of_budget_ && size > LAST_STATES) {  // to compare them all would take longer than there is time
        std::partial_sort(layer, layer + LAST_STATES, layer + size, better);
        states_.resize(begin_ + LAST_STATES);
        return;
    }
    const auto bits = [](const State& state) { return state.used.bits & ~Used::POINT_BITS; };
    const auto are_alike = [&](const State& a, const State& b) {
        return a.demand == b.demand && bits(a) == bits(b) && a.waiting == b.waiting;
    };
    std::sort(layer, layer + size, [&](const State& a, const State& b) {
        if (a.demand.word != b.demand.word) return a.demand.word < b.demand.word;
        if (bits(a) != bits(b)) return bits(a) < bits(b);
        if (a.waiting != b.waiting) return a.waiting < b.waiting;
        if (a.value != b.value) return a.value > b.value;
        if (a.moved != b.moved) return a.moved < b.moved;
        if (a.used.points() != b.used.points()) return a.used.points() > b.used.points();
        return a.key < b.key;
    });
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (kept && !are_alike(layer[kept - 1], layer[i])) group = kept;
        bool beaten = false;
        for (std::size_t j = group; j < kept && !beaten; ++j)
            beaten = at_least_as_good(layer[j].key, layer[i].key) &&
                     layer[j].used.points() >= layer[i].used.points() &&
                     (layer[j].value > layer[i].value || layer[j].moved <= layer[i].moved);
        if (!beaten) layer[kept++] = layer[i];
    }
    states_.resize(begin_ + kept);
    if (budget_->is_limited())  // so that a cut layer keeps its best
        std::stable_sort(states_.begin() + begin_, states_.end(), better);
}

}  // namespace tilewise
