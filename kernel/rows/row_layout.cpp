#include "rows/row_layout.h"

#include <algorithm>
#include <cassert>

namespace tilewise {

void RowBuilder::add(int number, const Decision& decision, std::span<const RowAction> actions) {
    number_ = number;
    out_.clear();
    joined_.clear();
    for (const RowAction& action : actions) perform(action);
    lay_groups(decision.groups());
    for (int c = 0; c < COLOURS; ++c) lay_runs(c, decision.places_in_runs(c));
    for (auto [c, row] : joined_) open_[c].push_back(row);
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Open& a, const Open& b) { return a.token > b.token; });
    tokens_ = out_;  // in the order of the state: the largest first
}

RowLayout RowBuilder::finished() const {
    RowLayout layout;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (mirrored_[i] == TAKEN) continue;
        Meld meld = rows_[i];
        if (mirrored_[i] >= 0) {
            const Meld& right = rows_[mirrored_[i]];
            meld.push(MIRROR);
            for (int k = right.size - 1; k >= 0; --k) meld.push(right[k]);
        }
        layout.melds.push_back(meld);
    }
    layout.spares = left_;
    return layout;
}

int RowBuilder::new_row() {
    rows_.emplace_back();
    mirrored_.push_back(ALONE);
    return static_cast<int>(rows_.size()) - 1;
}

void RowBuilder::joker(int row, int kind) {
    rows_[row].push(static_cast<Tile>(CLASSIC + kind));
    --left_[kind];
}

void RowBuilder::perform(const RowAction& action) {
    switch (action.type) {
        case RowAction::BEGIN: {
            const int row = new_row();
            rows_[row].push(tile_of(action.colour, number_));
            out_.push_back({action.token, row});
            return;
        }
        case RowAction::PUT: return go_on(take_run(action), action);
        case RowAction::GO_ON: return go_on(tokens_[action.slot].row, action);
        case RowAction::COLUMN: return column(tokens_[action.slot], action);
        case RowAction::REFLECT: return reflect(action);
        case RowAction::GROUP: {
            const int row = new_row();
            for (int c = 0; c < COLOURS; ++c)
                if (action.tiles[c]) rows_[row].push(tile_of(c, number_));
            for (int i = 0; i < action.classics; ++i) joker(row, J);
            for (int i = 0; i < action.doubles; ++i) joker(row, D);
            return;
        }
    }
}

void RowBuilder::go_on(int row, const RowAction& action) {
    if (action.type == RowAction::GO_ON && action.length) rows_[row].push(tile_of(action.colour, number_));
    if (action.kind < JOKER_KINDS) joker(row, action.kind);
    if (action.other < JOKER_KINDS) joker(row, action.other);
    if (action.to < COLOURS) joined_.emplace_back(action.to, row);
    if (action.token) out_.push_back({action.token, row});
}

// Take the run that a joker is put to from the open ones.
int RowBuilder::take_run(const RowAction& action) {
    auto& open = open_[action.colour];
    const auto run =
        std::find_if(open.begin(), open.end(), [&](int row) { return length(row) == action.length; });
    assert(run != open.end());
    const int row = *run;
    open.erase(run);
    return row;
}

void RowBuilder::column(const Open& open, const RowAction& action) {
    const int colour = action.colour, tiles = action.length;
    int row = open.row, opposite = open.opposite;
    if (open.token.is_changing() && colour != open.token.colour() - RowToken::MIRRORED)
        std::swap(row, opposite);
    if (tiles >= 1) rows_[row].push(tile_of(colour, number_));
    if (tiles == 2) rows_[opposite].push(tile_of(colour, number_));
    if (!tiles && open.token.is_pending()) std::swap(row, opposite);  // the other side than the double's
    if (action.kind < JOKER_KINDS) joker(opposite, action.kind);
    if (action.other < JOKER_KINDS) joker(row, action.other);
    if (action.token) out_.push_back({action.token, row, opposite});
}

void RowBuilder::reflect(const RowAction& action) {
    const int row = new_row(), opposite = new_row();
    mirrored_[row] = opposite;
    mirrored_[opposite] = TAKEN;
    --left_[M];
    for (int tiles = 1; tiles <= 2; ++tiles)  // columns of one tile first: opposite tiles lie together
        for (int c = 0; c < COLOURS; ++c)
            if (action.tiles[c] == tiles) rows_[row].push(tile_of(c, number_));
    for (int i = 0; i < action.classics; ++i) joker(opposite, J);
    for (int i = 0; i < action.doubles; ++i) joker(opposite, D);
    if (action.kind < JOKER_KINDS) joker(opposite, action.kind);
    for (int c = 0; c < COLOURS; ++c)
        if (action.tiles[c] == 2) rows_[opposite].push(tile_of(c, number_));
    if (action.token) out_.push_back({action.token, row, opposite});
}

void RowBuilder::lay_groups(int counts) {
    const int groups = GROUP_USES[counts].groups;
    const int first = static_cast<int>(rows_.size());
    for (int i = 0; i < groups; ++i) new_row();
    int turn = 0;
    for (int c = 0; c < COLOURS; ++c)
        for (int i = counts >> (2 * c) & 3; i > 0; --i)
            rows_[first + turn++ % groups].push(tile_of(c, number_));
}

// The shortest runs first: they must go on.
void RowBuilder::lay_runs(int c, int places) {
    auto& open = open_[c];
    std::stable_sort(open.begin(), open.end(), [&](int a, int b) { return length(a) < length(b); });
    for (int i = 0; i < places; ++i) {
        if (i >= static_cast<int>(open.size())) open.push_back(new_row());
        rows_[open[i]].push(tile_of(c, number_));
    }
    open.resize(places);
}

}  // namespace tilewise
