// The layers for Twist: from number to number, and from both ends against each other.
#include <algorithm>
#include <cstdlib>

#include "clock.h"
#include "twist.h"

namespace tilewise {

namespace {

constexpr int MOST_OF_A_KIND = 7;
constexpr std::size_t ALL_STATES = ~std::size_t{0};
constexpr std::size_t NARROW = 8;                // a layer of so few states needs no help from the other end
constexpr std::uint64_t MOST_NODES = 2'000'000;  // memory, not time: beyond this there is no bound

// The least that is lost if not everything is laid.
std::int64_t least_loss(const Supply& supply) {
    std::int64_t loss = -NEVER;
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number)
            if (supply.gain[c][number] && supply.have[c][number] != supply.need[c][number]) loss = std::min(loss, std::abs(supply.gain[c][number]));
    return loss;
}

TwistRequest upside_down(const TwistRequest& request) {
    TwistRequest other = request;
    other.old = {};
    other.reunions = nullptr;
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number) {
            other.supply.have[c][number] = request.supply.have[c][NUMBERS + 1 - number];
            other.supply.need[c][number] = request.supply.need[c][NUMBERS + 1 - number];
            other.supply.gain[c][number] = request.supply.gain[c][NUMBERS + 1 - number];
        }
    return other;
}

}  // namespace

// ---- one way

void TwistLayers::begin(const TwistRequest& request, std::int64_t floor, int mirrors_need) {
    request_ = &request;
    floor_ = floor;
    mirrors_need_ = mirrors_need;
    states_.clear();
    done_.clear();
    states_.push_back({NO_RUNS, {}, 0, 0, 0, 0, 0, {}});
    number_ = 0;
    begin_ = 0;
    found_ = overflow_ = is_cut_ = false;
}

bool TwistLayers::advance(std::size_t most_states, const TwistBeyond& beyond) {
    ++number_;
    beyond_ = &beyond;
    cells_ = request_->supply.cells(number_);
    Cells for_groups = cells_;
    if (request_->reunions) for_groups.jokers = 0;
    groups_.fill(for_groups);
    list_mirrors();
    const auto from = begin_, to = static_cast<std::uint32_t>(states_.size());
    begin_ = to;
    index_.forget();
    for (std::uint32_t i = from; i < to; ++i) {
        if (number_ > 1 && is_beyond_reach(states_[i], number_ - 1)) continue;  // more may be known by now
        expand(i);
        if (overflow_ || (request_->deadline_ns && now_ns() > request_->deadline_ns)) return false;
    }
    keep_the_undominated();
    keep_the_best(most_states);
    return true;
}

void TwistLayers::tell(TwistBeyond& beyond) const {
    beyond.begin(NUMBERS - number_);
    for (std::size_t i = begin_; i < states_.size(); ++i) {
        JokersLeft placed;
        for (int kind = 0; kind < JOKER_KINDS; ++kind) placed[kind] = used(states_[i].key, kind);
        beyond.note(placed, states_[i].value);
    }
    beyond.end();
}

// ---- both ways

// A mirror that is not needed seldom finds a place. Where the answer leaves one of the table over, all of these must be used.
TwistOutcome Twist::solve(const TwistRequest& request) {
    if (std::ranges::any_of(request.jokers, [](int count) { return count > MOST_OF_A_KIND; })) return TwistOutcome::NO_BOUND;
    if (!request.goes_on) upside_down_ = upside_down(request), down_.is_known = down_at_the_top_.is_known = false;
    meter_.last_node = meter_.nodes + std::min(request.node_limit, MOST_NODES);
    without_.reset();
    TwistOutcome outcome = solve(request, 0);
    if (outcome == TwistOutcome::SOLVED && up_.mirrors() < request.mirrors_need) outcome = solve(request, request.mirrors_need);
    value_ = up_.value();
    const bool is_one_left = request.mirror_gain > 0 && up_.mirrors() < request.jokers[MIRROR - CLASSIC];
    return outcome == TwistOutcome::SOLVED && is_best_ && is_one_left ? solve_with_one_more_mirror(request) : outcome;
}

// The best answer leaves a mirror of the rack: does any other make up for that?
TwistOutcome Twist::solve_with_one_more_mirror(const TwistRequest& request) {
    TwistLayout without = up_.layout();
    with_mirror_ = request;
    with_mirror_.floor = std::max(request.floor, value_ - request.mirror_gain);
    const TwistOutcome outcome = solve(with_mirror_, up_.mirrors() + 1);
    if (outcome == TwistOutcome::SOLVED) {
        value_ = up_.value();
        return outcome;
    }
    if (outcome == TwistOutcome::NOTHING_ABOVE_FLOOR) value_ -= request.mirror_gain;
    without_ = std::move(without);
    return value_ > request.floor ? TwistOutcome::SOLVED : TwistOutcome::NOTHING_ABOVE_FLOOR;
}

// From the top: everything can often be laid, and nothing is better. So a few states of each layer look for that first; mostly
// they find it, if it can be done, at a tenth of the cost. (To go on with one tile lost, two, four was tried: the last of these
// searches is about as large as the one for everything above the floor.)
TwistOutcome Twist::solve(const TwistRequest& request, int mirrors_need) {
    std::int64_t everything = 0;
    for (int number = 1; number <= NUMBERS; ++number) everything += request.supply.most_gain(number);
    is_best_ = everything <= request.ceiling;
    everything = std::min(everything, request.ceiling);
    if (everything <= request.floor) return TwistOutcome::NOTHING_ABOVE_FLOOR;
    if (request.from_the_top) {
        if (!pass(request, everything - 1, mirrors_need, request.few, down_at_the_top_)) return TwistOutcome::NO_BOUND;
        if (up_.found()) return TwistOutcome::SOLVED;
        if (!up_.is_cut() && is_best_ && everything - least_loss(request.supply) <= request.floor) return TwistOutcome::NOTHING_ABOVE_FLOOR;
    }
    is_best_ = true;
    if (!pass(request, request.floor, mirrors_need, ALL_STATES, down_)) return TwistOutcome::NO_BOUND;
    return up_.found() ? TwistOutcome::SOLVED : TwistOutcome::NOTHING_ABOVE_FLOOR;
}

const TwistBeyond* Twist::look_from_above(const TwistRequest& request) {
    if (std::ranges::any_of(request.jokers, [](int count) { return count > MOST_OF_A_KIND; })) return nullptr;
    upside_down_ = upside_down(request);
    meter_.last_node = meter_.nodes + std::min(request.node_limit, MOST_NODES);
    Down& down = down_;
    begin_from_above(request, request.floor, 0, down);
    while (down.layers.number() < NUMBERS - 1 && down.layers.width() <= FEW_TWIST_STATES && down.layers.advance(ALL_STATES, down.below)) down.layers.tell(down.above);
    return &down.above;
}

void Twist::begin_from_above(const TwistRequest& request, std::int64_t floor, int mirrors_need, Down& down) {
    down.layers.begin(upside_down_, floor, mirrors_need);
    down.below.forget(upside_down_.supply, request.jokers);
    down.above.forget(request.supply, request.jokers);
    down.floor = floor, down.mirrors_need = mirrors_need;
    down.is_known = true;
}

// False: the budget ran out.
bool Twist::pass(const TwistRequest& request, std::int64_t floor, int mirrors_need, std::size_t most_states, Down& down) {
    up_.begin(request, floor, mirrors_need);
    const bool goes_on = down.is_known && down.floor == floor && down.mirrors_need == mirrors_need;
    if (!goes_on) begin_from_above(request, floor, mirrors_need, down);
    while (up_.number() < NUMBERS && up_.width()) {
        const bool has_met = up_.number() + down.layers.number() >= NUMBERS;
        if (has_met || up_.width() <= NARROW || up_.width() < down.layers.width()) {
            if (!up_.advance(most_states, down.above)) return false;
            if (!has_met && !up_.is_cut() && !goes_on) up_.tell(down.below);
        } else {
            if (!down.layers.advance(ALL_STATES, down.below)) return down.is_known = false;
            if (!down.layers.width()) return true;
            down.layers.tell(down.above);
        }
    }
    return true;
}

}  // namespace tilewise
