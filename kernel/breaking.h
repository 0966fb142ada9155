// Which old melds to break, so that all others can stay as they lie, where keeping.h does not know the jokers.
//
// Breaking more melds never hurts. Whether a set of broken melds may suffice is told by other programs, which lay out its tiles and
// the rack's alone.
//
// There are many sets, so we learn why they fail. A set that does not suffice is made as large as it can be without
// sufficing; every set that does must then hold one of the melds left out: a reason, and mostly a short one. Only sets
// that answer every reason known so far are looked at (implicit hitting sets).
#pragma once

#include <functional>

#include "keeping.h"

namespace tilewise {

class Breaking {
   public:
    using Reach = std::function<Layers::Outcome(MeldSet)>;
    // `reach` says whether a set may suffice, `enough` is one that does.
    Breaking(const Table& before, Reach reach, MeldSet enough);

    // All sets of this size that may suffice. False: out of nodes.
    bool sets_of(int size, std::vector<MeldSet>& found);

    // A sufficient set, with nothing in it that it can do without: few melds, though perhaps not the fewest.
    MeldSet small() const { return small_; }

   private:
    void extend(MeldSet broken, MeldSet barred, int left, std::vector<MeldSet>& found);
    bool suffices(MeldSet broken);
    MeldSet reason_against(MeldSet broken) const;     // melds of which one must be added; none: no reason is known
    MeldSet learn(MeldSet broken);                    // the same for a set that does not suffice, worked out
    MeldSet shrunk(MeldSet broken);                   // a sufficient set without what it can do without

    Reach reach_;
    std::size_t melds_;
    MeldSet all_;
    MeldSet small_ = 0;
    MeldSet involved_ = 0;                            // in some smallest sufficient set
    std::vector<MeldSet> reasons_;
    std::vector<MeldSet> sufficient_;
    bool out_of_nodes_ = false;
};

}  // namespace tilewise
