// The uses of the tiles of one number, computed once and cached (step.h).
#include "plain/step.h"

namespace tilewise {

bool can_mend(Key a, Key b, int spare) { return mending(a, b) <= spare; }

// ---- groups

void GroupChoices::work_out(const Cells& cells) {
    count = 0;
    for (int g = 0; g < 256; ++g) {
        bool is_there = GROUP_USES[g].jokers <= cells.jokers;
        for (int c = 0; c < COLOURS; ++c) is_there = is_there && (g >> (2 * c) & 3) <= cells.have[c];
        if (is_there) choice[count++] = static_cast<std::uint8_t>(g);
    }
    index();
}

void GroupChoices::index() {
    words = (count + 63) / 64;
    for (int w = 0; w < words; ++w) word[w] = {};
    for (int i = 0; i < count; ++i) {
        Word& at = word[i / 64];
        const std::uint64_t bit = 1ull << i % 64;
        for (int c = 0; c < COLOURS; ++c) at.taking[c][1 << (choice[i] >> (2 * c) & 3)] |= bit;
        for (int jokers = std::min<int>(GROUP_USES[choice[i]].jokers, 3); jokers < 4; ++jokers)
            at.costing[jokers] |= bit;
    }
    for (int w = 0; w < words; ++w)
        for (auto& taking : word[w].taking)
            for (int amounts = 1; amounts < ALL_AMOUNTS; ++amounts)
                taking[amounts] |= taking[amounts & (amounts - 1)] | taking[amounts & -amounts];
}

const GroupChoices& KnownGroups::work_out(const Cells& cells, int at) {
    known_[at] = std::make_unique<GroupChoices>();
    known_[at]->work_out(cells);
    return *known_[at];
}

KnownGroups& known_groups() {
    thread_local KnownGroups known;
    return known;
}

// ---- runs

void RunUses::add(const Cells& cells, Key key, int c, int places, int jokers, int extra, int jokers_left) {
    if (places > MAX_OPEN) return;
    const int starts = std::max(0, places - open_all(key, c));
    int spent = jokers;
    int short_runs = starts, must = starts + open_short(key, c);
    // Trick 3: a joker starts a run only below 12 or 13 (elsewhere it can as well stand at the end): a 12
    // enters as "J 12", a run of two; a 13 as "J J 13". So every run holds a number tile by construction
    //
    if (cells.number >= NUMBERS - 1 && starts) {
        spent += starts * (cells.number - NUMBERS + 2);
        short_runs = 0;
        must = (cells.number == NUMBERS ? 0 : starts) + open_short(key, c);
    }
    // Trick 4: look two numbers ahead. A short run that no tile can extend needs a joker, and jokers are few.
    const int owed = std::max(0, must - cells.next[c]) + std::max(0, short_runs - cells.after[c]);
    if (spent + owed > jokers_left || (cells.number == NUMBERS && must)) return;
    uses_.push_back({static_cast<std::uint16_t>(short_runs | must << 4 | (MAX_OPEN - places) << 8),
                     static_cast<std::uint8_t>(spent), static_cast<std::uint8_t>(spent + owed),
                     static_cast<std::int8_t>(extra), static_cast<std::uint8_t>(places | jokers << 4)});
}

void RunUses::fill(const Cells& cells, Key key, int c, int in_groups, int jokers_left) {
    const int rest = cells.have[c] - in_groups;
    const int must = open_must(key, c), all = open_all(key, c);
    const bool willing = cells.gain[c] >= 0;
    int least = std::max(0, cells.need[c] - in_groups);
    // Trick 5: a tile that can extend a run does, rather than stay on the rack (needs a weight that is not
    // negative).
    if (willing) least = std::max(least, std::min(rest, all));
    for (int tiles = least; tiles <= rest; ++tiles) {
        const int extra = tiles + in_groups - cells.need[c];
        if (tiles >= must) add(cells, key, c, tiles, 0, extra, jokers_left);
        if (willing && tiles < rest)
            continue;  // trick 6: a joker enters only where the real tiles are used up
        for (int jokers = std::max(1, must - tiles); tiles + jokers <= all && jokers <= jokers_left;
             ++jokers) {
            // A joker that no short run needs only bridges a gap below another tile; otherwise it is spare.
            if (tiles + jokers > must && cells.gap[c] > jokers_left) break;
            add(cells, key, c, tiles + jokers, jokers, extra, jokers_left);
        }
    }
}

void RunUses::work_out(const Cells& cells, const Tags& tags, Key key, int jokers_left) {
    assert(jokers_left >= 0);
    if (uses_.size() + COLOURS * ONE_COLOUR > MOST)
        std::fill(slots_.begin(), slots_.end(), ColourUses{}), uses_.clear();
    for (int c = 0; c < COLOURS; ++c)
        fresh_[c] = work_out(cells, tag_of(cells, tags, key, c, jokers_left), key, c, jokers_left);
}

ColourUses RunUses::work_out(const Cells& cells, std::uint64_t tag, Key key, int c, int jokers_left) {
    ColourUses& uses = slot(tag);
    if (uses.tag == tag) return uses;
    uses = {};
    uses.tag = tag;
    const int beyond = cells.have[c] - open_all(key, c);
    for (int n = 0; n <= MAX_COPIES; ++n) {
        uses.begin[n] = static_cast<std::uint16_t>(uses_.size());
        if (n <= cells.have[c]) fill(cells, key, c, n, jokers_left);
        std::stable_sort(uses_.begin() + uses.begin[n], uses_.end(),
                         [](const RunUse& a, const RunUse& b) { return a.cost < b.cost; });
        const std::size_t ways = uses_.size() - uses.begin[n];
        const auto amount = static_cast<Amounts>(1 << n);
        if (ways) uses.possible |= amount, uses.first[n] = uses_[uses.begin[n]];
        if (ways == 1) uses.forced |= amount;
        if (ways && n && n <= beyond) uses.beyond_runs |= amount;
    }
    uses.begin[MAX_COPIES + 1] = static_cast<std::uint16_t>(uses_.size());
    return uses;
}

}  // namespace tilewise
