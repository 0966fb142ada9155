// A turn: a problem in the form that the programs read; and the way back, from their layouts to solutions.
#pragma once

#include <optional>

#include "game/jokers.h"
#include "game/problem.h"
#include "plain/layout.h"
#include "plain/supply.h"

namespace tilewise {

// A problem restricted to plays that lay between `least` and `most` tiles of each kind. k_best and can_play
// narrow these limits.
struct Turn {
    const Problem* problem = nullptr;
    Counts on_table{};
    Counts least{};  // tiles of the rack that must be laid
    Counts most{};
    std::array<std::int64_t, KINDS> weight{};  // primary and secondary in one number
    bool any_will_do = false;                  // the question is only whether a play exists

    explicit Turn(const Problem& problem);

    bool has_special_jokers() const;
    bool must_lay() const;
    // Jokers on the table and on the rack.
    JokerCounts jokers() const;
    // The most that the rack's jokers can gain, and that all its tiles worth laying can.
    std::int64_t joker_gain() const;
    std::int64_t everything() const;
    // The least value of interest: laying nothing is worth 0 and always possible, unless tiles must be laid.
    std::int64_t least_wanted() const;
    // The weight of the tiles laid, without those that must be laid anyway.
    std::int64_t value_of(const Solution& solution) const;
};

bool has_special(const Counts& counts);
bool has_joker(const Counts& counts);

// The number tiles that the programs may and must use; with all classic jokers, or with none.
Supply supply_of(const Turn& turn, bool with_jokers);

// Place the spare jokers at the ends of runs and in groups of three. With joker rules, new melds come first:
// old jokers may lie there. False: there is no room for all.
bool place_all_spares(Layout& layout, const JokerRules* jokers);

// The play that leads to this table. If nothing is laid, the table stays as it was.
Solution solution_of(const Turn& turn, const Table& melds);

// Nothing is laid, and that is not proven to be best.
Solution given_up(const Turn& turn);
// Nothing is laid, which is proven to be best. None: something must be laid.
std::optional<Solution> nothing_laid(const Turn& turn);
// The same play, not proven to be best.
Solution unproven(Solution solution);

}  // namespace tilewise
