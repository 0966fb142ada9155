// Greedy self-play: deals, and players who always lay the most tiles. For benches, positions and quick
// statistics.
#pragma once

#include "game/problem.h"

namespace tilewise {

struct GameSetup {
    Rules rules;
    int players = 4;
    int hand = 14;
    std::uint64_t node_budget = 0;  // for each decision; 0 = none
};

struct GameResult {
    int winner = -1;  // the seat that went out; -1: the pool ran dry first
    int turns = 0;
    std::vector<std::vector<Tile>> racks;  // tiles left
};

// One decision of a game: the problem its player faced.
struct Position {
    Table table;
    std::vector<Tile> rack;
    bool has_melded = false;
};

// Play one game from the shuffled tiles: `hand` each, seat by seat; the rest is the pool, drawn from the
// front. The initial meld is made as soon as possible; a player who cannot play draws; with an empty pool the
// game ends when all pass. `positions`, if given, receives every decision. Fails (error.h) on an impossible
// setup.
GameResult play_game(const std::vector<Tile>& order, const GameSetup& setup,
                     std::vector<Position>* positions = nullptr);

// play_game for each order on `threads` threads; the results do not depend on how many.
std::vector<GameResult> play_games(const std::vector<std::vector<Tile>>& orders, const GameSetup& setup,
                                   int threads);

// The tiles of a box, shuffled by a seed (SplitMix64 and Fisher-Yates), for benches and tests.
std::vector<Tile> shuffled_box(int copies, const std::array<int, JOKER_KINDS>& jokers, std::uint64_t seed);

}  // namespace tilewise
