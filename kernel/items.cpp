// Items: which melds are listed, and how their jokers are accounted for.
#include "items.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "writer.h"

namespace tilewise {

Demand demand_of(const Tile* from, const Tile* to) {
    Demand demand;
    for (; from < to; ++from)
        if (!is_joker(*from)) demand.add(*from);
    return demand;
}

Demand demand_of(const Meld& meld) { return demand_of(meld.begin(), meld.end()); }

Demand demand_of(const Counts& counts) {
    Demand demand;
    for (int kind = 0; kind < NUMBER_KINDS; ++kind) demand.add(static_cast<Tile>(kind), counts[kind]);
    return demand;
}

int jokers_in(const Used& used) {
    int sum = std::popcount(static_cast<unsigned>(used.settled()));
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

void Items::build(const ItemRequest& request, const JokerRules& jokers, const Rules& rules) {
    request_ = &request;
    jokers_ = &jokers;
    rules_ = &rules;
    items_.clear();
    also_.clear();
    old_.clear();
    staying_.clear();
    wanted_.clear();
    wanted_for_.clear();
    slots_.assign(1024, 0);
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
        for (int kind = 0; kind < JOKER_KINDS; ++kind) kinds += request.on_table[kind] + request.from_rack[kind] > 0;
        swaps_matter_ = kinds > 1;
    }
    if (!request.moves) keep_old_melds();
    if (asks_for_replacement()) list_replacements();
    find_movable();
    find_last_chances();
    MeldWriter writer(*this, request);
    writer.write(false);
    if (!jokers.old_jokers().empty()) writer.write(true);
    complete_ = !writer.out_of_budget();
    rows_ = writer.rows();
    sort();
}

// ---- what a meld is listed as

void Items::offer(const Meld& meld, const Demand& demand, bool settled) {
    const bool fresh = rules_->joker_reuse_any_set || is_new(demand);
    if (settled) {
        if (!fresh || asks_for_replacement()) offer_settled(meld, demand);
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
void Items::offer_settled(const Meld& meld, const Demand& demand) {
    const auto& old = jokers_->old_jokers();
    const bool fresh = rules_->joker_reuse_any_set || is_new(demand);
    std::vector<int> places;
    std::vector<std::uint8_t> possible;
    for (int i = 0; i < meld.size; ++i) {
        if (!is_joker(meld[i])) continue;
        places.push_back(i);
        possible.push_back(0);
        for (std::size_t j = 0; j < old.size(); ++j)
            if (at_stake_ >> j & 1 && old[j].kind == meld[i] && jokers_->is_undisturbed(old[j], meld, i)) possible.back() |= static_cast<std::uint8_t>(1 << j);
        if (!possible.back() && !(fresh ? movable_ : unbound_)[meld[i] - CLASSIC]) return;
    }
    std::vector<int> joker_at(meld.size, -1);
    const auto assign = [&](auto&& self, std::size_t at, Used used) -> void {
        if (at == places.size()) {
            if (used.settled() && !pieces_obey(meld, joker_at)) add(meld, demand, used);
            return;
        }
        const int kind = meld[places[at]] - CLASSIC;
        for (std::size_t j = 0; j < old.size(); ++j) {
            if (!(possible[at] >> j & 1) || (used.settled() >> j & 1)) continue;
            joker_at[places[at]] = static_cast<int>(j);
            self(self, at + 1, {used.bits | std::uint64_t{1} << (Used::SETTLED + j)});
        }
        joker_at[places[at]] = -1;
        if (used.rack(kind) < unbound_[kind]) self(self, at + 1, {used.bits + (std::uint64_t{1} << (Used::RACK + 4 * kind))});
        if (fresh && used.free(kind) < movable_[kind]) self(self, at + 1, {used.bits + (std::uint64_t{1} << (4 * kind))});
    };
    assign(assign, 0, {});
}

void Items::add(const Meld& meld, const Demand& demand, Used used) {
    assert(is_meld(meld, *rules_));
    Item item;
    item.meld = meld;
    item.demand = demand;
    item.used = used;
    if (!rules_->has_melded) item.points = static_cast<std::int16_t>(joker_points(meld));
    item.used.bits |= granted_by(demand);
    const std::vector<int> beside = must_stay_beside(meld, demand);
    if (!beside.empty()) {
        if (request_->moves) return;  // they are broken
        for (int old : beside) {
            ++item.kept;
            item.kept_tiles = static_cast<std::int16_t>(item.kept_tiles + jokers_->before()[old].size);
            item.demand = item.demand + old_[old];
            if (!item.demand.within(request_->have)) return;
            for (std::size_t j = 0; j < jokers_->old_jokers().size(); ++j)
                if (jokers_->old_jokers()[j].meld == old) {
                    const std::uint64_t bit = std::uint64_t{1} << (Used::SETTLED + j);
                    if (item.used.bits & bit) return;
                    item.used.bits |= bit;
                }
        }
        item.also = static_cast<std::int16_t>(also_.size());
        also_.push_back(beside);
    }
    if (request_->moves) list_as_it_lies(item);
    else list(item);
}

// A tile alone among jokers lies in a group or in a run, whichever moves fewest: both are listed where both could matter.
void Items::list_as_it_lies(Item item) {
    const bool lone = number_tiles_in(item.meld) == 1;
    item.places = request_->moves->places_of(item.meld, !lone && lies_as_group(item.meld));
    const MoveCount::Waiting in_run = item.places, in_group = lone ? request_->moves->places_of(item.meld, true) : 0;
    if (in_run || !in_group) list(item);
    item.places = in_group;
    if (in_group) list(item);
}

// The same tiles and jokers once are enough, in the row that is worth most.
void Items::list(const Item& item) {
    if (items_.size() * 2 > slots_.size()) {
        slots_.assign(slots_.size() * 4, 0);
        for (std::size_t i = 0; i < items_.size(); ++i) {
            std::size_t at = hash(items_[i]) & (slots_.size() - 1);
            while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }
    std::size_t at = hash(item) & (slots_.size() - 1);
    for (; slots_[at]; at = (at + 1) & (slots_.size() - 1)) {
        Item& other = items_[slots_[at] - 1];
        if (other.kept != item.kept || other.places != item.places || !(other.demand == item.demand) || !(other.used == item.used)) continue;
        if (item.points > other.points) other = item;
        return;
    }
    slots_[at] = static_cast<std::uint32_t>(items_.size() + 1);
    items_.push_back(item);
}

std::size_t Items::hash(const Item& item) {
    std::uint64_t h = item.used.bits;
    for (std::uint64_t word : item.demand.word) h = (h ^ word) * 0x9E37'79B9'7F4A'7C15ull, h ^= h >> 29;
    return h;
}

int Items::joker_points(const Meld& meld) const {
    int points = meld_value(meld, *rules_);
    for (Tile tile : meld)
        if (!is_joker(tile)) points -= number_of(tile);
    return points;
}

// ---- what is listed beside the melds with jokers

// Old melds with jokers may stay as they lie; the jokers are settled then.
void Items::keep_old_melds() {
    const Table& before = jokers_->before();
    for (std::size_t m = 0; m < before.size(); ++m) {
        Item item;
        item.meld = before[m];
        item.demand = old_[m];
        bool has_joker = false;
        for (std::size_t j = 0; j < jokers_->old_jokers().size(); ++j)
            if (jokers_->old_jokers()[j].meld == static_cast<int>(m)) {
                has_joker = true;
                item.used.bits |= std::uint64_t{1} << (Used::SETTLED + j);
            }
        if (!has_joker || !item.demand.within(request_->have)) continue;
        item.kept = 1;
        item.kept_tiles = before[m].size;
        items_.push_back(item);
    }
}

void Items::find_movable() {
    movable_ = unbound_;
    const auto& old = jokers_->old_jokers();
    for (std::size_t j = 0; j < old.size(); ++j) {
        const auto could_lie = [&](const Counts& wanted) { return demand_of(wanted).within(request_->have); };
        const bool may_move = !rules_->exact_tile_retrieval || granted_.replaced() >> j & 1 || std::ranges::any_of(jokers_->replacements(old[j]), could_lie);
        movable_[old[j].kind - CLASSIC] += may_move && request_->may_move >> j & 1;
    }
}

// An undisturbed joker lies beside a tile of its old meld, and what replaces it lies together.
void Items::find_last_chances() {
    settled_by_ = {}, replaced_by_ = {};
    const auto& old = jokers_->old_jokers();
    for (std::size_t j = 0; j < old.size(); ++j) {
        int last = 0, chance = 0;
        for (Tile tile : jokers_->before()[old[j].meld])
            if (!is_joker(tile)) last = std::max(last, number_of(tile));
        for (std::size_t i = 0; i < wanted_.size(); ++i)
            if (wanted_for_[i] == Used::REPLACED + j) chance = std::max(chance, lowest_in(wanted_[i]));
        for (int number = last ? last : NUMBERS; number <= NUMBERS; ++number) settled_by_[number] |= static_cast<std::uint8_t>(1 << j);
        for (int number = chance; number <= NUMBERS; ++number) replaced_by_[number] |= static_cast<std::uint8_t>(1 << j);
    }
}

// melds that replace a joker must be seen, also those without jokers.
void Items::list_replacements() {
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
    for (Item& item : items_) item.used.bits |= granted_by(item.demand);  // an old meld that stays may hold the very tile
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

std::uint64_t Items::granted_by(const Demand& demand) const {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < wanted_.size(); ++i)
        if (wanted_[i].within(demand)) bits |= std::uint64_t{1} << wanted_for_[i];
    return bits;
}

// TA-11: a meld that is an old one but for a joker of another kind may lie there only while the old one does. And a meld
// that looks like an old one counts as the old one, jokers and all; a second one needs the first beside it.
std::vector<int> Items::must_stay_beside(const Meld& meld, const Demand& demand) const {
    std::vector<int> result;
    for (const OldJoker& joker : jokers_->old_jokers()) {
        const Meld& old = jokers_->before()[joker.meld];
        if (stays(joker.meld) || old.size != meld.size || !(old_[joker.meld] == demand) || (!result.empty() && result.back() == joker.meld)) continue;
        const bool swapped = swaps_matter_ && jokers_->is_swap_of(meld, joker.meld);
        if (swapped || as_it_counts(old, *rules_) == as_it_counts(meld, *rules_)) result.push_back(joker.meld);
    }
    return result;
}

bool Items::is_new(const Demand& demand) const {
    const Demand nothing;
    const auto is_held = [&](const Demand& old) { return !(old == nothing) && old.within(demand); };
    return std::ranges::none_of(old_, is_held) && std::ranges::none_of(staying_, is_held);
}

void Items::sort() {
    for (Item& item : items_) {
        item.jokers = static_cast<std::uint8_t>(jokers_in(item.used));
        item.first = static_cast<std::uint8_t>(std::max(1, lowest_in(item.demand)));
        for (int number = 1; number <= NUMBERS; ++number)
            for (int c = 0; c < COLOURS; ++c)
                if (item.demand.of(c, number)) item.last = static_cast<std::uint8_t>(number);
    }
    std::stable_sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.first < b.first; });
    std::size_t at = 0;
    for (int number = 0; number <= NUMBERS + 1; ++number) {
        while (at < items_.size() && items_[at].first < number) ++at;
        begin_[number] = at;
    }
}

}  // namespace tilewise
