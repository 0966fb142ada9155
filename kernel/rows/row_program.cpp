#include "rows/row_program.h"

#include <algorithm>

namespace tilewise {

namespace {

constexpr Key RUNS = JOKER_UNIT - 1;  // of a key

// The most that one tile gains.
std::int64_t most_gain(const Supply& supply) {
    std::int64_t most = 1;
    for (int number = 1; number <= NUMBERS; ++number)
        for (int c = 0; c < COLOURS; ++c)
            if (supply.have[c][number] != supply.need[c][number])
                most = std::max(most, supply.gain[c][number]);
    return most;
}

}  // namespace

// ---- from number to number

bool RowProgram::search(const RowRequest& request, const RowGoal& goal, const RelaxedBound& bound) {
    request_ = &request;
    goal_ = &goal;
    rule_ = &request.rule;
    gains_ = &bound.gains();
    matching_ = &bound.matching();
    threshold_ = {goal.target - 1, std::min(goal.target - 1, goal.threshold)};
    last_node_ = budget_->nodes() + request.node_limit;
    most_gain_ = most_gain(request.supply);
    is_complete_ = !goal.one_joker_per_number;
    found_ = overflow_ = false;
    states_.clear();
    for (number_ = 1; number_ <= NUMBERS && states_.width(); ++number_)
        if (!advance()) return false;
    return true;
}

bool RowProgram::advance() {
    cells_ = request_->supply.cells(number_);
    cells_.jokers = 0;
    have_ = lanes_of(cells_.have), next_ = lanes_of(cells_.next), after_ = lanes_of(cells_.after);
    for (PlainCells& plain : plain_cells_) plain.is_known = false;
    groups_ = &group_choices(cells_);
    list_mirrors();
    list_groups();
    const auto from = states_.begin(), to = states_.end();
    states_.begin_layer();
    for (parent_ = from; parent_ < to; ++parent_) {
        current_ = states_[parent_];
        Work work;
        work.key = current_.key;
        work.left = gains_->index({left(work, J), left(work, D), left(work, C), left(work, M)});
        resolve(work, 0);
        if (overflow_) return false;
    }
    const RowDominance dominance{rule_, number_,
                                 request_->jokers[J] + request_->jokers[D] + request_->jokers[C],
                                 goal_->mirrors_need ? RowState::field(M) : 0};
    if (states_.prune(goal_->width, dominance, most_gain_,
                      [&](const RowState& state) { return matches(state); }))
        is_complete_ = false;
    return true;
}

// Whether some state from above fits this one and both are worth enough together. A joker that crosses the
// cut is counted on both sides.
bool RowProgram::matches(const RowState& state) {
    if (!matching_->knows(number_)) return true;
    JokerCounts left;
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        left[kind] = request_->jokers[kind] - RowState::used(state.key, kind);
    Key runs = state.key;
    Lanes count = lanes_all(runs);
    const auto add = [&](int colour, int length) {
        runs += run_in_key(colour, length), count += lane(colour);
    };
    for (RowToken token : state.tokens) {
        if (!token) break;
        if (token.is_pending()) left[D] += token.is_doubled_on_both_sides() ? 2 : 1;
        if (!token.is_mirror()) {
            if (!token.is_pending()) add(token.colour(), token.length());
            continue;
        }
        ++left[M];
        const int c = token.colour() - RowToken::MIRRORED;
        for (int colour = 0; colour < COLOURS; ++colour)  // the rest of a mirror may be two rows above
            if (colour == c || c == COLOURS || token.is_changing()) add(colour, 3), add(colour, 3);
    }
    if (more_than(count, MAX_OPEN * ONE_EACH)) return true;  // more than a key can count
    const auto jokers =
        static_cast<JokerBytes>((left[J] + left[D] + left[C]) | left[D] << 8 | left[C] << 16 | left[M] << 24);
    const std::int64_t above =
        matching_->most(number_, OpenRows(runs), jokers, threshold_.best_rejected - state.value);
    return above != NEVER && !threshold_.rejects(state.value + above);
}

// Whether the jokers left are too few for the gain that is still missing.
bool RowProgram::is_hopeless(const Work& work) {
    return overflow_ || threshold_.rejects(current_.value + gains_->most(number_ - 1, number_, work.left));
}

RowLayout RowProgram::layout() const {
    std::array<const RowState*, NUMBERS + 1> path;
    path[NUMBERS] = &best_;
    for (int number = NUMBERS; number > 1; --number) path[number - 1] = &states_[path[number]->parent];
    RowBuilder rows(request_->jokers);
    for (int number = 1; number <= NUMBERS; ++number)
        rows.add(number, path[number]->decision, states_.actions_of(*path[number]));
    return rows.finished();
}

// ---- small changes to a Work

void RowProgram::record(Work& work, const RowAction& action) {
    if (work.actions == MOST_ACTIONS)
        overflow_ = true;
    else
        doing_[work.actions++] = action;
}

// The row is a plain run after this number; at 13 it ends.
void RowProgram::join(Work& work, int c, int length) {
    if (number_ == NUMBERS) {
        work.unpaid += 3 - length;
        return;
    }
    work.joined += run_in_key(c, length);
    work.joined_count += lane(c);
}

// A double or a mirror that crosses the cut is counted on both sides.
void RowProgram::keep_open(Work& work, RowToken token) {
    if (token.is_pending()) work.left += gains_->stride(D) * (token.is_doubled_on_both_sides() ? 2 : 1);
    if (token.is_mirror()) work.left += gains_->stride(M);
    if (work.outs == MOST_ROWS_OPEN) {
        overflow_ = true;
        return;
    }
    int at = work.outs++;
    for (; at > 0 && work.out[at - 1] < token; --at) work.out[at] = work.out[at - 1];
    work.out[at] = token;
}

// ---- the new-set rule

RowProgram::Bond RowProgram::with_tiles(Bond bond, int tiles, int colour) const {
    return {bond.binds, rule_->with_tiles(bond.held, tiles, colour, number_),
            static_cast<NewSetRule::Kinds>(bond.away & ~rule_->company(colour, number_))};
}

RowProgram::Bond RowProgram::with_joker(Bond bond, int kind, int colour) const {
    return {bond.binds || (kind != NO_JOKER && rule_->binds(kind, colour, number_)),
            rule_->with_joker(bond.held, number_), bond.away};
}

bool RowProgram::obeys(Bond bond) const {
    return !(bond.binds || (bond.away && number_ == NUMBERS)) || !rule_->is_whole(bond.held, number_);
}

// ---- open rows

void RowProgram::resolve(const Work& work, int slot) {
    const RowToken token = slot < MOST_ROWS_OPEN ? current_.tokens[slot] : RowToken();
    if (!token) {
        if (!is_hopeless(work)) begin_rows(work, 0);
    } else if (token.is_mirror()) {
        resolve_mirror(work, slot);
    } else {
        resolve_run(work, slot);
    }
}

// A row with jokers: a double fills this number, or it ends, or a tile or a joker goes on with it. With three
// tiles it goes on with a joker only below a tile; at 13 it ends. A single tile was promised a joker.
void RowProgram::resolve_run(const Work& work, int slot) {
    const RowToken token = current_.tokens[slot];
    const int c = token.colour(), length = token.length();
    const Bond bond = token.bond();
    RowAction action{.type = RowAction::GO_ON,
                     .slot = static_cast<std::uint8_t>(slot),
                     .colour = static_cast<std::uint8_t>(c)};
    const auto then = [&](const Work& next) { resolve(next, slot + 1); };
    if (token.is_pending()) {
        Work filled = work;
        go_on_with(filled, action, c, length, with_joker(bond, NO_JOKER, c));
        return then(filled);
    }
    if (length == 3 || number_ == NUMBERS) {
        Work ended = work;
        ended.unpaid += 3 - length;
        record(ended, action);
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
    action.length = 0, action.token = {}, action.to = COLOURS;
    const auto put = [&](int kind, int to) {
        action.kind = static_cast<std::uint8_t>(kind);
        put_joker(work, action, bond, length, to, 0, then);
    };
    if (left(work, J) && (length < 3 || cells_.next[c])) put(J, c);
    if (left(work, D) && (length < 3 || cells_.after[c])) put(D, c);
    for (int to = 0; left(work, C) && to <= COLOURS; ++to)
        if (to == COLOURS ? length <= 2 : to != c && (length < 3 || cells_.next[to])) put(C, to);
}

// A joker goes on with a row. If the rule forbids it there, but not at the other end, no tile may follow: the
// row ends with it, or with one more. (A single tile ends with a C, to no colour, only then.)
void RowProgram::put_joker(Work work, RowAction action, Bond bond, int length, int to, int alike,
                           auto&& then) {
    put(work, action.kind);
    const Bond now = with_joker(bond, action.kind, action.colour);
    if (obeys(now)) {
        if (to == COLOURS && length == 1) return;
        go_on_with(work, action, to, longer(length), now);
        return then(work);
    }
    if (length == 3 || (to != action.colour && to != COLOURS)) return;
    const int jokers = 2 + left(work, J) + 2 * left(work, D) +
                       left(work, C);  // at its ends, this one among them
    if (action.type == RowAction::PUT &&
        rule_->binds_run(action.kind, action.colour, number_ - 1, length, jokers, alike))
        return;
    if (length == 2) {
        record(work, action);
        return then(work);
    }
    for (int kind = J; kind <= C; ++kind) {
        if (!left(work, kind)) continue;
        Work next = work;
        put(next, kind);
        action.other = static_cast<std::uint8_t>(kind);
        record(next, action);
        then(next);
    }
}

// After this number the row is a plain run again, or it waits, or it ends (colour: COLOURS). It is plain if
// its last tile says all about it: nothing that it holds, or may hold yet without being cut, can forbid a
// joker in it.
void RowProgram::go_on_with(Work& work, RowAction& action, int colour, int length, Bond bond) {
    const bool is_tile = action.length && action.type == RowAction::GO_ON;
    if (!bond.binds && !left_to_pay(work)) bond.held = 0;  // no joker that could is left
    const auto is_free = [&] {
        return !bond.held && !(bond.binds && rule_->has_short_above(colour, number_)) &&
               !rule_->length_matters(colour, number_);
    };
    if (colour < COLOURS) {
        if (number_ == NUMBERS || (is_tile && length == 3 && is_free())) {
            join(work, colour, length);
            action.to = static_cast<std::uint8_t>(colour);
        } else {
            action.token = RowToken(colour, length, action.kind == D, bond);
            keep_open(work, action.token);
        }
    }
    record(work, action);
}

// A mirrored run: it ends, or a column follows. A double fills its side of two columns.
void RowProgram::resolve_mirror(const Work& work, int slot) {
    const RowToken token = current_.tokens[slot];
    const int colour_now = token.colour() - RowToken::MIRRORED;
    if (token.is_doubled_on_both_sides()) return add_column(work, slot, colour_now, 0, NO_JOKER);
    if (!token.is_pending() && may_end(token.bond())) {
        Work ended = work;
        record(ended, {.type = RowAction::GO_ON, .slot = static_cast<std::uint8_t>(slot)});
        resolve(ended, slot + 1);
    }
    add_columns_with_tiles(work, slot);
    if (number_ < NUMBERS) add_columns_of_jokers(work, slot);
}

// A column of two tiles, or of a tile and a joker.
void RowProgram::add_columns_with_tiles(const Work& work, int slot) {
    const RowToken token = current_.tokens[slot];
    const int colour_now = token.colour() - RowToken::MIRRORED;
    for (int c = 0; c < COLOURS; ++c) {
        const bool is_other = colour_now != c && colour_now != COLOURS;
        if (is_other && !token.is_changing()) continue;
        Work next = work;
        if (!take(next, c)) continue;
        if (is_other || token.is_pending()) {
            add_column(next, slot, c, 1, is_other ? C : NO_JOKER);
            continue;
        }
        for (int kind = J; kind <= C; ++kind) add_column(next, slot, c, 1, kind);
        if (take(next, c)) add_column(next, slot, c, 2, NO_JOKER);
    }
}

// A column of two jokers. After a C any colour may follow.
void RowProgram::add_columns_of_jokers(const Work& work, int slot) {
    const RowToken token = current_.tokens[slot];
    const int colour_now = token.colour() - RowToken::MIRRORED;
    for (int kind : {J, C, D})
        add_column(work, slot, kind == C ? COLOURS : colour_now, 0, kind,
                   token.is_pending() ? NO_JOKER : kind);
    if (token.is_pending()) return;
    add_column(work, slot, COLOURS, 0, C, J);
    add_column(work, slot, COLOURS, 0, D, C);
    add_column(work, slot, colour_now, 0, D, J);
}

// Put the jokers of a column whose tiles are taken, then resolve the next token.
void RowProgram::add_column(Work next, int slot, int colour, int tiles, int kind, int other) {
    for (int joker : {kind, other}) {
        if (joker == NO_JOKER) continue;
        if (!left(next, joker) || (joker == D && number_ == NUMBERS)) return;
        put(next, joker);
    }
    const Bond before = current_.tokens[slot].bond();
    const Bond now = tiles ? with_tiles(before, tiles, colour) : with_joker(before, NO_JOKER, colour);
    if (!obeys(now)) return;
    RowAction action{.type = RowAction::COLUMN,
                     .slot = static_cast<std::uint8_t>(slot),
                     .colour = static_cast<std::uint8_t>(colour),
                     .length = static_cast<std::uint8_t>(tiles),
                     .kind = static_cast<std::uint8_t>(kind),
                     .other = static_cast<std::uint8_t>(other)};
    if (number_ < NUMBERS) {
        action.token = other == D ? RowToken(RowToken::MIRRORED + colour, RowToken::BOTH, true, now)
                                  : RowToken::of_mirror(colour, kind, now);
        keep_open(next, action.token);
    }
    record(next, action);
    resolve(next, slot + 1);
}

// ---- jokers after plain runs

// Runs that must go on here, and no tile to do so. Each D or C that is put to a run takes one away; the later
// steps take none.
int RowProgram::short_of(const Work& work) const {
    return number_ == NUMBERS ? 0 : sum_of(more_than(lanes_must(work.key), tiles_left(work)));
}

// A tile begins a row that gets a joker next, instead of going on with a long run: only where the run would
// hold more.
void RowProgram::begin_rows(const Work& work, int from) {
    put_classics(work, 0);
    if (number_ >= NUMBERS - 1 || left_to_pay(work) <= 0) return;
    for (int c = from; c < COLOURS; ++c) {
        if (!rule_->length_matters(c, number_)) continue;
        const bool is_long = std::ranges::any_of(current_.tokens, [&](RowToken token) {
            return token && token.colour() == c && token.length() == 3;
        });
        if (!is_long && open_all(work.key, c) == open_must(work.key, c)) continue;
        Work next = work;
        if (!take(next, c)) continue;
        const RowToken token(c, 1, false, {false, rule_->in_run(c, number_, 1)});
        keep_open(next, token);
        record(next, {.type = RowAction::BEGIN, .colour = static_cast<std::uint8_t>(c), .token = token});
        if (!is_hopeless(next)) begin_rows(next, c);
    }
}

// A joker after a plain run. `alike`: the number of its kind already put to runs like this.
void RowProgram::put_to_run(Work work, int kind, int c, int length, int to, int alike, auto&& then) {
    work.has_put = true;
    work.key -= run_in_key(c, length);
    const RowAction action{.type = RowAction::PUT,
                           .colour = static_cast<std::uint8_t>(c),
                           .length = static_cast<std::uint8_t>(length),
                           .kind = static_cast<std::uint8_t>(kind)};
    const bool is_crowded = alike >= std::max(1, rule_->homes(kind, c, number_));
    const Bond bond{is_crowded && rule_->binding() >> kind & 1, rule_->in_run(c, number_ - 1, length)};
    put_joker(work, action, bond, length, to, alike, then);
}

void RowProgram::put_classics(const Work& work, int from, int alike) {
    put_doubles(work, 0);
    if (number_ == NUMBERS || !left(work, J) || !may_put(work)) return;
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        if (!cells_.next[c] && (length == 3 || (length == 1 && left_to_pay(work) < 2))) continue;
        const int before = option == from ? alike : 0;
        put_to_run(work, J, c, length, c, before, [&](const Work& next) {
            if (!is_hopeless(next)) put_classics(next, option, before + 1);
        });
    }
}

void RowProgram::put_doubles(const Work& work, int from, int alike) {
    const int wanting = short_of(work) - left(work, C);
    if (wanting > left(work, D)) return;
    if (wanting <= 0) put_changes(work, 0);
    if (number_ == NUMBERS || !left(work, D) || !may_put(work)) return;
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        if (!cells_.after[c] && (length == 3 || (length == 1 && left_to_pay(work) < 2))) continue;
        const int before = option == from ? alike : 0;
        put_to_run(work, D, c, length, c, before, [&](const Work& next) {
            if (!is_hopeless(next)) put_doubles(next, option, before + 1);
        });
    }
}

// If only jokers follow, the C can be the last of them; so a run continues after a C only with a tile.
void RowProgram::put_changes(const Work& work, int from) {
    const int wanting = short_of(work);
    if (wanting > left(work, C)) return;
    if (wanting <= 0) put_mirrors(work, 0);
    if (number_ == NUMBERS || !left(work, C) || !may_put(work)) return;
    for (int option = from; option < 3 * COLOURS; ++option) {
        const int c = option / 3, length = option % 3 + 1;
        if (!runs_of_length(work.key, c, length)) continue;
        for (int to = 0; to <= COLOURS; ++to) {
            if (to == c || (to == COLOURS && length > 2)) continue;
            if (to < COLOURS && !cells_.next[to] && (length == 3 || !can_reach_tile(work, to))) continue;
            put_to_run(work, C, c, length, to, 0, [&](const Work& next) {
                if (!is_hopeless(next)) put_changes(next, option);
            });
        }
    }
}

// Whether a run of two tiles or fewer can ever get a tile of this colour after a C at this number: other
// jokers fill the gap.
bool RowProgram::can_reach_tile(const Work& work, int colour) const {
    return left(work, C) > 1 || cells_.gap[colour] - 1 <= left(work, J) + 2 * left(work, D);
}

// ---- mirrors

RowProgram::Bond RowProgram::of_mirror(const RowAction& mirror) const {
    const int kinds = 1 << M | (mirror.kind == NO_JOKER ? 0 : 1 << mirror.kind);
    const auto away = static_cast<NewSetRule::Kinds>(rule_->binding() & kinds);
    const Bond bond{false, 0, away};
    return with_tiles(bond, mirror.tiles[mirror.colour], mirror.colour);
}

// List every mirror that may begin at this number, if there are jokers for it: a column of a run, or those of
// a group.
void RowProgram::list_mirrors() {
    mirrors_.clear();
    if (!request_->jokers[M]) return;
    const auto add = [&](RowAction mirror, int kind, int classics, int doubles) {
        if (classics > request_->jokers[J] || doubles > request_->jokers[D]) return;
        if (kind != NO_JOKER && !request_->jokers[kind]) return;
        mirror.kind = static_cast<std::uint8_t>(kind);
        mirror.classics = static_cast<std::uint8_t>(classics),
        mirror.doubles = static_cast<std::uint8_t>(doubles);
        Lanes tiles = 0, colours = 0;
        for (int c = 0; c < COLOURS; ++c)
            tiles += lane(c, mirror.tiles[c]), colours += lane(c, mirror.tiles[c] > 0);
        mirrors_.push_back({mirror, tiles, colours});
    };
    // `singles`: columns of one tile, which need a joker each; a double serves two of them.
    const auto list = [&](const RowAction& mirror, int singles) {
        if (singles && mirror.length == 1) {
            add(mirror, J, 0, 0), add(mirror, C, 0, 0);
            if (number_ < NUMBERS) add(mirror, D, 0, 0);
        } else {
            for (int doubles = 0; doubles <= singles / 2; ++doubles)
                add(mirror, NO_JOKER, singles - 2 * doubles, doubles);
        }
    };
    // One column more, of this colour or a later one.
    const auto choose = [&](auto&& self, const RowAction& mirror, int from, int singles) -> void {
        for (int c = from; c < COLOURS; ++c)
            for (int tiles = 1; tiles <= std::min<int>(2, cells_.have[c]); ++tiles) {
                RowAction longer = mirror;
                longer.colour = static_cast<std::uint8_t>(c);
                longer.tiles[c] = static_cast<std::uint8_t>(tiles);
                ++longer.length;
                list(longer, singles + (tiles == 1));
                self(self, longer, c + 1, singles + (tiles == 1));
            }
    };
    choose(choose, {.type = RowAction::REFLECT}, 0, 0);
}

// Mirrors, in the order of the list, so that none are tried twice.
void RowProgram::put_mirrors(const Work& work, std::size_t from) {
    put_groups(work, 0);
    if (!left(work, M) || !may_put(work)) return;
    for (std::size_t i = from; i < mirrors_.size(); ++i) {
        if (!can_reflect(work, mirrors_[i])) continue;
        Work next = work;
        reflect(next, mirrors_[i].action);
        if (!is_hopeless(next)) put_mirrors(next, i);
    }
}

// If a colour has no more tiles than open runs, the tiles of a column extend runs instead (trick 7). But
// without this column the mirror may be away from its old company.
bool RowProgram::can_reflect(const Work& work, const Mirror& candidate) const {
    const RowAction& mirror = candidate.action;
    const bool has_jokers = mirror.kind != NO_JOKER || mirror.classics + mirror.doubles;
    if (goal_->one_joker_per_number && has_jokers) return false;
    if (not_less(tiles_left(work), candidate.tiles) != ONE_EACH) return false;
    const Lanes lonely = mirror.kind == D ? 0 : candidate.colours & ~plenty(work);
    for (int c = 0; lonely >> (12 * c); ++c) {
        if (!in_lane(lonely, c) || rule_->company(c, number_)) continue;
        if (!goal_->mirrors_need || (mirror.length > 1 && mirror.tiles[c] == 2)) return false;
    }
    if (left(work, J) < mirror.classics || left(work, D) < mirror.doubles) return false;
    if (mirror.kind != NO_JOKER && !left(work, mirror.kind)) return false;
    return mirror.length == 1 ? obeys(of_mirror(mirror)) : may_be_group(mirror, true);
}

void RowProgram::reflect(Work& work, RowAction action) {
    for (int c = 0; c < COLOURS; ++c) take(work, c, action.tiles[c]);
    work.has_put = true;
    put(work, M), put(work, J, action.classics), put(work, D, action.doubles);
    if (action.kind != NO_JOKER) put(work, action.kind);
    if (action.length == 1 && number_ < NUMBERS)
        keep_open(work, action.token = RowToken::of_mirror(action.colour, action.kind, of_mirror(action)));
    record(work, action);
}

// ---- groups with jokers

bool RowProgram::may_be_group(const RowAction& action, bool mirrored) const {
    std::uint8_t colours = 0, lacking = 0;
    for (int c = 0; c < COLOURS; ++c) {
        const auto colour = static_cast<std::uint8_t>(1 << c);
        if (action.tiles[c]) colours |= colour;
        if (action.tiles[c] == (mirrored ? 1 : 0)) lacking |= colour;
    }
    const auto binds = [&](int kind) { return rule_->binds_group(kind, number_, colours, lacking); };
    if (!(mirrored && binds(M)) && !(action.classics && binds(J)) && !(action.doubles && binds(D)))
        return true;
    return !rule_->in_group(action.tiles, number_);
}

// Groups of two tiles and a D, or one, a J and a D; of two tiles and a J, or one and two J.
void RowProgram::list_groups() {
    joker_groups_.clear();
    for (const bool is_double : {true, false}) {
        if (is_double ? !request_->jokers[D] || goal_->one_joker_per_number : !request_->jokers[J]) continue;
        for (int one = 0; one < COLOURS; ++one)
            for (int other = one; other < COLOURS && cells_.have[one]; ++other) {
                RowAction action{.type = RowAction::GROUP,
                                 .classics = static_cast<std::uint8_t>((other == one) + !is_double),
                                 .doubles = is_double};
                action.tiles[one] = action.tiles[other] = 1;
                if (cells_.have[other] && may_be_group(action, false))
                    joker_groups_.push_back({action, lane(one) | lane(other)});
            }
    }
}

// As mirrors. One of the colours must have more tiles than open runs (trick 7).
void RowProgram::put_groups(const Work& work, std::size_t from) {
    lay_rest(work);
    if (from == joker_groups_.size() || !may_put(work)) return;
    const Lanes tiles = tiles_left(work), rich = plenty(work);
    if (!rich) return;
    for (std::size_t i = from; i < joker_groups_.size(); ++i) {
        const auto& [action, colours] = joker_groups_[i];
        if (!(colours & rich) || not_less(tiles, colours) != ONE_EACH) continue;
        if (action.doubles > left(work, D) || action.classics > left(work, J)) continue;
        Work next = work;
        next.taken += colours;
        put(next, J, action.classics), put(next, D, action.doubles);
        next.has_put = true;
        record(next, action);
        if (!is_hopeless(next)) put_groups(next, i);
    }
}

// ---- the plain step with the tiles that are left, and the end at 13

const RowProgram::PlainCells& RowProgram::plain_cells(int jokers) {
    PlainCells& plain = plain_cells_[jokers];
    if (plain.is_known) return plain;
    plain.is_known = true;
    plain.cells = cells_;
    plain.cells.number = std::min(number_, NUMBERS - 2);  // not trick 3: short runs are paid for at the top
    for (int c = 0; c < COLOURS; ++c) {
        plain.cells.next[c] = static_cast<std::uint8_t>(cells_.next[c] + jokers);
        plain.cells.after[c] = static_cast<std::uint8_t>(cells_.after[c] + jokers);
    }
    plain.tags = RunUses::tags(plain.cells);
    plain.next = lanes_of(plain.cells.next), plain.after = lanes_of(plain.cells.after);
    return plain;
}

RowProgram::ShortRows RowProgram::short_rows(const Work& work) {
    ShortRows rows;
    for (int i = 0; i < work.outs; ++i) {
        const RowToken row = work.out[i];
        if (row.is_mirror() || row.length() == 3) continue;
        if (row.length() == 1)
            ++rows.promised;
        else
            (row.is_pending() ? rows.must_later : rows.must) += lane(row.colour());
    }
    return rows;
}

void RowProgram::lay_rest(const Work& work) {
    if (short_of(work)) return;
    if (!budget_->spend() || budget_->nodes() > last_node_) overflow_ = true;
    states_.share_actions({doing_.data(), static_cast<std::size_t>(work.actions)});
    if (number_ == NUMBERS) return lay_rest_at_13(work);
    const int jokers = left_to_pay(work);  // to mend runs above
    const ShortRows short_ones = short_rows(work);
    const Lanes must = short_ones.must, must_later = short_ones.must_later;
    // These rows take their share of the next two numbers before the runs of the plain step.
    const PlainCells& plain = plain_cells(jokers);
    const Lanes next_left = more_than(plain.next, must), after_left = more_than(plain.after, must_later);
    if (more_than(must, plain.next) || more_than(lanes_short(work.key), next_left)) return;
    Cells cells = plain.cells;
    std::int64_t value = current_.value;
    const Lanes touched = work.taken | must | must_later;
    for (int c = 0; touched >> (12 * c); ++c) {
        if (!in_lane(touched, c)) continue;
        value += cells.take(c, in_lane(work.taken, c));
        cells.next[c] = static_cast<std::uint8_t>(in_lane(next_left, c));
        cells.after[c] = static_cast<std::uint8_t>(in_lane(after_left, c));
    }
    const RunUses::Tags tags = touched ? RunUses::tags(cells) : plain.tags;
    RowState next;
    next.parent = parent_;
    next.tokens = work.out;
    const auto keep = [&](Key key, std::int64_t gained, Decision decision) {
        if (threshold_.rejects(gained + gains_->most(number_, number_, work.left))) return;
        next.key = (key | (work.key & ~RUNS)) + work.joined;
        if ((lanes_all(key) + work.joined_count) & (MAX_OPEN + 1) * ONE_EACH) overflow_ = true;
        // Trick 4 for all colours together: a joker mends one run at a number.
        const int owed = short_ones.promised + sum_of(more_than(lanes_must(key) + must, next_));
        const int owed_later = sum_of(more_than(lanes_short(next.key) + must_later, after_));
        if (std::max(owed, owed_later) > jokers || owed + owed_later > 2 * jokers) return;
        next.value = gained;
        next.decision = decision;
        states_.insert(next);
    };
    step(cells, tags, *groups_, run_uses(), work.key & RUNS, value, keep);
}

// Whether a run that is topped up holds an old meld, and no joker that is left may lie there.
bool RowProgram::is_refused_at_13(const Work& work, int colour, int number, int length) const {
    if (!rule_->is_whole(rule_->in_run(colour, number, length), number)) return false;
    const int jokers = left(work, J) + 2 * left(work, D) + left(work, C);
    for (int kind = J; kind <= C; ++kind)
        if (left(work, kind) && !rule_->binds_run(kind, colour, number, length, jokers)) return false;
    return true;
}

// At 13 every row ends: a tile extends a run that is too short, then a long one, then begins one; J, D and C
// pay for runs that are still too short, one for each tile missing.
void RowProgram::lay_rest_at_13(const Work& work) {
    Cells cells = cells_;
    std::int64_t value = current_.value;
    for (int c = 0; c < COLOURS; ++c) value += cells.take(c, in_lane(work.taken, c));
    const int to_pay = left_to_pay(work) - work.unpaid;
    if (to_pay < 0 || RowState::used(work.key, M) < goal_->mirrors_need) return;
    const auto is_refused = [&](int c, int number, int length) {
        return is_refused_at_13(work, c, number, length);
    };
    for (int i = 0; i < groups_->count; ++i) {
        const std::uint8_t g = groups_->choice[i];
        const auto colour = [&](auto&& self, int c, int rest_to_pay, std::int64_t sum,
                                std::uint32_t places) -> void {
            if (c == COLOURS) {
                if (threshold_.rejects(sum) || (found_ && sum <= best_.value)) return;
                best_ = {work.key, {}, sum, parent_, 0, 0, Decision(g, places)};
                states_.keep_actions(best_);
                found_ = true;
                return;
            }
            const int in_groups = g >> (2 * c) & 3, tiles = cells.have[c] - in_groups;
            const int one = open_short(work.key, c), must = open_must(work.key, c),
                      all = open_all(work.key, c);
            for (int runs = std::max(0, cells.need[c] - in_groups); runs <= tiles; ++runs) {
                const int cost = one + must - std::min(runs, must) + 2 * std::max(0, runs - all);
                if (cost > rest_to_pay) continue;
                // Where the tiles leave a choice which runs to extend, nothing is refused: a tile may extend
                // a long run instead, or begin one.
                const auto can_leave_single = [&] {
                    if (is_refused(c, NUMBERS - 1, 1)) return false;
                    return (runs < all && cost + 1 <= rest_to_pay) ||
                           (cost + 3 <= rest_to_pay && !is_refused(c, NUMBERS, 1));
                };
                if (runs > all && is_refused(c, NUMBERS, 1)) continue;
                if (one && runs >= must && is_refused(c, NUMBERS, 2) && !can_leave_single()) continue;
                if (!runs && one && is_refused(c, NUMBERS - 1, 1)) continue;
                if (!runs && must > one && is_refused(c, NUMBERS - 1, 2)) continue;
                const std::int64_t gain = cells.gain[c] * std::max(0, runs + in_groups - cells.need[c]);
                self(self, c + 1, rest_to_pay - cost, sum + gain,
                     places | static_cast<std::uint32_t>(runs) << (8 * c));
            }
        };
        colour(colour, 0, to_pay, value, 0);
    }
}

}  // namespace tilewise
