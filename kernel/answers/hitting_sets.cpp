#include "answers/hitting_sets.h"

namespace tilewise {

HittingSets::HittingSets(const Table& before, Reach reach, MeldSet enough)
    : reach_(std::move(reach)),
      melds_(before.size()),
      all_(one_meld(before.size()) - 1),
      sufficient_{enough} {
    involved_ = small_ = shrunk(enough);
}

bool HittingSets::sets_of(int size, std::vector<MeldSet>& found) {
    found.clear();
    extend(0, 0, size, found);
    return !out_of_budget_;
}

// Add each meld of an unmet reason in turn. A meld that was tried is barred from the later branches, so no
// set comes up twice.
void HittingSets::extend(MeldSet broken, MeldSet barred, int left, std::vector<MeldSet>& found) {
    if (out_of_budget_) return;
    MeldSet choices = reason_against(broken);
    if (!left) {
        if (!choices && suffices(broken)) found.push_back(broken);
        return;
    }
    if (!choices) choices = suffices(broken) ? all_ & ~broken : learn(broken);
    for (choices &= ~barred; choices; choices &= choices - 1) {
        const MeldSet meld = choices & (~choices + 1);
        extend(broken | meld, barred, left - 1, found);
        barred |= meld;
    }
}

bool HittingSets::suffices(MeldSet broken) {
    if (reason_against(broken)) return false;
    for (MeldSet enough : sufficient_)
        if (!(enough & ~broken)) return true;
    const Outcome outcome = reach_(broken);
    out_of_budget_ = out_of_budget_ || outcome == Outcome::OUT_OF_BUDGET;
    if (outcome == Outcome::SOLVED) sufficient_.push_back(broken);
    return outcome == Outcome::SOLVED;
}

MeldSet HittingSets::reason_against(MeldSet broken) const {
    for (MeldSet reason : reasons_)
        if (!(reason & broken)) return reason;
    return 0;
}

MeldSet HittingSets::shrunk(MeldSet broken) {
    for (std::size_t m = 0; m < melds_ && !out_of_budget_; ++m)
        if ((broken & one_meld(m)) && suffices(broken & ~one_meld(m))) broken &= ~one_meld(m);
    return broken;
}

// Most melds have nothing to do with it and can be added at once: all but those of the smallest sufficient
// sets met so far. If that suffices after all, there is another such set among them.
MeldSet HittingSets::learn(MeldSet broken) {
    MeldSet large = broken | (all_ & ~involved_);
    for (MeldSet found; suffices(large) && ((found = shrunk(large)) & ~broken);
         large = broken | (all_ & ~involved_))
        involved_ |= found;
    for (std::size_t m = 0; m < melds_ && !out_of_budget_; ++m)
        if (!(large & one_meld(m)) && !suffices(large | one_meld(m))) large |= one_meld(m);
    if (!out_of_budget_) reasons_.push_back(all_ & ~large);
    return all_ & ~large;
}

}  // namespace tilewise
