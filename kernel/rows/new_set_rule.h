// The new-set rule for the row program.
//
// A joker that lay on the table may lie in a new set: a meld that does not hold all number tiles of any old
// meld. In another meld it may lie only undisturbed: standing for the same tile, beside a number tile of its
// old meld. The words used here:
//   held     an old meld is held by a row if all its number tiles up to the number at hand are in the row
//   whole    a held meld with no tiles above: the row is no new set
//   binds    a joker binds a row if it cannot be undisturbed there, so the row must be a new set
//   home     the place that an old joker stood for: there, one of its kind does not bind
//   company  the number tiles that lay with an old joker
//   away     of a mirror: the kinds that bind it until a tile of their company joins it
// A row is refused if a joker binds it and an old meld in it is whole.
//
// Example. [r3 J r5] lies on the table. A row r3 D r6 holds the old meld's r3, but skips r5, so it is new and
// any joker may lie in it. A row r3 r4 r5 J holds r3 and r5: the old meld is whole, and an old J that did not
// stand at 4 or 6 is refused.
//
// The rule refuses only what cannot be legal; the judge (jokers.h) has the last word:
//  - Runs of more than three number tiles do not count as old melds: a row that holds one can be cut.
//  - A kind of joker binds nothing if the rack, or an opening in the same turn, has one of the kind.
//  - A joker between two tiles does not bind where one of its kind stood. A joker with no tile after it may
//    move to the other end of the row, so it binds only if no end is near a home.
//  - Jokers of a kind with the same home are counted only if they are put to runs that are alike.
//  - In a mirror only the mirror joker and the jokers of its first column bind, as long as no tile of their
//    company joins the row.
//  - A run of number tiles is known by its length and its last tile, if it has at most three. A longer one
//    could be cut before its last tile when a joker is put to it, so that tile may begin a row of its own
//    (RowProgram::begin_rows).
#pragma once

#include "game/jokers.h"

namespace tilewise {

class NewSetRule {
   public:
    using Melds = std::uint16_t;  // old melds, a bit each
    using Kinds = std::uint8_t;   // of jokers, a bit each

    // The facts about a row that the rule needs (the words are explained above).
    struct Bond {
        bool binds = false;
        Melds held = 0;
        Kinds away = 0;
    };

    NewSetRule() = default;
    NewSetRule(const JokerRules& jokers, const JokerCounts& unbound);

    // Whether a joker of this kind binds a row of this colour if it stands at this number.
    bool binds(int kind, int colour, int number) const { return binds_[number][kind] >> colour & 1; }
    // The same for a run of `length` number tiles up to `number` that gets `jokers` jokers at its ends, one
    // of this kind. `alike`: the number of its kind already in runs like this.
    bool binds_run(int kind, int colour, int number, int length, int jokers, int alike = 0) const;
    // The same for a group of these colours in which the joker stands for one of the `lacking` ones.
    bool binds_group(int kind, int number, std::uint8_t colours, std::uint8_t lacking) const;

    // How many old jokers of this kind have their home there.
    int homes(int kind, int colour, int number) const { return homes_in_runs_[number][kind][colour]; }

    // Kinds that bind at all, and those of them that have this tile in their company.
    Kinds binding() const { return binding_; }
    Kinds company(int colour, int number) const { return company_[tile_of(colour, number)]; }

    // The old melds that a run of one, two or three number tiles up to this number holds; and whether that
    // depends on its length.
    Melds in_run(int colour, int number, int length) const { return at_[number].run[length - 1][colour]; }
    bool length_matters(int colour, int number) const {
        const auto& run = at_[number].run;
        return run[0][colour] != run[1][colour] || run[0][colour] != run[2][colour];
    }

    // The old melds that a row holds after this number, if it takes one tile, two (a mirror), or a joker.
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
    struct Home {  // a place that an old joker can stand for; a mirror has none
        int joker;
        int kind;
        int number;  // the lower one of a double
        std::uint8_t colours;
        const Counts* company;
    };
    // The old melds by their tiles of one number. Where there are two entries, the second is for two tiles of
    // a colour (a mirror).
    struct At {
        // Melds whose lowest number this is, with nothing here but one (two) of this colour.
        std::array<std::array<Melds, COLOURS>, 2> begun{};
        // Melds with nothing here but that, or nothing at all.
        std::array<std::array<Melds, COLOURS>, 2> kept{};
        // Melds that a run of one, two or three tiles up to here holds.
        std::array<std::array<Melds, COLOURS>, 3> run{};
        Melds skipped = 0;             // melds with nothing here
        Melds ended = 0;               // melds with nothing above
        std::uint8_t short_above = 0;  // colours in which a meld of fewer than three tiles begins above
    };

    void find_homes(int joker, const OldJoker& old, const Meld& meld, const Counts& company);
    void add(const Counts& numbers);

    int count_ = 0;
    std::array<At, NUMBERS + 1> at_{};
    std::array<std::vector<Tiles>, NUMBERS + 1> groups_;  // old melds of one number
    Kinds binding_ = 0;
    std::array<Kinds, NUMBER_KINDS> company_{};
    std::vector<Home> homes_;
    std::array<std::array<Tiles, JOKER_KINDS>, NUMBERS + 1> homes_in_runs_{};
    std::array<ByKind, NUMBERS + 1> binds_{};
};

}  // namespace tilewise
