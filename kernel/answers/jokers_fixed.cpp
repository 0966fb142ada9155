// Turns in which every joker of the table is fixed beforehand: it stands for a tile, lies in a row laid
// aside, or may lie anywhere.
//
// A joker that stands for a tile is that tile to the plain program. So a play that leaves all jokers where
// they are costs one plain solve, and it is mostly good. And where a joker moves only if the very tile takes
// its place, there are few other plays: an undisturbed joker stands for a tile that it stood for, one
// that moves is free.
//
// Claim: a play is worth at most what the plain program finds for what its jokers do. Proof: put the tile
// that an undisturbed joker stands for in its place, and each of its melds is still one: a colour that its
// old and its new reading allow is that of no other tile of the group. Only two jokers in one meld may clash:
// each is judged by itself, so both may stand for one tile of a group, or, beside a single number tile, the
// one for a tile of a group and the other for one of a run. Jokers that could meet so may lie anywhere.
#include <algorithm>

#include "answers/search.h"
#include "exact/demand.h"

namespace tilewise {

namespace {

struct FixedJokers {
    static constexpr Tile ASIDE = KINDS, ANYWHERE = KINDS + 1;
    std::vector<Tile> stand_for;  // by old joker: a number tile, CLASSIC if it moves, ANYWHERE if nothing is
                                  // said of it, or ASIDE
    Table aside;                  // rows that are laid before the plain program is asked
};

constexpr std::size_t MOST_WAYS = 300;  // plain solves that may be tried before the exact program is asked

// The tiles a classic joker can stand for.
std::vector<Tile> tiles_for(const OldJoker& joker) {
    std::vector<Tile> tiles;
    for (const Role& role : joker.roles)
        for (int c = 0; c < COLOURS; ++c)
            if (role.slot[0].colours >> c & 1) tiles.push_back(tile_of(c, role.slot[0].number));
    std::ranges::sort(tiles);
    tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
    return tiles;
}

// Turns one tile of this kind into the joker, if possible beside a number tile of the joker's old meld.
bool put_back(Table& melds, Tile tile, const Counts& old_numbers) {
    Tile* found = nullptr;
    for (Meld& meld : melds) {
        Tile* const place = std::find(meld.tiles.data(), meld.tiles.data() + meld.size, tile);
        if (place == meld.tiles.data() + meld.size) continue;
        const bool beside = std::any_of(meld.begin(), meld.end(),
                                        [&](Tile t) { return t != tile && !is_joker(t) && old_numbers[t]; });
        if (!found || beside) found = place;
        if (beside) break;
    }
    if (found) *found = CLASSIC;
    return found != nullptr;
}

// Takes the tiles of a row that is laid aside. Nothing: they are not there; else what those of the rack gain.
std::optional<std::int64_t> take(Supply& supply, const Meld& row) {
    std::int64_t gain = 0;
    for (Tile tile : row) {
        if (is_joker(tile)) continue;
        const int c = colour_of(tile), number = number_of(tile);
        if (!supply.have[c][number]) return std::nullopt;
        --supply.have[c][number];
        if (supply.need[c][number])
            --supply.need[c][number];
        else
            gain += supply.gain[c][number];
    }
    return gain;
}

// The rows that replace all jokers of an old meld by the very tiles.
Table rows_for(const JokerRules& jokers, int meld, const Rules& rules) {
    std::vector<Counts> ways{jokers.numbers_of(meld)};
    for (const OldJoker& joker : jokers.old_jokers()) {
        if (joker.meld != meld) continue;
        std::vector<Counts> longer;
        for (const Counts& way : ways)
            for (Counts wanted : jokers.replacements(joker)) {
                for (int kind = 0; kind < NUMBER_KINDS; ++kind)
                    wanted[kind] = std::max(wanted[kind], way[kind]);
                longer.push_back(wanted);
            }
        ways = std::move(longer);
    }
    Table rows;
    for (const Counts& way : ways) {
        Meld row;  // a run rises, a group has its colours in order
        for (Tile tile = 0; tile < NUMBER_KINDS && row.size < NUMBERS; ++tile)
            if (way[tile]) row.push(tile);
        if (is_meld(row, rules)) rows.push_back(row);
    }
    return rows;
}

// All ways to choose an element of each list, as lists; none if there are more than so many.
template <class T>
std::vector<std::vector<T>> one_of_each(const std::vector<std::vector<T>>& lists, std::size_t most) {
    std::vector<std::vector<T>> ways{{}};
    for (const std::vector<T>& list : lists) {
        if (ways.size() * list.size() > most) return {};
        std::vector<std::vector<T>> longer;
        for (const std::vector<T>& way : ways)
            for (const T& each : list) longer.push_back(way), longer.back().push_back(each);
        ways = std::move(longer);
    }
    return ways;
}

bool is_first_of_its_meld(const std::vector<OldJoker>& old, const OldJoker& joker) {
    return &joker == old.data() || (&joker - 1)->meld != joker.meld;
}

// Melds with special jokers stay as they lie; so do all others, if their jokers may not stand for tiles.
FixedJokers as_they_lie(const JokerRules& jokers, bool may_stand) {
    FixedJokers given;
    for (const OldJoker& joker : jokers.old_jokers()) {
        const Meld& meld = jokers.before()[joker.meld];
        const bool stands = may_stand && std::ranges::all_of(meld, [](Tile tile) { return tile <= CLASSIC; });
        given.stand_for.push_back(stands ? tiles_for(joker).front() : FixedJokers::ASIDE);
        if (!stands && is_first_of_its_meld(jokers.old_jokers(), joker)) given.aside.push_back(meld);
    }
    return given;
}

// The number of its tiles, if the meld may be read as a group.
int number_of_group(const JokerRules& jokers, const OldJoker& joker) {
    for (Tile tile : jokers.before()[joker.meld])
        for (const Role& role : joker.roles)
            if (!is_joker(tile) && role.slot[0].number == number_of(tile)) return number_of(tile);
    return 0;
}

// Whether both may end up undisturbed in one meld that cannot be read in one way for both.
bool can_clash(const JokerRules& jokers, const OldJoker& one, const OldJoker& other) {
    const int group = number_of_group(jokers, one), other_group = number_of_group(jokers, other);
    if (group && group == other_group) return true;
    if (!group && !other_group) return false;
    const auto& there = jokers.numbers_of(other.meld);
    return std::ranges::any_of(jokers.before()[one.meld],
                               [&](Tile tile) { return !is_joker(tile) && there[tile]; });
}

// By joker: the tiles that it can stand for, and that it moves, if there are tiles to replace it.
std::vector<std::vector<Tile>> choices_of(const JokerRules& jokers, const Demand& have) {
    const auto is_there = [&](const Counts& wanted) { return demand_of(wanted).within(have); };
    std::vector<std::vector<Tile>> choices;
    for (const OldJoker& joker : jokers.old_jokers()) {
        const bool clashes = std::ranges::any_of(jokers.old_jokers(), [&](const OldJoker& other) {
            return &other != &joker && can_clash(jokers, joker, other);
        });
        choices.push_back(clashes ? std::vector{FixedJokers::ANYWHERE} : tiles_for(joker));
        if (std::ranges::any_of(jokers.replacements(joker), is_there)) choices.back().push_back(CLASSIC);
    }
    return choices;
}

// The jokers that move, a bit each.
unsigned moved_in(const std::vector<Tile>& way) {
    unsigned moved = 0;
    for (std::size_t j = 0; j < way.size(); ++j) moved |= unsigned{way[j] == CLASSIC} << j;
    return moved;
}

// The same with rows aside, in every way: where all jokers of a meld move, rows of the tiles that replace
// them; if all are to be aside, other melds as they lie.
std::vector<FixedJokers> with_rows_aside(const JokerRules& jokers, const Rules& rules,
                                         const std::vector<Tile>& way, bool all_aside) {
    const auto& old = jokers.old_jokers();
    FixedJokers given{way, {}};
    std::vector<Table> rows;
    for (std::size_t j = 0; j < old.size();) {
        std::size_t end = j, moved = 0;
        for (; end < old.size() && old[end].meld == old[j].meld; ++end) moved += way[end] == CLASSIC;
        if (moved == end - j)
            rows.push_back(rows_for(jokers, old[j].meld, rules));
        else if (all_aside && moved)
            return {};
        else if (all_aside)
            rows.push_back({jokers.before()[old[j].meld]});
        for (; j < end; ++j)
            if (all_aside && !moved) given.stand_for[j] = FixedJokers::ASIDE;
    }
    std::vector<FixedJokers> all;
    if (rows.empty()) return all;
    for (const Table& aside : one_of_each(rows, MOST_WAYS)) all.push_back({given.stand_for, aside});
    return all;
}

// The best play with the jokers there, if it is worth so much. SOLVED: none is worth more than the layout's
// value; `found` if there is one by the rules.
Outcome solve_fixed(Search& search, const FixedJokers& fixed, std::int64_t wanted,
                    std::optional<Solution>& found) {
    const Turn& turn = search.turn;
    const JokerRules& jokers = search.jokers();
    Layout& layout = search.programs.layout;
    found.reset();
    Supply supply = supply_of(turn, false);
    supply.jokers = turn.most[CLASSIC];
    supply.jokers_need = turn.least[CLASSIC];
    supply.joker_gain = turn.weight[CLASSIC];
    std::int64_t gained = 0;
    for (const Meld& row : fixed.aside) {
        const std::optional<std::int64_t> gain = take(supply, row);
        if (!gain) return Outcome::IMPOSSIBLE;
        gained += *gain;
    }
    std::vector<std::pair<Tile, int>> stand_ins;
    for (std::size_t j = 0; j < fixed.stand_for.size(); ++j) {
        const Tile tile = fixed.stand_for[j];
        if (tile == FixedJokers::ASIDE) continue;
        // Groups of the plain program hold no more copies of a tile.
        if (is_joker(tile) || supply.have[colour_of(tile)][number_of(tile)] >= MAX_COPIES) {
            ++supply.jokers, ++supply.jokers_need;
            continue;
        }
        stand_ins.emplace_back(tile, jokers.old_jokers()[j].meld);
        ++supply.have[colour_of(tile)][number_of(tile)];
        ++supply.need[colour_of(tile)][number_of(tile)];
    }
    const Outcome outcome = search.programs.plain.solve(supply, layout, wanted - gained);
    if (outcome != Outcome::SOLVED) return outcome;
    layout.value += gained;
    place_all_spares(layout, &jokers);
    for (auto [tile, old] : stand_ins)
        if (!put_back(layout.melds, tile, jokers.numbers_of(old))) return outcome;
    for (const Meld& meld : layout.melds)  // a joker put back may have left no number tile
        if (std::any_of(meld.begin(), meld.end(), is_joker) && !is_meld(meld, search.rules)) return outcome;
    layout.melds.insert(layout.melds.end(), fixed.aside.begin(), fixed.aside.end());
    const Counts after = tiles_of(layout.melds);
    for (int kind = 0; kind < KINDS; ++kind)
        if (after[kind] < turn.on_table[kind] + turn.least[kind]) return outcome;
    if (jokers.hold(layout.melds)) found = solution_of(turn, layout.melds);
    return outcome;
}

}  // namespace

// Every joker of the table where it is: as a tile that it stands for, or, where the rules refuse that, in its
// meld as it lies.
bool with_jokers_fixed(Search& search) {
    const Turn& turn = search.turn;
    bool out_of_budget = search.programs.budget.is_spent();
    const bool must_lay_special = turn.least[DOUBLE] || turn.least[COLOUR_CHANGE] || turn.least[MIRROR];
    if (!must_lay_special && !out_of_budget) {
        std::optional<Solution> found;
        Outcome outcome = Outcome::SOLVED;
        for (const bool may_stand : {search.rules.min_number_tiles == 1, false}) {
            if (found || outcome != Outcome::SOLVED) break;
            outcome =
                solve_fixed(search, as_they_lie(search.jokers(), may_stand), turn.least_wanted(), found);
        }
        out_of_budget = outcome == Outcome::OUT_OF_BUDGET;
        if (!out_of_budget) search.incumbent = found ? found : nothing_laid(turn);
    }
    return search.is_decided() || (out_of_budget && search.give_up());
}

// Every way in which the jokers can stay or move is tried: from above by the plain program, from below
// by the layouts that the rules accept, and by rows laid aside, of the very tiles or as they lay. For the
// exact program only jokers that move in some promising way may move.
bool with_jokers_replaced(Search& search) {
    const Turn& turn = search.turn;
    if (!search.rules.exact_tile_retrieval || !search.rules.min_number_tiles) return false;
    if (turn.has_special_jokers() || !search.jokers().opening().empty()) return false;
    const auto ways = one_of_each(choices_of(search.jokers(), joker_meld_request(turn).have), MOST_WAYS);
    if (ways.empty()) return false;
    const auto threshold = [&] { return search.incumbent ? search.threshold() : turn.least_wanted() - 1; };
    std::vector<std::pair<std::int64_t, unsigned>> bounds;  // of a way, and which jokers move in it
    std::optional<Solution> found;
    for (const std::vector<Tile>& way : ways) {
        const Outcome outcome = solve_fixed(search, {way, {}}, threshold() + 1, found);
        if (outcome == Outcome::OUT_OF_BUDGET) return search.give_up();
        if (outcome == Outcome::IMPOSSIBLE) continue;
        const std::int64_t most = search.programs.layout.value;
        search.improve(found);
        for (const bool all_aside : {false, true})
            for (const FixedJokers& fixed : with_rows_aside(search.jokers(), search.rules, way, all_aside)) {
                if (threshold() >= most) break;
                solve_fixed(search, fixed, threshold() + 1, found);
                search.improve(found);
            }
        if (search.incumbent && turn.any_will_do) return true;
        bounds.emplace_back(most, moved_in(way));
    }
    search.may_move = 0;
    std::int64_t most = threshold();
    for (const auto& [bound, moved] : bounds)
        if (bound > threshold()) search.may_move |= moved, most = std::max(most, bound);
    if (most == threshold()) return search.finish(search.incumbent ? search.incumbent : nothing_laid(turn));
    search.upper_bound = std::min(search.upper_bound, most);
    return false;
}

}  // namespace tilewise
