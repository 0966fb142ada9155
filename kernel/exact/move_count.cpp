#include "exact/move_count.h"

namespace tilewise {

namespace {

bool in_runs(const SideCounts& company) {
    return company[UPWARDS] || company[BOTH_WAYS] || company[DOWNWARDS];
}

// A place that serves the tiles that lay like this as well as `side` does, the same one for all that do.
// Nothing: it serves none.
std::optional<Side> as_good_as(Side side, const SideCounts& lay) {
    if (side == IN_GROUP) return lay[IN_GROUP] ? std::optional(IN_GROUP) : std::nullopt;
    if (!in_runs(lay)) return std::nullopt;
    if (lay[UPWARDS] && lay[DOWNWARDS]) return side;
    if (!lay[UPWARDS] && !lay[DOWNWARDS]) return BOTH_WAYS;
    const Side wanted = lay[UPWARDS] ? UPWARDS : DOWNWARDS;
    if (side == wanted || side == BOTH_WAYS) return wanted;
    return lay[BOTH_WAYS] ? std::optional(side) : std::nullopt;
}

}  // namespace

MoveCount::MoveCount(const Table& before, MeldSet broken, const Table& opening) : broken_(broken), lists_(1) {
    ids_.emplace(std::u16string(), 0);
    for (std::size_t m = 0; m < before.size(); ++m) {
        const Meld& meld = before[m];
        if (!(broken & one_meld(m)) || number_tiles_in(meld) < 2) continue;
        const bool group = lies_as_group(meld);
        for (int i = 0; i < meld.size; ++i) {
            if (is_joker(meld[i])) continue;
            if (const std::optional<Side> side = group ? IN_GROUP : side_in(meld, i))
                ++lay_[number_of(meld[i])][colour_of(meld[i])][*side];
        }
    }
    for (const Meld& meld : opening) {
        std::vector<Waiting> longer;
        for (bool as_group : {false, true})
            if (number_tiles_in(meld) == 1 || as_group == lies_as_group(meld))
                for (Waiting waiting : at_first_) longer.push_back(sum(waiting, places_of(meld, as_group)));
        at_first_ = longer;
    }
}

MoveCount::Waiting MoveCount::places_of(const Meld& meld, bool as_group) {
    std::u16string places;
    for (int i = 0; i < meld.size; ++i) {
        if (is_joker(meld[i])) continue;
        std::optional<Side> side = as_group ? IN_GROUP : side_in(meld, i);
        if (side) side = as_good_as(*side, lay(meld[i]));
        if (side) places.push_back(place_of(number_of(meld[i]), colour_of(meld[i]), *side));
    }
    std::ranges::sort(places);
    return id_of(places);
}

bool MoveCount::tears(Tile below, Tile above) const {
    return (!is_joker(below) && lay(below)[UPWARDS]) || (!is_joker(above) && lay(above)[DOWNWARDS]);
}

bool MoveCount::groups_lay_at(int number) const {
    return std::ranges::any_of(lay_[number], [](const SideCounts& company) { return company[IN_GROUP] > 0; });
}

MoveCount::Waiting MoveCount::id_of(const std::u16string& places) {
    const auto [found, is_new] = ids_.try_emplace(places, static_cast<Waiting>(lists_.size()));
    if (is_new) lists_.push_back(places);
    return found->second;
}

MoveCount::Waiting MoveCount::sum(Waiting a, Waiting b) {
    if (!a || !b) return a | b;
    std::u16string places = lists_[a] + lists_[b];
    std::ranges::sort(places);
    return id_of(places);
}

MoveCount::Waiting MoveCount::after(Waiting waiting, int number) {
    if (!waiting) return 0;
    std::u16string places = lists_[waiting];
    std::erase_if(places, [&](char16_t place) {
        return place >> 8 < number || (place >> 8 == number && (place & 15) == IN_GROUP);
    });
    return id_of(places);
}

int MoveCount::moved(int number, Key key, Waiting waiting, const Decision& decision) const {
    std::array<SideCounts, COLOURS> in_joker_melds{};
    for (char16_t place : lists_[waiting]) {
        const auto side = static_cast<Side>(place & 15);
        if (place >> 8 == (side == IN_GROUP ? number : number - 1)) ++in_joker_melds[place >> 4 & 15][side];
    }
    int sum = 0;
    for (int c = 0; c < COLOURS; ++c) {
        SideCounts before = lay_[number - 1][c];
        before[IN_GROUP] = lay_[number][c][IN_GROUP];
        const int tiles = before[IN_GROUP] + before[UPWARDS] + before[BOTH_WAYS] + before[DOWNWARDS];
        if (!tiles) continue;
        SideCounts now = in_joker_melds[c];
        const int longer = open_all(key, c) - open_short(key, c),
                  extended = std::clamp(decision.places_in_runs(c) - open_short(key, c), 0, longer);
        now[IN_GROUP] += decision.tiles_in_groups(c);
        now[UPWARDS] += open_short(key, c);
        now[BOTH_WAYS] += extended;
        now[DOWNWARDS] += longer - extended;
        sum += tiles - staying(before, now);
    }
    return sum;
}

}  // namespace tilewise
