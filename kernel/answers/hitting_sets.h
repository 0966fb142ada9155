// Which old melds to break, so that all others can stay as they lie.
//
// A set of broken melds suffices if its tiles and the rack's can be laid out again. To break more melds never
// hurts. There are many sets, so the search learns why they fail (implicit hitting sets):
//   1. Take a set that does not suffice and add melds to it as long as it still does not.
//   2. The melds left out are a reason: every set that suffices breaks at least one of them.
//   3. From then on, try only sets that hold a meld of every reason known so far.
//
// Example. Of five melds, breaking {2, 4} suffices. {1, 3, 5} does not, and no larger set with it fails: a
// reason is {2, 4}. So of the sets of one meld only {2} and {4} are tried, not five.
#pragma once

#include <functional>
#include <vector>

#include "game/moved.h"
#include "plain/plain_program.h"

namespace tilewise {

class HittingSets {
   public:
    using Reach = std::function<Outcome(MeldSet)>;
    // `reach` says whether a set may suffice; `enough` is a set that does.
    HittingSets(const Table& before, Reach reach, MeldSet enough);

    // List all sets of this size that may suffice. False: out of budget.
    bool sets_of(int size, std::vector<MeldSet>& found);

    // A sufficient set from which no meld can be left out. It is small, though perhaps not the smallest.
    MeldSet small() const { return small_; }

   private:
    void extend(MeldSet broken, MeldSet barred, int left, std::vector<MeldSet>& found);
    bool suffices(MeldSet broken);
    // A reason that the set does not answer: melds of which one must be added. 0: none is known.
    MeldSet reason_against(MeldSet broken) const;
    // Work out such a reason for a set that does not suffice.
    MeldSet learn(MeldSet broken);
    // Drop the melds that a sufficient set does not need.
    MeldSet shrunk(MeldSet broken);

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
