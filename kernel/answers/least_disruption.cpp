// Least disruption: of all best plays, one that leaves most melds as they lie, and of these one that moves
// fewest tiles.
//
// The best value is known, so the question is which old melds to break to reach it:
//   1. HittingSets lists sets of melds that may suffice, smallest first. The plain program and the row search
//      decide whether a set may; they ignore the rules for old jokers.
//   2. For each set, the exact program lays out its tiles and the rack's, so that fewest tiles move.
//   3. The first size for which some layout obeys the rules is the answer.
#include <algorithm>
#include <bit>
#include <cassert>

#include "answers/hitting_sets.h"
#include "answers/search.h"

namespace tilewise {

namespace {

constexpr int NONE_YET = 1 << 14;  // tiles moved

// ---- sets of melds that may suffice

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

// ---- the fewest tiles moved

// The table that breaks one of these sets of melds and moves fewest tiles, fewer than `moved`, which is then
// lowered. None if the rules about jokers allow none.
std::optional<Table> fewest_moved(Programs& programs, const Turn& turn, std::int64_t wanted,
                                  const std::vector<MeldSet>& sets, int& moved, bool& complete) {
    const Table& before = turn.problem->table;
    const JokerRules jokers(*turn.problem);
    std::optional<Table> least_moved;
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
        if (accepted) least_moved = std::move(answer.melds), moved = answer.moved;
    }
    return least_moved;
}

}  // namespace

// A set of melds that is small, though perhaps not the smallest, is tried first: if the budget ends the
// search, its play is answered.
Solution least_disruptive(Programs& programs, const Turn& turn, Solution best) {
    const Table& before = turn.problem->table;
    const Difference change = difference(before, best.table, turn.problem->rules);
    if (change.gone.empty()) return best;
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
        const std::optional<Table> least_moved =
            fewest_moved(programs, turn, wanted, candidates, fewest, complete);
        if (!least_moved) return complete;
        const bool proven = best.proven;
        best = solution_of(turn, *least_moved);
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
