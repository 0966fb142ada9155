// The layers for Twist: the states of a layer, and where old jokers stood.
#include <algorithm>

#include "twist.h"

namespace tilewise {

namespace {

constexpr Key ALL_GUARDS = 0x8888'8888'8888'8888;

constexpr bool beats(Key a, Key b) { return (((b | ALL_GUARDS) - a) & ALL_GUARDS) == ALL_GUARDS; }

}  // namespace

OldPlaces::OldPlaces(const JokerRules& jokers) {
    for (const OldJoker& joker : jokers.old_jokers()) {
        const Meld& meld = jokers.before()[joker.meld];
        const int kind = joker.kind - CLASSIC;
        if (kind == MIRROR - CLASSIC)
            for (Tile tile : meld)
                if (!is_joker(tile)) at[MIRROR - CLASSIC][tile] = 1;
        for (const Role& role : joker.roles) {
            if (!role.slots) continue;
            const Slot& slot = role.slot[0];
            for (int c = 0; c < COLOURS; ++c)
                if (!slot.colours || slot.colours >> c & 1) at[kind][tile_of(c, slot.number)] = 1;
            if (role.slots == 1 || role.slot[1].number == slot.number) group[kind][slot.number] = true;
        }
    }
}

// ---- the states of a layer

static std::uint64_t hash(Key key, std::uint64_t tokens) {
    std::uint64_t h = (key ^ tokens * 0xD6E8'FEB8'6659'FD93ull) * 0x9E37'79B9'7F4A'7C15ull;
    return h ^ h >> 29;
}

void Twist::grow() {
    slots_.assign(slots_.size() * 4, 0);
    stamps_.assign(slots_.size(), 0);
    stamp_ = 1;
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = begin_; i < states_.size(); ++i) {
        std::size_t at = hash(states_[i].key, states_[i].tokens) >> 32 & mask;
        while (stamps_[at] == stamp_) at = (at + 1) & mask;
        stamps_[at] = stamp_;
        slots_[at] = i;
    }
}

// What a mirror does after a column of jokers or a C, or beside a double, is not looked at: there is no bound then.
bool Twist::is_hopeless(const State& state) const {
    if (!request_->ahead) return false;
    JokersLeft jokers = request_->jokers;
    for (int kind = 0; kind < JOKER_KINDS; ++kind) jokers[kind] -= static_cast<int>(state.key >> (JOKER_SHIFT + FIELD * kind)) & 7;
    int classics = TwistAhead::in_classics(jokers);
    if (!request_->ahead->knows(number_, classics)) return false;
    OpenRuns open(state.key);
    for (std::uint64_t tokens = state.tokens; tokens; tokens >>= 8) {
        const auto token = static_cast<Token>(tokens & 255);
        if (const int colour = colour_in(token); colour < MIRRORED) {
            open.add(colour, length_in(token));
            ++classics;
        } else {
            if (colour == MIRRORED + COLOURS || is_pending(token) || is_changing(token)) return false;
            open.all[colour - MIRRORED] += 2;
        }
    }
    return request_->ahead->knows(number_, classics) && state.value + request_->ahead->most(open, number_, classics) <= floor_;
}

void Twist::insert(const State& state) {
    const auto better = [](const State& a, const State& b) { return a.value != b.value ? a.value > b.value : a.bonus > b.bonus; };
    const std::size_t champions = std::min<std::size_t>(states_.size(), begin_ + 8);
    for (std::size_t i = begin_; i < champions; ++i)
        if (states_[i].tokens == state.tokens && states_[i].value >= state.value && beats(states_[i].key, state.key)) return;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(state.key, state.tokens) >> 32 & mask;
    while (stamps_[at] == stamp_) {
        State& other = states_[slots_[at]];
        if (other.key == state.key && other.tokens == state.tokens) {
            if (better(state, other)) other = state;
            return;
        }
        at = (at + 1) & mask;
    }
    if (is_hopeless(state)) return;
    stamps_[at] = stamp_;
    slots_[at] = static_cast<std::uint32_t>(states_.size());
    states_.push_back(state);
    if ((states_.size() - begin_) * 2 > slots_.size()) grow();
}

void Twist::keep_the_undominated() {
    const std::size_t size = states_.size() - begin_;
    if (size < 2) return;
    State* layer = states_.data() + begin_;
    std::sort(layer, layer + size, [](const State& a, const State& b) {
        if (a.tokens != b.tokens) return a.tokens < b.tokens;
        if (a.value != b.value) return a.value > b.value;
        return a.key < b.key;
    });
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (kept && layer[kept - 1].tokens != layer[i].tokens) group = kept;
        bool beaten = false;
        for (std::size_t j = group; j < kept && !beaten; ++j) beaten = beats(layer[j].key, layer[i].key);
        if (!beaten) layer[kept++] = layer[i];
    }
    states_.resize(begin_ + kept);
}

// Those that have most left to go on with: jokers, and no run that must go on. Only the order is a guess.
void Twist::keep_the_best(std::size_t most) {
    if (states_.size() - begin_ <= most) return;
    constexpr std::array<int, JOKER_KINDS> WORTH = {2, 3, 3, 3};
    const auto spent = [&](const State& state) {
        int sum = 0;
        for (int kind = 0; kind < JOKER_KINDS; ++kind) sum += WORTH[kind] * (static_cast<int>(state.key >> (JOKER_SHIFT + FIELD * kind)) & 7);
        for (int c = 0; c < COLOURS; ++c) sum += open_short(state.key, c) + open_must(state.key, c);
        return sum;
    };
    std::ranges::stable_sort(states_.begin() + begin_, states_.end(), std::ranges::less{}, spent);
    states_.resize(begin_ + most);
    is_cut_ = true;
}

}  // namespace tilewise
