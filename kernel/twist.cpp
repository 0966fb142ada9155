// The layers for Twist: tokens first, then special jokers, then the plain step.
#include "twist.h"

#include <cassert>
#include <utility>

namespace tilewise {

namespace {

constexpr Key PLAIN_PART = (Key{1} << (JOKER_SHIFT + 3)) - 1;  // open runs and classic jokers
constexpr int J = 0, D = 1, C = 2, M = 3;

// What one more open run of this length adds to the key: p1, p2, and the complement of p3.
constexpr Key run_in_key(int c, int length) {
    return (static_cast<Key>((length == 1) | (length <= 2) << 4) << (12 * c)) - (Key{256} << (12 * c));
}

constexpr int longer(int length) { return std::min(3, length + 1); }

}  // namespace

// ---- small steps of a work

// The states of one work share its actions.
std::uint32_t TwistLayers::keep_actions(int count) {
    if (kept_actions_ == NOT_KEPT) {
        kept_actions_ = static_cast<std::uint32_t>(done_.size());
        done_.insert(done_.end(), doing_.begin(), doing_.begin() + count);
    }
    return kept_actions_;
}

void TwistLayers::join(Work& work, int c, int length) {
    if (number_ == NUMBERS) {
        work.unpaid += 3 - length;
        return;
    }
    work.joined += run_in_key(c, length);
    ++work.joined_count[c];
}

// A double or a mirror that crosses the cut is counted on both sides.
void TwistLayers::leave(Work& work, Token token) {
    if (is_pending(token)) work.left += beyond_->step(D);
    if (colour_in(token) >= MIRRORED) work.left += beyond_->step(M);
    if (work.outs == MOST_TOKENS) {
        overflow_ = true;
    } else {
        int at = work.outs++;
        for (; at > 0 && work.out[at - 1] > token; --at) work.out[at] = work.out[at - 1];
        work.out[at] = token;
    }
}

// ---- tokens

void TwistLayers::expand(std::uint32_t index) {
    current_ = states_[index];
    parent_ = index;
    Work work;
    work.key = current_.key;
    JokersLeft left_by_kind;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) left_by_kind[kind] = left(work, kind);
    work.left = beyond_->index(left_by_kind);
    resolve(work, current_.tokens, 0);
}

void TwistLayers::resolve(Work work, std::uint64_t tokens, int slot) {
    if (!tokens) return double_runs(work, 0);
    const auto token = static_cast<Token>(tokens & 255);
    tokens >>= 8;
    if (colour_in(token) >= MIRRORED) return resolve_mirror(work, tokens, slot, token);
    join(work, colour_in(token), length_in(token));
    resolve(work, tokens, slot + 1);
}

// A mirrored run: it ends, or a column follows: two tiles, one and a joker, or jokers only (then any colour may follow).
void TwistLayers::resolve_mirror(const Work& work, std::uint64_t tokens, int slot, Token token) {
    const int spec = colour_in(token) - MIRRORED;
    const auto go_on = [&](Work next, int colour, int tiles, int kind) {
        if (kind != NO_JOKER && (!left(next, kind) || (kind == D && number_ == NUMBERS))) return;
        if (kind != NO_JOKER) put(next, kind);
        const bool goes_on = number_ < NUMBERS && (mirrors_need_ || kind == D);
        if (goes_on) leave(next, mirror_token(colour, kind));
        note(next, {.act = Act::COLUMN, .slot = static_cast<std::uint8_t>(slot), .colour = static_cast<std::uint8_t>(colour),
                    .length = static_cast<std::uint8_t>(tiles), .kind = static_cast<std::uint8_t>(kind), .goes_on = goes_on});
        resolve(next, tokens, slot + 1);
    };
    const bool is_any = mirrors_need_, wants_double = is_pending(token) && spec < COLOURS && !is_any;
    if (!is_pending(token)) resolve(work, tokens, slot + 1);
    for (int c = 0; c < COLOURS && !wants_double; ++c) {
        const bool other = spec != c && spec != COLOURS;
        if (other && !is_changing(token)) continue;
        Work next = work;
        if (!take(next, c)) continue;
        if (other) {
            go_on(next, c, 1, C);
            continue;
        }
        for (int kind = J; kind <= C && !is_pending(token); ++kind)
            if (is_any || (kind != D && length_in(token) == OF_TWO)) go_on(next, c, 1, kind);
        if (is_pending(token)) go_on(next, c, 1, NO_JOKER);
        if ((is_any || !is_pending(token)) && take(next, c)) go_on(next, c, 2, NO_JOKER);
    }
    for (int kind = J; kind <= C && number_ < NUMBERS; ++kind)
        if (is_any || (wants_double && kind == D)) go_on(work, COLOURS, 0, kind);
}

// ---- special jokers

namespace {

int runs_of_length(Key key, int c, int length) {
    if (length == 1) return open_short(key, c);
    return length == 2 ? open_must(key, c) - open_short(key, c) : open_all(key, c) - open_must(key, c);
}

}  // namespace

// Runs that must go on here, and no tile to do so. Each D or C that is put to a run takes one away; the later steps take none.
int TwistLayers::short_of(const Work& work) const {
    int runs = 0;
    for (int c = 0; c < COLOURS && number_ < NUMBERS; ++c) runs += std::max(0, open_must(work.key, c) - tiles_left(work, c));
    return runs;
}

// D after plain runs.
void TwistLayers::double_runs(const Work& work, int from) {
    if (overflow_ || is_beyond_reach(work)) return;
    const int wanting = short_of(work) - left(work, J) - left(work, C);
    if (wanting > left(work, D)) return;
    if (wanting <= 0) change_runs(work, 0);
    if (number_ == NUMBERS || !left(work, D)) return;
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        if (!cells_.after[c] && (length == 3 || (length == 1 && left_to_pay(work) < 2))) continue;
        Work next = work;
        next.key -= run_in_key(c, length);
        put(next, D);
        leave(next, token_of(c, longer(length), true));
        next.bonus += request_->old.at[D][tile_of(c, number_)];
        note(next, {.act = Act::STRETCH, .colour = static_cast<std::uint8_t>(c), .length = static_cast<std::uint8_t>(length)});
        double_runs(next, option);
    }
}

// Whether a run of two tiles or fewer over this number, with a C put now, can ever get a tile of this colour: jokers fill the gap.
bool TwistLayers::can_go_on(const Work& work, int colour) const {
    return left(work, C) > 1 || cells_.gap[colour] - 1 <= left(work, J) + 2 * left(work, D);
}

// C after plain runs. Where only jokers follow, the C can as well be the last of them; so a run that goes on goes on to a tile.
void TwistLayers::change_runs(const Work& work, int from) {
    if (overflow_ || is_beyond_reach(work)) return;
    const int wanting = short_of(work) - left(work, J);
    if (wanting > left(work, C)) return;
    if (wanting <= 0) mirror(work, 0);
    if (number_ == NUMBERS || !left(work, C)) return;
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        for (int to = 0; to <= COLOURS; ++to) {
            if (to == c || (to == COLOURS && length != 2)) continue;
            if (to < COLOURS && !cells_.next[to] && (length == 3 || !can_go_on(work, to))) continue;
            Work next = work;
            put(next, C);
            next.key -= run_in_key(c, length);
            if (to < COLOURS) join(next, to, longer(length));
            next.bonus += request_->old.at[C][tile_of(c, number_)];
            note(next, {.act = Act::CHANGE, .colour = static_cast<std::uint8_t>(c), .length = static_cast<std::uint8_t>(length),
                        .to = static_cast<std::uint8_t>(to)});
            change_runs(next, option);
        }
    }
}

// Every mirror that may begin at this number: a column of a run, or those of a group.
void TwistLayers::list_mirrors() {
    mirrors_.clear();
    if (!request_->jokers[M]) return;
    const auto add = [&](Action mirror, int kind, int classics, int doubles) {
        mirror.kind = static_cast<std::uint8_t>(kind);
        mirror.classics = static_cast<std::uint8_t>(classics), mirror.doubles = static_cast<std::uint8_t>(doubles);
        mirrors_.push_back(mirror);
    };
    for (int counts = 1; counts < 81; ++counts) {
        Action mirror{.act = Act::REFLECT};
        int columns = 0, singles = 0;
        bool enough = true;
        for (int c = 0, rest = counts; c < COLOURS; ++c, rest /= 3) {
            const int tiles = rest % 3;
            mirror.tiles[c] = static_cast<std::uint8_t>(tiles);
            columns += tiles > 0, singles += tiles == 1;
            enough = enough && tiles <= cells_.have[c];
            if (tiles) mirror.colour = static_cast<std::uint8_t>(c);
        }
        mirror.length = static_cast<std::uint8_t>(columns);
        if (!enough || (!mirrors_need_ && (columns > 2 || (columns == 2 && singles == 2)))) continue;
        if (!singles) {
            add(mirror, NO_JOKER, 0, 0);
        } else if (columns == 1) {
            add(mirror, J, 0, 0), add(mirror, C, 0, 0);
            if (number_ < NUMBERS && (mirrors_need_ || (cells_.after[mirror.colour] && request_->jokers[D] >= 2))) add(mirror, D, 0, 0);
        } else {
            for (int doubles = 0; doubles <= (mirrors_need_ ? singles / 2 : 0); ++doubles) add(mirror, NO_JOKER, singles - 2 * doubles, doubles);
        }
    }
}

// Mirrors, in the order of the list, so that none are tried twice.
void TwistLayers::mirror(const Work& work, std::size_t from) {
    if (overflow_ || is_beyond_reach(work)) return;
    double_groups(work, 0);
    if (!left(work, M)) return;
    for (std::size_t i = from; i < mirrors_.size(); ++i) {
        if (!can_reflect(work, mirrors_[i])) continue;
        Work next = work;
        reflect(next, mirrors_[i]);
        mirror(next, i);
    }
}

// If as many runs of a colour are open as tiles are left, as many are lonely without the tiles of a column as it takes.
bool TwistLayers::can_reflect(const Work& work, const Action& mirror) const {
    for (int c = 0; c < COLOURS; ++c) {
        if (mirror.tiles[c] > tiles_left(work, c)) return false;
        if (mirror.tiles[c] && lonely_runs(work, c) >= 0 && (!mirrors_need_ || (mirror.length > 1 && mirror.tiles[c] == 2))) return false;
    }
    if (left(work, J) < mirror.classics || left(work, D) < mirror.doubles) return false;
    return mirror.kind == NO_JOKER || left(work, mirror.kind) > (mirror.kind == D && !mirrors_need_);
}

void TwistLayers::reflect(Work& work, Action action) {
    for (int c = 0; c < COLOURS; ++c) {
        take(work, c, action.tiles[c]);
        if (action.tiles[c] == 2) work.bonus += request_->old.at[M][tile_of(c, number_)];
    }
    put(work, M), put(work, J, action.classics), put(work, D, action.doubles);
    if (action.kind != NO_JOKER) put(work, action.kind);
    action.goes_on = action.length == 1 && number_ < NUMBERS && (mirrors_need_ || can_be_mirrored_on(work, action.colour, action.kind));
    if (action.goes_on) leave(work, mirror_token(action.colour, action.kind));
    note(work, action);
}

// Whether a second column can follow.
bool TwistLayers::can_be_mirrored_on(const Work& work, int c, int kind) const {
    if (kind == D || cells_.next[c] >= 2) return true;
    if (kind == NO_JOKER) return cells_.next[c] && left(work, J) + left(work, C);
    return kind == C && left(work, C) && cells_.next[0] + cells_.next[1] + cells_.next[2] + cells_.next[3] > cells_.next[c];
}

// Groups of two tiles and a D, or one, a J and a D.
void TwistLayers::double_groups(const Work& work, int from) {
    if (overflow_ || is_beyond_reach(work)) return;
    spend(work);
    if (!left(work, D)) return;
    for (int option = from; option < COLOURS * COLOURS; ++option) {
        const int one = option / COLOURS, other = option % COLOURS;
        if (other < one || !tiles_left(work, one) || !tiles_left(work, other) || (other == one && !left(work, J))) continue;
        if (lonely_runs(work, one) >= 0 && lonely_runs(work, other) >= 0) continue;
        Work next = work;
        Action action{.act = Act::DOUBLE_GROUP, .classics = other == one};
        for (int c : {one, other}) take(next, c, !std::exchange(action.tiles[c], 1));
        put(next, D), put(next, J, action.classics);
        next.bonus += request_->old.group[D][number_];
        note(next, action);
        double_groups(next, option);
    }
}

// ---- the plain step with what is left

std::int32_t TwistLayers::bonus_of(const Decision& decision) const {
    std::int32_t bonus = GROUP_USES[decision.groups].jokers && request_->old.group[J][number_];
    for (int c = 0; c < COLOURS; ++c) bonus += decision.runs[c] >> 4 && request_->old.at[J][tile_of(c, number_)];
    return bonus;
}

void TwistLayers::spend(const Work& work) {
    if (short_of(work) > left(work, J)) return;
    if (++meter_->nodes > meter_->last_node) overflow_ = true;
    Cells cells = cells_;
    std::int64_t value = current_.value;
    for (int c = 0; c < COLOURS; ++c) {
        value += cells.gain[c] * std::max(0, work.taken[c] - cells.need[c]);
        cells.have[c] -= work.taken[c];
        cells.need[c] = std::max(0, cells.need[c] - work.taken[c]);
    }
    kept_actions_ = NOT_KEPT;
    if (number_ == NUMBERS) return spend_at_the_top(work, cells, value);
    const int specials = left(work, D) + left(work, C);
    for (int c = 0; c < COLOURS; ++c) cells.next[c] += specials, cells.after[c] += specials;
    cells.number = std::min(number_, NUMBERS - 2);  // not trick 3: runs that are too short are paid for at the top
    State next;
    next.parent = parent_;
    next.action_count = static_cast<std::uint8_t>(work.actions);
    next.tokens = 0;
    for (int i = 0; i < work.outs; ++i) next.tokens = next.tokens << 8 | work.out[i];
    step(cells, groups_, run_uses(), work.key & PLAIN_PART, value, [&](Key key, std::int64_t gained, const Decision& decision) {
        if (gained + beyond_->rest(number_) <= floor_) return;
        next.key = (key | (work.key & ~PLAIN_PART)) + work.joined;
        int owed = 0, owed_later = 0;  // trick 4 for all colours together: a joker mends one run at a number
        for (int c = 0; c < COLOURS; ++c) {
            if (open_all(key, c) + work.joined_count[c] > MAX_OPEN) overflow_ = true;
            owed += std::max(0, open_must(next.key, c) - cells_.next[c]);
            owed_later += std::max(0, open_short(next.key, c) - cells_.after[c]);
        }
        const int classics = request_->jokers[J] - (static_cast<int>(key >> JOKER_SHIFT) & 7);
        if (std::max(owed, owed_later) > classics + specials || owed + owed_later > classics + 2 * specials) return;
        next.value = gained;
        next.left = static_cast<std::uint8_t>(work.left - (jokers_in_use(key) - used(work.key, J)));
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
    for (int i = 0; i < groups_.count; ++i) {
        const std::uint8_t g = groups_.choice[i];
        const int jokers = GROUP_USES[g].jokers;
        if (jokers > left(work, J) || jokers > to_pay) continue;
        const auto colour = [&](auto&& self, int c, int rest_to_pay, std::int64_t sum, Decision decision) -> void {
            if (c == COLOURS) {
                const std::int32_t bonus = current_.bonus + work.bonus + bonus_of(decision);
                if (sum <= floor_ || (found_ && (sum != best_.value ? sum < best_.value : bonus <= best_.bonus))) return;
                best_ = {work.key + unit(J) * jokers, 0, sum, bonus, parent_, keep_actions(work.actions), static_cast<std::uint8_t>(work.actions), decision};
                found_ = true;
                return;
            }
            const int in_groups = g >> (2 * c) & 3, tiles = cells.have[c] - in_groups;
            if (tiles < 0) return;
            const int one = open_short(work.key, c), must = open_must(work.key, c), all = open_all(work.key, c);
            int least = std::max(0, cells.need[c] - in_groups);
            if (cells.gain[c] >= 0) least = std::max(least, std::min(tiles, all));
            for (int runs = least; runs <= tiles; ++runs) {
                const int cost = one + must - std::min(runs, must) + 2 * std::max(0, runs - all);
                if (cost > rest_to_pay) continue;
                decision.runs[c] = static_cast<std::uint8_t>(runs);
                self(self, c + 1, rest_to_pay - cost, sum + cells.gain[c] * std::max(0, runs + in_groups - cells.need[c]), decision);
            }
        };
        colour(colour, 0, to_pay - jokers, value, Decision{g, {}});
    }
}

}  // namespace tilewise
