// Which old melds to break, so that all others can stay as they lie.
//
// Breaking more melds never hurts. Whether a set of broken melds suffices is a plain solve of its tiles and the rack alone,
// with jokers that may be anything: a small problem, and a bound, for the rules about jokers are asked later.
//
// There are many sets, so we learn why they fail. A set that does not suffice is made as large as it can be without
// sufficing; every set that does must then hold one of the melds left out: a reason, and mostly a short one. Only sets
// that answer every reason known so far are looked at (implicit hitting sets).
#pragma once

#include <functional>

#include "ahead.h"

namespace tilewise {

using MeldSet = std::uint64_t;     // of the old table, a bit each
constexpr MeldSet one_meld(std::size_t index) { return MeldSet{1} << index; }

class Breaking {
   public:
    // `supply` is that of the whole turn, `wanted` what the play must be worth, `enough` a set that suffices.
    //
    // No set gains more above a number than the whole table does, for what stays as it lies could be laid there too. So one
    // run of the layers over the whole turn, downwards, tells which states below matter, whatever is broken: `ahead` keeps it.
    Breaking(const Table& before, const Supply& supply, std::int64_t wanted, MeldSet enough, Layers& layers, Ahead& ahead);

    // The same where other programs say whether a set suffices.
    using Reach = std::function<Layers::Outcome(MeldSet)>;
    Breaking(const Table& before, Reach reach, MeldSet enough, Layers& layers);

    // All sets of this size that suffice while jokers may be anything. False: out of nodes.
    bool sets_of(int size, std::vector<MeldSet>& found);

    // A sufficient set, with nothing in it that it can do without: few melds, though perhaps not the fewest.
    MeldSet small() const { return small_; }

    // The rack, and the tiles and jokers of these melds.
    Supply supply_with(MeldSet broken) const;

    std::int64_t wanted() const { return wanted_; }

   private:
    void extend(MeldSet broken, MeldSet barred, int left, std::vector<MeldSet>& found);
    bool suffices(MeldSet broken);
    Layers::Outcome reach(MeldSet broken);
    void find_the_needed(MeldSet melds);              // those that every sufficient set holds: reasons
    MeldSet reason_against(MeldSet broken) const;     // melds of which one must be added; none: no reason is known
    MeldSet learn(MeldSet broken);                    // the same for a set that does not suffice, worked out
    MeldSet shrunk(MeldSet broken);                   // a sufficient set without what it can do without

    const Table& before_;
    Reach reach_;
    Supply own_;                                      // of the rack alone
    std::int64_t wanted_ = 0;
    Least least_;                                     // by number, so that `wanted` can still be reached
    MeldSet all_;
    MeldSet small_ = 0;
    MeldSet involved_ = 0;                            // in some smallest sufficient set
    Layers& layers_;
    const Ahead* ahead_ = nullptr;
    std::int64_t hope_ = 0;                           // what the rack's jokers can gain
    std::vector<MeldSet> reasons_;
    std::vector<MeldSet> sufficient_;
    bool out_of_nodes_ = false;
};

}  // namespace tilewise
