// The new-set rule for the row program: where the number tiles of an old meld come together again.
//
// A joker that lay on the table may lie in a meld that holds all number tiles of an old meld only if it is
// undisturbed there. So a row with jokers remembers which old melds it holds so far: all their tiles up to
// the number at hand. If one of them is whole and some joker binds the row, the row is refused.
//
// Example. [r3 J r5] lies on the table. A row r3 D r6 holds the old meld's r3, but skips r5, so it is new and
// any joker may lie in it. A row r3 r4 r5 J holds r3 and r5: the old meld is whole, and an old J that did not
// stand at 4 or 6 is refused.
//
// The rule is relaxed where it must be; the judge (jokers.h) has the last word:
//  - Old melds that a row which cannot be cut never holds do not count: runs without jokers of more than
//    three tiles.
//  - A joker binds no row if the rack, or an opening in the same turn, has one of its kind, nor
//    between two tiles where one of its kind stood: cutting a row may part a joker from its old company. It
//    may move from one end of a row to the other. If no tile follows it, it must have a home at either end of
//    the run and company in it; in a longer row with jokers, near is enough.
//  - Jokers of a kind with the same home are counted only if they are put to runs that are alike.
//  - A mirror is at home beside any tile of its old company, which is known when its row ends.
//  - A run of number tiles is known by its length and its last tile, if it has at most three. A longer one
//    could be cut before its last tile when a joker is put to it, so that tile may begin a row of its own
//    (RowProgram::begin_rows).
//
// Nor may a joker take the place of another kind in a group of two tiles (TA-11), unless tiles are left for
// the old group beside it.
#pragma once

#include "game/jokers.h"

namespace tilewise {

class NewSetRule {
   public:
    using Melds = std::uint16_t;  // old melds, a bit each
    using Kinds = std::uint8_t;   // of jokers, a bit each

    // What a row with jokers must obey: the old melds that it holds so far, and whether some joker of it
    // binds it. `away`: so do these kinds, as long as none of the tiles that lay with one joins the row.
    struct Bond {
        bool binds = false;
        Melds held = 0;
        Kinds away = 0;
    };

    NewSetRule() = default;
    NewSetRule(const JokerRules& jokers, const std::array<int, JOKER_KINDS>& unbound, const Rules& rules);

    // Whether a joker of this kind binds a row of this colour if it stands at this number; if it may stand
    // somewhere near; opposite a tile of a mirror, or beside it.
    bool binds(int kind, int colour, int number) const { return binds_[number][kind] >> colour & 1; }
    bool binds_near(int kind, int colour, int number) const {
        return binds_near_[number][kind] >> colour & 1;
    }
    bool binds_opposite(int kind, int colour, int number) const {
        return binds_opposite_[number][kind] >> colour & 1;
    }
    bool binds_column(int kind, int colour, int number) const {
        return binds_column_[number][kind] >> colour & 1;
    }
    // A run of number tiles over this number, if one of so many jokers at its ends is of this kind, and so
    // many others are in runs alike; and a group of these colours, if it fills one of those.
    bool binds_run(int kind, int colour, int number, int length, int jokers, int alike = 0) const;
    bool binds_group(int kind, int number, std::uint8_t colours, std::uint8_t lacking) const;

    // How many jokers of this kind do not bind a row if they stand there.
    int homes(int kind, int colour, int number) const { return homes_in_runs_[number][kind][colour]; }
    // TA-11: how many groups of two tiles of these colours and a joker of this kind there may be, if none has
    // another kind: no joker may take another's place.
    int pairs(int kind, int number, std::uint8_t colours) const;
    static constexpr int ANY = 99;

    // Kinds that bind at all; those of them that lay with this tile.
    Kinds binding() const { return binding_; }
    Kinds company(int colour, int number) const { return company_[tile_of(colour, number)]; }

    // What a run of number tiles over this number holds, if it has one, two or three tiles; and whether it
    // depends on that.
    Melds in_run(int colour, int number, int length) const { return at_[number].run[length - 1][colour]; }
    bool length_matters(int colour, int number) const {
        const auto& run = at_[number].run;
        return run[0][colour] != run[1][colour] || run[0][colour] != run[2][colour];
    }

    // What a row holds after this number, with one tile of it, two (a mirror), or a joker.
    Melds with_tiles(Melds held, int tiles, int colour, int number) const {
        return static_cast<Melds>((held & at_[number].kept[tiles - 1][colour]) |
                                  at_[number].begun[tiles - 1][colour]);
    }
    Melds with_joker(Melds held, int number) const { return held & at_[number].skipped; }
    // Whether one of them is whole after this number.
    bool is_whole(Melds held, int number) const { return held & at_[number].ended; }
    // Whether an old meld begins above this number that is too short for a row to be cut before it.
    bool has_short_above(int colour, int number) const { return at_[number].short_above >> colour & 1; }
    // Whether these tiles of the number hold an old meld.
    bool in_group(const std::array<std::uint8_t, COLOURS>& tiles, int number) const;

   private:
    static constexpr int MOST = 16;
    static constexpr std::uint8_t ALL_COLOURS = (1 << COLOURS) - 1;
    using ByKind = std::array<std::uint8_t, JOKER_KINDS>;  // colours
    using Tiles = std::array<std::uint8_t, COLOURS>;
    struct Home {  // what an old joker can stand for; a mirror stands for nothing
        int joker;
        int kind;
        int number;  // the lower one of a double
        std::uint8_t colours;
        const Counts* company;
    };
    struct At {                                             // a number: the old melds ...
        std::array<std::array<Melds, COLOURS>, 2> begun{};  // ... whose lowest number it is, and that have
                                                            // nothing there but one (two) of this colour
        std::array<std::array<Melds, COLOURS>, 2> kept{};  // ... that have nothing there but that, or nothing
        std::array<std::array<Melds, COLOURS>, 3> run{};   // ... that a run holds
        Melds skipped = 0;                                 // ... that have nothing there
        Melds ended = 0;                                   // ... that have nothing above
        std::uint8_t short_above = 0;  // colours in which one of less than three tiles begins above
    };

    void find_pair(const OldJoker& joker, const Meld& meld);
    void find_homes(int joker, const OldJoker& old, const Meld& meld, const Counts& company);
    void add(const Counts& numbers);

    int count_ = 0;
    std::array<At, NUMBERS + 1> at_{};
    std::array<std::vector<Tiles>, NUMBERS + 1> groups_;  // old melds of one number
    Kinds binding_ = 0;
    std::array<Kinds, NUMBER_KINDS> company_{};
    std::vector<Home> homes_;
    std::array<std::array<Tiles, JOKER_KINDS>, NUMBERS + 1> homes_in_runs_{};
    struct Pair {  // an old group of two tiles and a joker
        int kind;
        int number;
        std::uint8_t colours;
    };
    std::vector<Pair> pairs_;  // if no joker may take another's place
    std::array<ByKind, NUMBERS + 1> binds_{}, binds_near_{}, binds_column_{}, binds_opposite_{};
};

}  // namespace tilewise
