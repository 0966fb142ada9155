// The layers with labelled runs.
#include "labels.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace tilewise {

// ---- the bound

OpenRuns::OpenRuns(Key key) : jokers(jokers_in_use(key)) {
    for (int c = 0; c < COLOURS; ++c) one[c] = open_short(key, c), two[c] = open_must(key, c), all[c] = open_all(key, c);
}

void OpenRuns::add(int colour, int length) {
    one[colour] += length == 1;
    two[colour] += length <= 2;
    ++all[colour];
}

bool Ahead::fill(const Supply& supply, Layers& layers) {
    jokers_ = supply.jokers;
    return layers.from_above(supply, above_);
}

// Runs from below and from above join where one ends and the other begins. A short run that finds no partner, or only one
// with which it is too short, needs a joker; each joker mends one such fault. That the runs fit if there is no fault is
// Hall's theorem (all pairs may join but two of length 1); that the count of faults never exceeds the jokers that a real
// table would need is all the bound asks. The plain program puts loose jokers below its runs here, not above: a joker
// that a real table has at the top of a run counts as one that mends.
std::int64_t Ahead::most(const OpenRuns& open, int number) const {
    for (const Suffix& above : above_[number]) {
        int jokers = open.jokers + jokers_in_use(above.key);
        for (int c = 0; c < COLOURS && jokers <= jokers_; ++c) {
            const int one = open_short(above.key, c), two = open_must(above.key, c), all = open_all(above.key, c);
            const int below = std::max(open.one[c] - (all - one), open.two[c] - all);
            const int over = std::max(one - (open.all[c] - open.one[c]), two - open.all[c]);
            jokers += std::max({0, below, over});
        }
        if (jokers <= jokers_) return above.value;
    }
    return NEVER;
}

// ---- labels

namespace {

int ones(std::uint32_t bits) {
    int count = 0;
    for (; bits; bits &= bits - 1) ++count;
    return count;
}

constexpr std::uint32_t label_of(int colour, int number, bool joker) {
    return static_cast<std::uint32_t>(colour | number << 2 | (joker ? 1 << 6 : 0));
}
constexpr int colour_in(std::uint32_t label) { return label & 3; }
constexpr int start_of(std::uint32_t label) { return label >> 2 & 15; }
constexpr std::uint32_t jokers_of(std::uint32_t label) { return label >> 6; }

constexpr int RACK = 4, SETTLED = 8;
constexpr int settled_in(std::uint32_t used) { return static_cast<int>(used >> SETTLED); }
constexpr int from_rack_in(std::uint32_t used) { return static_cast<int>(used >> RACK & 15); }

std::uint64_t now_ns() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // namespace

Meld Labels::meld_of(Label label, int end) const {
    Meld meld;
    for (int number = start_of(label); number <= end; ++number)
        meld.push(jokers_of(label) >> (number - start_of(label)) & 1 ? CLASSIC : tile_of(colour_in(label), number));
    return meld;
}

// Whose jokers can be in a finished meld: anyone's if it is new; else old ones that are undisturbed, and the rack's. A meld
// that lies as an old one did counts as that one.
void Labels::ways(const Meld& meld, std::vector<Used>& found) const {
    const Shape shape(meld);
    found.clear();
    if (settler_->is_new(shape.numbers)) {
        found.push_back(static_cast<Used>(shape.jokers));
        return;
    }
    for (int j = 0; j < settler_->old_jokers(); ++j) {
        if (!lies_as(settler_->before()[settler_->meld_of_joker(j)], meld)) continue;
        Used used = 0;
        for (int k = j; k < settler_->old_jokers() && settler_->meld_of_joker(k) == settler_->meld_of_joker(j); ++k)
            used |= Used{1} << (SETTLED + k);
        found.push_back(used);
        while (j + 1 < settler_->old_jokers() && settler_->meld_of_joker(j + 1) == settler_->meld_of_joker(j)) ++j;
    }
    const bool twin = !found.empty();
    found.push_back(0);
    const std::size_t first = found.size() - 1;
    for (int i = 0; i < meld.size; ++i) {
        if (!is_joker(meld[i])) continue;
        const unsigned could = settler_->undisturbed(meld, shape, i);
        const std::size_t to = found.size();
        for (std::size_t f = first; f < to; ++f) {
            const Used used = found[f];
            for (int j = 0; j < settler_->old_jokers(); ++j)
                if ((could >> j & 1) && !(settled_in(used) >> j & 1)) found.push_back(used | Used{1} << (SETTLED + j));
            if (from_rack_in(used) < request_->from_rack) found.push_back(used + (1 << RACK));
        }
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(first), found.begin() + static_cast<std::ptrdiff_t>(to));
    }
    if (!twin) return;
    // Beside the old meld itself others may do; without it, its own jokers lie here.
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

void Labels::prepare() {
    const Table& before = settler_->before();
    for (auto& melds : old_from_) melds.clear();
    old_until_ = {};
    for (std::size_t m = 0; m < before.size() && request_->keep; ++m) {
        const Shape shape(before[m]);
        const int low = shape.is_run ? shape.low : number_of(before[m][shape.first]);
        old_from_[low].push_back(static_cast<int>(m));
        for (int number = low; number <= NUMBERS; ++number) ++old_until_[number];
    }
    roles_ = {};
    for (int j = 0; j < settler_->old_jokers(); ++j)
        for (int kind = 0; kind < NUMBER_KINDS; ++kind)
            if (settler_->roles_of(j) >> kind & 1) roles_[kind / NUMBERS] |= static_cast<std::uint16_t>(1 << number_of(static_cast<Tile>(kind)));
    std::vector<Used> found;
    for (int number = 1; number <= NUMBERS; ++number) {
        ways_[number].clear();
        const Cells cells = request_->supply.cells(number);
        groups_[number].fill(cells);
        for (int colours = 1; colours < 15 && jokers_; ++colours) {
            Meld meld;
            for (int c = 0; c < COLOURS; ++c)
                if (colours >> c & 1 && cells.have[c]) meld.push(tile_of(c, number));
            if (meld.size != ones(static_cast<unsigned>(colours))) continue;
            for (int jokers = 1; jokers <= jokers_ && meld.size < LARGEST_GROUP; ++jokers) {
                meld.push(CLASSIC);
                if (meld.size < SMALLEST_MELD) continue;
                ways(meld, found);
                for (Used used : found) ways_[number].push_back({meld, used});
            }
        }
    }
}

LabelAnswer Labels::solve(const LabelRequest& request, const Settler& settler, const Ahead& ahead) {
    request_ = &request;
    settler_ = &settler;
    ahead_ = &ahead;
    jokers_ = request.supply.jokers;
    hope_ = std::max<std::int64_t>(0, request.supply.joker_gain) * (jokers_ - request.supply.jokers_need);
    prepare();
    states_.clear();
    links_.assign(1, {});
    melds_.clear();
    states_.push_back({NO_RUNS, 0, {}, 0, 0, 0, 0, 0, {}});
    layer_[1] = 0;
    last_node_ = request.node_limit == ~0ull ? ~0ull : nodes + request.node_limit;
    out_of_budget_ = false;
    // At 14 there are no tiles: what is still open ends there.
    for (number_ = 1; number_ <= NUMBERS + 1; ++number_) {
        const auto from = layer_[number_], to = static_cast<std::uint32_t>(states_.size());
        begin_ = to;
        layer_[number_ + 1] = to;
        if (++stamp_ == 0) std::fill(stamps_.begin(), stamps_.end(), 0), stamp_ = 1;
        uses_->forget();
        if (number_ <= NUMBERS) {
            cells_ = request.supply.cells(number_);
            cells_.jokers = 0;
        }
        for (parent_ = from; parent_ < to && !out_of_budget_; ++parent_) {
            State state = states_[parent_];
            state.chain = 0;
            state.parent = parent_;
            Hand hand;
            go_on(state, hand, 0);
        }
        keep_the_undominated();
    }
    LabelAnswer answer;
    answer.complete = !out_of_budget_;
    if (out_of_budget_) return answer;
    std::uint32_t best = 0;
    for (std::uint32_t i = layer_[NUMBERS + 2]; i < states_.size(); ++i) {
        std::int64_t value;
        if (!ends_well(states_[i], value) || value <= request.floor) continue;
        if (answer.found && (value != answer.value ? value < answer.value : states_[i].kept <= states_[best].kept)) continue;
        answer.found = true;
        answer.value = value;
        best = i;
    }
    if (!answer.found) return answer;
    std::array<Decision, NUMBERS> decisions;
    for (int number = NUMBERS + 1; number >= 1; --number) {
        if (number <= NUMBERS) decisions[number - 1] = states_[best].decision;
        for (std::uint32_t link = states_[best].chain; link; link = links_[link].next) answer.melds.push_back(melds_[links_[link].meld]);
        best = states_[best].parent;
    }
    lay_out(decisions, answer.melds);
    return answer;
}

// ---- the choices at one number

void Labels::remember(State& state, const Meld& meld) {
    links_.push_back({static_cast<std::uint32_t>(melds_.size()), state.chain});
    melds_.push_back(meld);
    state.chain = static_cast<std::uint32_t>(links_.size() - 1);
}

int Labels::jokers_placed(const State& state) const {
    int sum = static_cast<int>(state.used & 15) + from_rack_in(state.used) + ones(static_cast<unsigned>(settled_in(state.used)));
    for (Label label : state.label) sum += ones(jokers_of(label));
    return sum;
}

int Labels::jokers_promised(const State& state) const {
    int sum = 0;
    for (Label label : state.label) sum += label && !jokers_of(label);
    return sum;
}

// Cut off its last three tiles, or its first three, and what is left obeys as well: no need to go on with such a run.
bool Labels::is_pointless(Label label) const {
    const int length = number_ - start_of(label) + 1;
    if (length < 2 * SMALLEST_MELD) return false;
    const std::uint32_t jokers = jokers_of(label);
    if (!jokers) return roles_[colour_in(label)] == 0;
    if (jokers >> (length - SMALLEST_MELD)) return false;
    const Meld rest = meld_of(label, number_ - SMALLEST_MELD);
    const TileSet numbers = number_set(rest);
    return numbers && settler_->is_new(numbers);
}

void Labels::go_on(State& state, Hand& hand, int at) {
    while (at < MAX_JOKERS && !state.label[at]) ++at;
    if (at == MAX_JOKERS) {
        keep(state, hand, 0);
        return;
    }
    const Label label = state.label[at];
    const int place = number_ - start_of(label);  // of this number in the run
    if (place >= SMALLEST_MELD && jokers_of(label) && ones(jokers_of(label)) < place) {
        const Meld meld = meld_of(label, number_ - 1);
        std::vector<Used> found;
        ways(meld, found);
        for (Used used : found) {
            if (settled_in(used) & settled_in(state.used)) continue;
            if (from_rack_in(used) + from_rack_in(state.used) > request_->from_rack) continue;
            State next = state;
            next.used += used;
            next.label[at] = 0;
            remember(next, meld);
            Hand same = hand;
            go_on(next, same, at + 1);
        }
    }
    if (number_ > NUMBERS) return;
    Hand with = hand;
    if (take(with, colour_in(label)) && !is_pointless(label)) {
        State next = state;
        go_on(next, with, at + 1);
    }
    State next = state;
    next.label[at] = label | (Label{1} << (6 + place));
    if (jokers_placed(next) + jokers_promised(next) <= jokers_) go_on(next, hand, at + 1);
}

// Old melds that stay: those being kept take their tiles, those that begin here are kept or not.
void Labels::keep(State& state, Hand& hand, std::size_t from) {
    const Table& before = settler_->before();
    if (from == 0) {
        for (std::uint64_t left = state.keeping; left; left &= left - 1) {
            const int m = std::countr_zero(left);
            const Shape shape(before[m]);
            const int place = number_ - shape.low;
            if (!is_joker(before[m][place]) && !take(hand, colour_of(before[m][shape.first]))) return;
            if (place == before[m].size - 1) state.keeping &= ~(std::uint64_t{1} << m);
        }
    }
    const std::vector<int>& here = old_from_[number_];
    if (from == here.size()) {
        if (request_->keep && old_until_[std::min(number_, NUMBERS)] - state.kept / 256 > request_->most_broken) return;
        groups(state, hand, 0);
        return;
    }
    const int m = here[from];
    const Shape shape(before[m]);
    State next = state;
    Hand with = hand;
    bool possible = true;
    for (int j = 0; j < settler_->old_jokers() && shape.jokers; ++j)
        if (settler_->meld_of_joker(j) == m) {
            possible = possible && !(settled_in(next.used) >> j & 1);
            next.used |= Used{1} << (SETTLED + j);
        }
    if (possible && jokers_placed(next) + jokers_promised(next) <= jokers_) {
        next.kept += 256 + before[m].size;
        if (shape.is_run) {
            next.keeping |= std::uint64_t{1} << m;
            possible = is_joker(before[m][0]) || take(with, colour_of(before[m][shape.first]));
        } else {
            for (Tile tile : before[m]) possible = possible && (is_joker(tile) || take(with, colour_of(tile)));
        }
        if (possible) {
            remember(next, before[m]);
            keep(next, with, from + 1);
        }
    }
    keep(state, hand, from + 1);
}

// Groups with jokers, judged when the number began.
void Labels::groups(State& state, Hand& hand, std::size_t from) {
    begin(state, hand, 0);
    if (number_ > NUMBERS) return;
    const int left = jokers_ - jokers_placed(state) - jokers_promised(state);
    if (left <= 0) return;
    for (std::size_t i = from; i < ways_[number_].size(); ++i) {
        const Way& way = ways_[number_][i];
        if (settled_in(way.used) & settled_in(state.used)) continue;
        if (from_rack_in(way.used) + from_rack_in(state.used) > request_->from_rack) continue;
        State next = state;
        next.used += way.used;
        if (jokers_placed(next) + jokers_promised(next) > jokers_) continue;
        Hand with = hand;
        bool possible = true;
        for (Tile tile : way.meld) possible = possible && (is_joker(tile) || take(with, colour_of(tile)));
        if (!possible) continue;
        remember(next, way.meld);
        groups(next, with, i);
    }
}

// New labelled runs. A joker begins one only where an old joker may have stood, where the run will end at 13, or where
// the rack has jokers; any other leading joker can as well stand at the other end of its run.
void Labels::begin(State& state, Hand& hand, int from) {
    spend(state, hand);
    if (number_ > NUMBERS - 0 || jokers_placed(state) + jokers_promised(state) >= jokers_) return;
    int at = 0;
    while (at < MAX_JOKERS && state.label[at]) ++at;
    if (at == MAX_JOKERS) return;
    for (int way = from; way < 2 * COLOURS; ++way) {
        const int c = way / 2;
        const bool joker = way % 2;
        if (number_ + SMALLEST_MELD - 1 > NUMBERS) break;
        if (joker && !(roles_[c] >> number_ & 1) && number_ < std::min(9, NUMBERS - jokers_) && !request_->from_rack) continue;
        Hand with = hand;
        if (!joker && !take(with, c)) continue;
        State next = state;
        next.label[at] = label_of(c, number_, joker);
        begin(next, with, way);
    }
}

OpenRuns Labels::open_runs(const State& state) const {
    OpenRuns open(state.key);
    open.jokers = jokers_placed(state);
    for (Label label : state.label)
        if (label) open.add(colour_in(label), number_ - start_of(label) + 1);
    for (std::uint64_t left = state.keeping; left; left &= left - 1) {
        const Meld& meld = settler_->before()[std::countr_zero(left)];
        const Shape shape(meld);
        open.add(colour_of(meld[shape.first]), number_ - shape.low + 1);
        for (int place = number_ - shape.low + 1; place < meld.size; ++place) open.jokers -= is_joker(meld[place]);
    }
    return open;
}

// The tiles of this number that no label takes.
void Labels::spend(const State& state, const Hand& hand) {
    if (++nodes > last_node_ || (request_->deadline_ns && (nodes & 63) == 0 && now_ns() > request_->deadline_ns)) out_of_budget_ = true;
    if (out_of_budget_) return;
    State next = state;
    if (number_ > NUMBERS) {
        insert(next);
        return;
    }
    std::sort(next.label.begin(), next.label.end(), std::greater{});
    Cells cells = cells_;
    for (int c = 0; c < COLOURS; ++c) {
        next.value += cells.gain[c] * std::max(0, hand.taken[c] - cells.need[c]);
        cells.have[c] -= hand.taken[c];
        cells.need[c] = std::max(0, cells.need[c] - hand.taken[c]);
    }
    const OpenRuns labelled = [&] {
        State bare = next;
        bare.key = NO_RUNS;
        return open_runs(bare);
    }();
    step(cells, groups_[number_], *uses_, state.key, next.value, [&](Key key, std::int64_t value, const Decision& decision) {
        OpenRuns open = labelled;
        for (int c = 0; c < COLOURS; ++c) {
            open.one[c] += open_short(key, c);
            open.two[c] += open_must(key, c);
            open.all[c] += open_all(key, c);
        }
        if (request_->floor > NEVER) {
            const std::int64_t more = ahead_->most(open, number_);
            if (more == NEVER || value + more + hope_ <= request_->floor) return;
        }
        next.key = key;
        next.value = value;
        next.decision = decision;
        insert(next);
        next.value = value;
    });
}

// ---- the states of a layer

std::uint64_t Labels::hash(const State& state) {
    std::uint64_t h = state.key ^ state.keeping * 0xD6E8'FEB8'6659'FD93ull ^ std::uint64_t{state.used} << 40;
    for (Label label : state.label) {
        if (!label) break;
        h = (h ^ label) * 0x9E37'79B9'7F4A'7C15ull, h ^= h >> 31;
    }
    return h * 0x9E37'79B9'7F4A'7C15ull >> 20;
}

void Labels::grow() {
    slots_.assign(slots_.size() * 4, 0);
    stamps_.assign(slots_.size(), 0);
    stamp_ = 1;
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = begin_; i < states_.size(); ++i) {
        std::size_t at = hash(states_[i]) & mask;
        while (stamps_[at] == stamp_) at = (at + 1) & mask;
        stamps_[at] = stamp_;
        slots_[at] = i;
    }
}

void Labels::insert(const State& state) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(state) & mask;
    while (stamps_[at] == stamp_) {
        State& other = states_[slots_[at]];
        if (other.key == state.key && other.same_labels(state)) {
            if (state.value != other.value ? state.value > other.value : state.kept > other.kept) other = state;
            return;
        }
        at = (at + 1) & mask;
    }
    stamps_[at] = stamp_;
    slots_[at] = static_cast<std::uint32_t>(states_.size());
    states_.push_back(state);
    if ((states_.size() - begin_) * 2 > slots_.size()) grow();
}

// Only states with the same labels are compared.
void Labels::keep_the_undominated() {
    const std::size_t size = states_.size() - begin_;
    if (size < 2) return;
    State* layer = states_.data() + begin_;
    std::sort(layer, layer + size, [](const State& a, const State& b) {
        if (a.used != b.used) return a.used < b.used;
        if (a.keeping != b.keeping) return a.keeping < b.keeping;
        if (a.label != b.label) return a.label < b.label;
        if (a.value != b.value) return a.value > b.value;
        if (a.kept != b.kept) return a.kept > b.kept;
        return a.key < b.key;
    });
    std::size_t kept = 0, group = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (kept && !layer[kept - 1].same_labels(layer[i])) group = kept;
        bool beaten = false;
        for (std::size_t j = group; j < kept && !beaten; ++j)
            beaten = at_least_as_good(layer[j].key, layer[i].key) && layer[j].kept >= layer[i].kept;
        if (!beaten) layer[kept++] = layer[i];
    }
    states_.resize(begin_ + kept);
}

// Every old joker lies somewhere, and the rack gave what it may and must.
bool Labels::ends_well(const State& state, std::int64_t& value) const {
    const int unsettled = settler_->old_jokers() - ones(static_cast<unsigned>(settled_in(state.used)));
    const int rack = from_rack_in(state.used) + static_cast<int>(state.used & 15) - unsettled;
    const int least = request_->supply.jokers_need - settler_->old_jokers();
    if (rack < from_rack_in(state.used) || rack < least || rack > request_->from_rack) return false;
    value = state.value + request_->supply.joker_gain * (rack - least);
    return true;
}

}  // namespace tilewise
