// The layers for Twist: mirrors, and groups with jokers.
#include "twist.h"

namespace tilewise {

TwistLayers::Bond TwistLayers::of_mirror(const Action& mirror) const {
    const Reunions* reunions = request_->reunions;
    if (!reunions) return {};
    const auto away = static_cast<Reunions::Kinds>(reunions->binding() & (1 << M | (mirror.kind == NO_JOKER ? 0 : 1 << mirror.kind)));
    return with_tiles({binds_in_column(mirror.kind, mirror.colour, 1), 0, away}, mirror.tiles[mirror.colour], mirror.colour);
}

// Opposite a tile a joker stands for that tile, whichever way the mirror is read. A double may go on from there in either direction.
bool TwistLayers::binds_in_column(int kind, int colour, int tiles) const {
    if (kind == NO_JOKER || colour == COLOURS) return false;
    const Reunions& reunions = *request_->reunions;
    return tiles == 1 && kind != D ? reunions.binds_opposite(kind, colour, number_) : reunions.binds_column(kind, colour, number_);
}

// A mirrored run: it ends, or a column follows: two tiles, one and a joker, or two jokers (then any colour may follow a C). A double fills its side of two columns.
void TwistLayers::resolve_mirror(const Work& work, int slot) {
    const Token token = current_.tokens[slot];
    const int spec = colour_in(token) - MIRRORED;
    const Bond bond = bond_in(token);
    const auto go_on = [&](Work next, int colour, int tiles, int kind, int other = NO_JOKER) {
        for (int joker : {kind, other}) {
            if (joker == NO_JOKER) continue;
            if (!left(next, joker) || (joker == D && number_ == NUMBERS)) return;
            put(next, joker);
        }
        const bool is_filled = tiles == 1 && is_pending(token);  // opposite this tile by the second half of a D, which stands for it and the number below
        Bond now = tiles ? with_tiles(bond, tiles, colour) : with_joker(bond, NO_JOKER, colour);
        now.binds = now.binds || (request_->reunions && (binds_in_column(kind, colour, tiles) || (is_filled && request_->reunions->binds_opposite(D, colour, number_ - 1))));
        if (!obeys(now)) return;
        Action action{.act = Act::COLUMN, .slot = static_cast<std::uint8_t>(slot), .colour = static_cast<std::uint8_t>(colour),
                      .length = static_cast<std::uint8_t>(tiles), .kind = static_cast<std::uint8_t>(kind), .other = static_cast<std::uint8_t>(other)};
        if (number_ < NUMBERS && (any_mirror() || kind == D)) {
            action.token = other == D ? token_of(MIRRORED + colour, BOTH, true, now) : mirror_token(colour, kind, now);
            leave(next, action.token);
        }
        note(next, action);
        resolve(next, slot + 1);
    };
    if (is_pending(token) && length_in(token) == BOTH) return go_on(work, spec, 0, NO_JOKER);
    if (!is_pending(token) && may_end(bond)) {
        Work ended = work;
        note(ended, {.act = Act::GO_ON, .slot = static_cast<std::uint8_t>(slot)});
        resolve(ended, slot + 1);
    }
    const bool wants_double = is_pending(token) && spec < COLOURS && !any_mirror();
    for (int c = 0; c < COLOURS && !wants_double; ++c) {
        const bool other = spec != c && spec != COLOURS;
        if (other && !is_changing(token)) continue;
        Work next = work;
        if (!take(next, c)) continue;
        if (other) {
            go_on(next, c, 1, C);
            continue;
        }
        if (is_pending(token)) {
            go_on(next, c, 1, NO_JOKER);
            continue;
        }
        for (int kind = J; kind <= C; ++kind)
            if (any_mirror() || (kind != D && length_in(token) == OF_TWO)) go_on(next, c, 1, kind);
        if (take(next, c)) go_on(next, c, 2, NO_JOKER);
    }
    if (number_ == NUMBERS) return;
    if (!any_mirror()) {
        if (wants_double) go_on(work, COLOURS, 0, D);
        return;
    }
    for (int kind : {J, C, D}) go_on(work, kind == C ? COLOURS : spec, 0, kind, is_pending(token) ? NO_JOKER : kind);
    if (is_pending(token)) return;
    go_on(work, COLOURS, 0, C, J);
    go_on(work, COLOURS, 0, D, C);
    go_on(work, spec, 0, D, J);
}

// Every mirror that may begin at this number, if there are jokers for it: a column of a run, or those of a group.
void TwistLayers::list_mirrors() {
    mirrors_.clear();
    if (!request_->jokers[M]) return;
    const auto add = [&](Action mirror, int kind, int classics, int doubles) {
        if (classics > request_->jokers[J] || doubles > request_->jokers[D] || (kind != NO_JOKER && !request_->jokers[kind])) return;
        mirror.kind = static_cast<std::uint8_t>(kind);
        mirror.classics = static_cast<std::uint8_t>(classics), mirror.doubles = static_cast<std::uint8_t>(doubles);
        Lanes tiles = 0, colours = 0;
        for (int c = 0; c < COLOURS; ++c) tiles += lane(c, mirror.tiles[c]), colours += lane(c, mirror.tiles[c] > 0);
        mirrors_.push_back({mirror, tiles, colours});
    };
    const auto list = [&](const Action& mirror, int singles) {
        if (!singles) {
            add(mirror, NO_JOKER, 0, 0);
        } else if (mirror.length == 1) {
            add(mirror, J, 0, 0), add(mirror, C, 0, 0);
            if (number_ < NUMBERS && (any_mirror() || (cells_.after[mirror.colour] && request_->jokers[D] >= 2))) add(mirror, D, 0, 0);
        } else {
            for (int doubles = 0; doubles <= (any_mirror() ? singles / 2 : 0); ++doubles) add(mirror, NO_JOKER, singles - 2 * doubles, doubles);
        }
    };
    // One column more, of this colour or a later one. `singles`: columns of one tile so far.
    const auto choose = [&](auto&& self, const Action& mirror, int from, int singles) -> void {
        for (int c = from; c < COLOURS; ++c)
            for (int tiles = 1; tiles <= std::min<int>(2, cells_.have[c]); ++tiles) {
                Action longer = mirror;
                longer.colour = static_cast<std::uint8_t>(c);
                longer.tiles[c] = static_cast<std::uint8_t>(tiles);
                ++longer.length;
                const int now = singles + (tiles == 1);
                if (!any_mirror() && (longer.length > 2 || now == 2)) continue;
                list(longer, now);
                self(self, longer, c + 1, now);
            }
    };
    choose(choose, {.act = Act::REFLECT}, 0, 0);
}

// Mirrors, in the order of the list, so that none are tried twice.
void TwistLayers::mirror(const Work& work, std::size_t from) {
    joker_groups(work, 0, 0);
    if (!left(work, M) || !may_put(work)) return;
    for (std::size_t i = from; i < mirrors_.size(); ++i) {
        if (!can_reflect(work, mirrors_[i])) continue;
        Work next = work;
        reflect(next, mirrors_[i].action);
        if (!is_hopeless(next)) mirror(next, i);
    }
}

// If as many runs of a colour are open as tiles are left, as many are lonely without the tiles of a column as it takes.
bool TwistLayers::can_reflect(const Work& work, const Mirror& candidate) const {
    const Action& mirror = candidate.action;
    if (request_->is_sparing && (mirror.kind != NO_JOKER || mirror.classics + mirror.doubles)) return false;
    if (not_less(tiles_left(work), candidate.tiles) != ONE_EACH) return false;
    const bool is_double = mirror.kind == D && any_mirror();
    const Lanes lonely = is_double ? 0 : candidate.colours & ~plenty(work);
    for (int c = 0; lonely >> (12 * c); ++c) {
        if (!in_lane(lonely, c)) continue;
        if (request_->reunions && request_->reunions->company(c, number_)) continue;  // without this column the mirror may be away
        if (!mirrors_need_ || (mirror.length > 1 && mirror.tiles[c] == 2)) return false;
    }
    if (left(work, J) < mirror.classics || left(work, D) < mirror.doubles) return false;
    if (mirror.kind != NO_JOKER && left(work, mirror.kind) <= (mirror.kind == D && !any_mirror())) return false;
    return mirror.length == 1 ? obeys(of_mirror(mirror)) : may_be_group(mirror, true);
}

void TwistLayers::reflect(Work& work, Action action) {
    for (int c = 0; c < COLOURS; ++c) {
        take(work, c, action.tiles[c]);
        if (action.tiles[c] == 2) work.bonus += request_->old.at[M][tile_of(c, number_)];
    }
    work.has_put = true;
    put(work, M), put(work, J, action.classics), put(work, D, action.doubles);
    if (action.kind != NO_JOKER) put(work, action.kind);
    if (action.length == 1 && number_ < NUMBERS && (any_mirror() || can_be_mirrored_on(work, action.colour, action.kind)))
        leave(work, action.token = mirror_token(action.colour, action.kind, of_mirror(action)));
    note(work, action);
}

// Whether a second column can follow.
bool TwistLayers::can_be_mirrored_on(const Work& work, int c, int kind) const {
    if (kind == D || cells_.next[c] >= 2) return true;
    if (kind == NO_JOKER) return cells_.next[c] && left(work, J) + left(work, C);
    return kind == C && left(work, C) && cells_.next[0] + cells_.next[1] + cells_.next[2] + cells_.next[3] > cells_.next[c];
}

// ---- groups

bool TwistLayers::may_be_group(const Action& action, bool mirrored) const {
    const Reunions* reunions = request_->reunions;
    if (!reunions) return true;
    std::uint8_t colours = 0, lacking = 0;
    for (int c = 0; c < COLOURS; ++c) {
        const auto colour = static_cast<std::uint8_t>(1 << c);
        if (action.tiles[c]) colours |= colour;
        if (action.tiles[c] == (mirrored ? 1 : 0)) lacking |= colour;
    }
    const auto binds = [&](int kind) { return reunions->binds_group(kind, number_, colours, lacking); };
    if (!(mirrored && binds(M)) && !(action.classics && binds(J)) && !(action.doubles && binds(D))) return true;
    return !reunions->in_group(action.tiles, number_);
}

// TA-11: how many such groups of two tiles and a joker may lie where no old group with another kind lies beside them. (A second J would make it another group.)
int TwistLayers::most_alike(const Action& action) const {
    if (!request_->reunions || action.classics + action.doubles != 1 || (action.classics && request_->jokers[J] > 1)) return Reunions::ANY;
    std::uint8_t colours = 0;
    for (int c = 0; c < COLOURS; ++c) colours |= static_cast<std::uint8_t>(action.tiles[c] << c);
    return request_->reunions->pairs(action.doubles ? D : J, number_, colours);
}

// Groups of two tiles and a D, or one, a J and a D; and where the plain step may not make them, of two tiles and a J, or one and two J.
void TwistLayers::list_groups() {
    groups_with_jokers_.clear();
    for (const bool is_double : {true, false}) {
        if (is_double ? !request_->jokers[D] || request_->is_sparing : !request_->jokers[J] || !request_->reunions) continue;
        for (int one = 0; one < COLOURS; ++one)
            for (int other = one; other < COLOURS && cells_.have[one]; ++other) {
                Action action{.act = Act::GROUP, .classics = static_cast<std::uint8_t>((other == one) + !is_double), .doubles = is_double};
                action.tiles[one] = action.tiles[other] = 1;
                if (cells_.have[other] && may_be_group(action, false)) groups_with_jokers_.push_back({action, lane(one) | lane(other), most_alike(action)});
            }
    }
}

// As mirrors. One of the colours must have more tiles than open runs (trick 7). `alike`: so many groups as the first are there already.
void TwistLayers::joker_groups(const Work& work, std::size_t from, int alike) {
    spend(work);
    if (from == groups_with_jokers_.size() || !may_put(work)) return;
    const Lanes tiles = tiles_left(work), rich = plenty(work);
    if (!rich) return;
    for (std::size_t i = from; i < groups_with_jokers_.size(); ++i, alike = 0) {
        const auto& [action, colours, most_alike] = groups_with_jokers_[i];
        if (!(colours & rich) || not_less(tiles, colours) != ONE_EACH) continue;
        if (action.doubles > left(work, D) || action.classics > left(work, J)) continue;
        if (alike >= most_alike && not_less(action.doubles ? tiles : have_, 2 * colours) != ONE_EACH) continue;  // no tiles for the old group; one with a D would lie already
        Work next = work;
        next.taken += colours;
        put(next, J, action.classics), put(next, D, action.doubles);
        next.bonus += request_->old.group[action.doubles ? D : J][number_];
        next.has_put = true;
        note(next, action);
        if (!is_hopeless(next)) joker_groups(next, i, alike + 1);
    }
}

}  // namespace tilewise
