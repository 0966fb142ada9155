#include "exact/joker_melds.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "exact/joker_meld_generator.h"

namespace tilewise {

int jokers_in(const Used& used) {
    int sum = std::popcount(static_cast<unsigned>(used.undisturbed()));
    for (int kind = 0; kind < JOKER_KINDS; ++kind) sum += used.free(kind) + used.rack(kind);
    return sum;
}

namespace {

// 0 if there is no tile.
int lowest_in(const Demand& demand) {
    for (int number = 1; number <= NUMBERS; ++number)
        for (int c = 0; c < COLOURS; ++c)
            if (demand.of(c, number)) return number;
    return 0;
}

}  // namespace

void JokerMelds::build(const JokerMeldRequest& request, const JokerRules& jokers, const Rules& rules,
                       Budget& budget) {
    request_ = &request;
    jokers_ = &jokers;
    rules_ = &rules;
    melds_.clear();
    companions_.clear();
    old_.clear();
    staying_.clear();
    wanted_.clear();
    wanted_for_.clear();
    index_.clear();
    groups_of_ = 0;
    melds_of_ = 0;
    complete_ = true;
    at_stake_ = 0;
    granted_ = {};
    for (std::size_t j = 0; j < jokers.old_jokers().size(); ++j)
        if (!stays(jokers.old_jokers()[j].meld)) at_stake_ |= 1 << j;
    for (const Meld& meld : jokers.before()) old_.push_back(demand_of(meld));
    for (const Meld& meld : jokers.staying()) staying_.push_back(demand_of(meld));
    for (int kind = 0; kind < JOKER_KINDS; ++kind)
        unbound_[kind] = request.from_rack[kind] + std::min(request.on_table[kind], jokers.open_places(kind));
    swaps_matter_ = false;
    if (!rules.joker_swap_by_joker && !jokers.old_jokers().empty()) {
        int kinds = 0;
        for (int kind = 0; kind < JOKER_KINDS; ++kind)
            kinds += request.on_table[kind] + request.from_rack[kind] > 0;
        swaps_matter_ = kinds > 1;
    }
    if (!request.moves) keep_old_melds();
    if (asks_for_replacement()) list_replacements();
    find_movable();
    JokerMeldGenerator generator(*this, request, budget);
    generator.run(false);
    if (!jokers.old_jokers().empty()) generator.run(true);
    complete_ = !generator.out_of_budget();
    rows_ = generator.rows();
    sort();
}

// ---- the entries of a meld

void JokerMelds::offer(const Meld& meld, const Demand& demand, bool undisturbed) {
    const bool fresh = rules_->joker_reuse_any_set || is_new(demand);
    if (undisturbed) {
        if (!fresh || asks_for_replacement()) offer_undisturbed(meld, demand);
        return;
    }
    std::array<int, JOKER_KINDS> jokers{};
    for (Tile tile : meld)
        if (is_joker(tile)) ++jokers[tile - CLASSIC];
    Used used;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) {
        if (jokers[kind] > (fresh ? movable_ : unbound_)[kind]) return;
        used.bits += static_cast<std::uint64_t>(jokers[kind]) << (4 * kind + (fresh ? 0 : Used::RACK));
    }
    add(meld, demand, used);
}

// An old meld that grew: each joker in it is an old one, undisturbed, or an unbound one.
void JokerMelds::offer_undisturbed(const Meld& meld, const Demand& demand) {
    const auto& old = jokers_->old_jokers();
    const bool fresh = rules_->joker_reuse_any_set || is_new(demand);
    std::vector<int> places;
    std::vector<std::uint8_t> possible;
    for (int i = 0; i < meld.size; ++i) {
        if (!is_joker(meld[i])) continue;
        places.push_back(i);
        possible.push_back(0);
        for (std::size_t j = 0; j < old.size(); ++j)
            if (at_stake_ >> j & 1 && old[j].kind == meld[i] && jokers_->is_undisturbed(old[j], meld, i))
                possible.back() |= static_cast<std::uint8_t>(1 << j);
        if (!possible.back() && !(fresh ? movable_ : unbound_)[meld[i] - CLASSIC]) return;
    }
    std::vector<int> joker_at(meld.size, -1);
    const auto assign = [&](auto&& self, std::size_t at, Used used) -> void {
        if (at == places.size()) {
            if (used.undisturbed() && !pieces_obey(meld, joker_at)) add(meld, demand, used);
            return;
        }
        const int kind = meld[places[at]] - CLASSIC;
        for (std::size_t j = 0; j < old.size(); ++j) {
            if (!(possible[at] >> j & 1) || (used.undisturbed() >> j & 1)) continue;
            joker_at[places[at]] = static_cast<int>(j);
            self(self, at + 1, {used.bits | std::uint64_t{1} << (Used::UNDISTURBED + j)});
        }
        joker_at[places[at]] = -1;
        if (used.rack(kind) < unbound_[kind])
            self(self, at + 1, {used.bits + (std::uint64_t{1} << (Used::RACK + 4 * kind))});
        if (fresh && used.free(kind) < movable_[kind])
            self(self, at + 1, {used.bits + (std::uint64_t{1} << (4 * kind))});
    };
    assign(assign, 0, {});
}

void JokerMelds::add(const Meld& meld, const Demand& demand, Used used) {
    assert(is_meld(meld, *rules_));
    JokerMeld entry;
    entry.row = meld;
    entry.demand = demand;
    entry.used = used;
    if (!rules_->has_melded) entry.points = static_cast<std::int16_t>(joker_points(meld));
    entry.used.bits |= granted_by(demand);
    const std::vector<int> beside = must_stay_beside(meld, demand);
    if (!beside.empty()) {
        if (request_->moves) return;  // they are broken
        for (int old : beside) {
            entry.demand = entry.demand + old_[old];
            if (!entry.demand.within(request_->have)) return;
            for (std::size_t j = 0; j < jokers_->old_jokers().size(); ++j)
                if (jokers_->old_jokers()[j].meld == old) {
                    const std::uint64_t bit = std::uint64_t{1} << (Used::UNDISTURBED + j);
                    if (entry.used.bits & bit) return;
                    entry.used.bits |= bit;
                }
        }
        entry.companions = static_cast<std::int16_t>(companions_.size());
        companions_.push_back(beside);
    }
    if (request_->moves)
        list_as_it_lies(entry);
    else
        list(entry);
}

// A tile alone among jokers lies in a group or in a run, whichever moves fewest: both are listed where both
// could matter.
void JokerMelds::list_as_it_lies(JokerMeld entry) {
    const bool lone = number_tiles_in(entry.row) == 1;
    entry.places = request_->moves->places_of(entry.row, !lone && lies_as_group(entry.row));
    const MoveCount::Waiting in_run = entry.places,
                             in_group = lone ? request_->moves->places_of(entry.row, true) : 0;
    if (in_run || !in_group) list(entry);
    entry.places = in_group;
    if (in_group) list(entry);
}

// The same tiles and jokers once are enough, in the row that is worth most.
void JokerMelds::list(const JokerMeld& entry) {
    const std::size_t at = index_.find(hash(entry), [&](std::uint32_t i) {
        const JokerMeld& other = melds_[i];
        return other.places == entry.places && other.demand == entry.demand && other.used == entry.used;
    });
    if (index_.holds(at)) {
        JokerMeld& other = melds_[index_[at]];
        if (entry.points > other.points) other = entry;
        return;
    }
    melds_.push_back(entry);
    index_.fill(at, static_cast<std::uint32_t>(melds_.size() - 1), 0,
                [&](std::uint32_t i) { return hash(melds_[i]); });
}

std::size_t JokerMelds::hash(const JokerMeld& entry) {
    std::uint64_t h = entry.used.bits;
    for (std::uint64_t word : entry.demand.word) h = (h ^ word) * 0x9E37'79B9'7F4A'7C15ull, h ^= h >> 29;
    return h;
}

int JokerMelds::joker_points(const Meld& meld) const {
    int points = meld_value(meld, *rules_);
    for (Tile tile : meld)
        if (!is_joker(tile)) points -= number_of(tile);
    return points;
}

// ---- old melds, and melds that replace a joker

// Old melds with jokers may stay as they lie; the jokers are undisturbed then.
void JokerMelds::keep_old_melds() {
    const Table& before = jokers_->before();
    for (std::size_t m = 0; m < before.size(); ++m) {
        JokerMeld entry;
        entry.row = before[m];
        entry.demand = old_[m];
        bool has_joker = false;
        for (std::size_t j = 0; j < jokers_->old_jokers().size(); ++j)
            if (jokers_->old_jokers()[j].meld == static_cast<int>(m)) {
                has_joker = true;
                entry.used.bits |= std::uint64_t{1} << (Used::UNDISTURBED + j);
            }
        if (!has_joker || !entry.demand.within(request_->have)) continue;
        melds_.push_back(entry);
    }
}

void JokerMelds::find_movable() {
    movable_ = unbound_;
    const auto& old = jokers_->old_jokers();
    for (std::size_t j = 0; j < old.size(); ++j) {
        const auto could_lie = [&](const Counts& wanted) { return demand_of(wanted).within(request_->have); };
        const bool may_move = !rules_->exact_tile_retrieval || granted_.replaced() >> j & 1 ||
                              std::ranges::any_of(jokers_->replacements(old[j]), could_lie);
        movable_[old[j].kind - CLASSIC] += may_move;
    }
}

// melds that replace a joker must be seen, also those without jokers.
void JokerMelds::list_replacements() {
    const auto& old = jokers_->old_jokers();
    for (std::size_t j = 0; j < old.size(); ++j) {
        const bool group = rules_->group3_both_colours && jokers_->in_group_of_three(old[j]);
        for (const Counts& wanted : jokers_->replacements(old[j])) {
            wanted_.push_back(demand_of(wanted));
            wanted_for_.push_back(static_cast<std::uint8_t>(Used::REPLACED + j));
        }
        if (!group) continue;
        wanted_.push_back(old_[old[j].meld]);
        wanted_for_.push_back(static_cast<std::uint8_t>(Used::STAYS + j));
        const Meld& meld = jokers_->before()[old[j].meld];
        const bool is_lone = std::count_if(meld.begin(), meld.end(), is_joker) == meld.size - 1;
        for (Tile tile : meld) {
            if (is_joker(tile)) continue;
            groups_of_ |= 1u << number_of(tile);
            if (is_lone) melds_of_ |= std::uint64_t{1} << tile;
        }
    }
    for (JokerMeld& entry : melds_)
        entry.used.bits |= granted_by(entry.demand);  // an old meld that stays may hold the very tile
    for (std::size_t m = 0; m < old_.size(); ++m)
        if (stays(static_cast<int>(m))) granted_.bits |= granted_by(old_[m]);
    for (const Table* table : {&jokers_->opening(), &jokers_->staying()})
        for (const Meld& meld : *table) granted_.bits |= granted_by(demand_of(meld));
    for (int c = 0; c < COLOURS; ++c)
        for (int from = 1; from <= NUMBERS; ++from) {
            Meld run;
            for (int to = from; to <= NUMBERS && request_->have.of(c, to); ++to) {
                run.push(tile_of(c, to));
                if (run.size < SMALLEST_MELD) continue;
                if (granted_by(demand_of(run))) add(run, demand_of(run), {});
            }
        }
    for (int number = 1; number <= NUMBERS; ++number)
        for (int colours = 0; colours < 16; ++colours) {
            Meld group;
            for (int c = 0; c < COLOURS; ++c)
                if (colours >> c & 1 && request_->have.of(c, number)) group.push(tile_of(c, number));
            if (group.size < SMALLEST_MELD) continue;
            if (lists_groups_of(number) || granted_by(demand_of(group))) add(group, demand_of(group), {});
        }
}

std::uint64_t JokerMelds::granted_by(const Demand& demand) const {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < wanted_.size(); ++i)
        if (wanted_[i].within(demand)) bits |= std::uint64_t{1} << wanted_for_[i];
    return bits;
}

// TA-11: a meld that is an old one but for a joker of another kind may lie there only while the old one does.
// And a meld that looks like an old one counts as the old one, jokers and all; a second one needs the first
// beside it.
std::vector<int> JokerMelds::must_stay_beside(const Meld& meld, const Demand& demand) const {
    std::vector<int> result;
    for (const OldJoker& joker : jokers_->old_jokers()) {
        const Meld& old = jokers_->before()[joker.meld];
        if (stays(joker.meld) || old.size != meld.size || !(old_[joker.meld] == demand) ||
            (!result.empty() && result.back() == joker.meld))
            continue;
        const bool swapped = swaps_matter_ && jokers_->is_swap_of(meld, joker.meld);
        if (swapped || as_it_counts(old, *rules_) == as_it_counts(meld, *rules_))
            result.push_back(joker.meld);
    }
    return result;
}

bool JokerMelds::is_new(const Demand& demand) const {
    const Demand nothing;
    const auto is_held = [&](const Demand& old) { return !(old == nothing) && old.within(demand); };
    return std::ranges::none_of(old_, is_held) && std::ranges::none_of(staying_, is_held);
}

void JokerMelds::sort() {
    for (JokerMeld& entry : melds_) {
        entry.jokers = static_cast<std::uint8_t>(jokers_in(entry.used));
        entry.first = static_cast<std::uint8_t>(std::max(1, lowest_in(entry.demand)));
    }
    std::stable_sort(melds_.begin(), melds_.end(),
                     [](const JokerMeld& a, const JokerMeld& b) { return a.first < b.first; });
    std::size_t at = 0;
    for (int number = 0; number <= NUMBERS + 1; ++number) {
        while (at < melds_.size() && melds_[at].first < number) ++at;
        begin_[number] = at;
    }
}

// ---- which rows fall into pieces that do as well

bool JokerMelds::could_be_swap(const Tile* from, const Tile* to) const {
    if (!swaps_matter_) return false;
    const int size = static_cast<int>(to - from);
    for (const OldJoker& joker : jokers_->old_jokers()) {
        const Meld& old = jokers_->before()[joker.meld];
        if (old.size < size) continue;
        int changed = 0;
        for (int i = 0; i < size; ++i)
            if (from[i] != old[i]) changed += is_joker(from[i]) && is_joker(old[i]) ? 1 : 2;
        if (changed == 1 || (changed == 0 && size < old.size)) return true;
    }
    return false;
}

bool JokerMelds::is_piece(const Tile* from, const Tile* to) const {
    if (to - from < SMALLEST_MELD) return false;
    if (*from == COLOUR_CHANGE && !rules_->colour_change_at_start) return false;
    const auto numbers = std::count_if(from, to, [](Tile tile) { return !is_joker(tile); });
    return numbers >= rules_->min_number_tiles && !could_be_swap(from, to);
}

bool JokerMelds::can_be_cut(const Meld& meld) const {
    for (int at = SMALLEST_MELD; at <= meld.size - SMALLEST_MELD; ++at)
        if (may_be_cut_at(meld, at) && keeps_together({demand_of(meld.begin(), meld.begin() + at)}))
            return true;
    return false;
}

// Whether tiles that replace a joker together are never parted: each such set lies in one piece
// or entirely in the rest of the row. (Sets that only show that an old group of three stays may be parted.)
bool JokerMelds::keeps_together(std::initializer_list<Demand> pieces) const {
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
        const Demand& wanted = wanted_[i];
        if (wanted_for_[i] >= Used::STAYS || !wanted.within(request_->have)) continue;
        const bool lies_in_one =
            std::ranges::any_of(pieces, [&](const Demand& piece) { return wanted.within(piece); });
        if (!lies_in_one &&
            std::ranges::any_of(pieces, [&](const Demand& piece) { return wanted.meets(piece); }))
            return false;
    }
    return true;
}

bool JokerMelds::may_be_cut_at(const Meld& meld, int at) const {
    if (request_->moves && request_->moves->tears(meld[at - 1], meld[at])) return false;
    return is_piece(meld.begin(), meld.begin() + at) && is_piece(meld.begin() + at, meld.end());
}

// The same with old jokers in the meld: in its piece each is still undisturbed, or the piece is new; where a
// joker that moves must be replaced, it is undisturbed, and the pieces replace what the meld does.
bool JokerMelds::pieces_obey(const Meld& meld, std::span<const int> joker_at) const {
    if (std::find(meld.begin(), meld.end(), MIRROR) != meld.end()) return false;
    std::uint64_t replaced = 0;
    const auto obeys = [&](int from, int to) {
        Meld piece;
        for (int i = from; i < to; ++i) piece.push(meld[i]);
        if (!is_meld(piece, *rules_)) return false;
        const Demand demand = demand_of(piece);
        replaced |= granted_by(demand) & Used::REPLACED_BITS;
        const bool may_move = !asks_for_replacement() && (rules_->joker_reuse_any_set || is_new(demand));
        for (int i = from; i < to && !may_move; ++i)
            if (joker_at[i] >= 0 &&
                !jokers_->is_undisturbed(jokers_->old_jokers()[joker_at[i]], piece, i - from))
                return false;
        return true;
    };
    for (int at = SMALLEST_MELD; at <= meld.size - SMALLEST_MELD; ++at) {
        replaced = 0;
        if (may_be_cut_at(meld, at) && obeys(0, at) && obeys(at, meld.size) &&
            replaced == (granted_by(demand_of(meld)) & Used::REPLACED_BITS))
            return true;
    }
    return false;
}

}  // namespace tilewise
