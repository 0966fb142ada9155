// The slow, obvious twin.
#include "brute.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace tilewise {

namespace {

class Brute {
   public:
    explicit Brute(const Problem& problem) : problem_(problem), jokers_(problem) {}

    BruteAnswer run() {
        std::vector<Tile> rack = problem_.rack;
        std::sort(rack.begin(), rack.end());
        std::set<std::vector<Tile>> seen;
        for (unsigned part = 1; part < 1u << rack.size(); ++part) {
            std::vector<Tile> laid;
            for (std::size_t i = 0; i < rack.size(); ++i)
                if (part >> i & 1) laid.push_back(rack[i]);
            if (seen.insert(laid).second) try_play(laid);
        }
        std::sort(answer_.plays.begin(), answer_.plays.end());
        return answer_;
    }

   private:
    void try_play(const std::vector<Tile>& laid) {
        laid_ = laid;
        most_kept_ = -1;
        least_moved_ = 0;
        std::vector<Tile> tiles = laid;
        const Rules& rules = problem_.rules;
        if (rules.has_melded)
            for (const Meld& meld : problem_.table) tiles.insert(tiles.end(), meld.begin(), meld.end());
        else if (!rules.joker_in_initial_meld && std::ranges::any_of(laid, is_joker))
            return;
        std::sort(tiles.begin(), tiles.end());
        table_.clear();
        partition(tiles);
        if (most_kept_ < 0) return;
        std::int64_t primary = 0, secondary = 0;
        for (Tile tile : laid) primary += problem_.primary[tile], secondary += problem_.secondary[tile];
        answer_.plays.push_back(laid);
        const auto better = std::pair(primary, secondary) <=> std::pair(answer_.primary, answer_.secondary);
        if (!answer_.playable || better > 0)
            answer_.primary = primary, answer_.secondary = secondary, answer_.kept = -1;
        if (most_kept_ > answer_.kept || (most_kept_ == answer_.kept && least_moved_ < answer_.moved)) {
            if (!answer_.playable || better >= 0) answer_.kept = most_kept_, answer_.moved = least_moved_;
        }
        answer_.playable = true;
    }

    // Takes the first tile, gives it every possible company, and goes on with the rest.
    void partition(const std::vector<Tile>& tiles) {
        if (tiles.empty()) {
            judge();
            return;
        }
        std::set<std::vector<Tile>> tried;
        const std::size_t others = tiles.size() - 1;
        for (unsigned part = 0; part < 1u << others; ++part) {
            std::vector<Tile> meld{tiles[0]}, rest;
            for (std::size_t i = 0; i < others; ++i) (part >> i & 1 ? meld : rest).push_back(tiles[i + 1]);
            if (meld.size() < 3 || !tried.insert(meld).second) continue;
            for (const Meld& row : rows(meld)) {
                table_.push_back(row);
                partition(rest);
                table_.pop_back();
            }
        }
    }

    // Every order of these tiles that is a meld.
    const std::vector<Meld>& rows(std::vector<Tile> tiles) {
        auto [at, is_new] = rows_.try_emplace(tiles);
        if (!is_new || cannot_be_a_meld(tiles)) return at->second;
        do {
            Meld row;
            for (Tile tile : tiles) row.push(tile);
            if (is_meld(row, problem_.rules)) at->second.push_back(row);
        } while (std::next_permutation(tiles.begin(), tiles.end()));
        return at->second;
    }

    // Spares the factorial for tiles of several colours and several numbers without a colour-change joker.
    static bool cannot_be_a_meld(const std::vector<Tile>& tiles) {
        std::set<int> colours, numbers;
        for (Tile tile : tiles) {
            if (tile == COLOUR_CHANGE) return false;
            if (!is_joker(tile)) colours.insert(colour_of(tile)), numbers.insert(number_of(tile));
        }
        return colours.size() > 1 && numbers.size() > 1;
    }

    void judge() {
        if (!problem_.rules.has_melded) {
            int points = 0;
            for (const Meld& meld : table_) points += meld_value(meld, problem_.rules);
            if (points >= problem_.rules.initial_meld_min) most_kept_ = 0;
            return;
        }
        const Difference change = difference(problem_.table, table_, problem_.rules);
        const int kept =
            static_cast<int>(problem_.staying.size() + problem_.table.size() - change.gone.size());
        if (kept < most_kept_ || (kept == most_kept_ && !least_moved_) || !jokers_.hold(table_)) return;
        const int moved = moved_in(change);
        if (kept > most_kept_ || moved < least_moved_) most_kept_ = kept, least_moved_ = moved;
    }

    // A number tile in a meld, and on which sides the meld goes on; in a group both are false. Alone among
    // jokers it is both.
    struct Lying {
        Tile tile;
        bool in_group, below, above, alone;

        bool can_be(const Lying& now) const {
            if (tile != now.tile) return false;
            if (in_group) return now.in_group || now.alone;
            return !now.in_group && ((below && now.below) || (above && now.above));
        }
    };

    // The numbers of a mirrored run fall towards its middle: on one side some number is less than one before
    // it, or the other way round.
    static bool falls(const Meld& meld, const Rules& rules) {
        for (const Reading& reading : readings(meld, rules)) {
            if (reading.is_group) continue;
            const int first = reading.roles[0].slot[0].number;
            for (int i = 0; i < meld.size && meld[i] != MIRROR; ++i)
                for (int s = 0; s < reading.roles[i].slots; ++s)
                    if (reading.roles[i].slot[s].number != first)
                        return reading.roles[i].slot[s].number < first;
        }
        return false;
    }

    void list(const Meld& meld, std::vector<Lying>& tiles) const {
        std::set<int> numbers;
        int count = 0;
        for (Tile tile : meld)
            if (!is_joker(tile)) numbers.insert(number_of(tile)), ++count;
        const bool group = numbers.size() == 1 && count > 1, alone = count == 1;
        const auto axis = std::find(meld.begin(), meld.end(), MIRROR) - meld.begin();
        const bool mirrored = axis < meld.size, falling = mirrored && falls(meld, problem_.rules);
        for (int i = 0; i < meld.size; ++i) {
            if (is_joker(meld[i])) continue;
            bool below = !group && i > 0 && meld[i - 1] != MIRROR,
                 above = !group && i + 1 < meld.size && meld[i + 1] != MIRROR;
            if (mirrored && alone)
                below = above = below || above;
            else if (falling == (i < axis) && mirrored)
                std::swap(below, above);
            tiles.push_back({meld[i], group, below, above, alone});
        }
    }

    // Tells alike tiles apart in every way there is.
    int moved_in(const Difference& change) const {
        std::vector<Lying> before, after;
        for (int old : change.gone) list(problem_.table[old], before);
        for (int now : change.arrived) list(table_[now], after);
        for (const Meld& meld : problem_.opening) list(meld, after);
        std::erase_if(before, [](const Lying& tile) { return tile.alone; });
        const std::function<int(std::size_t)> fewest = [&](std::size_t i) {
            if (i == before.size()) return 0;
            int best = 1 + fewest(i + 1);
            for (Lying& place : after) {
                if (!before[i].can_be(place)) continue;
                const Lying taken = std::exchange(place, {MELD_END, false, false, false, false});
                best = std::min(best, fewest(i + 1));
                place = taken;
            }
            return best;
        };
        return fewest(0);
    }

    const Problem& problem_;
    JokerRules jokers_;
    std::map<std::vector<Tile>, std::vector<Meld>> rows_;
    Table table_;
    std::vector<Tile> laid_;
    int most_kept_ = -1, least_moved_ = 0;
    BruteAnswer answer_;
};

}  // namespace

BruteAnswer brute_force(const Problem& problem) { return Brute(problem).run(); }

}  // namespace tilewise
