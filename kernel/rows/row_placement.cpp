#include "rows/row_placement.h"

#include <algorithm>

namespace tilewise {

namespace {

constexpr int MOST_TRIES = 200;

Meld with(const Meld& meld, Tile tile, int at) {
    Meld longer;
    for (int i = 0; i < at; ++i) longer.push(meld[i]);
    longer.push(tile);
    for (int i = at; i < meld.size; ++i) longer.push(meld[i]);
    return longer;
}

bool has_mirror(const Meld& meld) { return std::find(meld.begin(), meld.end(), MIRROR) != meld.end(); }

}  // namespace

RowPlacement::RowPlacement(const JokerRules& jokers, const Rules& rules, const JokerCounts& unbound)
    : jokers_(jokers), rules_(rules), unbound_(unbound) {}

bool RowPlacement::place(RowLayout& layout) {
    tries_ = 0;
    cut(layout);
    return place_shorts(layout, 0);
}

bool RowPlacement::place_shorts(RowLayout& layout, std::size_t from) {
    while (from < layout.melds.size() && layout.melds[from].size >= SMALLEST_MELD) ++from;
    if (from == layout.melds.size()) return place_spares(layout);
    const Meld old = layout.melds[from];
    for (Tile kind = CLASSIC; kind < MIRROR; ++kind) {
        if (!layout.spares[kind - CLASSIC]) continue;
        --layout.spares[kind - CLASSIC];
        for (int at : {0, static_cast<int>(old.size)}) {
            layout.melds[from] = with(old, kind, at);
            if (layout.melds[from].size >= SMALLEST_MELD && !is_meld(layout.melds[from], rules_)) continue;
            if (place_shorts(layout, from)) return true;
            if (++tries_ > MOST_TRIES) return false;
        }
        ++layout.spares[kind - CLASSIC];
    }
    layout.melds[from] = old;
    return false;
}

// Move a joker from one end to the other, if it may lie there.
bool RowPlacement::move_to_other_end(Meld& meld) const {
    const int last = meld.size - 1;
    for (const int at : {last, 0}) {
        if (!is_joker(meld[at])) continue;
        Meld others;
        for (int i = 0; i < meld.size; ++i)
            if (i != at) others.push(meld[i]);
        const Meld moved = with(others, meld[at], last - at);
        if (!is_meld(moved, rules_) || !may_hold_its_jokers(moved)) continue;
        meld = moved;
        return true;
    }
    return false;
}

// The row program glues runs together. A part is more easily new than the whole, so a run whose jokers may
// not lie in it is cut.
void RowPlacement::cut(RowLayout& layout) const {
    for (std::size_t i = 0; i < layout.melds.size(); ++i) {
        const Meld whole = layout.melds[i];
        if (has_mirror(whole) || may_hold_its_jokers(whole) || move_to_other_end(layout.melds[i])) continue;
        for (int at = 2; at <= whole.size - 2; ++at) {
            Meld low, high;
            for (int k = 0; k < whole.size; ++k) (k < at ? low : high).push(whole[k]);
            if (!is_meld(low, rules_) || !is_meld(high, rules_) || !may_hold_its_jokers(low) ||
                !may_hold_its_jokers(high))
                continue;
            layout.melds[i] = low;
            layout.melds.push_back(high);
            break;
        }
    }
}

bool RowPlacement::may_hold_its_jokers(const Meld& meld) const {
    for (int i = 0; i < meld.size; ++i)
        if (is_joker(meld[i]) && !may_hold(meld, i)) return false;
    return !is_swap(meld);
}

// TA-11; it would do only where the old meld lies beside it.
bool RowPlacement::is_swap(const Meld& meld) const {
    if (rules_.joker_swap_by_joker) return false;
    for (std::size_t old = 0; old < jokers_.before().size(); ++old)
        if (jokers_.is_swap_of(meld, static_cast<int>(old))) return true;
    return false;
}

// A-07, as far as one joker and its meld are concerned.
bool RowPlacement::may_hold(const Meld& meld, int index) const {
    if (unbound_[meld[index] - CLASSIC] || rules_.joker_reuse_any_set || jokers_.is_new(meld)) return true;
    return std::ranges::any_of(jokers_.old_jokers(), [&](const OldJoker& joker) {
        return joker.kind == meld[index] && jokers_.is_undisturbed(joker, meld, index);
    });
}

bool RowPlacement::place_spares(RowLayout& layout) {
    Tile kind = CLASSIC;
    while (kind < KINDS && !layout.spares[kind - CLASSIC]) ++kind;
    if (kind == KINDS) return is_accepted(layout);
    if (kind == MIRROR) return false;
    --layout.spares[kind - CLASSIC];
    for (Meld& meld : layout.melds) {
        if (has_mirror(meld)) continue;
        const Meld old = meld;
        for (int at : {static_cast<int>(old.size), 0}) {
            const Meld longer = with(old, kind, at);
            if (!is_meld(longer, rules_) || !may_hold(longer, at)) continue;
            meld = longer;
            if (place_spares(layout)) return true;
            if (++tries_ > MOST_TRIES) return false;
            meld = old;
        }
    }
    ++layout.spares[kind - CLASSIC];
    return false;
}

bool RowPlacement::is_accepted(const RowLayout& layout) const {
    if (!std::ranges::all_of(layout.melds, [&](const Meld& meld) { return is_meld(meld, rules_); }))
        return false;
    Table all = layout.melds;
    all.insert(all.end(), layout.frozen.begin(), layout.frozen.end());
    return jokers_.hold(all);
}

}  // namespace tilewise
