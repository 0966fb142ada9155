#include "games/rollouts.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "answers/solver.h"
#include "game/budget.h"
#include "game/error.h"

namespace tilewise {

namespace {

constexpr int TRIES = 40;  // exchanges of tiles before a rack is taken though it contradicts what was seen

std::uint64_t now_us() { return now_ns() / 1000; }

// A random generator that is small, fast, and the same on every machine.
class SplitMix64 {
   public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    std::size_t below(std::size_t n) {
        std::uint64_t z = state_ += 0x9E37'79B9'7F4A'7C15ull;
        z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBull;
        return static_cast<std::size_t>((z ^ (z >> 31)) % n);
    }

    void shuffle(std::vector<Tile>& tiles, std::size_t from) {
        for (std::size_t i = tiles.size(); i > from + 1; --i)
            std::swap(tiles[i - 1], tiles[from + below(i - from)]);
    }

   private:
    std::uint64_t state_;
};

// The solver with one budget for all its questions.
class MeteredSolver {
   public:
    MeteredSolver(const Situation& situation, const PlayoutLimits& limits)
        : question_nodes_(situation.question_nodes),
          out_nodes_(situation.out_nodes),
          most_(limits.nodes ? limits.nodes + limits.spare : ~0ull),
          end_(limits.time_us ? now_us() + limits.time_us : ~0ull) {
        problem_.rules = situation.rules;
        for (int kind = 0; kind < KINDS; ++kind)
            points_[kind] = kind < NUMBER_KINDS ? number_of(static_cast<Tile>(kind))
                                                : situation.joker_penalty;
    }

    bool all_can_go(const Table& table, const std::vector<Tile>& rack) {
        // It might take more than is left, and with less it would say no too often.
        if (left() < 2 * out_nodes_) {
            nodes = std::max(nodes, most_);
            return false;
        }
        ask(table, rack, true);
        if (out_nodes_) problem_.node_budget = out_nodes_;
        const bool answer = solver_.can_play_all(problem_);
        nodes += out_nodes_ ? std::max(YES_OR_NO_NODES, solver_.nodes_spent()) : YES_OR_NO_NODES;
        return answer;
    }
    Solution most_tiles(const Table& table, const std::vector<Tile>& rack) {
        ask(table, rack, true);
        return answer();
    }
    Solution most_points(const Table& table, const std::vector<Tile>& rack, bool has_melded) {
        ask(table, rack, has_melded);
        problem_.primary = points_;
        return answer();
    }
    Solution initial_meld(const Table& table, const std::vector<Tile>& rack, bool small) {
        ask(table, rack, false);
        if (small) problem_.initial_mode = InitialMode::FEWEST_TILES;
        return answer();
    }

    // A game that is cut short counts for nothing, so it does not matter how it is played from then on.
    bool is_spent() const { return nodes >= most_ || (end_ != ~0ull && now_us() >= end_); }

    std::uint64_t nodes = 0;

   private:
    void ask(const Table& table, const std::vector<Tile>& rack, bool has_melded) {
        problem_.table = table;
        problem_.rack = rack;
        problem_.rules.has_melded = has_melded;
        // Half of what is left: the exact program may finish a few states beyond its budget.
        problem_.node_budget = std::max<std::uint64_t>(1, std::min(question_nodes_, left() / 2));
        problem_.primary = Problem::filled(1);
        problem_.initial_mode = InitialMode::WEIGHTS;
    }
    std::uint64_t left() const { return nodes < most_ ? most_ - nodes : 0; }
    Solution answer() {
        Solution solution = solver_.solve(problem_);
        nodes += solution.nodes;
        return solution;
    }

    std::uint64_t question_nodes_, out_nodes_, most_, end_;
    Solver solver_;
    Problem problem_;
    Weights points_;
};

// The hidden tiles as they may lie: for each seat its rack and its policy, and the pool.
struct Deal {
    std::vector<std::vector<Tile>> racks;
    std::vector<Style> styles;
    std::vector<Tile> pool;
    std::uint64_t looks = 0;  // seeds the windows of players who do not see the whole table
};

std::vector<Tile> without_jokers(std::vector<Tile> rack) {
    std::erase_if(rack, [](Tile tile) { return is_joker(tile); });
    return rack;
}

// Whether a player of this style waits until its whole rack can be laid.
bool waits_for_all(const Style& style, std::size_t tiles) { return style.enough >= static_cast<int>(tiles); }

Style pick(const std::vector<WeightedStyle>& styles, SplitMix64& rng) {
    constexpr std::size_t STEPS = 1 << 20;
    double sum = 0;
    for (const WeightedStyle& each : styles) sum += each.weight;
    double at = sum * static_cast<double>(rng.below(STEPS)) / STEPS;
    for (const WeightedStyle& each : styles) {
        if (at < each.weight) return each.style;
        at -= each.weight;
    }
    return styles.back().style;
}

// The tiles that a player of this style would have laid in its last turn, though it did not; empty if the
// rack agrees with what was seen. A player with limited sight overlooks plays on the table, but not a meld on
// its rack.
std::vector<Tile> not_laid(const KnownSeat& known, const Style& style, const std::vector<Tile>& rack,
                           const Situation& situation, MeteredSolver& solver) {
    if (static_cast<int>(rack.size()) <= known.fresh) return {};
    std::vector<Tile> before = rack;
    before.resize(rack.size() - known.fresh);
    if (!known.has_melded && !style.late) {
        if (!known.did_not_meld) return {};
        return solver.initial_meld(situation.table, before, false).laid;
    }
    if (!known.saw_table) return {};
    if (style.late || waits_for_all(style, before.size()))
        return solver.all_can_go(situation.table, before) ? before : std::vector<Tile>{};
    if (style.window) return solver.most_tiles({}, before).laid;
    if (style.keeps_jokers) before = without_jokers(before);
    std::vector<Tile> laid = solver.most_tiles(situation.table, before).laid;
    return static_cast<int>(laid.size()) >= style.enough ? laid : std::vector<Tile>{};
}

// Exchange these tiles of the rack, which begins at `from`, for random ones that come after it.
void exchange(const std::vector<Tile>& tiles, std::vector<Tile>& hidden, std::size_t from, std::size_t end,
              SplitMix64& rng) {
    if (end == hidden.size()) return;
    std::size_t next = from;
    for (Tile tile : tiles) {
        const auto found = std::find(hidden.begin() + next, hidden.begin() + end, tile);
        if (found == hidden.begin() + end) continue;
        std::iter_swap(found, hidden.begin() + next++);
    }
    for (std::size_t i = from; i < next; ++i)
        std::swap(hidden[i], hidden[end + rng.below(hidden.size() - end)]);
}

Deal deal(const Situation& situation, SplitMix64& rng, MeteredSolver& solver) {
    Deal dealt;
    std::vector<Tile> hidden = situation.hidden;
    rng.shuffle(hidden, 0);
    std::size_t from = 0;
    for (std::size_t seat = 0; seat < situation.seats.size(); ++seat) {
        const KnownSeat& known = situation.seats[seat];
        dealt.styles.push_back(pick(known.styles, rng));
        if (known.rack) {
            dealt.racks.push_back(*known.rack);
            continue;
        }
        for (int attempt = 0;; ++attempt) {
            const std::vector<Tile> rack(hidden.begin() + from, hidden.begin() + from + known.tiles);
            const bool is_last = attempt == TRIES || solver.is_spent();
            const std::vector<Tile> wrong =
                is_last ? std::vector<Tile>{} : not_laid(known, dealt.styles[seat], rack, situation, solver);
            if (wrong.empty()) {
                dealt.racks.push_back(rack);
                break;
            }
            exchange(wrong, hidden, from, from + known.tiles, rng);
        }
        from += known.tiles;
    }
    dealt.pool.assign(hidden.begin() + from, hidden.end());
    dealt.looks = rng.below(~std::size_t{0});
    return dealt;
}

// One game: changed in place, thrown away at its end.
class Rollout {
   public:
    Rollout(const Situation& situation, const Deal& dealt, MeteredSolver& solver)
        : situation_(situation),
          solver_(solver),
          dealt_(dealt),
          rng_(dealt.looks),
          table_(situation.table),
          mover_(situation.seat),
          passed_(situation.passed),
          last_turns_(situation.last_turns) {
        for (const KnownSeat& known : situation.seats) {
            melded_.push_back(known.has_melded);
            players_ += !known.is_out;
        }
    }

    void play(const Candidate& candidate) {
        if (candidate.kind != Candidate::Kind::AS_USUAL) dealt_.styles[mover_] = candidate.style;
        switch (candidate.kind) {
            case Candidate::Kind::WAIT: end_turn(false); break;
            case Candidate::Kind::PLAY: lay(candidate.table, laid_by(candidate)); break;
            case Candidate::Kind::AS_USUAL: turn(); break;
        }
        for (turns_ = 0; !is_over() && !solver_.is_spent(); ++turns_) turn();
    }

    // How it ended, seat by seat.
    void report(Playouts& result) const {
        result.endings.push_back({out_, turns_, static_cast<int>(dealt_.pool.size() - drawn_), first_dry_});
        const std::vector<int> totals = all_totals();
        const int low = out_ >= 0 ? 0 : lowest(totals);
        const int sum = std::accumulate(totals.begin(), totals.end(), 0,
                                        [&](int s, int total) { return s + std::max(0, total - low); });
        int winners = 0;
        for (std::size_t seat = 0; seat < totals.size(); ++seat) winners += has_won(seat, totals[seat], low);
        for (std::size_t seat = 0; seat < totals.size(); ++seat) {
            const float won = has_won(seat, totals[seat], low) ? 1.0f / static_cast<float>(winners) : 0.0f;
            result.shares.push_back(won);
            result.points.push_back(won > 0 ? won * static_cast<float>(sum)
                                            : static_cast<float>(std::min(0, low - totals[seat])));
        }
    }

   private:
    bool has_won(std::size_t seat, int total, int low) const {
        return out_ >= 0 ? static_cast<int>(seat) == out_ : is_in(seat) && total == low;
    }
    bool is_in(std::size_t seat) const { return !situation_.seats[seat].is_out; }

    bool is_over() const {
        if (out_ >= 0) return true;
        if (!pool_is_empty()) return false;
        return last_turns_ >= 0 ? last_turns_ == 0 : passed_ >= players_;
    }

    bool pool_is_empty() const { return drawn_ == dealt_.pool.size(); }

    void turn() {
        const std::vector<Tile>& rack = dealt_.racks[mover_];
        const Style& style = dealt_.styles[mover_];
        const bool forced = situation_.must_play && melded_[mover_];
        if (!melded_[mover_] && style.late) {
            const bool waits = !pool_is_empty() && !(style.sidesteps && is_first_without_a_draw());
            if (waits && !solver_.all_can_go(table_, rack)) return end_turn(false);
            return lay(initial_meld(rack, style));
        }
        if (pool_is_empty()) {
            if (situation_.out_nodes && melded_[mover_] && solver_.all_can_go(table_, rack)) return go_out();
            return lay(most(rack, style, true));
        }
        if (!melded_[mover_]) return lay(initial_meld(rack, style));
        if (!forced && waits_for_all(style, rack.size())) {
            if (solver_.all_can_go(table_, rack)) return go_out();
            return style.sidesteps && is_first_without_a_draw() ? lay(one_tile(rack)) : end_turn(false);
        }
        if (style.keeps_jokers && solver_.all_can_go(table_, rack)) return go_out();
        const Solution found = most(rack, style, false);
        const int enough = std::min(style.enough, static_cast<int>(rack.size()));
        if (forced || static_cast<int>(found.laid.size()) >= enough)
            lay(found);
        else
            end_turn(false);
    }

    // Whether this player would be the first to find the pool empty if every player drew from now on.
    bool is_first_without_a_draw() const {
        const int left = static_cast<int>(dealt_.pool.size() - drawn_);
        return left <= 2 * players_ && left % players_ == 0;
    }

    // A play of a single tile; empty if there is none.
    Solution one_tile(const std::vector<Tile>& rack) {
        Tile last = KINDS;
        for (Tile tile : rack) {
            if (tile == last || is_joker(tile)) continue;
            Solution found = solver_.most_tiles(table_, {last = tile});
            if (!found.laid.empty()) return found;
        }
        return {};
    }

    Solution initial_meld(const std::vector<Tile>& rack, const Style& style) {
        if (style.keeps_jokers) {
            Solution plain = solver_.initial_meld(table_, without_jokers(rack), style.enough > 1);
            if (!plain.laid.empty()) return plain;
        }
        return solver_.initial_meld(table_, rack, style.enough > 1);
    }

    // The largest play that this style sees, by points or by tiles.
    Solution most(const std::vector<Tile>& rack, const Style& style, bool by_points) {
        const std::vector<Tile> tiles = style.keeps_jokers ? without_jokers(rack) : rack;
        const auto best = [&](const Table& table) {
            return by_points ? solver_.most_points(table, tiles, melded_[mover_])
                             : solver_.most_tiles(table, tiles);
        };
        const bool sees_all = !style.window || !melded_[mover_] ||
                              table_.size() <= static_cast<std::size_t>(style.window);
        if (sees_all) return best(table_);
        Solution largest = with_rest(best({}), table_);
        for (int look = 0; look < style.looks; ++look) {
            Table melds = table_;
            for (int i = 0; i < style.window; ++i)
                std::swap(melds[i], melds[i + rng_.below(melds.size() - i)]);
            const Table rest(melds.begin() + style.window, melds.end());
            melds.resize(style.window);
            Solution found = with_rest(best(melds), rest);
            if (found.primary > largest.primary) largest = std::move(found);
        }
        return largest;
    }

    static Solution with_rest(Solution solution, const Table& rest) {
        solution.table.insert(solution.table.end(), rest.begin(), rest.end());
        return solution;
    }

    void go_out() {
        out_ = mover_;
        dealt_.racks[mover_].clear();
    }

    void lay(const Solution& solution) {
        if (solution.laid.empty())
            end_turn(false);
        else
            lay(solution.table, solution.laid);
    }

    void lay(const Table& table, const std::vector<Tile>& laid) {
        std::vector<Tile>& rack = dealt_.racks[mover_];
        for (Tile tile : laid) rack.erase(std::find(rack.begin(), rack.end(), tile));
        table_ = table;
        if (pool_is_empty() && first_dry_ < 0) first_dry_ = mover_;
        melded_[mover_] = true;
        if (rack.empty()) out_ = mover_;
        end_turn(true);
    }

    void end_turn(bool laid) {
        const bool had_pool = !pool_is_empty();
        if (laid)
            passed_ = 0;
        else if (had_pool)
            dealt_.racks[mover_].push_back(dealt_.pool[drawn_++]);
        else
            ++passed_;
        if (last_turns_ > 0)
            --last_turns_;
        else if (had_pool && pool_is_empty() && situation_.one_more_turn_each)
            last_turns_ = players_;
        const int seats = static_cast<int>(melded_.size());
        do mover_ = (mover_ + 1) % seats;
        while (!is_in(mover_));
    }

    std::vector<Tile> laid_by(const Candidate& candidate) const {
        const Counts before = tiles_of(situation_.table), after = tiles_of(candidate.table);
        std::vector<Tile> laid;
        for (int kind = 0; kind < KINDS; ++kind)
            laid.insert(laid.end(), after[kind] - before[kind], static_cast<Tile>(kind));
        return laid;
    }

    int total(std::size_t seat) const {
        const std::vector<Tile>& rack = dealt_.racks[seat];
        if (!rack.empty() && !melded_[seat] && situation_.fine) return situation_.fine;
        return std::accumulate(rack.begin(), rack.end(), 0, [&](int sum, Tile tile) {
            return sum + (is_joker(tile) ? situation_.joker_penalty : number_of(tile));
        });
    }
    std::vector<int> all_totals() const {
        std::vector<int> totals;
        for (std::size_t seat = 0; seat < dealt_.racks.size(); ++seat) totals.push_back(total(seat));
        return totals;
    }
    int lowest(const std::vector<int>& totals) const {
        int low = 1 << 30;
        for (std::size_t seat = 0; seat < totals.size(); ++seat)
            if (is_in(seat)) low = std::min(low, totals[seat]);
        return low;
    }

    const Situation& situation_;
    MeteredSolver& solver_;
    Deal dealt_;
    SplitMix64 rng_;
    Table table_;
    int mover_;
    int passed_;
    int last_turns_;
    int players_ = 0;
    int out_ = -1;
    int turns_ = 0;
    int first_dry_ = -1;
    std::size_t drawn_ = 0;
    std::vector<bool> melded_;
};

void expect(bool holds, const char* otherwise) {
    if (!holds) fail(otherwise);
}

void expect_style(const Style& style) {
    expect(style.enough >= 1, "a style lays 1 tile or more");
    expect(style.window >= 0 && style.looks >= 0 && style.looks <= 100, "a style has 0 to 100 looks");
}

void validate_seat(const KnownSeat& known) {
    expect(known.tiles >= 0 && known.fresh >= 0 && !known.styles.empty(), "a seat has tiles and a style");
    for (const WeightedStyle& each : known.styles) {
        expect_style(each.style);
        expect(each.weight > 0 && each.weight <= 1e9, "a style has a weight above 0");
    }
    if (!known.rack) return;
    expect(static_cast<int>(known.rack->size()) == known.tiles, "a rack holds as many tiles as its seat");
    for (Tile tile : *known.rack) expect(tile < KINDS, "no such tile");
}

void validate_seats(const Situation& situation) {
    const int seats = static_cast<int>(situation.seats.size());
    expect(seats >= 2 && seats <= 8, "seats are 2 to 8");
    expect(situation.seat >= 0 && situation.seat < seats && !situation.seats[situation.seat].is_out,
           "the seat to move does not play");
    int held = 0, playing = 0;
    for (const KnownSeat& known : situation.seats) {
        validate_seat(known);
        if (!known.rack) held += known.tiles;
        playing += !known.is_out;
    }
    expect(playing >= 2, "two seats or more play");
    expect(held <= static_cast<int>(situation.hidden.size()), "the racks hold more tiles than are hidden");
    for (Tile tile : situation.hidden) expect(tile < KINDS, "no such tile");
}

// A play lays tiles of the player's rack, and takes none from the table.
void validate_play(const Table& before, const Table& after, const std::vector<Tile>& own) {
    Counts rack{};
    for (Tile tile : own) ++rack[tile];
    const Counts old = tiles_of(before), now = tiles_of(after);
    for (int kind = 0; kind < KINDS; ++kind)
        expect(now[kind] >= old[kind] && now[kind] - old[kind] <= rack[kind],
               "a candidate lays what is not on the rack");
}

void validate(const Situation& situation, const std::vector<Candidate>& candidates) {
    validate_seats(situation);
    const std::vector<Tile> own = situation.seats[situation.seat].rack.value_or(std::vector<Tile>{});
    Problem problem;
    problem.table = situation.table;
    problem.rack = own;
    problem.rules = situation.rules;
    problem.rules.has_melded = true;
    tilewise::validate(problem);
    expect(!candidates.empty(), "there is nothing to choose from");
    for (const Candidate& candidate : candidates) {
        expect_style(candidate.style);
        if (candidate.kind != Candidate::Kind::PLAY) continue;
        problem.table = candidate.table;
        problem.rack.clear();
        tilewise::validate(problem);
        validate_play(situation.table, candidate.table, own);
    }
}

}  // namespace

Playouts play_out(const Situation& situation, const std::vector<Candidate>& candidates,
                  const PlayoutLimits& limits) {
    validate(situation, candidates);
    Playouts result;
    MeteredSolver solver(situation, limits);
    while (result.deals < limits.deals) {
        SplitMix64 rng(limits.seed + 0x5851'F42D'4C95'7F2Dull * static_cast<std::uint64_t>(result.deals));
        const Deal dealt = deal(situation, rng, solver);
        for (const Candidate& candidate : candidates) {
            if (solver.is_spent()) break;
            Rollout game(situation, dealt, solver);
            game.play(candidate);
            game.report(result);
        }
        if (solver.is_spent()) break;
        ++result.deals;
        if (limits.nodes && solver.nodes >= limits.nodes) break;
    }
    const std::size_t reported = result.deals * candidates.size() * situation.seats.size();
    result.shares.resize(reported);
    result.points.resize(reported);
    result.endings.resize(result.deals * candidates.size());
    result.nodes = solver.nodes;
    return result;
}

}  // namespace tilewise
