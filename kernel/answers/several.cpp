#include "answers/several.h"

#include <algorithm>
#include <queue>
#include <set>

#include "game/moved.h"

namespace tilewise {

namespace {

// The value by which answers are ordered.
std::int64_t objective(const Turn& turn, const Solution& solution) {
    const Problem& problem = *turn.problem;
    if (!problem.rules.has_melded && problem.initial_mode == InitialMode::POINTS)
        return (std::int64_t{solution.points} << 32) + solution.primary;
    if (!problem.rules.has_melded && problem.initial_mode == InitialMode::FEWEST_TILES)
        return solution.points - (static_cast<std::int64_t>(solution.laid.size()) << 32);
    return (solution.primary << 32) + solution.secondary;
}

Counts counts_of(const std::vector<Tile>& tiles) {
    Counts counts{};
    for (Tile tile : tiles) ++counts[tile];
    return counts;
}

// A subset of all plays, given by limits per kind of tile. `value` is an upper bound until `solution`, the
// best play of the subset, is computed.
struct Part {
    Turn turn;
    std::optional<Solution> solution;
    std::int64_t value;

    bool operator<(const Part& other) const {
        if (value != other.value) return value < other.value;
        if (!solution || !other.solution) return !solution && other.solution;
        return other.solution->laid < solution->laid;
    }
};

// An upper bound on the plays of a part: from the plain program where its rules apply, else `known`, the
// bound of the whole. None: the tiles that must be laid cannot be.
std::optional<std::int64_t> bound_of(Programs& programs, const Turn& turn, std::int64_t known) {
    const Rules& rules = turn.problem->rules;
    if (!rules.has_melded || rules.min_number_tiles != 1 || turn.has_special_jokers()) return known;
    const Outcome outcome = programs.plain.solve(supply_of(turn, true), programs.layout);
    if (outcome == Outcome::IMPOSSIBLE) return std::nullopt;
    if (outcome == Outcome::OUT_OF_BUDGET) return known;
    std::int64_t value = programs.layout.value;
    for (int kind = 0; kind < KINDS; ++kind) value += turn.weight[kind] * turn.least[kind];
    return value;
}

// The plays that are not listed yet, in parts; the part with the highest value comes first.
class Parts {
   public:
    explicit Parts(Programs& programs) : programs_(programs) {}

    bool empty() const { return parts_.empty(); }
    Part pop() {
        Part part = parts_.top();
        parts_.pop();
        return part;
    }
    void add(const Turn& turn) {
        if (std::optional<Solution> found = best_answer(programs_, turn))
            parts_.push({turn, *found, objective(turn, *found)});
    }
    // Add the plays of the part that do not lay `laid`, split by the first kind in which they differ from it.
    void add_others(const Part& part, const Counts& laid) {
        Turn rest = part.turn;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (part.turn.least[kind] == part.turn.most[kind]) continue;
            if (laid[kind] > rest.least[kind]) {
                Turn fewer = rest;
                fewer.most[kind] = static_cast<std::uint8_t>(laid[kind] - 1);
                add_unsolved(fewer, part.value);
            }
            if (laid[kind] < rest.most[kind]) {
                Turn more = rest;
                more.least[kind] = static_cast<std::uint8_t>(laid[kind] + 1);
                add_unsolved(more, part.value);
            }
            rest.least[kind] = rest.most[kind] = laid[kind];
        }
    }

   private:
    void add_unsolved(const Turn& turn, std::int64_t known) {
        if (const auto most = bound_of(programs_, turn, known)) parts_.push({turn, std::nullopt, *most});
    }

    Programs& programs_;
    std::priority_queue<Part> parts_;
};

}  // namespace

void add_statistics(const Programs& programs, const Turn& turn, Solution& solution) {
    solution.nodes = programs.budget.nodes();
    const Table& before = turn.problem->table;
    const Table &opening = turn.problem->opening, &staying = turn.problem->staying;
    solution.table.insert(solution.table.end(), opening.begin(), opening.end());
    solution.kept = static_cast<int>(before.size() + staying.size());
    if (turn.problem->rules.has_melded && !solution.laid.empty()) {
        const Difference change = difference(before, solution.table, turn.problem->rules);
        solution.kept -= static_cast<int>(change.gone.size());
        solution.moved = tiles_moved(before, solution.table, change);
    }
    solution.table.insert(solution.table.end(), staying.begin(), staying.end());
}

// Lawler: take the best play out of its part and split the rest of the part.
std::vector<Solution> k_best(Programs& programs, const Problem& problem, int k) {
    Parts parts(programs);
    parts.add(Turn(problem));
    std::vector<Solution> answers;
    bool in_time = true;
    while (!parts.empty() && static_cast<int>(answers.size()) < k) {
        const Part part = parts.pop();
        in_time = in_time && !programs.budget.is_spent();
        if (!part.solution) {
            if (in_time) parts.add(part.turn);
            continue;
        }
        const Counts laid = counts_of(part.solution->laid);
        if (in_time) parts.add_others(part, laid);
        if (part.solution->laid.empty()) continue;  // to lay nothing is not a play
        Turn same_tiles = part.turn;
        same_tiles.least = same_tiles.most = laid;
        answers.push_back(*part.solution);
        if (problem.least_disruption && problem.rules.has_melded)
            answers.back() = least_disruptive(programs, same_tiles, answers.back());
        add_statistics(programs, same_tiles, answers.back());
        answers.back().proven = answers.back().proven && in_time;
    }
    if (!in_time && !answers.empty()) answers.back().proven = false;
    return answers;
}

// A play is maximal if no play lays it and more. Around a play Z all others are either part of it or lay more
// of some kind; the search splits on the first such kind, so it meets every maximal play.
std::vector<Solution> maximal_plays(Programs& programs, const Problem& given, int most) {
    Problem problem = given;
    problem.primary = Problem::filled(1);
    problem.secondary = Problem::filled(0);
    problem.initial_mode = InitialMode::WEIGHTS;
    const Turn whole(problem);
    std::vector<Turn> open{whole};
    std::vector<Solution> answers;
    std::set<Counts> seen;
    bool out = false;
    while (!open.empty() && static_cast<int>(answers.size()) < most) {
        if ((out = programs.budget.is_spent() && !answers.empty())) break;
        const Turn turn = open.back();
        open.pop_back();
        const std::optional<Solution> found = best_answer(programs, turn);
        if (!found || found->laid.empty()) continue;
        const Counts laid = counts_of(found->laid);
        Turn rest = turn;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (laid[kind] < rest.most[kind]) {
                Turn more = rest;
                more.least[kind] =
                    std::max<std::uint8_t>(rest.least[kind], static_cast<std::uint8_t>(laid[kind] + 1));
                open.push_back(more);
            }
            rest.most[kind] = laid[kind];
        }
        Turn larger_turn = whole;
        larger_turn.least = laid;
        const std::optional<Solution> larger = best_answer(programs, larger_turn);
        if (!larger || larger->laid.size() > found->laid.size() || !seen.insert(laid).second) continue;
        answers.push_back(*found);
        Turn as_given = whole;
        as_given.problem = &given;
        answers.back() = solution_of(as_given, found->table);
        answers.back().points = found->points;
        answers.back().proven = found->proven && larger->proven;
        add_statistics(programs, as_given, answers.back());
    }
    std::sort(answers.begin(), answers.end(), [](const Solution& a, const Solution& b) {
        return a.laid.size() != b.laid.size() ? a.laid.size() > b.laid.size() : a.laid < b.laid;
    });
    if (out) answers.back().proven = false;
    return answers;
}

bool can_play_all(Programs& programs, const Problem& problem) {
    if (problem.rack.empty()) return false;
    Turn turn(problem);
    turn.least = turn.most;
    turn.any_will_do = true;
    const std::optional<Solution> found = best_answer(programs, turn);
    return found && found->laid.size() == problem.rack.size();
}

std::vector<Tile> can_play(Programs& programs, const Problem& problem) {
    Counts playable{};
    const Turn whole(problem);
    const auto note = [&](const std::optional<Solution>& found) {
        if (found)
            for (Tile tile : found->laid) playable[tile] = 1;
    };
    note(best_answer(programs, whole));
    std::vector<Tile> tiles;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (!whole.most[kind]) continue;
        if (!playable[kind] && !programs.budget.is_spent()) {
            Turn turn = whole;
            turn.least[kind] = 1;
            turn.any_will_do = true;
            note(best_answer(programs, turn));
        }
        if (playable[kind]) tiles.push_back(static_cast<Tile>(kind));
    }
    return tiles;
}

}  // namespace tilewise
