#include "games/self_play.h"

#include <algorithm>
#include <string>

#include "answers/solver.h"
#include "game/error.h"
#include "games/parallel.h"

namespace tilewise {

namespace {

class Game {
   public:
    Game(const std::vector<Tile>& order, const GameSetup& setup, Solver& solver)
        : order_(order), setup_(setup), solver_(solver) {
        if (setup.players < 2 || setup.players > 8 || setup.hand < 1)
            fail("players are 2 to 8, a hand has a tile");
        if (order.size() < static_cast<std::size_t>(setup.players) * setup.hand)
            fail("too few tiles to deal");
        for (Tile tile : order)
            if (tile >= KINDS) fail("no tile " + std::to_string(tile));
        problem_.rules = setup.rules;
        problem_.node_budget = setup.node_budget;
        for (int seat = 0; seat < setup.players; ++seat)
            racks_.emplace_back(order.begin() + seat * setup.hand, order.begin() + (seat + 1) * setup.hand);
        melded_.assign(setup.players, false);
        drawn_ = static_cast<std::size_t>(setup.players) * setup.hand;
    }

    GameResult play(std::vector<Position>* positions) {
        GameResult result;
        for (int seat = 0, passes = 0; passes < setup_.players; seat = (seat + 1) % setup_.players) {
            ++result.turns;
            if (positions) positions->push_back({problem_.table, racks_[seat], melded_[seat]});
            if (lay(seat)) {
                passes = 0;
                if (!racks_[seat].empty()) continue;
                result.winner = seat;
                break;
            }
            if (drawn_ < order_.size())
                racks_[seat].push_back(order_[drawn_++]), passes = 0;
            else
                ++passes;
        }
        result.racks = racks_;
        return result;
    }

   private:
    bool lay(int seat) {
        problem_.rack = racks_[seat];
        problem_.rules.has_melded = melded_[seat];
        Solution solution = solver_.solve(problem_);
        if (solution.laid.empty()) return false;
        melded_[seat] = true;
        for (Tile tile : solution.laid)
            racks_[seat].erase(std::find(racks_[seat].begin(), racks_[seat].end(), tile));
        problem_.table = std::move(solution.table);
        return true;
    }

    const std::vector<Tile>& order_;
    const GameSetup& setup_;
    Solver& solver_;
    Problem problem_;
    std::vector<std::vector<Tile>> racks_;
    std::vector<bool> melded_;
    std::size_t drawn_ = 0;
};

}  // namespace

GameResult play_game(const std::vector<Tile>& order, const GameSetup& setup,
                     std::vector<Position>* positions) {
    Solver solver;
    return Game(order, setup, solver).play(positions);
}

std::vector<GameResult> play_games(const std::vector<std::vector<Tile>>& orders, const GameSetup& setup,
                                   int threads) {
    std::vector<GameResult> results(orders.size());
    for_each_index(orders.size(), threads, [&](std::size_t i) {
        results[i] = Game(orders[i], setup, solver_of_this_thread()).play(nullptr);
    });
    return results;
}

std::vector<Tile> shuffled_box(int copies, const std::array<int, JOKER_KINDS>& jokers, std::uint64_t seed) {
    std::vector<Tile> tiles;
    for (int kind = 0; kind < NUMBER_KINDS; ++kind)
        tiles.insert(tiles.end(), copies, static_cast<Tile>(kind));
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        tiles.insert(tiles.end(), jokers[kind], static_cast<Tile>(CLASSIC + kind));
    for (std::size_t i = tiles.size(); i > 1; --i) {
        std::uint64_t z = seed += 0x9E37'79B9'7F4A'7C15ull;
        z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBull;
        std::swap(tiles[i - 1], tiles[(z ^ (z >> 31)) % i]);
    }
    return tiles;
}

}  // namespace tilewise
