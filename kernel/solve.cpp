// The solver after the initial meld: the plain layers where they suffice, bounds and the exact program where they do not.
#include "solve.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstring>
#include <thread>

#include "ask.h"
#include "clock.h"

namespace tilewise {

Turn::Turn(const Problem& p) : problem(&p), on_table(tiles_of(p.table)) {
    for (Tile tile : p.rack) ++most[tile];
    for (int kind = 0; kind < KINDS; ++kind)
        weight[kind] = (std::int64_t{p.primary[kind]} << 32) + p.secondary[kind];
}

// ---- from a turn to the programs and back

bool has_special(const Counts& counts) { return counts[DOUBLE] || counts[COLOUR_CHANGE] || counts[MIRROR]; }

bool has_joker(const Counts& counts) { return counts[CLASSIC] || has_special(counts); }

// A bit for each of eight counts that is not 0: bit 7 of each byte, all moved into one byte. (A count is less than 128.)
static unsigned some_of_eight(const std::uint8_t* counts) {
    std::uint64_t bytes;
    std::memcpy(&bytes, counts, sizeof bytes);
    if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
    return static_cast<unsigned>(((bytes + 0x7F7F'7F7F'7F7F'7F7F) & 0x8080'8080'8080'8080) * 0x0002'0408'1020'4081 >> 56);
}

Counts useful_tiles(const Counts& tiles) {
    const int jokers = tiles[CLASSIC];
    if (jokers > 1) return tiles;
    std::array<unsigned, COLOURS> there;  // a bit for each number
    for (int c = 0; c < COLOURS; ++c) there[c] = some_of_eight(&tiles[tile_of(c, 1)]) << 1 | some_of_eight(&tiles[tile_of(c, 6)]) << 6;
    const auto& [r, b, y, k] = there;
    const unsigned in_group = jokers ? (r & b) | (y & k) | ((r | b) & (y | k)) : (r & b & (y | k)) | (y & k & (r | b));
    Counts useful = tiles;
    for (int c = 0; c < COLOURS; ++c) {
        const unsigned t = there[c], whole = t & t >> 1 & t >> 2;
        const unsigned in_run = jokers ? t << 1 | t << 2 | t >> 1 | t >> 2 : whole | whole << 1 | whole << 2;
        for (unsigned left = t & ~(in_run | in_group); left; left &= left - 1) useful[tile_of(c, std::countr_zero(left))] = 0;
    }
    return useful;
}

Supply supply_of(const Turn& turn, bool with_jokers) {
    Supply supply;
    for (int c = 0; c < COLOURS; ++c)
        for (int number = 1; number <= NUMBERS; ++number) {
            const Tile tile = tile_of(c, number);
            supply.need[c][number] = static_cast<std::uint8_t>(turn.on_table[tile] + turn.least[tile]);
            supply.have[c][number] = static_cast<std::uint8_t>(turn.on_table[tile] + turn.most[tile]);
            supply.gain[c][number] = turn.weight[tile];
        }
    if (with_jokers) {
        supply.jokers = turn.on_table[CLASSIC] + turn.most[CLASSIC];
        supply.jokers_need = turn.on_table[CLASSIC] + turn.least[CLASSIC];
        supply.joker_gain = turn.weight[CLASSIC];
    }
    return supply;
}

Solution solution_of(const Turn& turn, const Table& melds) {
    Solution solution;
    const Counts after = tiles_of(melds);
    solution.laid.reserve(turn.problem->rack.size());
    for (int kind = 0; kind < KINDS; ++kind) {
        assert(after[kind] >= turn.on_table[kind]);
        const int laid = after[kind] - turn.on_table[kind];
        if (!laid) continue;
        solution.laid.insert(solution.laid.end(), laid, static_cast<Tile>(kind));
        solution.primary += std::int64_t{laid} * turn.problem->primary[kind];
        solution.secondary += std::int64_t{laid} * turn.problem->secondary[kind];
    }
    solution.table = solution.laid.empty() ? turn.problem->table : melds;
    return solution;
}

std::int64_t value_of(const Turn& turn, const Solution& solution) {
    std::int64_t value = 0;
    for (Tile tile : solution.laid) value += turn.weight[tile];
    for (int kind = 0; kind < KINDS; ++kind) value -= turn.weight[kind] * turn.least[kind];
    return value;
}

void improve(const Turn& turn, std::optional<Solution>& known, std::optional<Solution> found) {
    if (found && (!known || value_of(turn, *found) > value_of(turn, *known))) known = std::move(found);
}

// With classic jokers only, the bound comes from the layers with jokers free. With special jokers every tile of the rack
// may hope: taking them for several classic ones was tried and bounds nothing, they are too strong.
void fill_ahead(const Turn& turn, Layers& layers, ExactRequest& request) {
    request.joker_hope = joker_hope_of(turn);
    if (!has_special(turn.on_table) && !has_special(turn.most) && layers.best_above(supply_of(turn, true), request.ahead)) return;
    request.ahead[NUMBERS].fill(0);
    for (int number = NUMBERS; number >= 1; --number) {
        request.ahead[number - 1] = request.ahead[number];
        for (int c = 0; c < COLOURS; ++c) {
            const Tile tile = tile_of(c, number);
            for (std::int64_t& most : request.ahead[number - 1])
                most += std::max<std::int64_t>(0, turn.weight[tile]) * (turn.most[tile] - turn.least[tile]);
        }
    }
}

bool place_all_spares(Layout& layout, const JokerRules* jokers) {
    for (int pass = jokers ? 0 : 1; pass < 2 && layout.spares; ++pass)
        for (Meld& meld : layout.melds)
            if (layout.spares && (pass == 1 || (jokers && jokers->is_new(meld)))) layout.spares -= place_spares(meld, layout.spares);
    return layout.spares == 0;
}

static bool must_lay(const Turn& turn) {
    unsigned tiles = 0;
    for (std::uint8_t least : turn.least) tiles |= least;
    return tiles > 0;
}

std::int64_t least_wanted(const Turn& turn) { return must_lay(turn) ? NEVER : 1; }

std::optional<Solution> nothing_laid(const Turn& turn) {
    if (must_lay(turn)) return std::nullopt;
    Solution solution = given_up(turn);
    solution.proven = true;
    return solution;
}

// ---- the ways to answer

std::optional<Solution> Solver::best(const Turn& turn) {
    return turn.problem->rules.has_melded ? best_play(turn) : best_initial(turn);
}

std::optional<Solution> Solver::best_play(const Turn& turn) {
    const Rules& rules = turn.problem->rules;
    const bool special = has_special(turn.on_table) || has_special(turn.most);
    const bool free_jokers = rules.joker_reuse_any_set && !rules.exact_tile_retrieval && !rules.group3_both_colours;
    if (!special && rules.min_number_tiles == 1 && (!turn.on_table[CLASSIC] || free_jokers)) {
        const Layers::Outcome outcome = layers_.solve(supply_of(turn, true), layout_, least_wanted(turn));
        if (outcome == Layers::Outcome::IMPOSSIBLE) return nothing_laid(turn);
        if (outcome == Layers::Outcome::OUT_OF_NODES) return given_up(turn);
        if (place_all_spares(layout_, nullptr)) return solution_of(turn, layout_.melds);
    }
    return special ? with_special_jokers(turn) : with_classic_jokers(turn);
}

// From above: let the jokers be anything; nearly always they can then be put where they may lie. Else house rules have ways of their own, and by the book
// the labelled layers look for an answer as good as that; if there is none, for one as good as what they had to drop, a few times; then for any that is better than what is known.
std::optional<Solution> Solver::with_classic_jokers(const Turn& turn) {
    const Rules& rules = turn.problem->rules;
    const Supply supply = supply_of(turn, true);
    const Layers::Outcome outcome = layers_.solve(supply, layout_, least_wanted(turn));
    if (outcome == Layers::Outcome::IMPOSSIBLE) return nothing_laid(turn);
    const bool solved = outcome == Layers::Outcome::SOLVED;
    const std::int64_t above = layout_.value;
    std::optional<Settler> settler;  // it and the labelled layers want one number tile in a meld, no more, no less
    if (rules.min_number_tiles == 1) settler.emplace(turn.problem->table);
    if (solved && settler && settles(turn, *settler)) return solution_of(turn, layout_.melds);
    if (solved && settler && with_melds_staying(turn, supply, *settler, above)) return solution_of(turn, layout_.melds);
    const JokerRules jokers(*turn.problem);
    const std::optional<Solution> known = jokers_in_place(turn, jokers);
    if (known && turn.any_will_do) return known;
    if (!solved) return known ? unproven(*known) : given_up(turn);
    if (known && value_of(turn, *known) == above) return known;
    if (rules.exact_tile_retrieval && rules.min_number_tiles && jokers.opening().empty()) return with_replacements(turn, jokers, known, above);
    if (rules.joker_reuse_any_set || !settler || jokers.minds_the_opening()) return exactly(turn, jokers, known, above);
    const std::int64_t floor = known ? value_of(turn, *known) : NEVER + 1;
    if (!ahead_.fill(supply, layers_, floor + 1)) return known ? unproven(*known) : given_up(turn);
    labels_.prepare(supply, turn.most[CLASSIC], *settler, ahead_);
    LabelRequest request;
    constexpr int CLOSE_LOOKS = 4;  // each costs a fraction of asking for all
    std::int64_t wanted = above;
    for (int pass = 0; wanted > floor; ++pass) {
        const bool is_close = pass < CLOSE_LOOKS;
        request.floor = is_close ? std::max(floor, wanted - 1) : floor;
        request.enough = wanted;
        limit(request);
        const LabelAnswer answer = labels_.solve(request);
        if (!answer.complete) return unproven(known ? *known : given_up(turn));
        if (answer.found && jokers.hold(answer.melds)) return solution_of(turn, answer.melds);
        if (answer.found) return exactly(turn, jokers, known, answer.value);  // they know nothing of, and labels of twin melds can be confused
        wanted = is_close ? answer.hope : floor;
    }
    return known;
}

// The settler knows only A-07, and nothing of an opening in the same turn: what it accepts may be refused for other house rules, or for melds that stay beside the opening.
bool Solver::settles(const Turn& turn, const Settler& settler) {
    if (!settler.settle(layout_)) return false;
    const Rules& rules = turn.problem->rules;
    if (rules.exact_tile_retrieval || rules.group3_both_colours || !turn.problem->staying.empty()) return JokerRules(*turn.problem).hold(layout_.melds);
    assert(JokerRules(*turn.problem).hold(layout_.melds));
    return true;
}

// Melds that stay as they lie settle their jokers. All melds with jokers are tried first, then all but one.
bool Solver::with_melds_staying(const Turn& turn, const Supply& supply, const Settler& settler, std::int64_t wanted) {
    const Table& before = settler.before();
    std::vector<int> melds;
    for (int j = 0; j < settler.old_jokers(); ++j)
        if (melds.empty() || melds.back() != settler.meld_of_joker(j)) melds.push_back(settler.meld_of_joker(j));
    const int tries = melds.size() > 1 ? static_cast<int>(melds.size()) : 0;
    for (int leaving = -1; leaving < tries; ++leaving) {
        Supply rest = supply;
        for (int i = 0; i < static_cast<int>(melds.size()); ++i)
            if (i != leaving) rest.add(before[melds[i]], -1);
        if (layers_.solve(rest, layout_, wanted) != Layers::Outcome::SOLVED) continue;
        for (int i = 0; i < static_cast<int>(melds.size()); ++i)
            if (i != leaving) layout_.melds.push_back(before[melds[i]]);
        if (settles(turn, settler)) return true;
    }
    return false;
}

Solution Solver::solve(const Problem& problem) {
    validate(problem);
    const Turn turn(problem);
    start(problem);
    std::optional<Solution> found = best(turn);
    Solution solution = found ? std::move(*found) : given_up(turn);
    if (!found) solution.proven = true;
    if (problem.least_disruption && problem.rules.has_melded && !solution.laid.empty())
        solution = least_disruptive(turn, std::move(solution));
    finish(turn, solution);
    return solution;
}

// ---- small parts

Solution given_up(const Turn& turn) {
    Solution solution;
    solution.table = turn.problem->table;
    solution.proven = false;
    return solution;
}

Solution unproven(Solution solution) {
    solution.proven = false;
    return solution;
}

void Solver::start(const Problem& problem) {
    layers_.nodes = exact_.nodes = labels_.nodes = 0;
    twist_.forget_nodes(), part_.forget_nodes();
    layers_.node_limit = problem.node_budget ? problem.node_budget : ~0ull;
    deadline_ns_ = 0;
    if (problem.time_budget_us)
        deadline_ns_ = now_ns() + problem.time_budget_us * 1000;
    layers_.deadline_ns = deadline_ns_;
}

std::uint64_t Solver::nodes_spent() const { return layers_.nodes + exact_.nodes + labels_.nodes + twist_.nodes() + part_.nodes(); }

std::uint64_t Solver::nodes_left() const {
    return layers_.node_limit == ~0ull ? ~0ull : layers_.node_limit - std::min(layers_.node_limit, nodes_spent());
}

bool Solver::is_out_of_budget() const { return !nodes_left() || (deadline_ns_ && now_ns() > deadline_ns_); }

Solver& solver_of_this_thread() {
    thread_local Solver solver;
    return solver;
}

std::vector<Solution> solve_many(const std::vector<Problem>& problems, int threads) {
    std::vector<Solution> solutions(problems.size());
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    const auto work = [&] {
        Solver& solver = solver_of_this_thread();
        for (std::size_t i; !failed && (i = next++) < problems.size();) try {
                solutions[i] = solver.solve(problems[i]);
            } catch (...) {
                if (!failed.exchange(true)) failure = std::current_exception();
            }
    };
    std::vector<std::thread> pool;
    for (int t = 1; t < threads; ++t) pool.emplace_back(work);
    work();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
    return solutions;
}

}  // namespace tilewise
