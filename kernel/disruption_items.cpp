// Least disruption for Twist and for house rules about jokers, where melds with jokers are items of the exact program.
//
// The way is that of disruption.cpp: which old melds must be broken, fewest first, and for each set of them that may suffice a search
// among their tiles and the rack's for the arrangement that moves fewest tiles. What may suffice is said by programs that
// ask no rule about old jokers; the exact program has the last word.
#include <algorithm>
#include <bit>
#include <cassert>

#include "ask.h"
#include "breaking.h"

namespace tilewise {

namespace {

constexpr int NONE_YET = 1 << 14;

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

JokersLeft jokers_of(const Turn& turn) {
    JokersLeft all;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) all[kind] = turn.on_table[CLASSIC + kind] + turn.most[CLASSIC + kind];
    return all;
}

}  // namespace

// Whether the tiles of a part of the table and the rack may be worth so much: first with special jokers taken for several classic
// ones (twist_ahead.h), then, if there are special ones, by the relaxed layers (twist.h).
Layers::Outcome Solver::may_reach(const Turn& part, std::int64_t wanted) {
    const JokersLeft jokers = jokers_of(part);
    const std::int64_t by_numbers = wanted - joker_hope_of(part);
    if (TwistAhead::in_classics(jokers) <= MAX_JOKERS) {
        Supply supply = supply_of(part, false);
        supply.jokers = TwistAhead::in_classics(jokers);
        const Layers::Outcome outcome = layers_.solve(supply, layout_, by_numbers);
        if (outcome != Layers::Outcome::SOLVED) return outcome;
    }
    if (!has_special(part.on_table) && !has_special(part.most)) return Layers::Outcome::SOLVED;
    TwistRequest request;
    request.supply = supply_of(part, true);
    request.jokers = jokers;
    request.floor = by_numbers - 1;
    limit(request);
    const TwistOutcome outcome = twist_.solve(request);
    if (outcome == TwistOutcome::NO_BOUND && is_out_of_budget()) return Layers::Outcome::OUT_OF_NODES;
    return outcome == TwistOutcome::NOTHING_ABOVE_FLOOR ? Layers::Outcome::IMPOSSIBLE : Layers::Outcome::SOLVED;
}

// A set of melds that is small, though perhaps not the smallest, is tried first: if the budget ends the search, its play is answered.
Solution Solver::least_disruptive_by_items(const Turn& turn, Solution best, const Difference& change) {
    const Table& before = turn.problem->table;
    const std::int64_t wanted = value_of(turn, best);
    MeldSet gone = 0;
    for (int old : change.gone) gone |= one_meld(old);
    Breaking breaking(before, [&](MeldSet broken) { return may_reach(part_of(turn, broken), wanted); }, gone);
    int broken = static_cast<int>(change.gone.size()), moved = tiles_moved(before, best.table, change);  // by the best play so far
    const auto improve = [&](const std::vector<MeldSet>& sets, int size) {
        int fewest = size < broken ? NONE_YET : moved;
        bool complete = true;
        const std::optional<Table> calmest = fewest_moved_by_items(turn, wanted, sets, fewest, complete);
        if (!calmest) return complete;
        const bool proven = best.proven;
        best = solution_of(turn, *calmest);
        best.proven = proven;
        broken = size, moved = fewest;
        return complete;
    };
    MeldSet tried = 0;
    if (const int small = std::popcount(breaking.small()); small < broken && improve({breaking.small()}, small)) tried = breaking.small();
    std::vector<MeldSet> sets;
    for (int size = 0; size < broken + (moved > 0); ++size) {
        if (!breaking.sets_of(size, sets)) return unproven(best);
        std::erase(sets, tried);
        if (!improve(sets, size)) return unproven(best);
    }
    return best;
}

// The table that breaks one of these sets of melds and moves fewest tiles, fewer than `moved`, which it then tells; nothing if the
// rules about jokers allow none.
std::optional<Table> Solver::fewest_moved_by_items(const Turn& turn, std::int64_t wanted, const std::vector<MeldSet>& sets, int& moved, bool& complete) {
    const Table& before = turn.problem->table;
    const JokerRules jokers(*turn.problem);
    std::optional<Table> calmest;
    for (MeldSet broken : sets) {
        if (!complete || !moved) break;
        const Turn part = part_of(turn, broken);
        MoveCount moves(before, broken, turn.problem->opening);
        ItemRequest listed = item_request(part, deadline_ns_);
        listed.moves = &moves;
        if (turn.problem->node_budget) listed.row_limit = nodes_left() * ROWS_PER_NODE;
        items_.build(listed, jokers, turn.problem->rules);
        exact_.nodes += items_.rows() / ROWS_PER_NODE;  // one list is within the budget of a call, but there may be many
        ExactRequest request = exact_request(part);
        request.moves = &moves;
        request.most_moved = moved - 1;
        request.floor = wanted - 1;
        fill_ahead(part, layers_, request);
        if (twist_ahead_.fill(request.supply, jokers_of(part), layers_)) request.state_ahead = &twist_ahead_;
        limit(request);
        ExactAnswer answer = exact_.solve(request, items_, jokers);
        complete = answer.complete && items_.complete();
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

}  // namespace tilewise
