// Counts the tiles that move (moved.h) while the exact program lays out the tiles of broken melds and of the
// rack.
//
// Whether a tile of a group has moved is known at its number, of a run at the next number. A joker meld is
// chosen at its lowest number, and its tiles may lie many numbers above. Until the program gets there, their
// places wait. Many states wait for the same places, so each multiset of places is stored once and has an id.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "game/moved.h"
#include "plain/step.h"

namespace tilewise {

class MoveCount {
   public:
    using Waiting = std::uint32_t;  // id of a multiset of places; 0: nothing waits

    // `opening`: melds that are there already, in which tiles of broken melds may find themselves too.
    MoveCount(const Table& before, MeldSet broken, const Table& opening);

    MeldSet broken() const { return broken_; }

    // The places that wait before the first number. There are several alternatives if a tile of the opening
    // counts as part of a group or of a run.
    const std::vector<Waiting>& at_first() const { return at_first_; }
    // The places in this meld where a tile of a broken meld may find itself again.
    Waiting places_of(const Meld& meld, bool as_group);
    // Whether a tile can have moved because a run is cut here, between these two.
    bool tears(Tile below, Tile above) const;
    bool groups_lay_at(int number) const;

    Waiting sum(Waiting a, Waiting b);
    Waiting after(Waiting waiting, int number);  // the places that still wait when this number is done

    // Tiles moved as known when this number is done: those of groups of it, those of runs at the number
    // below. `key` and `waiting` are those before this number.
    int moved(int number, Key key, Waiting waiting, const Decision& decision) const;

   private:
    // number (high byte), colour, side (a nibble each)
    static constexpr char16_t place_of(int number, int colour, Side side) {
        return static_cast<char16_t>(number << 8 | colour << 4 | side);
    }
    Waiting id_of(const std::u16string& places);
    const SideCounts& lay(Tile tile) const { return lay_[number_of(tile)][colour_of(tile)]; }

    MeldSet broken_;
    std::array<std::array<SideCounts, COLOURS>, NUMBERS + 2> lay_{};  // how the tiles of the broken melds lay
    std::vector<std::u16string> lists_;
    std::vector<Waiting> at_first_{0};
    std::unordered_map<std::u16string, Waiting> ids_;
};

}  // namespace tilewise
