// Which old melds to break.
#include "breaking.h"

namespace tilewise {

Breaking::Breaking(const Table& before, Reach reach, MeldSet enough)
    : reach_(std::move(reach)), melds_(before.size()), all_(one_meld(before.size()) - 1), sufficient_{enough} {
    involved_ = small_ = shrunk(enough);
}

bool Breaking::sets_of(int size, std::vector<MeldSet>& found) {
    found.clear();
    extend(0, 0, size, found);
    return !out_of_nodes_;
}

// Adds one of the melds that some reason asks for. What was tried here is barred further on, so no set comes up twice.
void Breaking::extend(MeldSet broken, MeldSet barred, int left, std::vector<MeldSet>& found) {
    if (out_of_nodes_) return;
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

bool Breaking::suffices(MeldSet broken) {
    if (reason_against(broken)) return false;
    for (MeldSet enough : sufficient_)
        if (!(enough & ~broken)) return true;
    const Layers::Outcome outcome = reach_(broken);
    out_of_nodes_ = out_of_nodes_ || outcome == Layers::Outcome::OUT_OF_NODES;
    if (outcome == Layers::Outcome::SOLVED) sufficient_.push_back(broken);
    return outcome == Layers::Outcome::SOLVED;
}

MeldSet Breaking::reason_against(MeldSet broken) const {
    for (MeldSet reason : reasons_)
        if (!(reason & broken)) return reason;
    return 0;
}

MeldSet Breaking::shrunk(MeldSet broken) {
    for (std::size_t m = 0; m < melds_ && !out_of_nodes_; ++m)
        if ((broken & one_meld(m)) && suffices(broken & ~one_meld(m))) broken &= ~one_meld(m);
    return broken;
}

// Most melds have nothing to do with it and can be added at once: all but those of the smallest sufficient sets met so far. If
// that suffices after all, there is another such set among them.
MeldSet Breaking::learn(MeldSet broken) {
    MeldSet large = broken | (all_ & ~involved_);
    for (MeldSet found; suffices(large) && ((found = shrunk(large)) & ~broken); large = broken | (all_ & ~involved_)) involved_ |= found;
    for (std::size_t m = 0; m < melds_ && !out_of_nodes_; ++m)
        if (!(large & one_meld(m)) && !suffices(large | one_meld(m))) large |= one_meld(m);
    if (!out_of_nodes_) reasons_.push_back(all_ & ~large);
    return all_ & ~large;
}

}  // namespace tilewise
