// Tiny positions at random, for brute force.
#pragma once

#include <algorithm>
#include <random>

#include "game/jokers.h"
#include "game/problem.h"

namespace tilewise {

struct Suite {
    const char* name;
    int copies;
    std::array<int, JOKER_KINDS> jokers;
    int tiles;  // on table and rack together, at most
    Rules rules;
    bool any_weights = false;
    bool opens = false;  // the turn has laid a meld already
};

class TinyPositions {
   public:
    TinyPositions(const Suite& suite, unsigned seed) : suite_(suite), dice_(seed) {}

    Problem next() {
        Problem problem;
        problem.rules = suite_.rules;
        left_ = {};
        for (int kind = 0; kind < NUMBER_KINDS; ++kind)
            left_[kind] = static_cast<std::uint8_t>(suite_.copies);
        for (int kind = 0; kind < JOKER_KINDS; ++kind)
            left_[CLASSIC + kind] = static_cast<std::uint8_t>(suite_.jokers[kind]);
        centre_ = roll(11) + 1;
        colours_ = roll(3) ? 2 : 4;
        const int melds = suite_.rules.has_melded ? 1 + roll(3) - (roll(6) == 0) : 0;
        int size = 0;
        for (int tries = 0; static_cast<int>(problem.table.size()) < melds && tries < 200; ++tries) {
            const Meld meld = some_meld();
            if (size + meld.size > suite_.tiles - 1 || !is_meld(meld, problem.rules) || !take(meld)) continue;
            problem.table.push_back(meld);
            size += meld.size;
        }
        for (int tries = 0; suite_.opens && problem.opening.empty() && tries < 200; ++tries)
            if (const Meld meld = some_meld(); is_meld(meld, problem.rules) && take(meld))
                problem.opening.push_back(meld);
        let_stay(problem);
        for (int tries = 0; size < suite_.tiles && tries < 30 && problem.rack.size() < 6; ++tries) {
            const Tile tile = some_tile();
            if (!left_[tile]) continue;
            --left_[tile];
            problem.rack.push_back(tile);
            ++size;
        }
        if (suite_.any_weights)
            for (int kind = 0; kind < KINDS; ++kind)
                problem.primary[kind] = roll(7) - 2, problem.secondary[kind] = roll(5) - 2;
        return problem;
    }

   private:
    int roll(int sides) { return static_cast<int>(dice_() % static_cast<unsigned>(sides)); }

    // Of a kind the box holds.
    Tile some_joker() {
        int kind = roll(JOKER_KINDS);
        while (!suite_.jokers[kind]) kind = (kind + 1) % JOKER_KINDS;
        return static_cast<Tile>(CLASSIC + kind);
    }

    Tile some_tile() {
        if (roll(4) == 0) return some_joker();
        return tile_of(roll(colours_), std::clamp(centre_ + roll(5) - 2, 1, NUMBERS));
    }

    // A row that has a fair chance to be a meld.
    Meld some_meld() {
        Meld meld;
        const int shape = roll(6), length = 3 + roll(3);
        int number = std::clamp(centre_ + roll(4) - 2, 1, NUMBERS), colour = roll(colours_);
        for (int i = 0; i < length; ++i) {
            Tile tile = shape < 3 ? tile_of(colour, std::min(number + i, NUMBERS))
                                  : tile_of((colour + i) % COLOURS, number);
            if (shape == 5 && suite_.jokers[3])
                tile = i == length / 2
                           ? MIRROR
                           : tile_of(colour, std::min(NUMBERS, number + std::min(i, length - 1 - i)));
            else if (roll(4) == 0)
                tile = some_joker();
            if (tile == COLOUR_CHANGE) colour = roll(colours_);
            if (tile == DOUBLE) ++number;
            meld.push(tile);
        }
        return meld;
    }

    bool take(const Meld& meld) {
        Counts left = left_;
        for (Tile tile : meld)
            if (left[tile]-- == 0) return false;
        left_ = left;
        return true;
    }

    const Suite& suite_;
    std::mt19937 dice_;
    Counts left_{};
    int centre_ = 5, colours_ = 4;
};

}  // namespace tilewise
