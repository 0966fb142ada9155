// Small conversions shared by the files of the solver: from a turn to the programs, and back to a solution.
#pragma once

#include "solve.h"

namespace tilewise {

bool has_special(const Counts& counts);
bool has_joker(const Counts& counts);

// Of these tiles those that a meld of them can hold: close neighbours of their colour are there, or enough colours of their number.
// No special jokers; a classic one stands for any tile.
Counts useful_tiles(const Counts& tiles);

// What the layers may and must use; all classic jokers free, or none at all.
Supply supply_of(const Turn& turn, bool with_jokers);

// A row of the listing of items costs a fraction of a state of the program that it is for.
inline constexpr std::uint64_t ROWS_PER_NODE = 8;
ItemRequest item_request(const Turn& turn, std::uint64_t deadline_ns);
ExactRequest exact_request(const Turn& turn);

// Upper bounds on what the numbers above each one can add, and on what the rack's jokers can.
void fill_ahead(const Turn& turn, Layers& layers, ExactRequest& request);

// The most that the rack's jokers can gain.
inline std::int64_t joker_hope_of(const Turn& turn) {
    std::int64_t hope = 0;
    for (int kind = CLASSIC; kind < KINDS; ++kind) hope += std::max<std::int64_t>(0, turn.weight[kind]) * (turn.most[kind] - turn.least[kind]);
    return hope;
}

// Gives the spare jokers places; with joker rules, in new melds first, where old jokers may lie. False: no room for all.
bool place_all_spares(Layout& layout, const JokerRules* jokers);

// The play that leads to this table. If nothing is laid, the table stays as it was.
Solution solution_of(const Turn& turn, const Table& melds);

// Weight of a play beyond what the turn demands anyway.
std::int64_t value_of(const Turn& turn, const Solution& solution);

// A play worth more than the known one is the known one from now on.
void improve(const Turn& turn, std::optional<Solution>& known, std::optional<Solution> found);

// What a play must be worth to matter: to lay nothing is worth nothing, and it can always be done unless tiles must be laid.
std::int64_t least_wanted(const Turn& turn);

// The answer where no play is worth that much.
std::optional<Solution> nothing_laid(const Turn& turn);

// The table as it is, nothing laid, nothing claimed.
Solution given_up(const Turn& turn);
Solution unproven(Solution solution);

}  // namespace tilewise
