// Playouts: games as they may go on from here, for a player who knows its own rack, the table, and how many
// tiles the others hold. Hidden tiles are dealt at random as they may lie; simple policies play the game to
// its end.
#pragma once

#include "game/problem.h"

namespace tilewise {

// A policy is how many tiles must be able to go before a player lays any: 1 is greedy, ALL waits until the
// whole rack can go out at once; LATE does so too, and does not even make its initial meld before. With an
// empty pool everybody lays the most points, but who is LATE makes a small initial meld first.
inline constexpr int ALL = 255, LATE = 256;

// What is seen of another player, or known of oneself.
struct Sitter {
    int tiles = 0;  // on the rack
    bool has_melded = false;
    bool is_out = false;  // has given the game up
    int fresh = 1;        // tiles it took since it had its say: one, more for a penalty, none for a pass
    bool did_not_meld =
        false;  // had its say and did not meld: without the fresh tiles its rack has no initial meld
    bool did_not_play = false;     // had its say on the table as it lies: nothing but the fresh tiles fits
    bool did_not_go_out = false;   // likewise: without the fresh tiles its rack cannot go out at once
    std::vector<int> policies{1};  // one of them, by chance, in every deal
};

struct Situation {
    Rules rules;
    Table table;
    std::vector<Tile> rack;    // of the player who thinks, whose turn it is
    std::vector<Tile> hidden;  // everything that is on no rack it sees and not on the table
    std::vector<Sitter> seats;
    int seat = 0;         // of the player who thinks
    int passed = 0;       // seats that passed in succession
    int last_turns = -1;  // turns that are left when everybody has one more; -1: nobody counts yet
    bool one_more_turn_each = false;       // how a game ends whose pool is empty
    bool must_play = false;                // who has melded and can play may not draw
    int joker_penalty = 30;                // R-JOK-12
    int fine = 0;                          // R-SCORE-06: for never having melded
    std::uint64_t question_nodes = 2'000;  // for each decision
    std::uint64_t out_nodes =
        0;  // for the question whether all can go, charged as it comes; 0: as for a decision, at a flat rate
};

// Something to do now, and the policy to go on with.
struct Candidate {
    bool waits = true;  // draws, or passes
    Table table;        // otherwise: the table after the play
    int policy = ALL;
};

struct PlayoutLimits {
    std::uint64_t seed = 0;
    int deals = 100;            // at most
    std::uint64_t nodes = 0;    // altogether; a deal that is not played to its end is left out; 0: no limit
    std::uint64_t time_us = 0;  // likewise
};

// For every deal, candidate and seat, in this order: how the game ended.
struct Playouts {
    int deals = 0;
    std::vector<float> shares;  // of the win: 1, or less when it is shared
    std::vector<float> points;  // as written on the score sheet
    std::uint64_t nodes = 0;
};

// What a question without a count of its own is charged.
inline constexpr std::uint64_t YES_OR_NO_NODES = 50;

// Plays all candidates on the same deals, which depend on the seed alone. Throws std::invalid_argument when
// the situation cannot be: more tiles on racks than there are, a candidate that lays what is not on the rack,
// no seat to play.
Playouts play_out(const Situation& situation, const std::vector<Candidate>& candidates,
                  const PlayoutLimits& limits);

}  // namespace tilewise
