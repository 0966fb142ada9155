// The fuzz target: any bytes are a problem; none may crash the kernel or make it break a rule. With clang:
// -DTILEWISE_FUZZ=ON builds a libFuzzer binary. Elsewhere: `fuzz N [seed]` feeds N random inputs, `fuzz
// FILE...` replays.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>

#include "answers/solver.h"
#include "games/self_play.h"

using namespace tilewise;

namespace {

void must(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

Problem problem_from(const std::uint8_t* data, std::size_t size) {
    Problem problem;
    const auto next = [&]() -> int { return size ? (--size, *data++) : 0; };
    const int flags = next(), more = next();
    Rules& rules = problem.rules;
    rules.has_melded = flags & 1;
    rules.joker_reuse_any_set = flags >> 1 & 1;
    rules.exact_tile_retrieval = flags >> 2 & 1;
    rules.group3_both_colours = flags >> 3 & 1;
    rules.joker_swap_by_joker = flags >> 4 & 1;
    rules.colour_change_at_start = flags >> 5 & 1;
    problem.least_disruption = flags >> 6 & 1;
    rules.min_number_tiles = more % 4;     // 3 is a mistake, and must be named
    rules.mirror_min_side = more / 4 % 5;  // so are 0 and 4
    problem.initial_mode = static_cast<InitialMode>(more / 32 % 3);
    rules.initial_meld_min = next();
    problem.node_budget = 50 + next();
    problem.time_budget_us = 20'000;  // under sanitizers a state costs ten times as much
    const std::size_t rack = static_cast<std::size_t>(next()) % 22;
    while (size && problem.rack.size() < rack) problem.rack.push_back(static_cast<Tile>(next() % 57));
    Meld meld;
    while (size) {
        const int byte = next();
        if (byte < 200 && meld.size < MAX_MELD)
            meld.push(static_cast<Tile>(byte % 57));
        else if (meld.size)
            problem.table.push_back(meld), meld.size = 0;
    }
    return problem;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Solver solver;
    const Problem problem = problem_from(data, size);
    try {
        const Solution solution = solver.solve(problem);
        Counts before = tiles_of(problem.table);
        for (Tile tile : solution.laid) ++before[tile];
        must(before == tiles_of(solution.table), "tiles were lost or made");
        for (const Meld& meld : solution.table) must(is_meld(meld, problem.rules), "not a meld");
        if (problem.rules.has_melded && !solution.laid.empty())
            must(JokerRules(problem.table, problem.rules).hold(solution.table), "joker rules");
        if (size % 8 == 0)
            solver.can_play(problem), solver.k_best(problem, 3), solver.maximal_plays(problem, 3),
                solver.can_play_all(problem);
    } catch (const std::invalid_argument&) {}
    return 0;
}

#ifndef TILEWISE_LIBFUZZER
int main(int argc, char** argv) {
    const int inputs = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (inputs == 0)
        for (int i = 1; i < argc; ++i) {
            std::ifstream file(argv[i], std::ios::binary);
            const std::string bytes((std::istreambuf_iterator<char>(file)), {});
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
        }
    std::mt19937 dice(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
    for (int i = 0; i < inputs; ++i) {
        // Half of the inputs are noise; the others hold legal tables from a game, so that the solver is
        // reached.
        std::string bytes;
        for (int b = 0; b < 5; ++b) bytes.push_back(static_cast<char>(dice()));
        if (i % 2) {
            static std::vector<Position> positions;
            if (positions.empty() || i % 200 == 1) {
                positions.clear();
                const int special = dice() % 2;
                play_game(shuffled_box(2, {2, special, special, special}, dice()), {{}, 4, 14, 300},
                          &positions);
            }
            const Position& position = positions[dice() % positions.size()];
            bytes[1] = static_cast<char>(dice() % 3 + 4 * (1 + dice() % 3));
            bytes[4] = static_cast<char>(std::min<std::size_t>(position.rack.size(), 21));
            bytes.append(position.rack.begin(), position.rack.begin() + bytes[4]);
            for (const Meld& meld : position.table)
                bytes.append(meld.begin(), meld.end()), bytes.push_back(static_cast<char>(255));
        } else {
            for (int b = dice() % 60; b > 0; --b) bytes.push_back(static_cast<char>(dice()));
        }
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("%d inputs\n", inputs);
}
#endif
