// Least disruption: of all best plays, the one that leaves most melds as they lie, and of these one that
// moves fewest tiles.
//
// The best weight is known, so the question is which old melds to break to reach it:
//   1. try the two calmest kinds of play: melds of the rack alone, and one old meld that grows;
//   2. HittingSets lists sets of melds that may suffice, smallest first. Whether one may is answered by the
//      plain program and the row search, which know no rule about old jokers;
//   3. for each set the exact program looks for an arrangement of its tiles and the rack's that moves fewest
//      tiles.
#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

#include "answers/hitting_sets.h"
#include "answers/search.h"
#include "plain/joker_placement.h"

namespace tilewise {

namespace {

constexpr int NONE_YET = 1 << 14;  // tiles moved

// ---- 1. the two calmest plays

// One old meld with these number tiles added and nothing else done to it: at the ends of a run, as the last
// of a group, or one tile in the middle of a run, which falls in two there. Empty: not possible.
Table grown(const Meld& old, std::span<const Tile> laid) {
    const Shape shape(old);
    const Tile some = old[shape.first];
    Meld meld = old;
    if (!shape.is_run) {
        const bool fits = laid.size() == 1 && old.size < LARGEST_GROUP &&
                          number_of(laid[0]) == number_of(some) && !(shape.numbers & set_of(laid[0]));
        meld.push(laid[0]);
        return fits ? Table{meld} : Table{};
    }
    int low = shape.low, high = low + old.size - 1;
    if (std::ranges::any_of(laid, [&](Tile tile) { return colour_of(tile) != colour_of(some); })) return {};
    const int number = number_of(laid[0]);
    if (laid.size() == 1 && number >= low + SMALLEST_MELD - 1 && number <= high - SMALLEST_MELD + 1) {
        Table halves(2);
        for (int i = 0; i < old.size; ++i) halves[low + i < number ? 0 : 1].push(old[i]);
        halves[0].push(laid[0]);
        return halves;
    }
    for (Tile tile : laid)  // ascending
        if (number_of(tile) == high + 1 && meld.size < NUMBERS) meld.push(tile), ++high;
    for (std::size_t i = laid.size(); i-- > 0;)
        if (number_of(laid[i]) == low - 1 && meld.size < NUMBERS) {
            std::copy_backward(meld.tiles.begin(), meld.tiles.begin() + meld.size,
                               meld.tiles.begin() + meld.size + 1);
            meld.tiles[0] = laid[i];
            ++meld.size, --low;
        }
    return meld.size == old.size + static_cast<int>(laid.size()) ? Table{meld} : Table{};
}

// Melds of the rack alone, and, if these weigh too little, one old meld that grows and moves nothing. Not for
// racks with special jokers: what these could do alone is not known here.
std::optional<Solution> calmest_at_once(Programs& programs, const Turn& turn, const Solution& best) {
    const Table& before = turn.problem->table;
    const Rules& rules = turn.problem->rules;
    const auto is_legal = [&](const Meld& meld) { return is_meld(meld, rules); };
    Layout& layout = programs.layout;
    Turn own = turn;
    own.on_table = {};
    const Outcome outcome = programs.plain.solve(supply_of(own, true), layout, turn.value_of(best));
    if (outcome == Outcome::OUT_OF_BUDGET) return std::nullopt;
    if (outcome == Outcome::SOLVED) {
        if (!place_all_spares(layout, nullptr)) return std::nullopt;
        if (rules.min_number_tiles > 1 && !std::ranges::all_of(layout.melds, is_legal)) return std::nullopt;
        layout.melds.insert(layout.melds.begin(), before.begin(), before.end());
        return solution_of(turn, layout.melds);
    }
    if (best.laid.size() > LARGEST_GROUP || std::ranges::any_of(best.laid, is_joker)) return std::nullopt;
    for (std::size_t m = 0; m < before.size(); ++m) {
        const bool is_special = std::ranges::any_of(before[m], [](Tile tile) { return tile > CLASSIC; });
        if (!number_tiles_in(before[m]) || is_special) continue;
        const Table pieces = grown(before[m], best.laid);
        if (pieces.empty() || !std::ranges::all_of(pieces, is_legal)) continue;
        Table after = before;
        after[m] = pieces[0];
        after.insert(after.end(), pieces.begin() + 1, pieces.end());
        const Difference change = difference(before, after, rules);
        if (change.gone.size() > 1 || tiles_moved(before, after, change)) continue;
        if (JokerRules(*turn.problem).hold(after)) return solution_of(turn, after);
    }
    return std::nullopt;
}

// ---- 2. sets of melds that may suffice

// The turn as if only these melds lay on the table.
Turn part_of(const Turn& turn, MeldSet broken) {
    Turn part = turn;
    part.on_table = {};
    const Table& before = turn.problem->table;
    for (std::size_t m = 0; m < before.size(); ++m)
        if (broken & one_meld(m))
            for (Tile tile : before[m]) ++part.on_table[tile];
    return part;
}

// Whether the tiles of a part of the table and the rack may be worth so much: first with special jokers taken
// for several classic ones (state_bound.h), then, if there are special ones, by the row search.
Outcome may_reach(Programs& programs, const Turn& part, std::int64_t wanted) {
    const JokerCounts jokers = part.jokers();
    const std::int64_t by_numbers = wanted - part.joker_gain();
    if (StateBound::in_classics(jokers) <= MAX_JOKERS) {
        Supply supply = supply_of(part, false);
        supply.jokers = StateBound::in_classics(jokers);
        const Outcome outcome = programs.plain.solve(supply, programs.layout, by_numbers);
        if (outcome != Outcome::SOLVED) return outcome;
    }
    if (!part.has_special_jokers()) return Outcome::SOLVED;
    RowRequest request;
    request.supply = supply_of(part, false);
    request.jokers = jokers;
    const RowOutcome outcome = programs.rows.solve(request, by_numbers - 1);
    if (outcome == RowOutcome::UNKNOWN && programs.budget.is_spent()) return Outcome::OUT_OF_BUDGET;
    return outcome == RowOutcome::NONE ? Outcome::IMPOSSIBLE : Outcome::SOLVED;
}

// ---- 3. the fewest tiles moved

// The table that breaks one of these sets of melds and moves fewest tiles, fewer than `moved`, which is then
// lowered. None if the rules about jokers allow none.
std::optional<Table> fewest_moved(Programs& programs, const Turn& turn, std::int64_t wanted,
                                  const std::vector<MeldSet>& sets, int& moved, bool& complete) {
    const Table& before = turn.problem->table;
    const JokerRules jokers(*turn.problem);
    std::optional<Table> calmest;
    for (MeldSet broken : sets) {
        if (!complete || !moved) break;
        const Turn part = part_of(turn, broken);
        MoveCount moves(before, broken, turn.problem->opening);
        JokerMeldRequest listed = joker_meld_request(part);
        listed.moves = &moves;
        if (turn.problem->node_budget) listed.row_limit = programs.budget.nodes_left() * ROWS_PER_NODE;
        programs.joker_melds.build(listed, jokers, turn.problem->rules, programs.budget);
        programs.budget.charge(programs.joker_melds.rows() / ROWS_PER_NODE);  // there may be many such lists
        ExactRequest request = exact_request(part);
        request.moves = &moves;
        request.most_moved = moved - 1;
        request.threshold = wanted - 1;
        bound_gains(part, programs.plain, request);
        if (programs.state_bound.fill(request.supply, part.jokers(), programs.plain))
            request.state_bound = &programs.state_bound;
        ExactAnswer answer = programs.exact.solve(request, programs.joker_melds, jokers);
        complete = answer.complete && programs.joker_melds.complete();
        if (!answer.found) continue;
        for (std::size_t m = 0; m < before.size(); ++m)
            if (!(broken & one_meld(m))) answer.melds.push_back(before[m]);
        const bool accepted = jokers.hold(answer.melds);
        assert(accepted);
        complete = complete && accepted;
        if (accepted) calmest = std::move(answer.melds), moved = answer.moved;
    }
    return calmest;
}

}  // namespace

// A set of melds that is small, though perhaps not the smallest, is tried first: if the budget ends the
// search, its play is answered.
Solution least_disruptive(Programs& programs, const Turn& turn, Solution best) {
    const Table& before = turn.problem->table;
    const Difference change = difference(before, best.table, turn.problem->rules);
    if (change.gone.empty()) return best;
    if (!has_special(turn.most))
        if (std::optional<Solution> calm = calmest_at_once(programs, turn, best)) {
            calm->proven = best.proven;
            return *calm;
        }
    const std::int64_t wanted = turn.value_of(best);
    MeldSet gone = 0;
    for (int old : change.gone) gone |= one_meld(old);
    const auto reach = [&](MeldSet broken) { return may_reach(programs, part_of(turn, broken), wanted); };
    HittingSets sets(before, reach, gone);
    int broken = static_cast<int>(change.gone.size()),
        moved = tiles_moved(before, best.table, change);  // by the best so far
    const auto improve = [&](const std::vector<MeldSet>& candidates, int size) {
        int fewest = size < broken ? NONE_YET : moved;
        bool complete = true;
        const std::optional<Table> calmest =
            fewest_moved(programs, turn, wanted, candidates, fewest, complete);
        if (!calmest) return complete;
        const bool proven = best.proven;
        best = solution_of(turn, *calmest);
        best.proven = proven;
        broken = size, moved = fewest;
        return complete;
    };
    MeldSet tried = 0;
    const int small = std::popcount(sets.small());
    if (small < broken && improve({sets.small()}, small)) tried = sets.small();
    std::vector<MeldSet> candidates;
    for (int size = 0; size < broken + (moved > 0); ++size) {
        if (!sets.sets_of(size, candidates)) return unproven(best);
        std::erase(candidates, tried);
        if (!improve(candidates, size)) return unproven(best);
    }
    return best;
}

}  // namespace tilewise
