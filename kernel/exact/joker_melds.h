// Joker melds: melds with jokers, which the exact program places whole, because the joker rules depend on
// more than tile counts. The plain step lays all other number tiles.
//
// Not every meld is listed. If a meld can be cut into two that obey the same rules, the pieces do as well: a
// piece of a new set is a new set, since it holds fewer number tiles. So only melds that cannot be cut are
// listed, which bounds their length to about five tiles. A cut must not part
//  - a tile from its old neighbours, where moved tiles are counted;
//  - tiles that replace a joker together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/demand.h"
#include "exact/move_count.h"
#include "game/budget.h"
#include "game/jokers.h"
#include "plain/layer_index.h"

namespace tilewise {

// How a set of joker melds accounts for its jokers, packed so that two sets can be added.
//   free[kind]    jokers in new sets: old ones or the rack's
//   rack[kind]    jokers in old melds that grew: these must be unbound
//   undisturbed   old jokers that are undisturbed, a bit each
//   points        worth of the melds, up to the threshold of the initial meld
//   replaced      old jokers whose very tile now lies in their meld, a bit each
//   stays         old jokers in groups of three whose group still lies there, a bit each
struct Used {
    std::uint64_t bits = 0;

    static constexpr int RACK = 16, UNDISTURBED = 32, POINTS = 40, REPLACED = 48, STAYS = 56;
    static constexpr std::uint64_t POINT_BITS = std::uint64_t{255} << POINTS,
                                   REPLACED_BITS = std::uint64_t{255} << REPLACED;
    int free(int kind) const { return static_cast<int>(bits >> (4 * kind)) & 15; }
    int rack(int kind) const { return static_cast<int>(bits >> (RACK + 4 * kind)) & 15; }
    int undisturbed() const { return static_cast<int>(bits >> UNDISTURBED) & 255; }
    int points() const { return static_cast<int>(bits >> POINTS) & 255; }
    int replaced() const { return static_cast<int>(bits >> REPLACED) & 255; }
    int stays() const { return static_cast<int>(bits >> STAYS) & 255; }
    bool operator==(const Used&) const = default;
};

int jokers_in(const Used& used);

struct JokerMeld {
    Demand demand;
    Used used;
    std::uint8_t jokers = 0;
    std::uint8_t first = 1;         // its lowest number: the layer in which it is placed
    std::int16_t points = 0;        // worth of its jokers in the initial meld
    MoveCount::Waiting places = 0;  // where tiles of broken melds may find themselves again
    std::int16_t companions = -1;   // of a meld that looks like a swap (TA-11): index of `companions`
    Meld row;
};

// The tiles that joker melds may be made of.
struct JokerMeldRequest {
    Demand have;             // number tiles there are
    JokerCounts on_table{};  // jokers there are
    JokerCounts from_rack{};
    // If set, tiles moved are counted; all old melds but the broken ones stay, and those are not listed.
    MoveCount* moves = nullptr;
    std::uint64_t row_limit = ~0ull;  // rows to try before the listing is cut short
};

// All joker melds for a turn, sorted by `first`.
class JokerMelds {
   public:
    void build(const JokerMeldRequest& request, const JokerRules& jokers, const Rules& rules, Budget& budget);

    const std::vector<JokerMeld>& all() const { return melds_; }
    // False: the budget ran out and some melds are missing. The listed ones are legal, and old joker melds
    // are always among them.
    bool complete() const { return complete_; }
    std::uint64_t rows() const { return rows_; }  // that were tried to find them
    std::span<const JokerMeld> starting_at(int number) const {
        return {melds_.data() + begin_[number], melds_.data() + begin_[number + 1]};
    }
    // TA-11: old melds that must stay beside a meld, since it is one of them with a joker swapped.
    const std::vector<int>& companions(int index) const { return companions_[index]; }
    // The old jokers outside the melds that stay anyway, a bit each; and the replacements that such melds
    // provide for the others.
    int at_stake() const { return at_stake_; }
    Used granted() const { return granted_; }

    // Unbound jokers obey no rule for old ones: the rack's, and as many old ones as may be taken for jokers
    // of the opening.
    int unbound(int kind) const { return unbound_[kind]; }

    // Jokers that may move: the unbound ones, and old ones; under A-22 only those that tiles at hand could
    // replace. The others must be undisturbed.
    int movable(int kind) const { return movable_[kind]; }

    // Whether all groups of this number are joker melds, because a rule depends on more than counts.
    bool lists_groups_of(int number) const { return groups_of_ >> number & 1; }
    // Whether every meld with this tile is listed: it is the lone number tile of a group whose jokers must be
    // replaced.
    bool lists_melds_of(int colour, int number) const { return melds_of_ >> tile_of(colour, number) & 1; }
    // an old joker that is not undisturbed must be replaced (always, or where its group stays).
    bool asks_for_replacement() const { return rules_->exact_tile_retrieval || rules_->group3_both_colours; }

    // The rest is for the generator.

    // List the meld in the ways its jokers can be accounted for; `undisturbed` asks for those in which an old
    // joker is undisturbed in an old meld that grew, else for those in which every joker is free or the
    // rack's.
    void offer(const Meld& meld, const Demand& demand, bool undisturbed);
    // Whether the row falls into two melds that obey the same rules, so that neither it nor any longer row is
    // needed.
    bool can_be_cut(const Meld& meld) const;
    // Whether pieces of a row may be cut off, though tiles that replace a joker must lie together.
    bool keeps_together(std::initializer_list<Demand> pieces) const;
    // A part of a legal row that is a meld of its own and will not be taken for a swap of jokers.
    bool is_piece(const Tile* from, const Tile* to) const;
    // TA-11: the row, or a longer one that begins with it, is an old meld with one joker exchanged.
    bool could_be_swap(const Tile* from, const Tile* to) const;

    // TA-11: the old melds that must stay if the meld is laid in this order.
    std::vector<int> must_stay_beside(const Meld& meld, const Demand& demand) const;

    const JokerMeldRequest& request() const { return *request_; }
    const JokerRules& jokers() const { return *jokers_; }
    const Rules& rules() const { return *rules_; }

   private:
    bool stays(int old) const {
        return request_->moves && !(request_->moves->broken() & one_meld(static_cast<std::size_t>(old)));
    }
    void offer_undisturbed(const Meld& meld, const Demand& demand);
    void keep_old_melds();
    void list_replacements();
    void find_movable();
    void add(const Meld& meld, const Demand& demand, Used used);
    void list(const JokerMeld& entry);
    void list_as_it_lies(JokerMeld entry);
    bool pieces_obey(const Meld& meld, std::span<const int> joker_at) const;
    bool may_be_cut_at(const Meld& meld, int at) const;
    bool is_new(const Demand& demand) const;
    int joker_points(const Meld& meld) const;
    static std::size_t hash(const JokerMeld& entry);
    std::uint64_t granted_by(const Demand& demand) const;
    void sort();

    const JokerMeldRequest* request_ = nullptr;
    const JokerRules* jokers_ = nullptr;
    const Rules* rules_ = nullptr;
    std::vector<JokerMeld> melds_;
    std::vector<Demand> old_;      // number tiles of the old melds ...
    std::vector<Demand> staying_;  // ... and of those that stay beside the opening
    JokerCounts unbound_{}, movable_{};
    LayerIndex index_;                      // of what is listed
    std::vector<Demand> wanted_;            // with: what must lie together, ...
    std::vector<std::uint8_t> wanted_for_;  // ... and for which old joker
    std::vector<std::vector<int>> companions_;
    std::array<std::size_t, NUMBERS + 3> begin_{};
    int at_stake_ = 0;
    Used granted_;
    std::uint32_t groups_of_ = 0;
    std::uint64_t melds_of_ = 0;
    bool complete_ = true;
    std::uint64_t rows_ = 0;
    bool swaps_matter_ = false;  // TA-11 needs jokers of two kinds
};

}  // namespace tilewise
