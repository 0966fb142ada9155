// Playouts: games as they may go on from here, for a player who knows its own rack, the table, and how many
// tiles the others hold. Hidden tiles are dealt at random as they may lie; simple policies play the game to
// its end.
#pragma once

#include <optional>

#include "game/problem.h"

namespace tilewise {

inline constexpr int ALL = 255;  // waits until the whole rack can go out at once

// How a simulated player plays. With an empty pool every style lays what it sees, by points.
struct Style {
    int enough = 1;             // tiles that must be able to go before it lays any; 1 is greedy
    bool late = false;          // does not even make its initial meld before it could go out a turn later
    bool keeps_jokers = false;  // lays jokers only to go out, or where there is no other initial meld
    int window = 0;             // melds of the table that it rearranges at a time; 0: all of them
    int looks = 0;              // windows it tries in a turn, besides its rack alone
    bool sidesteps =
        false;  // near the end of the pool, lays one tile rather than be the first without a draw
};

struct WeightedStyle {
    Style style;
    double weight = 1;
};

// What is seen of another player, or known of oneself.
struct Sitter {
    int tiles = 0;  // on the rack
    bool has_melded = false;
    bool is_out = false;        // has given the game up
    int fresh = 1;              // tiles it took since its last turn: one, more for a penalty, none for a pass
    bool did_not_meld = false;  // had a turn and did not meld: without the fresh tiles it had no initial meld
    bool saw_table = false;     // had a turn on the table as it lies, and laid nothing
    std::vector<WeightedStyle> styles{{}};  // one of them, by chance, in every deal
    std::optional<std::vector<Tile>>
        rack{};  // where it is known: one's own, or all of them in a finished game
};

struct Situation {
    Rules rules;
    Table table;
    std::vector<Tile> hidden;  // everything that is on no known rack and not on the table
    std::vector<Sitter> seats;
    int seat = 0;         // whose turn it is
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

// Something to do now, and the style to go on with.
struct Candidate {
    enum class Kind { WAIT, PLAY, AS_USUAL };  // AS_USUAL: its own style decides, this turn and later
    Kind kind = Kind::WAIT;
    Table table;  // PLAY: the table after it
    Style style{ALL};
};

struct PlayoutLimits {
    std::uint64_t seed = 0;
    int deals = 100;            // at most
    std::uint64_t nodes = 0;    // altogether; a deal that is not played to its end is left out; 0: no limit
    std::uint64_t time_us = 0;  // likewise
};

// What the end of a game looked like.
struct Ending {
    int out = -1;        // the seat that laid its last tile; -1: the pool ran dry first
    int turns = 0;       // after the candidate
    int pool = 0;        // tiles left in it
    int first_dry = -1;  // the seat that first laid tiles after the pool ran dry; -1: none
};

// For every deal, candidate and seat, in this order: how the game ended.
struct Playouts {
    int deals = 0;
    std::vector<float> shares;    // of the win: 1, or less when it is shared
    std::vector<float> points;    // as written on the score sheet
    std::vector<Ending> endings;  // for every deal and candidate
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
