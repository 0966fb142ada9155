// The layers for Twist: from number to number, and from both ends against each other.
#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <numeric>

#include "clock.h"
#include "twist.h"

namespace tilewise {

namespace {

constexpr int MOST_OF_A_KIND = 7;
constexpr std::size_t ALL_STATES = ~std::size_t{0};
constexpr std::uint64_t CHEAP = 150;             // states of one way for each joker of the other: it can have a larger share
constexpr int FEW_TO_SHARE = 2;                  // jokers: not worth another try
constexpr std::uint64_t MOST_NODES = 2'000'000;  // memory, not time: beyond this there is no bound

bool has_too_many(const std::array<int, JOKER_KINDS>& jokers) { return jokers[0] + jokers[1] + jokers[2] > MOST_OF_A_KIND || jokers[3] > MOST_OF_A_KIND; }

// The least that is lost if not everything is laid.
std::int64_t least_loss(const Supply& supply) {
    std::int64_t loss = -NEVER;
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number)
            if (supply.gain[c][number] && supply.have[c][number] != supply.need[c][number]) loss = std::min(loss, std::abs(supply.gain[c][number]));
    return loss;
}

// The most that one tile gains.
std::int64_t most_gain(const Supply& supply) {
    std::int64_t most = 1;
    for (int number = 1; number <= NUMBERS; ++number)
        for (int c = 0; c < COLOURS; ++c)
            if (supply.have[c][number] != supply.need[c][number]) most = std::max(most, supply.gain[c][number]);
    return most;
}

// What both ways share until they meet.
int jokers_but_one(const TwistRequest& request) { return std::max(0, std::reduce(request.jokers.begin(), request.jokers.end()) - 1); }

// With J, D and C counted together.
Supply loosely(const TwistRequest& request) {
    Supply supply = request.supply;
    supply.jokers = request.jokers[0] + request.jokers[1] + request.jokers[2];
    return supply;
}

}  // namespace

// ---- one way

void TwistLayers::begin(const TwistRequest& request, std::int64_t floor, int mirrors_need) {
    request_ = &request;
    floor_ = {floor, std::min(floor, request.floor)};
    most_gain_ = most_gain(request.supply);
    mirrors_need_ = mirrors_need;
    must_match_ = 0;
    for (int kind = J; kind <= C; ++kind)
        if (request.must_lie[kind]) must_match_ |= field(kind);
    is_cut_ = request.is_sparing || must_match_;
    if (mirrors_need) must_match_ |= field(M);
    states_.clear();
    done_.clear();
    states_.push_back({NO_RUNS, {}, 0, 0, 0, 0, {}, 0});
    number_ = 0;
    begin_ = 0;
    found_ = overflow_ = false;
}

bool TwistLayers::advance(std::size_t most_states, const TwistBeyond& beyond, const TwistMeeting& meeting) {
    ++number_;
    beyond_ = &beyond;
    meeting_ = &meeting;
    cells_ = request_->supply.cells(number_);
    have_ = lanes_of(cells_.have), next_ = lanes_of(cells_.next), after_ = lanes_of(cells_.after);
    for (PlainCells& plain : plain_cells_) plain.is_known = false;
    Cells for_groups = cells_;
    if (request_->reunions) for_groups.jokers = 0;
    groups_ = &group_choices(for_groups);
    list_mirrors();
    list_groups();
    const auto from = begin_, to = static_cast<std::uint32_t>(states_.size());
    begin_ = to;
    index_.forget();
    for (std::uint32_t i = from; i < to; ++i) {
        expand(i);
        if (overflow_ || (request_->deadline_ns && now_ns() > request_->deadline_ns)) return false;
    }
    keep(most_states);
    return true;
}

// Whether the other way goes on from this state, and both are worth enough together. What crosses the cut is counted on both sides.
bool TwistLayers::can_meet(const State& state) {
    std::array<int, JOKER_KINDS> left;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) left[kind] = request_->jokers[kind] - used(state.key, kind);
    Key runs = state.key;
    Lanes count = lanes_all(runs);
    int changed = 0;
    const auto add = [&](int colour, int length) { runs += run_in_key(colour, length), count += lane(colour); };
    for (Token token : state.tokens) {
        if (!token) break;
        const int c = colour_in(token) - MIRRORED;
        if (is_pending(token)) left[D] += is_mirror(token) && length_in(token) == BOTH ? 2 : 1;
        changed += is_changed(token);
        if (c < 0 && !is_pending(token)) add(colour_in(token), length_in(token));
        if (!is_mirror(token)) continue;
        ++left[M];
        for (int colour = 0; colour < COLOURS && any_mirror(); ++colour)  // what is left of it may be two rows to the other way, that takes it apart
            if (colour == c || c == COLOURS || is_changing(token)) add(colour, 3), add(colour, 3);
    }
    if (more_than(count, MAX_OPEN * ONE_EACH)) return true;             // more than are counted; only rows with the rule about new sets are so many
    const auto jokers = static_cast<JokerBytes>((left[J] + left[D] + left[C]) | left[D] << 8 | left[C] << 16 | left[M] << 24);
    if (!meeting_->knows_all(jokers)) return true;
    const std::int64_t above = meeting_->most(number_, {runs, changed}, jokers, floor_.missed - state.value);
    return above != NEVER && !floor_.refuses(state.value + above);
}

// ---- both ways

void Twist::forget(const TwistRequest& request) {
    below_.forget(upside_down_, request.jokers);
    above_.forget(right_way_up_, request.jokers);
    from_below_.forget(), from_above_.forget();
}

TwistOutcome Twist::look(const TwistRequest& request, std::int64_t target, int mirrors_need, std::size_t few) {
    meter_.last_node = meter_.nodes + std::min(request.node_limit, MOST_NODES);
    target_ = target;
    return walk(request, mirrors_need, few);
}

bool Twist::set_out(const TwistRequest& request) {
    if (has_too_many(request.jokers)) return false;
    set_out_at_ = meter_.nodes;
    right_way_up_ = loosely(request), upside_down_ = right_way_up_.upside_down();
    share_out(request, jokers_but_one(request) / 2);
    return true;
}

// So many jokers for the way from above, and all others but one for the way from below.
void Twist::share_out(const TwistRequest& request, int for_down) {
    for_down_ = for_down;
    down_began_at_ = meter_.nodes;
    down_.begin(upside_down_, request.jokers, for_down, LooseLayers::Others::LEAVE);
    up_to_meet_.begin(right_way_up_, request.jokers, jokers_but_one(request) - for_down, LooseLayers::Others::MEET);
    forget(request);
}

TwistOutcome Twist::come_down(const TwistRequest& request, std::uint64_t patience) {
    meter_.last_node = meter_.nodes + std::min(request.node_limit, MOST_NODES);
    down_.want(request.floor, request.deadline_ns);
    while (down_.number() < NUMBERS - 1) {
        if (is_longer_than(patience)) return TwistOutcome::PAUSED;
        if (!down_.advance(below_, from_below_)) return TwistOutcome::NO_BOUND;
        down_.tell(above_, from_above_);
        const int for_up = jokers_but_one(request) - for_down_;
        const bool is_cheap = meter_.nodes - down_began_at_ < CHEAP * for_up && jokers_but_one(request) > FEW_TO_SHARE;
        if (down_.number() == NUMBERS - 1 && is_cheap) share_out(request, for_down_ + 1);  // and one joker less for the other way
    }
    return TwistOutcome::SOLVED;
}

TwistOutcome Twist::meet(const TwistRequest& request, std::uint64_t patience) {
    if (const TwistOutcome outcome = come_down(request, patience); outcome != TwistOutcome::SOLVED) return outcome;
    up_to_meet_.want(request.floor, request.deadline_ns);
    for (; up_to_meet_.number() < NUMBERS - 1; up_to_meet_.tell(below_, from_below_)) {
        if (is_longer_than(patience)) return TwistOutcome::PAUSED;
        if (!up_to_meet_.advance(above_, from_above_)) return TwistOutcome::NO_BOUND;
    }
    up_to_meet_.meet(from_above_);
    most_ = request.floor;
    for (int number = 1; number < NUMBERS; ++number) most_ = std::max(most_, up_to_meet_.most(number));
    aim_at(most_);
    return most_ > request.floor ? TwistOutcome::SOLVED : TwistOutcome::NOTHING_ABOVE_FLOOR;
}

// From above, for this target, below the cuts where both ways meet: of states with many jokers is left what the way from below can meet.
bool Twist::get_ready(const TwistRequest& request) {
    int lowest = NUMBERS - 1, highest = 1;
    missed_ = request.floor;
    for (int number = 1; number < NUMBERS; ++number) {
        const std::int64_t most = up_to_meet_.most(number);
        if (most >= target_) lowest = std::min(lowest, number), highest = std::max(highest, number);
        else missed_ = std::max(missed_, most);
    }
    down_.follow(NUMBERS - highest, NUMBERS - lowest + 1);
    down_.want(target_ - 1, request.deadline_ns, missed_);
    while (down_.number() < NUMBERS - 1) {
        if (!down_.advance(below_, from_below_)) return false;
        down_.tell(above_, from_above_);
    }
    missed_ = down_.missed();
    return is_ready_ = true;
}

void Twist::aim_at(std::int64_t target) {
    target_ = target;
    is_ready_ = false;
}

bool Twist::aim_lower(const TwistRequest& request) {
    if (missed_ <= request.floor) return false;
    const std::int64_t loss = std::max(2 * (most_ - target_), least_loss(request.supply));
    aim_at(std::max(request.floor + 1, std::min(missed_, most_ - loss)));
    return true;
}

// Nothing is better than the most, so a few states of each layer look for that first, then more.
TwistOutcome Twist::reach(const TwistRequest& request, int mirrors_need) {
    constexpr std::size_t MANY_TWIST_STATES = 64 * FEW_TWIST_STATES;
    meter_.last_node = meter_.nodes + std::min(request.node_limit, MOST_NODES);
    if (!is_ready_ && !get_ready(request)) return TwistOutcome::NO_BOUND;
    for (std::size_t few : {FEW_TWIST_STATES, MANY_TWIST_STATES}) {
        if (target_ != most_) break;
        const TwistOutcome outcome = walk(request, mirrors_need, few);
        if (outcome != TwistOutcome::NO_BOUND || meter_.nodes > meter_.last_node) return outcome;
    }
    return walk(request, mirrors_need, ALL_STATES);
}

TwistOutcome Twist::walk(const TwistRequest& request, int mirrors_need, std::size_t most_states) {
    up_.begin(request, target_ - 1, mirrors_need);
    while (up_.number() < NUMBERS && up_.width())
        if (!up_.advance(most_states, above_, from_above_)) return TwistOutcome::NO_BOUND;
    if (up_.found()) return TwistOutcome::SOLVED;
    if (!up_.is_cut()) missed_ = std::max(missed_, up_.missed());
    return up_.is_cut() ? TwistOutcome::NO_BOUND : TwistOutcome::NOTHING_ABOVE_FLOOR;
}

TwistOutcome Twist::solve(const TwistRequest& request) {
    TwistOutcome outcome = set_out(request) ? meet(request) : TwistOutcome::NO_BOUND;
    if (outcome != TwistOutcome::SOLVED) return outcome;
    do {
        outcome = reach(request, 0);
        if (outcome == TwistOutcome::SOLVED && up_.mirrors() < request.mirrors_need) outcome = reach(request, request.mirrors_need);
    } while (outcome == TwistOutcome::NOTHING_ABOVE_FLOOR && aim_lower(request));
    return outcome;
}

const TwistBeyond* Twist::look_from_above(const TwistRequest& request) {
    if (has_too_many(request.jokers)) return nullptr;
    right_way_up_ = loosely(request), upside_down_ = right_way_up_.upside_down();
    meter_.last_node = meter_.nodes + std::min(request.node_limit, MOST_NODES);
    down_.begin(upside_down_, request.jokers, MAX_JOKERS, LooseLayers::Others::LEAVE);
    down_.want(request.floor, request.deadline_ns);
    forget(request);
    while (down_.number() < NUMBERS - 1 && down_.width() <= FEW_TWIST_STATES && down_.advance(below_, from_below_)) down_.tell(above_, from_above_);
    return &above_;
}

}  // namespace tilewise
