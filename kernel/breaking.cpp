// Which old melds to break.
#include "breaking.h"

#include <bit>

namespace tilewise {

static constexpr int FEW_MELDS = 4;

Breaking::Breaking(const Table& before, const Supply& supply, std::int64_t wanted, MeldSet enough, Layers& layers, Ahead& ahead)
    : before_(before), own_(supply), wanted_(wanted), all_(one_meld(before.size()) - 1), layers_(layers), ahead_(&ahead),
      hope_(std::max<std::int64_t>(0, supply.joker_gain) * (supply.jokers - supply.jokers_need)), sufficient_{enough} {
    for (const Meld& meld : before) own_.add(meld, -1);
    out_of_nodes_ = !ahead.fill(supply, layers, wanted);
    for (int number = 0; number <= NUMBERS; ++number) least_[number] = wanted - hope_ - ahead.most(number);
    const bool are_few = std::popcount(enough) <= FEW_MELDS;
    if (are_few) find_the_needed(enough);
    involved_ = small_ = shrunk(enough);
    if (!are_few) find_the_needed(involved_);
}

Breaking::Breaking(const Table& before, Reach reach, MeldSet enough, Layers& layers)
    : before_(before), reach_(std::move(reach)), all_(one_meld(before.size()) - 1), layers_(layers), sufficient_{enough} {
    involved_ = small_ = shrunk(enough);
}

// Often all of these are needed, which is the whole answer; and what is needed need not be tried by shrinking.
void Breaking::find_the_needed(MeldSet melds) {
    for (std::size_t m = 0; m < before_.size() && !out_of_nodes_; ++m)
        if ((melds & one_meld(m)) && !suffices(all_ & ~one_meld(m))) reasons_.push_back(one_meld(m));
}

Supply Breaking::supply_with(MeldSet broken) const {
    Supply supply = own_;
    for (std::size_t m = 0; m < before_.size(); ++m)
        if (broken & one_meld(m)) supply.add(before_[m], 1);
    return supply;
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
    const Layers::Outcome outcome = reach_ ? reach_(broken) : reach(broken);
    out_of_nodes_ = out_of_nodes_ || outcome == Layers::Outcome::OUT_OF_NODES;
    if (outcome == Layers::Outcome::SOLVED) sufficient_.push_back(broken);
    return outcome == Layers::Outcome::SOLVED;
}

Layers::Outcome Breaking::reach(MeldSet broken) {
    Beside beside{ahead_, wanted_ - hope_, {}};
    for (std::size_t m = 0; m < before_.size(); ++m)
        if (!(broken & one_meld(m))) beside.add(before_[m]);
    return layers_.reach(supply_with(broken), wanted_, least_, beside);
}

MeldSet Breaking::reason_against(MeldSet broken) const {
    for (MeldSet reason : reasons_)
        if (!(reason & broken)) return reason;
    return 0;
}

MeldSet Breaking::shrunk(MeldSet broken) {
    for (std::size_t m = 0; m < before_.size() && !out_of_nodes_; ++m)
        if ((broken & one_meld(m)) && suffices(broken & ~one_meld(m))) broken &= ~one_meld(m);
    return broken;
}

// Most melds have nothing to do with it and can be added at once: all but those of the smallest sufficient sets met so far. If
// that suffices after all, there is another such set among them.
MeldSet Breaking::learn(MeldSet broken) {
    MeldSet large = broken | (all_ & ~involved_);
    for (MeldSet found; suffices(large) && ((found = shrunk(large)) & ~broken); large = broken | (all_ & ~involved_)) involved_ |= found;
    for (std::size_t m = 0; m < before_.size() && !out_of_nodes_; ++m)
        if (!(large & one_meld(m)) && !suffices(large | one_meld(m))) large |= one_meld(m);
    if (!out_of_nodes_) reasons_.push_back(all_ & ~large);
    return all_ & ~large;
}

}  // namespace tilewise
