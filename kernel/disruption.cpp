// Least disruption: of all best plays, the one that leaves most melds as they lie, and of these one that moves fewest tiles.
#include <algorithm>

#include "ask.h"

namespace tilewise {

void Solver::finish(const Turn& turn, Solution& solution) const {
    solution.nodes = nodes_spent();
    const Table& before = turn.problem->table;
    const Table &opening = turn.problem->opening, &staying = turn.problem->staying;
    solution.table.insert(solution.table.end(), opening.begin(), opening.end());
    solution.kept = static_cast<int>(before.size() + staying.size());
    if (turn.problem->rules.has_melded && !solution.laid.empty()) {
        const Difference change = difference(before, solution.table, turn.problem->rules);
        solution.kept -= static_cast<int>(change.gone.size());
        solution.moved = tiles_moved(before, solution.table, change);
    }
    solution.table.insert(solution.table.end(), staying.begin(), staying.end());
}

namespace {

// One old meld with these number tiles added and nothing else done to it: at the ends of a run, as the last of a group, or
// one tile in the middle of a run, which falls in two there. Empty: not possible.
Table grown(const Meld& old, std::span<const Tile> laid) {
    const Shape shape(old);
    const Tile some = old[shape.first];
    Meld meld = old;
    if (!shape.is_run) {
        const bool fits = laid.size() == 1 && old.size < LARGEST_GROUP && number_of(laid[0]) == number_of(some) && !(shape.numbers & set_of(laid[0]));
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
            std::copy_backward(meld.tiles.begin(), meld.tiles.begin() + meld.size, meld.tiles.begin() + meld.size + 1);
            meld.tiles[0] = laid[i];
            ++meld.size, --low;
        }
    return meld.size == old.size + static_cast<int>(laid.size()) ? Table{meld} : Table{};
}

}  // namespace

// The two calmest plays that one can hope for, tried before any search: melds of the rack alone, and, if these weigh too
// little, one old meld that grows and moves nothing. Else `fewest` says how many melds must be broken at least. Not for racks with
// special jokers: what these could do alone is not known here.
std::optional<Solution> Solver::calm_at_once(const Turn& turn, const Solution& best, int& fewest) {
    const Table& before = turn.problem->table;
    const auto is_legal = [&](const Meld& meld) { return is_meld(meld, turn.problem->rules); };
    Turn own = turn;
    own.on_table = {};
    const Layers::Outcome outcome = layers_.solve(supply_of(own, true), layout_, value_of(turn, best));
    if (outcome == Layers::Outcome::OUT_OF_NODES) return std::nullopt;
    if (outcome == Layers::Outcome::SOLVED) {
        if (!place_all_spares(layout_, nullptr)) return std::nullopt;
        if (turn.problem->rules.min_number_tiles > 1 && !std::ranges::all_of(layout_.melds, is_legal)) return std::nullopt;
        layout_.melds.insert(layout_.melds.begin(), before.begin(), before.end());
        return solution_of(turn, layout_.melds);
    }
    fewest = 1;
    if (best.laid.size() > LARGEST_GROUP || std::ranges::any_of(best.laid, is_joker)) return std::nullopt;
    for (std::size_t m = 0; m < before.size(); ++m) {
        if (!number_tiles_in(before[m]) || std::ranges::any_of(before[m], [](Tile tile) { return tile > CLASSIC; })) continue;
        const Table pieces = grown(before[m], best.laid);
        if (pieces.empty() || !std::ranges::all_of(pieces, is_legal)) continue;
        Table after = before;
        after[m] = pieces[0];
        after.insert(after.end(), pieces.begin() + 1, pieces.end());
        const Difference change = difference(before, after, turn.problem->rules);
        if (change.gone.size() > 1 || tiles_moved(before, after, change) || !JokerRules(*turn.problem).hold(after)) continue;
        return solution_of(turn, after);
    }
    return std::nullopt;
}

// The best weight is known, so this is a search for a table that reaches it: with one old meld broken, then with two.
// Keeping says which sets of melds may suffice; each is a small problem, where everything else stays as it lies.
Solution Solver::least_disruptive(const Turn& turn, Solution best) {
    const Table& before = turn.problem->table;
    const Rules& rules = turn.problem->rules;
    const Difference change = difference(before, best.table, rules);
    const int bound = static_cast<int>(change.gone.size());  // losses we can do with
    if (bound == 0) return best;
    const bool special = has_special(turn.on_table) || has_special(turn.most);
    const bool jokers_matter = has_joker(turn.on_table) && (rules.exact_tile_retrieval || rules.group3_both_colours || rules.joker_reuse_any_set);
    const bool numbers_matter = rules.min_number_tiles != 1 && (has_joker(turn.on_table) || has_joker(turn.most));
    int fewest = 0;
    if (std::optional<Solution> calm = has_special(turn.most) ? std::nullopt : calm_at_once(turn, best, fewest)) {
        calm->proven = best.proven;
        return *calm;
    }
    if (special || numbers_matter || jokers_matter || !turn.problem->opening.empty()) return least_disruptive_by_items(turn, std::move(best), change);
    const Supply supply = supply_of(turn, true);
    const std::int64_t wanted = value_of(turn, best);
    keeping_.prepare(before, supply, wanted, layers_);
    const Settler settler(before);
    std::vector<MeldSet> sets;
    for (int size = fewest; size <= bound; ++size) {
        const int most_moved = size < bound ? FAR_TOO_MANY : tiles_moved(before, best.table, change) - 1;
        if (most_moved < 0) break;
        if (!keeping_.sets_of(size, sets)) return unproven(best);
        bool complete = true;
        std::optional<Table> calmest = fewest_moved(turn, wanted, sets, settler, most_moved, complete);
        if (calmest && !settler.holds(*calmest) && !JokerRules(*turn.problem).hold(*calmest))
            return least_disruptive_by_items(turn, std::move(best), change);
        if (calmest) {
            const bool proven = best.proven && complete;
            best = solution_of(turn, *calmest);
            best.proven = proven;
            return best;
        }
        if (!complete) return unproven(best);
    }
    return best;
}

// The table that breaks one of these sets of melds and moves fewest tiles, at most so many; nothing if the rules about jokers allow none.
std::optional<Table> Solver::fewest_moved(const Turn& turn, std::int64_t wanted, const std::vector<MeldSet>& sets, const Settler& settler,
                                          int most_moved, bool& complete) {
    const Table& before = turn.problem->table;
    std::optional<Table> calmest;
    LabelRequest request;
    request.calm = true;
    request.most_moved = most_moved;
    request.floor = wanted - 1;
    for (MeldSet broken : sets) {
        if (request.most_moved < 0) break;
        const Supply supply = keeping_.supply_with(broken);
        complete = ahead_.fill(supply, layers_, wanted);
        if (!complete) break;
        labels_.prepare(supply, turn.most[CLASSIC], settler, ahead_, ~broken);
        limit(request);
        LabelAnswer answer = labels_.solve(request);
        complete = answer.complete;
        if (!complete) break;
        if (!answer.found) continue;
        for (std::size_t m = 0; m < before.size(); ++m)
            if (!(broken & one_meld(m))) answer.melds.push_back(before[m]);
        calmest = std::move(answer.melds);
        request.most_moved = answer.moved - 1;
    }
    return calmest;
}

}  // namespace tilewise
