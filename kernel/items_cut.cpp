// Items: which rows fall into pieces that do as well, so that they need not be listed.
#include <algorithm>

#include "items.h"

namespace tilewise {

bool Items::could_be_swap(const Tile* from, const Tile* to) const {
    if (!swaps_matter_) return false;
    const int size = static_cast<int>(to - from);
    for (const OldJoker& joker : jokers_->old_jokers()) {
        const Meld& old = jokers_->before()[joker.meld];
        if (old.size < size) continue;
        int changed = 0;
        for (int i = 0; i < size; ++i)
            if (from[i] != old[i]) changed += is_joker(from[i]) && is_joker(old[i]) ? 1 : 2;
        if (changed == 1 || (changed == 0 && size < old.size)) return true;
    }
    return false;
}

bool Items::is_piece(const Tile* from, const Tile* to) const {
    if (to - from < SMALLEST_MELD) return false;
    if (*from == COLOUR_CHANGE && !rules_->colour_change_at_start) return false;
    const auto numbers = std::count_if(from, to, [](Tile tile) { return !is_joker(tile); });
    return numbers >= rules_->min_number_tiles && !could_be_swap(from, to);
}

bool Items::can_be_cut(const Meld& meld) const {
    for (int at = SMALLEST_MELD; at <= meld.size - SMALLEST_MELD; ++at)
        if (may_be_cut_at(meld, at) && keeps_together({demand_of(meld.begin(), meld.begin() + at)})) return true;
    return false;
}

// However much grows behind the pieces that are cut off, what must lie together for a joker lies in one of them or behind them.
// (That an old group of three stays is only a burden.)
bool Items::keeps_together(std::initializer_list<Demand> pieces) const {
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
        const Demand& wanted = wanted_[i];
        if (wanted_for_[i] >= Used::STAYS || !wanted.within(request_->have)) continue;
        const bool lies_in_one = std::ranges::any_of(pieces, [&](const Demand& piece) { return wanted.within(piece); });
        if (!lies_in_one && std::ranges::any_of(pieces, [&](const Demand& piece) { return wanted.meets(piece); })) return false;
    }
    return true;
}

bool Items::may_be_cut_at(const Meld& meld, int at) const {
    if (request_->moves && request_->moves->tears(meld[at - 1], meld[at])) return false;
    return is_piece(meld.begin(), meld.begin() + at) && is_piece(meld.begin() + at, meld.end());
}

// The same with old jokers in the meld: in its piece each is still undisturbed, or the piece is new; where a joker that moves must be replaced, it is
// undisturbed, and the pieces replace what the meld does.
bool Items::pieces_obey(const Meld& meld, std::span<const int> joker_at) const {
    if (std::find(meld.begin(), meld.end(), MIRROR) != meld.end()) return false;
    std::uint64_t replaced = 0;
    const auto obeys = [&](int from, int to) {
        Meld piece;
        for (int i = from; i < to; ++i) piece.push(meld[i]);
        if (!is_meld(piece, *rules_)) return false;
        const Demand demand = demand_of(piece);
        replaced |= granted_by(demand) & Used::REPLACED_BITS;
        const bool may_move = !asks_for_replacement() && (rules_->joker_reuse_any_set || is_new(demand));
        for (int i = from; i < to && !may_move; ++i)
            if (joker_at[i] >= 0 && !jokers_->is_undisturbed(jokers_->old_jokers()[joker_at[i]], piece, i - from)) return false;
        return true;
    };
    for (int at = SMALLEST_MELD; at <= meld.size - SMALLEST_MELD; ++at) {
        replaced = 0;
        if (may_be_cut_at(meld, at) && obeys(0, at) && obeys(at, meld.size) && replaced == (granted_by(demand_of(meld)) & Used::REPLACED_BITS)) return true;
    }
    return false;
}

}  // namespace tilewise
