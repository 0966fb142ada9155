// The layers for Twist: the plain step with what the special jokers leave, and the end at 13.
#include "twist.h"

namespace tilewise {

std::int32_t TwistLayers::bonus_of(const Decision& decision) const {
    std::int32_t bonus = GROUP_USES[decision.groups].jokers && request_->old.group[J][number_];
    for (int c = 0; c < COLOURS; ++c) bonus += decision.runs[c] >> 4 && request_->old.at[J][tile_of(c, number_)];
    return bonus;
}

const TwistLayers::PlainCells& TwistLayers::plain_cells(int specials) {
    PlainCells& plain = plain_cells_[specials];
    if (plain.is_known) return plain;
    plain.is_known = true;
    plain.cells = cells_;
    plain.cells.number = std::min(number_, NUMBERS - 2);   // not trick 3: runs that are too short are paid for at the top
    for (int c = 0; c < COLOURS; ++c) {
        plain.cells.next[c] = static_cast<std::uint8_t>(cells_.next[c] + specials);
        plain.cells.after[c] = static_cast<std::uint8_t>(cells_.after[c] + specials);
    }
    plain.tags = RunUses::tags(plain.cells);
    plain.next = lanes_of(plain.cells.next), plain.after = lanes_of(plain.cells.after);
    return plain;
}

void TwistLayers::spend(const Work& work) {
    const int wanting = short_of(work), classics_left = classics_for_runs(work);
    if (wanting > classics_left) return;
    if (++meter_->nodes > meter_->last_node) overflow_ = true;
    kept_actions_ = NOT_KEPT;
    if (number_ == NUMBERS) {
        Cells cells = cells_;
        std::int64_t value = current_.value;
        for (int c = 0; c < COLOURS; ++c) value += cells.take(c, in_lane(work.taken, c));
        return spend_at_the_top(work, cells, value);
    }
    const int in_use = used(work.key, J), specials = left(work, J) - classics_left + left(work, D) + left(work, C);
    Lanes must = work.joined_must, must_later = 0;   // rows with jokers that are still too short
    int promised = 0, changed = 0;
    for (int i = 0; i < work.outs; ++i) {
        const Token row = work.out[i];
        changed += is_changed(row);
        if (colour_in(row) >= MIRRORED || length_in(row) == 3) continue;
        if (length_in(row) == 1) ++promised;
        else (is_pending(row) ? must_later : must) += lane(colour_in(row));
    }
    // What these rows and those that are plain again want of the next two numbers is not there for the runs of the plain step.
    const PlainCells& plain = plain_cells(specials);
    const int jokers = in_use + classics_left, lacking = sum_of(more_than(must, plain.next));
    const Lanes next_left = more_than(plain.next, must), after_left = more_than(plain.after, must_later);
    if (classics_left < lacking + wanting + sum_of(more_than(lanes_short(work.key), next_left))) return;
    Cells cells = plain.cells;
    cells.jokers = jokers - lacking;
    std::int64_t value = current_.value;
    const Lanes touched = work.taken | must | must_later;
    for (int c = 0; touched >> (12 * c); ++c) {
        if (!in_lane(touched, c)) continue;
        value += cells.take(c, in_lane(work.taken, c));
        cells.next[c] = static_cast<std::uint8_t>(in_lane(next_left, c));
        cells.after[c] = static_cast<std::uint8_t>(in_lane(after_left, c));
    }
    const RunUses::Tags tags = touched ? RunUses::tags(cells) : plain.tags;
    State next;
    next.parent = parent_;
    next.action_count = static_cast<std::uint8_t>(work.actions);
    next.tokens = work.out;
    step(cells, tags, *groups_, run_uses(), work.key & PLAIN_PART, value, [&](Key key, std::int64_t gained, Chosen decision) {
        next.left = static_cast<std::uint16_t>(work.left - beyond_->step(J) * (jokers_in_use(key) - in_use));
        if (floor_.refuses(gained + beyond_->most(number_, number_, next.left))) return;
        next.key = (key | (work.key & ~PLAIN_PART)) + work.joined;
        if ((lanes_all(key) + work.joined_count) & (MAX_OPEN + 1) * ONE_EACH) overflow_ = true;
        // Trick 4 for all colours together: a joker mends one run at a number.
        const Lanes wanted = lanes_must(key) + must;
        const int owed = promised + sum_of(more_than(wanted, next_)) + (changed ? std::max(0, changed - sum_of(more_than(next_, wanted))) : 0);
        const int owed_later = sum_of(more_than(lanes_short(next.key) + must_later, after_));
        const int classics = jokers - jokers_in_use(key);
        const int at_once = classics + specials;
        if (std::max(owed, owed_later) > at_once || owed + owed_later > at_once + specials) return;
        next.value = gained;
        next.bonus = current_.bonus + work.bonus + bonus_of(decision);
        next.decision = decision;
        insert(next);
    });
}

// At 13 nothing goes on: a tile extends a run that is too short, then a long one, then begins one; J, D and C pay for what is
// still too short, one for each tile missing.
void TwistLayers::spend_at_the_top(const Work& work, const Cells& cells, std::int64_t value) {
    const int to_pay = left_to_pay(work) - work.unpaid;
    if (to_pay < 0 || used(work.key, M) < mirrors_need_) return;
    for (int kind = J; kind <= C; ++kind)
        if (used(work.key, kind) < request_->must_lie[kind]) return;
    const Reunions* reunions = request_->reunions;
    const int all_jokers = left(work, J) + 2 * left(work, D) + left(work, C);
    // Whether a run that is topped up holds an old meld, and no joker that is left may lie there.
    const auto is_refused = [&](int c, int number, int length) {
        if (!reunions || !reunions->is_whole(reunions->in_run(c, number, length), number)) return false;
        for (int kind = J; kind <= C; ++kind)
            if (left(work, kind) && !reunions->binds_run(kind, c, number, length, all_jokers)) return false;
        return true;
    };
    for (int i = 0; i < groups_->count; ++i) {
        const std::uint8_t g = groups_->choice[i];
        const int jokers = GROUP_USES[g].jokers;
        if (jokers > classics_for_runs(work) || jokers > to_pay) continue;
        const auto colour = [&](auto&& self, int c, int rest_to_pay, std::int64_t sum, Decision decision) -> void {
            if (c == COLOURS) {
                const std::int32_t bonus = current_.bonus + work.bonus + bonus_of(decision);
                if (floor_.refuses(sum) || (found_ && (sum != best_.value ? sum < best_.value : bonus <= best_.bonus))) return;
                best_ = {work.key + unit(J) * jokers, {}, sum, bonus, parent_, keep_actions(work.actions), Chosen(decision), static_cast<std::uint8_t>(work.actions)};
                found_ = true;
                return;
            }
            const int in_groups = g >> (2 * c) & 3, tiles = cells.have[c] - in_groups;
            if (tiles < 0) return;
            const int one = open_short(work.key, c), must = open_must(work.key, c), all = open_all(work.key, c);
            int least = std::max(0, cells.need[c] - in_groups);
            if (cells.gain[c] >= 0 && !reunions) least = std::max(least, std::min(tiles, all));
            for (int runs = least; runs <= tiles; ++runs) {
                const int cost = one + must - std::min(runs, must) + 2 * std::max(0, runs - all);
                if (cost > rest_to_pay) continue;
                // Where the tiles leave a choice which runs to extend, nothing is refused: a tile may extend a long run instead, or begin one.
                const auto can_leave_single = [&] {
                    if (is_refused(c, NUMBERS - 1, 1)) return false;
                    return (runs < all && cost + 1 <= rest_to_pay) || (cost + 3 <= rest_to_pay && !is_refused(c, NUMBERS, 1));
                };
                if (runs > all && is_refused(c, NUMBERS, 1)) continue;
                if (one && runs >= must && is_refused(c, NUMBERS, 2) && !can_leave_single()) continue;
                if (!runs && ((one && is_refused(c, NUMBERS - 1, 1)) || (must > one && is_refused(c, NUMBERS - 1, 2)))) continue;
                decision.runs[c] = static_cast<std::uint8_t>(runs);
                self(self, c + 1, rest_to_pay - cost, sum + cells.gain[c] * std::max(0, runs + in_groups - cells.need[c]), decision);
            }
        };
        colour(colour, 0, to_pay - jokers, value, Decision{g, {}});
    }
}

}  // namespace tilewise
