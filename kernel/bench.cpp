// The bench: positions from greedy self-play, a figure per edition and phase, and the node-count signature.
//   bench [games]        timings, games a second
//   bench signature      total nodes over a fixed set of positions: a refactoring leaves it unchanged
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>

#include "answers/solver.h"
#include "games/self_play.h"

using namespace tilewise;

namespace {

struct Box {
    const char* name;
    int copies;
    std::array<int, JOKER_KINDS> jokers;
    int players, hand;
    std::uint64_t budget;  // nodes for each decision; without one a single Twist turn can take minutes
};
constexpr Box BOXES[] = {{"classic", 2, {2, 0, 0, 0}, 4, 14, 0},
                         {"xp", 3, {4, 0, 0, 0}, 6, 14, 0},
                         {"twist", 2, {2, 2, 2, 2}, 4, 14, 5000},
                         {"quick-21", 2, {2, 2, 2, 2}, 4, 21, 5000}};

// Processor time of this thread, so that a busy machine does not decide the figures.
double now_us() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

double microseconds(auto&& work) {
    const double start = now_us();
    work();
    return now_us() - start;
}

std::vector<Position> positions_of(const Box& box, int games) {
    std::vector<Position> positions;
    for (int seed = 1; seed <= games; ++seed)
        play_game(shuffled_box(box.copies, box.jokers, seed), {{}, box.players, box.hand, box.budget},
                  &positions);
    return positions;
}

Problem problem_of(const Position& position) {
    Problem problem;
    problem.table = position.table;
    problem.rack = position.rack;
    problem.rules.has_melded = position.has_melded;
    return problem;
}

void print(const std::string& name, std::vector<double> times) {
    if (times.empty()) return;
    std::sort(times.begin(), times.end());
    const auto at = [&](double q) {
        return times[std::min(times.size() - 1, static_cast<std::size_t>(q * times.size()))];
    };
    std::printf("%-34s %7zu  median %8.1f  p95 %8.1f  p99 %8.1f  max %9.1f us\n", name.c_str(), times.size(),
                at(.5), at(.95), at(.99), times.back());
}

// The best of three runs.
double time_of(Solver& solver, const Problem& problem) {
    double best = microseconds([&] { solver.solve(problem); });
    if (best > 20'000) return best;
    for (int i = 0; i < 3; ++i)  // four at a time: asking for the time costs half a microsecond
        best = std::min(best, microseconds([&] {
                                  for (int j = 0; j < 4; ++j) solver.solve(problem);
                              }) / 4);
    return best;
}

int jokers_in(const Table& table) {
    const Counts counts = tiles_of(table);
    return counts[52] + counts[53] + counts[54] + counts[55];
}

void bench(const Box& box, int games) {
    const std::vector<Position> positions = positions_of(box, games);
    Solver solver;
    std::vector<double> play, calm, initial, initial_jokers, ratio;
    std::vector<double> by_jokers[9], by_phase[3];
    int unproven = 0;
    for (const Position& position : positions) {
        Problem problem = problem_of(position);
        problem.node_budget = box.budget;
        unproven += !solver.solve(problem).proven;
        const double time = time_of(solver, problem);
        if (!position.has_melded) {
            initial.push_back(time);
            if (std::ranges::count_if(position.rack, is_joker) >= 2) initial_jokers.push_back(time);
            continue;
        }
        play.push_back(time);
        by_jokers[jokers_in(position.table)].push_back(time);
        std::size_t tiles = 0;
        for (const Meld& meld : position.table) tiles += meld.size;
        by_phase[tiles < 30 ? 0 : tiles < 60 ? 1 : 2].push_back(time);
        problem.least_disruption = true;
        calm.push_back(time_of(solver, problem));
        ratio.push_back(calm.back() / time);
    }
    const std::string name = box.name;
    if (box.budget)
        std::printf("%s: %llu nodes at most; %d of %zu answers are not proven\n", box.name,
                    static_cast<unsigned long long>(box.budget), unproven, positions.size());
    print(name + " play", play);
    for (int j = 0; j <= 8; ++j) print(name + "   jokers on the table: " + std::to_string(j), by_jokers[j]);
    for (int p = 0; p < 3; ++p)
        print(name + "   table tiles " + (p == 0 ? "< 30" : p == 1 ? "30..59" : ">= 60"), by_phase[p]);
    print(name + " play, least disruption", calm);
    std::sort(ratio.begin(), ratio.end());
    if (!ratio.empty())
        std::printf("%-34s          median %8.2f times a plain solve\n", (name + "   ratio").c_str(),
                    ratio[ratio.size() / 2]);
    print(name + " initial meld", initial);
    print(name + "   two jokers on the rack", initial_jokers);
    std::vector<std::vector<Tile>> orders;
    for (int seed = 1; seed <= games; ++seed) orders.push_back(shuffled_box(box.copies, box.jokers, seed));
    const double time = microseconds([&] { play_games(orders, {{}, box.players, box.hand, box.budget}, 1); });
    std::printf("%-34s %7d  %.0f games a second, one thread\n\n", (name + " self-play").c_str(), games,
                games / (time / 1e6));
}

std::uint64_t signature() {
    std::uint64_t nodes = 0;
    Solver solver;
    for (const Position& position : positions_of(BOXES[0], 5))
        nodes += solver.solve(problem_of(position)).nodes;
    return nodes;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && !std::strcmp(argv[1], "signature")) {
        std::printf("%llu\n", static_cast<unsigned long long>(signature()));
        return 0;
    }
    const int games = argc > 1 ? std::atoi(argv[1]) : 40;
    for (const Box& box : BOXES)
        if (argc < 3 || !std::strcmp(argv[2], box.name)) bench(box, games);
}
