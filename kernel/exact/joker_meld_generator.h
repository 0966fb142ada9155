// The joker meld generator: every meld with jokers that the tiles can make, offered to JokerMelds.
#pragma once

#include "exact/joker_melds.h"

namespace tilewise {

// Rows are grown from left to right; a row that can be cut is not grown further (see joker_melds.h), except
// in the second pass, which looks for old melds that grew around an undisturbed joker and must see them
// whole.
class JokerMeldGenerator {
   public:
    JokerMeldGenerator(JokerMelds& melds, const JokerMeldRequest& request, Budget& budget);

    void run(bool undisturbed);
    bool out_of_budget() const { return out_of_budget_; }
    std::uint64_t rows() const { return rows_; }  // tried so far

   private:
    struct Row {
        Meld meld;
        Demand demand;
        std::array<std::int8_t, JOKER_KINDS> left;  // jokers still unused
        int numbers = 0;
    };

    bool has(const Row& row, Tile tile) const {
        return row.demand.of(colour_of(tile), number_of(tile)) < have(tile);
    }
    int have(Tile tile) const { return request_.have.of(colour_of(tile), number_of(tile)); }
    Row empty_row() const;
    void offer(const Row& row);
    void put(Row& row, Tile tile) const;

    void groups();
    void grow_group(Row row, int number, int colour);
    void runs();
    void grow_run(const Row& row, int number, int colour, int before);
    bool may_stand(Tile joker, int number, int colour) const;
    void lone_tiles();
    void grow_round(const Row& row, Tile tile, int places);
    void mirrors();
    struct Half;
    template <class Go>
    void choices(const Row& from, const Half& half, int number, int step, bool may_fall, Go&& go) const;
    void grow_mirror(const Row& row, const Half& left, const Half& right, int number, int step, int columns);
    void offer_mirror(const Row& row, const Meld& left, const Meld& right);
    void offer_in_every_order(Row whole, const Meld& left, const Meld& right);
    bool mirror_can_be_cut(const Meld& left, const Meld& right) const;

    bool go_on();  // counts a row; false when the budget has run out

    JokerMelds& melds_;
    const JokerMeldRequest& request_;
    Budget& budget_;
    std::uint64_t rows_ = 0;
    bool out_of_budget_ = false;
    bool undisturbed_ = false;
};

}  // namespace tilewise
