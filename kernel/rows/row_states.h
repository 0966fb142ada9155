// The states of the row program: plain runs, jokers in use, and tokens for open rows with jokers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "plain/layer_index.h"
#include "plain/step.h"
#include "rows/relaxed_bound.h"
#include "rows/row.h"

namespace tilewise {

inline constexpr int MOST_ROWS_OPEN = 8;

// The largest first, then empty ones.
struct RowTokens : std::array<RowToken, MOST_ROWS_OPEN> {
    bool operator==(const RowTokens& other) const;
    std::uint64_t hash() const;
};

struct RowState {
    Key key;  // plain runs, and jokers in use by kind
    RowTokens tokens;
    std::int64_t value;
    std::uint32_t parent;
    std::uint32_t actions;  // at the last number: where they begin, and how many
    std::uint8_t action_count;
    Decision decision;

    static constexpr Key unit(int kind) { return Key{1} << (JOKER_SHIFT + 4 * kind); }
    static constexpr Key field(int kind) { return unit(kind) * 15; }
    static constexpr int used(Key key, int kind) {
        return static_cast<int>(key >> (JOKER_SHIFT + 4 * kind)) & 7;
    }
};

// When one state is at least as good as another with the same tokens.
struct RowDominance {
    const NewSetRule* rule = nullptr;
    int number = 0;
    int jokers = 0;      // J, D and C there are
    Key must_match = 0;  // counts of jokers that must be used: one more in use is no worse

    bool is_dominated(Key key, Key by) const;

   private:
    bool has_other_lengths(Key key, Key than) const;
};

// All layers, one after the other. Keeps its memory between searches.
class RowStates {
   public:
    void clear();
    void begin_layer();
    const RowState& operator[](std::size_t at) const { return states_[at]; }
    std::uint32_t begin() const { return begin_; }  // of the last layer
    std::uint32_t end() const { return static_cast<std::uint32_t>(states_.size()); }
    std::size_t width() const { return states_.size() - begin_; }

    // States that follow share these actions until the next call.
    void share_actions(std::span<const RowAction> actions) { shared_ = actions, kept_ = NOT_KEPT; }
    // Add to the last layer, unless an equal state is worth as much. Fill in where its actions are.
    void insert(RowState& state);
    void keep_actions(RowState& state);
    std::span<const RowAction> actions_of(const RowState& state) const {
        return {actions_.data() + state.actions, state.action_count};
    }

    // Drop dominated states, those that `matches` rejects, and all but the best `most`. True: others were
    // dropped.
    bool prune(std::size_t most, const RowDominance& dominance, std::int64_t most_gain,
               const std::function<bool(const RowState&)>& matches);

   private:
    static constexpr std::uint32_t NOT_KEPT = ~0u;
    // The order in which states are compared: those with the same tokens lie together, the best first.
    struct Rank {
        std::uint64_t tokens;  // their hash
        std::int64_t value;
        Key key;
        std::uint32_t state;
    };

    void drop_dominated(const RowDominance& dominance);
    bool keep_best(std::size_t most, const RowDominance& dominance, std::int64_t most_gain,
                   const std::function<bool(const RowState&)>& matches);
    void replace_layer();

    std::vector<RowState> states_;
    std::uint32_t begin_ = 0;
    LayerIndex index_;
    std::vector<RowAction> actions_;  // of all states
    std::span<const RowAction> shared_;
    std::uint32_t kept_ = NOT_KEPT;  // where the shared actions lie
    std::vector<Rank> ranks_;
    std::vector<Key> keys_;
    std::vector<std::pair<int, std::uint32_t>> order_;
    std::vector<RowState> kept_states_;
};

}  // namespace tilewise
