// The slow, obvious twin.
#include "brute.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace tilewise {

namespace {

class Brute {
   public:
    explicit Brute(const Problem& problem) : problem_(problem), jokers_(problem.table, problem.rules) {}

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
        if (!answer_.playable || better > 0) answer_.primary = primary, answer_.secondary = secondary, answer_.kept = most_kept_;
        if (answer_.playable && better == 0) answer_.kept = std::max(answer_.kept, most_kept_);
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
            if (points >= problem_.rules.threshold) most_kept_ = 0;
            return;
        }
        const int kept = static_cast<int>(problem_.table.size() - difference(problem_.table, table_, problem_.rules).gone.size());
        if (kept > most_kept_ && jokers_.hold(table_)) most_kept_ = kept;
    }

    const Problem& problem_;
    JokerRules jokers_;
    std::map<std::vector<Tile>, std::vector<Meld>> rows_;
    Table table_;
    std::vector<Tile> laid_;
    int most_kept_ = -1;
    BruteAnswer answer_;
};

}  // namespace

BruteAnswer brute_force(const Problem& problem) { return Brute(problem).run(); }

}  // namespace tilewise
