// A turn: a problem as the programs take it, and their answers as solutions.
#pragma once

#include <optional>

#include "game/jokers.h"
#include "game/problem.h"
#include "plain/layout.h"
#include "plain/supply.h"

namespace tilewise {

// A problem narrowed to plays that lay between `least` and `most` of each kind; how k-best and can_play ask.
struct Turn {
    const Problem* problem = nullptr;
    Counts on_table{};
    Counts least{};  // of the rack
    Counts most{};
    std::array<std::int64_t, KINDS> weight{};  // primary and secondary in one number
    bool any_will_do = false;                  // whether a play exists is the question, not which is best

    explicit Turn(const Problem& problem);

    bool has_special_jokers() const;
    bool must_lay() const;
    JokerCounts jokers() const;       // on the table and on the rack
    std::int64_t joker_gain() const;  // the most that the rack's jokers can gain
    std::int64_t everything() const;  // what all tiles of the rack worth laying gain
    std::int64_t least_wanted()
        const;  // laying nothing is worth 0 and always possible, unless tiles must be laid
    std::int64_t value_of(const Solution& solution) const;  // beyond what must be laid anyway
};

bool has_special(const Counts& counts);
bool has_joker(const Counts& counts);

// What the programs may and must use; all classic jokers free, or none at all.
Supply supply_of(const Turn& turn, bool with_jokers);

// Of these tiles, those that a meld of them can hold: close neighbours of their colour are there, or enough
// colours of their number. No special jokers; a classic one stands for any tile.
Counts useful_tiles(const Counts& tiles);

// Give the spare jokers places; with joker rules, in new melds first, where old jokers may lie. False: no
// room for all.
bool place_all_spares(Layout& layout, const JokerRules* jokers);

// The play that leads to this table. If nothing is laid, the table stays as it was.
Solution solution_of(const Turn& turn, const Table& melds);

// Nothing laid, and not proven; the same, proven, if nothing must be laid; and the same play, not proven.
Solution given_up(const Turn& turn);
std::optional<Solution> nothing_laid(const Turn& turn);
Solution unproven(Solution solution);

}  // namespace tilewise
