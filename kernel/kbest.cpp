// Several answers: the k best plays, the maximal plays, and which tiles can be laid at all.
#include <algorithm>
#include <queue>
#include <set>

#include "ask.h"

namespace tilewise {

namespace {

// What a play is worth for the order of answers.
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

// A part of all plays, by how many of each kind are laid, and the best play in it.
struct Part {
    Turn turn;
    Solution solution;
    std::int64_t value;

    bool operator<(const Part& other) const {
        return value != other.value ? value < other.value : other.solution.laid < solution.laid;
    }
};


}  // namespace

// Lawler: take the best play out of its part and split the rest by the first kind in which a play differs from it.
std::vector<Solution> Solver::k_best(const Problem& problem, int k) {
    validate(problem);
    start(problem);
    std::priority_queue<Part> parts;
    const auto add = [&](const Turn& turn) {
        if (std::optional<Solution> found = best(turn)) parts.push({turn, *found, objective(turn, *found)});
    };
    add(Turn(problem));
    std::vector<Solution> answers;
    while (!parts.empty() && static_cast<int>(answers.size()) < k) {
        const Part part = parts.top();
        parts.pop();
        const Counts laid = counts_of(part.solution.laid);
        Turn rest = part.turn;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (part.turn.least[kind] == part.turn.most[kind]) continue;
            if (laid[kind] > rest.least[kind]) {
                Turn fewer = rest;
                fewer.most[kind] = static_cast<std::uint8_t>(laid[kind] - 1);
                add(fewer);
            }
            if (laid[kind] < rest.most[kind]) {
                Turn more = rest;
                more.least[kind] = static_cast<std::uint8_t>(laid[kind] + 1);
                add(more);
            }
            rest.least[kind] = rest.most[kind] = laid[kind];
        }
        if (part.solution.laid.empty()) continue;  // to lay nothing is not a play
        answers.push_back(part.solution);
        if (problem.least_disruption && problem.rules.has_melded) answers.back() = least_disruptive(rest, answers.back());
        finish(rest, answers.back());
    }
    return answers;
}

// A play is maximal if no play lays it and more. Around a play Z all others are either part of it or lay more of some
// kind; the search splits on the first such kind, so it meets every maximal play.
std::vector<Solution> Solver::maximal_plays(const Problem& given, int limit) {
    validate(given);
    Problem problem = given;
    problem.primary = Problem::filled(1);
    problem.secondary = Problem::filled(0);
    problem.initial_mode = InitialMode::WEIGHTS;
    start(problem);
    const Turn whole(problem);
    std::vector<Turn> open{whole};
    std::vector<Solution> answers;
    std::set<std::vector<Tile>> seen;
    while (!open.empty() && static_cast<int>(answers.size()) < limit) {
        const Turn turn = open.back();
        open.pop_back();
        const std::optional<Solution> found = best(turn);
        if (!found || found->laid.empty()) continue;
        const Counts laid = counts_of(found->laid);
        Turn rest = turn;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (laid[kind] < rest.most[kind]) {
                Turn more = rest;
                more.least[kind] = std::max<std::uint8_t>(rest.least[kind], static_cast<std::uint8_t>(laid[kind] + 1));
                open.push_back(more);
            }
            rest.most[kind] = laid[kind];
        }
        Turn beyond = whole;
        beyond.least = laid;
        const std::optional<Solution> larger = best(beyond);
        if (!larger || larger->laid.size() > found->laid.size() || !seen.insert(found->laid).second) continue;
        answers.push_back(*found);
        Turn as_given = whole;
        as_given.problem = &given;
        answers.back() = solution_of(as_given, found->table);
        answers.back().points = found->points;
        answers.back().proven = found->proven;
        finish(as_given, answers.back());
    }
    std::sort(answers.begin(), answers.end(), [](const Solution& a, const Solution& b) {
        return a.laid.size() != b.laid.size() ? a.laid.size() > b.laid.size() : a.laid < b.laid;
    });
    return answers;
}

bool Solver::can_play_all(const Problem& problem) {
    validate(problem);
    if (problem.rack.empty()) return false;
    start(problem);
    Turn turn(problem);
    turn.least = turn.most;
    turn.any_will_do = true;
    const std::optional<Solution> found = best(turn);
    return found && found->laid.size() == problem.rack.size();
}

std::vector<Tile> Solver::can_play(const Problem& problem) {
    validate(problem);
    start(problem);
    Counts playable{};
    const Turn whole(problem);
    const auto note = [&](const std::optional<Solution>& found) {
        if (found)
            for (Tile tile : found->laid) playable[tile] = 1;
    };
    note(best(whole));
    std::vector<Tile> tiles;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (!whole.most[kind]) continue;
        if (!playable[kind]) {
            Turn turn = whole;
            turn.least[kind] = 1;
            turn.any_will_do = true;
            note(best(turn));
        }
        if (playable[kind]) tiles.push_back(static_cast<Tile>(kind));
    }
    return tiles;
}

}  // namespace tilewise
