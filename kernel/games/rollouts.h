// Playouts: random continuations of a game, for a player who knows its own rack, the table, and how many
// tiles the others hold. Each deal distributes the hidden tiles at random; simple policies play the game to
// its end.
#pragma once

#include <optional>

#include "game/problem.h"

namespace tilewise {

inline constexpr int ALL = 255;  // waits until the whole rack can go out at once

// How a simulated player plays. With an empty pool every style lays the most points it finds.
struct Style {
    int enough = 1;             // tiles that must be able to go before it lays any; 1 is greedy
    bool late = false;          // does not even make its initial meld before it could go out a turn later
    bool keeps_jokers = false;  // lays jokers only to go out, or where there is no other initial meld
    int window = 0;             // melds of the table that it rearranges at a time; 0: all of them
    int looks = 0;              // windows it tries in a turn, besides its rack alone
    bool sidesteps = false;     // lays one tile rather than be the first seat to find the pool empty
};

struct WeightedStyle {
    Style style;
    double weight = 1;
};

// The known facts about a seat: another player's, or one's own.
struct KnownSeat {
    int tiles = 0;  // on the rack
    bool has_melded = false;
    bool is_out = false;        // has given the game up
    int fresh = 1;              // tiles it took since its last turn: one, more for a penalty, none for a pass
    bool did_not_meld = false;  // had a turn and did not meld: without the fresh tiles it had no initial meld
    bool saw_table =
        false;  // its last turn left the table as it lies, and it would have laid more if it could
    std::vector<WeightedStyle> styles{{}};  // one of them, by chance, in every deal
    std::optional<std::vector<Tile>>
        rack{};  // where it is known: one's own, or all of them in a finished game
};

struct Situation {
    Rules rules;
    Table table;
    std::vector<Tile> hidden;  // everything that is on no known rack and not on the table
    std::vector<KnownSeat> seats;
    int seat = 0;                     // whose turn it is
    int passed = 0;                   // seats that passed in succession
    int last_turns = -1;              // turns left of the last round, one for each seat; -1: it has not begun
    bool one_more_turn_each = false;  // how a game ends whose pool is empty
    bool must_play = false;           // a player who has melded and can play may not draw
    int joker_penalty = 30;           // R-JOK-12
    int fine = 0;                     // R-SCORE-06: for never having melded
    std::uint64_t question_nodes = 2'000;  // for each decision
    std::uint64_t out_nodes =
        0;  // for the question whether all can go, charged as it comes; 0: as for a decision, at a flat rate
};

// An action for this turn, and the style of all later turns.
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
    std::uint64_t spare = 0;    // more nodes, to finish the last deal: else mostly long games are left out
};

// How one game ended.
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

// The charge for a question whose nodes are not counted.
inline constexpr std::uint64_t YES_OR_NO_NODES = 50;

// Play all candidates on the same deals, which depend on the seed alone. Fails (error.h) on an impossible
// situation: more tiles on racks than there are, a candidate that lays other tiles than the rack's, no
// seat to play.
Playouts play_out(const Situation& situation, const std::vector<Candidate>& candidates,
                  const PlayoutLimits& limits);

}  // namespace tilewise
