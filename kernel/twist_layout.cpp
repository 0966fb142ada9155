// The layers for Twist: back to melds.
#include <algorithm>
#include <cassert>
#include <span>

#include "twist.h"

namespace tilewise {

namespace {

constexpr Tile tile_for(int kind) { return static_cast<Tile>(CLASSIC + kind); }

// The rows of a table while it is laid out. A mirror is two rows, from the outside inwards.
class Rows {
   public:
    explicit Rows(const TwistLayout& layout) : left_(layout.spares) {}

    struct Open {                                    // a row that a token stands for
        TwistLayers::Token token;
        int row;
        int opposite = -1;
    };

    void do_at(int number, const Decision& decision, std::span<const TwistLayers::Action> actions) {
        number_ = number;
        out_.clear();
        joined_.clear();
        for (const TwistLayers::Action& action : actions) act(action);
        lay_groups(decision.groups);
        for (int c = 0; c < COLOURS; ++c) lay_runs(c, decision.runs[c] & 15, decision.runs[c] >> 4);
        for (auto [c, row] : joined_) open_[c].push_back(row);
        std::stable_sort(out_.begin(), out_.end(), [](const Open& a, const Open& b) { return a.token > b.token; });
        tokens_ = out_;  // in the order of the state: the largest first
    }

    TwistLayout finished() {
        TwistLayout layout;
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

   private:
    static constexpr int ALONE = -1, TAKEN = -2;

    int new_row() {
        rows_.emplace_back();
        mirrored_.push_back(ALONE);
        return static_cast<int>(rows_.size()) - 1;
    }

    void joker(int row, int kind) {
        rows_[row].push(tile_for(kind));
        --left_[kind];
    }

    int length(int row) const { return std::min<int>(3, rows_[row].size); }

    void act(const TwistLayers::Action& action) {
        switch (action.act) {
            case TwistLayers::Act::BEGIN: {
                const int row = new_row();
                rows_[row].push(tile_of(action.colour, number_));
                out_.push_back({action.token, row});
                return;
            }
            case TwistLayers::Act::PUT: return go_on(run_of(action), action);
            case TwistLayers::Act::GO_ON: return go_on(tokens_[action.slot].row, action);
            case TwistLayers::Act::COLUMN: return column(tokens_[action.slot], action);
            case TwistLayers::Act::REFLECT: return reflect(action);
            case TwistLayers::Act::GROUP: {
                const int row = new_row();
                for (int c = 0; c < COLOURS; ++c)
                    if (action.tiles[c]) rows_[row].push(tile_of(c, number_));
                for (int i = 0; i < action.classics; ++i) joker(row, 0);
                for (int i = 0; i < action.doubles; ++i) joker(row, DOUBLE - CLASSIC);
                return;
            }
        }
    }

    void go_on(int row, const TwistLayers::Action& action) {
        if (action.act == TwistLayers::Act::GO_ON && action.length) rows_[row].push(tile_of(action.colour, number_));
        if (action.kind < JOKER_KINDS) joker(row, action.kind);
        if (action.other < JOKER_KINDS) joker(row, action.other);
        if (action.to < COLOURS) joined_.emplace_back(action.to, row);
        if (action.token) out_.push_back({action.token, row});
    }

    // Takes the run that a joker is put to from the open ones.
    int run_of(const TwistLayers::Action& action) {
        auto& open = open_[action.colour];
        const auto run = std::find_if(open.begin(), open.end(), [&](int row) { return length(row) == action.length; });
        assert(run != open.end());
        const int row = *run;
        open.erase(run);
        return row;
    }

    void column(const Open& open, const TwistLayers::Action& action) {
        const int colour = action.colour, tiles = action.length;
        int row = open.row, opposite = open.opposite;
        if (TwistLayers::is_changing(open.token) && colour != TwistLayers::colour_in(open.token) - TwistLayers::MIRRORED) std::swap(row, opposite);
        if (tiles >= 1) rows_[row].push(tile_of(colour, number_));
        if (tiles == 2) rows_[opposite].push(tile_of(colour, number_));
        if (!tiles && TwistLayers::is_pending(open.token)) std::swap(row, opposite);  // the other side than the double's
        if (action.kind < JOKER_KINDS) joker(opposite, action.kind);
        if (action.other < JOKER_KINDS) joker(row, action.other);
        if (action.token) out_.push_back({action.token, row, opposite});
    }

    void reflect(const TwistLayers::Action& action) {
        const int row = new_row(), opposite = new_row();
        mirrored_[row] = opposite;
        mirrored_[opposite] = TAKEN;
        --left_[MIRROR - CLASSIC];
        for (int tiles = 1; tiles <= 2; ++tiles)  // columns of one tile first: what lies opposite lies together
            for (int c = 0; c < COLOURS; ++c) {
                if (action.tiles[c] != tiles) continue;
                rows_[row].push(tile_of(c, number_));
            }
        for (int i = 0; i < action.classics; ++i) joker(opposite, 0);
        for (int i = 0; i < action.doubles; ++i) joker(opposite, DOUBLE - CLASSIC);
        if (action.kind < JOKER_KINDS) joker(opposite, action.kind);
        for (int c = 0; c < COLOURS; ++c)
            if (action.tiles[c] == 2) rows_[opposite].push(tile_of(c, number_));
        if (action.token) out_.push_back({action.token, row, opposite});
    }

    void lay_groups(int counts) {
        const int groups = GROUP_USES[counts].groups;
        const int first = static_cast<int>(rows_.size());
        for (int i = 0; i < groups; ++i) new_row();
        int turn = 0;
        for (int c = 0; c < COLOURS; ++c)
            for (int i = counts >> (2 * c) & 3; i > 0; --i) rows_[first + turn++ % groups].push(tile_of(c, number_));
        for (int i = first; i < first + groups; ++i)
            while (rows_[i].size < SMALLEST_MELD) joker(i, 0);
    }

    // The shortest runs first: they must go on. Jokers stand in the last of the runs that go on.
    void lay_runs(int c, int places, int jokers) {
        auto& open = open_[c];
        std::stable_sort(open.begin(), open.end(), [&](int a, int b) { return length(a) < length(b); });
        const int extended = std::min<int>(places, static_cast<int>(open.size()));
        for (int i = 0; i < places; ++i) {
            if (i >= static_cast<int>(open.size())) open.push_back(new_row());
            if (i < extended && i >= places - jokers) joker(open[i], 0);
            else rows_[open[i]].push(tile_of(c, number_));
        }
        open.resize(places);
    }

    int number_ = 0;
    std::vector<Meld> rows_;
    std::vector<int> mirrored_;                      // the row opposite, ALONE, or TAKEN (it is the row opposite)
    std::array<std::vector<int>, COLOURS> open_;
    std::vector<std::pair<int, int>> joined_;
    std::vector<Open> tokens_, out_;
    std::array<int, JOKER_KINDS> left_;
};

}  // namespace

TwistLayout TwistLayers::layout() const {
    std::array<const State*, NUMBERS + 1> path;
    path[NUMBERS] = &best_;
    for (int number = NUMBERS; number > 1; --number) path[number - 1] = &states_[path[number]->parent];
    TwistLayout all;
    all.spares = request_->jokers;
    Rows rows(all);
    for (int number = 1; number <= NUMBERS; ++number) {
        const State& state = *path[number];
        rows.do_at(number, state.decision, {done_.data() + state.actions, state.action_count});
    }
    return rows.finished();
}

}  // namespace tilewise
