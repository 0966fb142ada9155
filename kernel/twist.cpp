// The layers for Twist: tokens first, then special jokers, then the plain step.
#include "twist.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

// ---- small steps of a work

void TwistLayers::note(Work& work, const Action& action) {
    if (work.actions == MOST_ACTIONS) overflow_ = true;
    else doing_[work.actions++] = action;
}

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
    work.joined_must += lane(c, length == 2);
    work.joined_count += lane(c);
}

// A double or a mirror that crosses the cut is counted on both sides.
void TwistLayers::leave(Work& work, Token token) {
    if (is_pending(token)) work.left += beyond_->step(D) * (is_mirror(token) && length_in(token) == BOTH ? 2 : 1);
    if (is_mirror(token)) work.left += beyond_->step(M);
    if (work.outs == MOST_TOKENS) {
        overflow_ = true;
    } else {
        int at = work.outs++;
        for (; at > 0 && work.out[at - 1] < token; --at) work.out[at] = work.out[at - 1];
        work.out[at] = token;
    }
}

// ---- the rule about new sets, as far as it is known (reunions.h)

TwistLayers::Bond TwistLayers::with_tiles(Bond bond, int tiles, int colour) const {
    const Reunions* reunions = request_->reunions;
    if (!reunions) return {};
    return {bond.binds, reunions->with_tiles(bond.held, tiles, colour, number_), static_cast<Reunions::Kinds>(bond.away & ~reunions->company(colour, number_))};
}

TwistLayers::Bond TwistLayers::with_joker(Bond bond, int kind, int colour) const {
    const Reunions* reunions = request_->reunions;
    if (!reunions) return {};
    return {bond.binds || (kind != NO_JOKER && reunions->binds(kind, colour, number_)), reunions->with_joker(bond.held, number_), bond.away};
}

// ---- rows with jokers

void TwistLayers::expand(std::uint32_t index) {
    current_ = states_[index];
    parent_ = index;
    Work work;
    work.key = current_.key;
    work.left = beyond_->index({left(work, J), left(work, D), left(work, C), left(work, M)});
    resolve(work, 0);
}

void TwistLayers::resolve(const Work& work, int slot) {
    const Token token = slot < MOST_TOKENS ? current_.tokens[slot] : 0;
    if (!token) {
        if (!is_hopeless(work)) promise(work, 0);
    } else if (is_changed(token)) {
        resolve_changed(work, slot);
    } else if (is_mirror(token)) {
        resolve_mirror(work, slot);
    } else {
        resolve_run(work, slot);
    }
}

// A row with jokers: a double fills this number, or it ends, or a tile or a joker goes on with it. With three tiles it goes on with a joker only
// below a tile; at 13 it ends. A single tile was promised a joker.
void TwistLayers::resolve_run(const Work& work, int slot) {
    const Token token = current_.tokens[slot];
    const int c = colour_in(token), length = length_in(token);
    const Bond bond = bond_in(token);
    Action action{.act = Act::GO_ON, .slot = static_cast<std::uint8_t>(slot), .colour = static_cast<std::uint8_t>(c)};
    const auto then = [&](const Work& next) { resolve(next, slot + 1); };
    if (is_pending(token)) {
        Work filled = work;
        go_on_with(filled, action, c, length, with_joker(bond, NO_JOKER, c));
        return then(filled);
    }
    if (length == 3 || number_ == NUMBERS) {
        Work ended = work;
        ended.unpaid += 3 - length;
        note(ended, action);
        then(ended);
    }
    Work longer_by_one = work;
    const Bond with_tile = with_tiles(bond, 1, c);
    if (length > 1 && obeys(with_tile) && take(longer_by_one, c)) {
        action.length = 1;
        go_on_with(longer_by_one, action, c, longer(length), with_tile);
        then(longer_by_one);
    }
    if (number_ == NUMBERS) return;
    action.length = 0, action.token = 0, action.to = COLOURS;
    const auto put = [&](int kind, int to) {
        action.kind = static_cast<std::uint8_t>(kind);
        put_joker(work, action, bond, length, to, 0, then);
    };
    if (left(work, J) && (length < 3 || cells_.next[c])) put(J, c);
    if (left(work, D) && (length < 3 || cells_.after[c])) put(D, c);
    for (int to = 0; left(work, C) && to <= COLOURS; ++to)
        if (to == COLOURS ? length <= 2 : to != c && (length < 3 || cells_.next[to])) put(C, to);
}

// A joker goes on with a row. If the rule forbids it there, but not at the other end, no tile may follow: the row ends with it, or with one more. (A single tile ends with
// a C, to no colour, only then.)
void TwistLayers::put_joker(Work work, Action action, Bond bond, int length, int to, int alike, auto&& then) {
    put(work, action.kind);
    const Bond now = with_joker(bond, action.kind, action.colour);
    if (obeys(now)) {
        if (to == COLOURS && length == 1) return;
        go_on_with(work, action, to, longer(length), now);
        return then(work);
    }
    if (length == 3 || (to != action.colour && to != COLOURS)) return;
    const Reunions& reunions = *request_->reunions;
    const int jokers = 2 + left(work, J) + 2 * left(work, D) + left(work, C);  // at its ends, this one among them
    if (action.act == Act::PUT ? reunions.binds_run(action.kind, action.colour, number_ - 1, length, jokers, alike) : reunions.binds_near(action.kind, action.colour, number_)) return;
    if (length == 2) {
        note(work, action);
        return then(work);
    }
    for (int kind = J; kind <= C; ++kind) {
        if (!left(work, kind)) continue;
        Work next = work;
        put(next, kind);
        action.other = static_cast<std::uint8_t>(kind);
        note(next, action);
        then(next);
    }
}

// After this number the row is a plain run again, or it waits, or it ends (colour: COLOURS). It is plain if its last tile says all about it.
void TwistLayers::go_on_with(Work& work, Action& action, int colour, int length, Bond bond) {
    const Reunions* reunions = request_->reunions;
    const bool is_tile = action.length && action.act == Act::GO_ON;
    if (!bond.binds && !left_to_pay(work)) bond.held = 0;  // no joker that could is left
    // Nothing that the row holds, or may hold yet without being cut, can forbid a joker in it.
    const auto is_free = [&] { return !bond.held && !(bond.binds && reunions->has_short_above(colour, number_)) && !reunions->length_matters(colour, number_); };
    if (colour < COLOURS) {
        if (number_ == NUMBERS || (reunions ? is_tile && length == 3 && is_free() : action.kind != D)) {
            join(work, colour, length);
            action.to = static_cast<std::uint8_t>(colour);
        } else {
            action.token = token_of(colour, length, action.kind == D, bond);
            leave(work, action.token);
        }
    }
    note(work, action);
}

// ---- special jokers

// Runs that must go on here, and no tile to do so. Each D or C that is put to a run takes one away; the later steps take none.
int TwistLayers::short_of(const Work& work) const {
    return number_ == NUMBERS ? 0 : sum_of(more_than(lanes_must(work.key), tiles_left(work)));
}

// A tile begins a row that gets a joker next, instead of going on with a long run: only where the run would hold more (reunions.h).
void TwistLayers::promise(const Work& work, int from) {
    classic_runs(work, 0);
    if (!request_->reunions || number_ >= NUMBERS - 1 || left_to_pay(work) <= 0) return;
    for (int c = from; c < COLOURS; ++c) {
        if (!request_->reunions->length_matters(c, number_)) continue;
        const bool is_long = std::ranges::any_of(current_.tokens, [&](Token token) { return token && colour_in(token) == c && length_in(token) == 3; });
        if (!is_long && open_all(work.key, c) == open_must(work.key, c)) continue;
        Work next = work;
        if (!take(next, c)) continue;
        Action action{.act = Act::BEGIN, .colour = static_cast<std::uint8_t>(c), .token = token_of(c, 1, false, {false, request_->reunions->in_run(c, number_, 1)})};
        leave(next, action.token);
        note(next, action);
        if (!is_hopeless(next)) promise(next, c);
    }
}

// A joker after a plain run. `alike`: so many of its kind are put to runs like this already.
void TwistLayers::put_to_run(Work work, int kind, int c, int length, int to, int alike, auto&& then) {
    work.has_put = true;
    work.key -= run_in_key(c, length);
    work.bonus += request_->old.at[kind][tile_of(c, number_)];
    const Action action{.act = Act::PUT, .colour = static_cast<std::uint8_t>(c), .length = static_cast<std::uint8_t>(length), .kind = static_cast<std::uint8_t>(kind)};
    const Reunions* reunions = request_->reunions;
    Bond bond;
    if (reunions) {
        const bool is_crowded = alike >= std::max(1, reunions->homes(kind, c, number_));
        bond = {is_crowded && reunions->binding() >> kind & 1, reunions->in_run(c, number_ - 1, length)};
    }
    put_joker(work, action, bond, length, to, alike, then);
}

// J after plain runs, where the plain step may not put it there.
void TwistLayers::classic_runs(const Work& work, int from, int alike) {
    double_runs(work, 0);
    if (!request_->reunions || number_ == NUMBERS || !left(work, J) || !may_put(work)) return;
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        if (!cells_.next[c] && (length == 3 || (length == 1 && left_to_pay(work) < 2))) continue;
        const int before = option == from ? alike : 0;
        put_to_run(work, J, c, length, c, before, [&](const Work& next) {
            if (!is_hopeless(next)) classic_runs(next, option, before + 1);
        });
    }
}

// D after plain runs.
void TwistLayers::double_runs(const Work& work, int from, int alike) {
    const int wanting = short_of(work) - classics_for_runs(work) - left(work, C);
    if (wanting > left(work, D)) return;
    if (wanting <= 0) change_runs(work, 0);
    if (number_ == NUMBERS || !left(work, D) || !may_put(work)) return;
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        if (!cells_.after[c] && (length == 3 || (length == 1 && left_to_pay(work) < 2))) continue;
        const int before = option == from ? alike : 0;
        put_to_run(work, D, c, length, c, before, [&](const Work& next) {
            if (!is_hopeless(next)) double_runs(next, option, before + 1);
        });
    }
}

// C after plain runs.
void TwistLayers::change_runs(const Work& work, int from) {
    const int wanting = short_of(work) - classics_for_runs(work);
    if (wanting > left(work, C)) return;
    if (wanting <= 0) mirror(work, 0);
    if (number_ == NUMBERS || !left(work, C) || !may_put(work)) return;
    if (request_->reunions) change_to_colours(work, from);
    else change_and_wait(work, from);
}

// A tile follows that makes any run a long one, or jokers beyond the cut. So of the runs of a colour the shortest is taken. Or the C is the third tile and the last.
void TwistLayers::change_and_wait(const Work& work, int from) {
    const auto then = [&](const Work& next, int c) {
        if (!is_hopeless(next)) change_runs(next, c);
    };
    for (int c = from; c < COLOURS; ++c) {
        if (!open_all(work.key, c)) continue;
        if (next_ != lane(c, cells_.next[c]) || left(work, C) > 1) {
            const int length = shortest_run(work.key, c);
            Work next = work;
            next.has_put = true;
            next.key -= run_in_key(c, length);
            next.bonus += request_->old.at[C][tile_of(c, number_)];
            put(next, C);
            const Token token = changed_token(c);
            leave(next, token);
            note(next, {.act = Act::PUT, .colour = static_cast<std::uint8_t>(c), .length = static_cast<std::uint8_t>(length), .kind = C, .token = token});
            then(next, c);
        }
        if (runs_of_length(work.key, c, 2)) put_to_run(work, C, c, 2, COLOURS, 0, [&](const Work& next) { then(next, c); });
    }
}

// After a C: a tile of another colour. Other jokers come before it, but two C may be the end, or any colour follows them.
void TwistLayers::resolve_changed(const Work& work, int slot) {
    const int before = colour_in(current_.tokens[slot]) - CHANGED;
    Action action{.act = Act::GO_ON, .slot = static_cast<std::uint8_t>(slot), .kind = C};
    const auto go_on = [&](Token then) {
        Work next = work;
        put(next, C);
        if (then) leave(next, then);
        action.token = then;
        note(next, action);
        resolve(next, slot + 1);
    };
    if (left(work, C)) {
        if (number_ < NUMBERS) go_on(changed_token(COLOURS));
        go_on(0);
    }
    action.kind = NO_JOKER, action.token = 0, action.length = 1;
    for (int c = 0; c < COLOURS; ++c) {
        Work next = work;
        if (c == before || !take(next, c)) continue;
        action.colour = action.to = static_cast<std::uint8_t>(c);
        join(next, c, 3);
        note(next, action);
        resolve(next, slot + 1);
    }
}

// Whether a run of two tiles or fewer can ever get a tile of this colour after a C at this number: other jokers fill the gap.
bool TwistLayers::can_go_on(const Work& work, int colour) const {
    return left(work, C) > 1 || cells_.gap[colour] - 1 <= left(work, J) + 2 * left(work, D);
}

// With the rule about new sets it matters where each joker lies, and what the row is now. Where only jokers follow, the C can as well be the last of them; so a run that goes on
// goes on to a tile.
void TwistLayers::change_to_colours(const Work& work, int from) {
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        for (int to = 0; to <= COLOURS; ++to) {
            if (to == c || (to == COLOURS && length > 2)) continue;
            if (to < COLOURS && !cells_.next[to] && (length == 3 || !can_go_on(work, to))) continue;
            put_to_run(work, C, c, length, to, 0, [&](const Work& next) {
                if (!is_hopeless(next)) change_runs(next, option);
            });
        }
    }
}

}  // namespace tilewise
