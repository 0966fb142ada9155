// The joker rules of a turn, clause by clause.
#include "game/jokers.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

namespace {

bool contains(const Counts& all, const Counts& part) {
    for (int kind = 0; kind < NUMBER_KINDS; ++kind)
        if (part[kind] > all[kind]) return false;
    return true;
}

bool is_empty(const Counts& numbers) {
    return std::all_of(numbers.begin(), numbers.begin() + NUMBER_KINDS, [](int n) { return n == 0; });
}

// Whether each joker from `joker` on gets a place of its own that fits it: fits[joker][place].
bool can_assign(const std::vector<std::vector<bool>>& fits, std::vector<bool>& taken, std::size_t joker) {
    if (joker == fits.size()) return true;
    for (std::size_t place = 0; place < taken.size(); ++place) {
        if (taken[place] || !fits[joker][place]) continue;
        taken[place] = true;
        if (can_assign(fits, taken, joker + 1)) return true;
        taken[place] = false;
    }
    return false;
}

}  // namespace

Difference difference(const Table& before, const Table& after, const Rules& rules) {
    assert(before.size() <= MAX_MELDS && after.size() <= MAX_MELDS);
    // Melds that hold different kinds are different; the others are looked at.
    std::array<std::uint64_t, MAX_MELDS> then, now;
    const auto list_kinds = [](const Table& table, std::array<std::uint64_t, MAX_MELDS>& kinds) {
        for (std::size_t m = 0; m < table.size(); ++m) {
            kinds[m] = 0;
            for (Tile tile : table[m]) kinds[m] |= std::uint64_t{1} << tile;
        }
    };
    list_kinds(before, then);
    list_kinds(after, now);
    const auto same = [&](const Meld& old, const Meld& new_one) {
        return old == new_one || as_it_counts(old, rules) == as_it_counts(new_one, rules);
    };
    Difference result;
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::size_t j = 0;
        while (j < after.size() && (now[j] != then[i] || !same(before[i], after[j]))) ++j;
        if (j < after.size())
            now[j] = 0;  // matched
        else
            result.gone.push_back(i);
    }
    for (std::size_t j = 0; j < after.size(); ++j)
        if (now[j]) result.arrived.push_back(j);
    return result;
}

JokerRules::JokerRules(const Table& before, const Rules& rules) : before_(before), rules_(rules) {
    for (int m = 0; m < static_cast<int>(before.size()); ++m) {
        numbers_.push_back(number_tiles(before[m]));
        std::vector<Reading> found;
        for (int i = 0; i < before[m].size; ++i) {
            if (!is_joker(before[m][i])) continue;
            if (found.empty()) found = readings(before[m], rules);
            OldJoker joker{m, i, before[m][i], {}};
            for (const Reading& reading : found) joker.roles.push_back(reading.roles[i]);
            old_jokers_.push_back(joker);
        }
    }
}

JokerRules::JokerRules(const Problem& problem) : JokerRules(problem.table, problem.rules) {
    opening_ = problem.opening;
    staying_ = problem.staying;
    for (const Meld& meld : staying_) numbers_.push_back(number_tiles(meld));
    for (const Meld& meld : opening_) open(meld);
}

void JokerRules::open(const Meld& meld) {
    for (int i = 0; i < meld.size; ++i) {
        if (!is_joker(meld[i])) continue;
        OpenPlace place{meld[i], rules_.joker_reuse_any_set || is_new(meld)};
        bool has_old = false;
        for (std::size_t j = 0; j < old_jokers_.size(); ++j) {
            if (old_jokers_[j].kind != place.kind) continue;
            has_old = true;
            if (is_undisturbed(old_jokers_[j], meld, i)) place.at_home |= 1u << j;
        }
        if (has_old && (place.is_new || place.at_home)) open_places_.push_back(place);
    }
}

int JokerRules::open_places(int kind) const {
    return static_cast<int>(
        std::ranges::count(open_places_, static_cast<Tile>(CLASSIC + kind), &OpenPlace::kind));
}

bool JokerRules::can_place(unsigned moved, unsigned owing, const std::array<int, JOKER_KINDS>& free,
                           std::size_t from) const {
    if (from == open_places_.size()) {
        std::array<int, JOKER_KINDS> left = free;
        for (std::size_t j = 0; j < old_jokers_.size(); ++j)
            if (moved >> j & 1 && --left[old_jokers_[j].kind - CLASSIC] < 0) return false;
        return (moved & owing) == 0;
    }
    if (can_place(moved, owing, free, from + 1)) return true;
    const OpenPlace& place = open_places_[from];
    for (std::size_t j = 0; j < old_jokers_.size(); ++j) {
        const unsigned joker = 1u << j;
        if (!(moved & joker) || old_jokers_[j].kind != place.kind) continue;
        if (!(place.at_home & joker) && (!place.is_new || owing & joker)) continue;
        if (can_place(moved & ~joker, owing, free, from + 1)) return true;
    }
    return false;
}

void let_stay(Problem& problem) {
    const Table table = problem.table;
    const JokerRules jokers(table, problem.rules);
    problem.table.clear();
    for (std::size_t m = 0; m < table.size(); ++m) {
        const Meld then = as_it_counts(table[m], problem.rules);
        const bool stays = std::ranges::any_of(problem.opening, [&](const Meld& meld) {
            const bool is_swap = !problem.rules.joker_swap_by_joker &&
                                 jokers.is_swap_of(meld, static_cast<int>(m));
            return is_swap || as_it_counts(meld, problem.rules) == then;
        });
        (stays ? problem.staying : problem.table).push_back(table[m]);
    }
}

bool JokerRules::is_new(const Counts& numbers) const {
    return std::ranges::none_of(numbers_,
                                [&](const Counts& old) { return !is_empty(old) && contains(numbers, old); });
}

bool JokerRules::is_new(const Meld& meld) const { return is_new(number_tiles(meld)); }

bool JokerRules::is_undisturbed(const OldJoker& joker, const Meld& meld, int index) const {
    const Counts& old = numbers_[joker.meld];
    if (std::none_of(meld.begin(), meld.end(), [&](Tile tile) { return !is_joker(tile) && old[tile]; }))
        return false;
    for (const Reading& reading : readings(meld, rules_))
        for (const Role& role : joker.roles)
            if (role.agrees_with(reading.roles[index])) return true;
    return false;
}

bool JokerRules::is_swap_of(const Meld& meld, int old) const {
    const auto with_jokers = [](const Meld& m) { return std::any_of(m.begin(), m.end(), is_joker); };
    if (before_[old].size != meld.size || !with_jokers(meld) || !with_jokers(before_[old])) return false;
    const Meld now = as_it_counts(meld, rules_), then = as_it_counts(before_[old], rules_);
    int changed = 0;
    for (int i = 0; i < meld.size; ++i) {
        if (now[i] == then[i]) continue;
        if (!is_joker(now[i]) || !is_joker(then[i]) || ++changed > 1) return false;
    }
    return changed == 1;
}

bool JokerRules::in_group_of_three(const OldJoker& joker) const {
    const Meld& meld = before_[joker.meld];
    return meld.size == SMALLEST_MELD && std::ranges::all_of(readings(meld, rules_), &Reading::is_group);
}

// The tiles that can take a joker's place; none for a mirror, or a colour-change joker between two colours.
std::vector<std::vector<Tile>> JokerRules::stands_for(const OldJoker& joker) const {
    const Meld& meld = before_[joker.meld];
    std::uint8_t named = 0;
    int number = 0;
    for (Tile tile : meld)
        if (!is_joker(tile))
            named |= static_cast<std::uint8_t>(1 << colour_of(tile)), number = number_of(tile);
    std::vector<std::vector<Tile>> result;
    if (rules_.group3_both_colours && in_group_of_three(joker)) {
        result.emplace_back();
        for (int c = 0; c < COLOURS; ++c)
            if (!(named >> c & 1)) result.back().push_back(tile_of(c, number));
        return result;
    }
    const bool at_an_end = joker.index == 0 || joker.index == meld.size - 1;
    for (const Role& role : joker.roles) {
        if (!role.slots) continue;
        std::vector<std::vector<Tile>> ways(1);
        for (int s = 0; s < role.slots; ++s) {
            const std::uint8_t colours = role.slot[s].colours ? role.slot[s].colours
                                         : at_an_end          ? named
                                                              : std::uint8_t{0};
            std::vector<std::vector<Tile>> longer;
            for (const auto& way : ways)
                for (int c = 0; c < COLOURS; ++c)
                    if (colours >> c & 1)
                        longer.push_back(way), longer.back().push_back(tile_of(c, role.slot[s].number));
            ways = longer;
        }
        result.insert(result.end(), ways.begin(), ways.end());
    }
    return result;
}

bool JokerRules::was_replaced(const OldJoker& joker, const Table& after) const {
    const Counts& numbers = numbers_[joker.meld];
    std::vector<Counts> melds;
    for (const Table* table : {&after, &opening_, &staying_})
        for (const Meld& meld : *table) melds.push_back(number_tiles(meld));
    const bool stays =
        std::ranges::any_of(melds, [&](const Counts& meld) { return contains(meld, numbers); });
    if (!rules_.exact_tile_retrieval && !(stays && rules_.group3_both_colours && in_group_of_three(joker)))
        return true;
    return std::ranges::any_of(replacements(joker), [&](const Counts& wanted) {
        return std::ranges::any_of(melds, [&](const Counts& meld) { return contains(meld, wanted); });
    });
}

std::vector<Counts> JokerRules::replacements(const OldJoker& joker) const {
    std::vector<Counts> result;
    for (const auto& tiles : stands_for(joker)) {
        result.push_back(numbers_[joker.meld]);
        for (Tile tile : tiles) ++result.back()[tile];
    }
    return result;
}

bool JokerRules::hold(const Table& after) const {
    const Difference change = difference(before_, after, rules_);
    if (!rules_.joker_swap_by_joker && has_swap(after, change)) return false;
    for (Tile kind = CLASSIC; kind <= MIRROR; ++kind)
        if (!can_place_all(kind, after, change)) return false;
    return true;
}

bool JokerRules::has_swap(const Table& after, const Difference& change) const {
    for (int old : change.gone)
        for (int now : change.arrived)
            if (is_swap_of(after[now], old)) return true;
    return false;
}

bool JokerRules::can_place_all(Tile kind, const Table& after, const Difference& change) const {
    std::vector<std::vector<bool>> fits;
    for (const OldJoker& joker : old_jokers_)
        if (joker.kind == kind && std::ranges::count(change.gone, joker.meld))
            fits.push_back(places_of(joker, after, change));
    if (fits.empty()) return true;
    std::vector<bool> taken(fits[0].size());
    return can_assign(fits, taken, 0);
}

std::vector<bool> JokerRules::places_of(const OldJoker& joker, const Table& after,
                                        const Difference& change) const {
    const bool replaced = was_replaced(joker, after);
    std::vector<bool> fits;
    for (int now : change.arrived) {
        const Meld& meld = after[now];
        for (int i = 0; i < meld.size; ++i) {
            if (meld[i] != joker.kind) continue;
            const bool may_move = replaced && (rules_.joker_reuse_any_set || is_new(meld));
            fits.push_back(may_move || is_undisturbed(joker, meld, i));
        }
    }
    for (const OpenPlace& place : open_places_) {
        if (place.kind != joker.kind) continue;
        const bool at_home = place.at_home >> (&joker - old_jokers_.data()) & 1;
        fits.push_back((replaced && place.is_new) || at_home);
    }
    return fits;
}

}  // namespace tilewise
