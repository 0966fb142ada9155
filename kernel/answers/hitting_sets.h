// Which old melds to break, so that all others can stay as they lie.
//
// HittingSets more melds never hurts. Whether a set of broken melds may suffice is answered by other
// programs, which lay out its tiles and the rack's alone. There are many sets, so the search learns why they
// fail: a set that does not suffice is made as large as it can be without sufficing, and every set that does
// must then hold one of the melds left out: a reason, and mostly a short one. Only sets that answer every
// reason known so far are looked at (implicit hitting sets).
//
// Example. Of five melds, breaking {2, 4} suffices. {1, 3, 5} does not, and is as large as such a set can be:
// a reason is {2, 4}. So of the sets of one meld only {2} and {4} are tried, not five.
#pragma once

#include <functional>
#include <vector>

#include "game/moved.h"
#include "plain/plain_program.h"

namespace tilewise {

class HittingSets {
   public:
    using Reach = std::function<Outcome(MeldSet)>;
    // `reach` says whether a set may suffice, `enough` is one that does.
    HittingSets(const Table& before, Reach reach, MeldSet enough);

    // All sets of this size that may suffice. False: out of budget.
    bool sets_of(int size, std::vector<MeldSet>& found);

    // A sufficient set, with nothing in it that it can do without: few melds, though perhaps not the fewest.
    MeldSet small() const { return small_; }

   private:
    void extend(MeldSet broken, MeldSet barred, int left, std::vector<MeldSet>& found);
    bool suffices(MeldSet broken);
    MeldSet reason_against(
        MeldSet broken) const;       // melds of which one must be added; none: no reason is known
    MeldSet learn(MeldSet broken);   // the same for a set that does not suffice, worked out
    MeldSet shrunk(MeldSet broken);  // a sufficient set without what it can do without

    Reach reach_;
    std::size_t melds_;
    MeldSet all_;
    MeldSet small_ = 0;
    MeldSet involved_ = 0;  // in some smallest sufficient set
    std::vector<MeldSet> reasons_;
    std::vector<MeldSet> sufficient_;
    bool out_of_budget_ = false;
};

}  // namespace tilewise
