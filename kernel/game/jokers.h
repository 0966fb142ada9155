// The joker rules of a turn: where a joker that lay on the table may lie afterwards (A-07, A-22, A-23,
// TA-11).
//
// A turn is judged by before and after. The verdict on an old joker is local to the final meld that holds it:
// the joker is undisturbed (a number tile of its old meld is still beside it and it can stand for the same
// tile), or its meld is new (holds all number tiles of no old meld). Jokers of one kind are alike, so some
// assignment of old jokers to places must do.
//
// A turn that began with an initial meld has an opening: melds that lie on the table already and stay.
// A joker of the opening may count as an old one, and a tile of it may have replaced an old joker.
#pragma once

#include "game/rules.h"

namespace tilewise {

// A joker that lay on the table when the turn began.
struct OldJoker {
    int meld = 0;   // where: index into the old table ...
    int index = 0;  // ... and into the meld
    Tile kind = CLASSIC;
    std::vector<Role> roles;  // the tiles it could stand for
};

// A joker of the opening that may count as an old one: as any of its kind if its meld is new, otherwise as
// one of the old jokers in `at_home`, which are undisturbed there (a bit each).
struct OpenPlace {
    Tile kind = CLASSIC;
    bool is_new = false;
    unsigned at_home = 0;
};

// Some melds of a table by their places in it, ascending. (All tiles of a box make 54 melds at most.)
class Places {
   public:
    void push_back(std::size_t meld) { place_[size_++] = static_cast<std::uint8_t>(meld); }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const std::uint8_t* begin() const { return place_.data(); }
    const std::uint8_t* end() const { return place_.data() + size_; }

   private:
    std::size_t size_ = 0;
    std::array<std::uint8_t, MAX_MELDS> place_;
};

// The melds that only one of two tables has. Equal melds are counted; the order inside a group is ignored.
struct Difference {
    Places gone;     // from before
    Places arrived;  // in after
};

// The table at the start of a turn, prepared for questions about jokers.
class JokerRules {
   public:
    JokerRules(const Table& before, const Rules& rules);
    explicit JokerRules(const Problem& problem);

    // the meld does not hold all number tiles of any old meld (old melds without number tiles do not
    // count).
    bool is_new(const Meld& meld) const;
    bool is_new(const Counts& numbers) const;

    // the old joker could be the one at `index` of the final meld, undisturbed.
    bool is_undisturbed(const OldJoker& joker, const Meld& meld, int index) const;

    // TA-11: the final meld is this old meld with one joker replaced by a joker of another kind.
    bool is_swap_of(const Meld& meld, int old) const;

    // a joker that is not undisturbed left its old meld in the way that the edition demands.
    bool was_replaced(const OldJoker& joker, const Table& after) const;

    // The whole verdict on a table after a play.
    bool hold(const Table& after) const;

    // Whether every joker of `moved` (a bit each) finds a place in the opening or among the `free` places of
    // its kind. A joker of `owing` was not replaced, so it fits only where it is undisturbed in the opening.
    bool can_place(unsigned moved, unsigned owing, const std::array<int, JOKER_KINDS>& free) const {
        return can_place(moved, owing, free, 0);
    }
    int open_places(int kind) const;

    // sets of number tiles. The joker counts as replaced if one set lies together in one meld.
    std::vector<Counts> replacements(const OldJoker& joker) const;
    bool in_group_of_three(const OldJoker& joker) const;
    const Counts& numbers_of(int old) const { return numbers_[old]; }

    const std::vector<OldJoker>& old_jokers() const { return old_jokers_; }
    const Table& before() const { return before_; }
    const Table& opening() const { return opening_; }
    const Table& staying() const { return staying_; }

   private:
    bool can_place(unsigned moved, unsigned owing, const std::array<int, JOKER_KINDS>& free,
                   std::size_t from) const;
    bool has_swap(const Table& after, const Difference& change) const;
    // Whether all old jokers of this kind that left their melds find places of their own.
    bool can_place_all(Tile kind, const Table& after, const Difference& change) const;
    // For each place of the joker's kind, in the arrived melds and then in the opening: may it lie there?
    std::vector<bool> places_of(const OldJoker& joker, const Table& after, const Difference& change) const;
    void open(const Meld& meld);
    std::vector<std::vector<Tile>> stands_for(const OldJoker& joker) const;

    Table before_;
    Rules rules_;
    std::vector<Counts> numbers_;  // number tiles of each old meld, then of those that stay
    std::vector<OldJoker> old_jokers_;
    Table opening_, staying_;
    std::vector<OpenPlace> open_places_;
};

Difference difference(const Table& before, const Table& after, const Rules& rules);

// Move the old melds that must not change because of the opening from `table` to `staying` (A-02, A-26,
// TA-11):
//  - an old meld equal to a meld of the opening, which counts as new only while the old one lies there;
//  - an old meld that the opening repeats with one joker swapped.
void let_stay(Problem& problem);

}  // namespace tilewise
