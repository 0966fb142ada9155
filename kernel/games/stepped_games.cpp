#include "games/stepped_games.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "answers/solver.h"
#include "game/error.h"
#include "games/self_play.h"

namespace tilewise {

namespace {

constexpr std::int64_t END = 0, WAIT = 1, PICK_UP = 2;
constexpr std::uint64_t NODES = 20'000;  // as can_lay_anything.py searches
constexpr int FINE = 100, HIGH_FINE = 200;

Counts counts_of(const Meld& meld) {
    Counts counts{};
    for (Tile tile : meld) ++counts[tile];
    return counts;
}

bool holds(const Counts& all, const Counts& part) {
    for (int kind = 0; kind < KINDS; ++kind)
        if (part[kind] > all[kind]) return false;
    return true;
}

// The most points of the melds from `from` on that the tiles laid can make (initial_meld.py, _best_points).
int best_points(const std::vector<Meld>& melds, std::size_t from, const Counts& laid, const Rules& rules) {
    if (from == melds.size()) return 0;
    const int without = best_points(melds, from + 1, laid, rules);
    const Counts meld = counts_of(melds[from]);
    if (!holds(laid, meld)) return without;
    Counts left = laid;
    for (int kind = 0; kind < KINDS; ++kind) left[kind] -= meld[kind];
    return std::max(without, meld_value(melds[from], rules) + best_points(melds, from + 1, left, rules));
}

std::vector<Tile> tiles_in(const Counts& counts) {
    std::vector<Tile> tiles;
    for (int kind = 0; kind < KINDS; ++kind) tiles.insert(tiles.end(), counts[kind], static_cast<Tile>(kind));
    return tiles;
}

std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBull;
    return z ^ (z >> 31);
}

}  // namespace

int SteppedRules::rows() const {
    return (NUMBER_KINDS * copies + std::accumulate(jokers.begin(), jokers.end(), 0)) / SMALLEST_MELD + 1;
}

SteppedGame::SteppedGame(const SteppedRules& rules)
    : rules_(rules), rewards_(static_cast<std::size_t>(rules.players)) {}

// ---- turns

void SteppedGame::begin(const std::vector<Tile>& order, int starter) {
    if (order.size() < static_cast<std::size_t>(rules_.players * rules_.hand)) fail("too few tiles to deal");
    if (std::ranges::any_of(order, [](Tile tile) { return tile >= KINDS; })) fail("no such tile");
    seats_.assign(static_cast<std::size_t>(rules_.players), Seat{});
    auto next = order.begin();
    for (Seat& seat : seats_) {
        seat.tiles = rules_.hand;
        for (int i = 0; i < rules_.hand; ++i) ++seat.rack[*next++];
    }
    pool_.assign(next, order.end());
    std::reverse(pool_.begin(), pool_.end());
    table_.clear();
    on_table_ = {};
    to_move_ = starter, passed_ = 0, last_turns_ = -1;
    is_over_ = false;
    std::ranges::fill(rewards_, 0);
    begin_turn();
}

void SteppedGame::begin_turn() {
    rows_ = table_;
    rows_.resize(static_cast<std::size_t>(rules_.rows()));
    is_meld_.assign(rows_.size(), 1);
    on_rows_ = on_table_;
    joker_rules_.reset();
    steps_ = 0, verdict_ = -1;
    if (is_over_) return;
    const bool must = pool_.empty() ? rules_.forced_play_on_empty_pool
                                    : rules_.must_play_if_able && seats_[to_move_].has_melded;
    wait_ = must && can_lay_anything() ? Wait::NONE : pool_.empty() ? Wait::PASS : Wait::DRAW;
}

bool SteppedGame::can_lay_anything() const {
    Problem problem;
    problem.table = table_;
    problem.rack = tiles_in(seats_[to_move_].rack);
    problem.rules = rules_.turn;
    problem.rules.has_melded = seats_[to_move_].has_melded;
    problem.node_budget = NODES;
    return !solver_of_this_thread().solve(problem).laid.empty();
}

void SteppedGame::step(std::int64_t choice) {
    std::ranges::fill(rewards_, 0);
    if (choice == END && may_end()) return play();
    if (choice == WAIT && wait_ != Wait::NONE) return wait_ == Wait::DRAW ? draw(1) : pass();
    const bool in_range = choice >= PICK_UP && choice < rules_.choices();
    if (!in_range || !move_tiles(static_cast<int>(choice - PICK_UP))) rewards_[to_move_] = REFUSED;
    if (++steps_ >= rules_.most_steps) run_out_of_time();
}

bool SteppedGame::move_tiles(int choice) {
    const int rows = rules_.rows();
    if (choice < rows) return pick_up(choice);
    return put((choice - rows) / KINDS, static_cast<Tile>((choice - rows) % KINDS));
}

void SteppedGame::play() {
    if (!is_legal()) return draw(rules_.unfinished_draw);
    Seat& seat = seats_[to_move_];
    for (int kind = 0; kind < KINDS; ++kind) {
        const int laid = on_rows_[kind] - on_table_[kind];
        seat.rack[kind] -= laid, seat.tiles -= laid, seat.laid += laid;
    }
    seat.has_melded = true;
    seat.quiet = -1, seat.drew = 0;  // end_turn() counts a quiet turn
    table_ = draft();
    on_table_ = on_rows_;
    end_turn(false);
}

void SteppedGame::draw(int count) {
    Seat& seat = seats_[to_move_];
    count = std::min(count, static_cast<int>(pool_.size()));
    for (int i = 0; i < count; ++i) {
        ++seat.rack[pool_.back()];
        pool_.pop_back();
    }
    seat.tiles += count, seat.drew = count;
    const bool was_last = count && pool_.empty();
    end_turn(count == 0);
    if (was_last) last_turns_ = rules_.players;
}

void SteppedGame::pass() {
    seats_[to_move_].drew = 0;
    end_turn(true);
}

void SteppedGame::run_out_of_time() {
    if (!lays_tiles()) return draw(rules_.timeout_draw);
    if (!is_legal()) return draw(rules_.unfinished_draw);
    if (rules_.takes_back_at_time_out) return draw(1);
    play();
}

void SteppedGame::end_turn(bool passed) {
    ++seats_[to_move_].quiet;
    passed_ = passed && pool_.empty() ? passed_ + 1 : 0;
    if (last_turns_ > 0) --last_turns_;
    const bool rack_out = seats_[to_move_].tiles == 0;
    to_move_ = (to_move_ + 1) % rules_.players;
    const bool nobody_goes_on = rules_.one_more_turn_each ? last_turns_ == 0 : passed_ >= rules_.players;
    if (rack_out || (pool_.empty() && nobody_goes_on)) finish(rack_out);
    begin_turn();
}

// ---- the draft

bool SteppedGame::pick_up(int row) {
    if (!rows_[row].size) return false;
    for (Tile tile : rows_[row]) --on_rows_[tile];
    rows_[row].size = 0;
    is_meld_[row] = -1, verdict_ = -1;
    return true;
}

bool SteppedGame::put(int row, Tile tile) {
    if (!at_hand()[tile] || !has_room(row, first_empty_row())) return false;
    rows_[row].push(tile);
    ++on_rows_[tile];
    is_meld_[row] = -1, verdict_ = -1;
    return true;
}

bool SteppedGame::has_room(int row, int empty) const {
    return row == empty || (rows_[row].size && rows_[row].size < rules_.longest_row);
}

Counts SteppedGame::at_hand() const {
    Counts tiles = seats_[to_move_].rack;
    for (int kind = 0; kind < KINDS; ++kind) tiles[kind] += on_table_[kind] - on_rows_[kind];
    return tiles;
}

int SteppedGame::first_empty_row() const {
    const auto found = std::ranges::find(rows_, 0, &Meld::size);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

Table SteppedGame::draft() const {
    Table table;
    for (const Meld& row : rows_)
        if (row.size) table.push_back(row);
    return table;
}

bool SteppedGame::lays_tiles() const { return !holds(on_table_, on_rows_); }

bool SteppedGame::has_all_tiles() const { return holds(on_rows_, on_table_); }

bool SteppedGame::may_end() { return rules_.strict_confirm ? has_all_tiles() : is_legal(); }

bool SteppedGame::is_legal() {
    if (verdict_ < 0) verdict_ = judge();
    return verdict_ != 0;
}

bool SteppedGame::judge() {
    if (!has_all_tiles() || !lays_tiles()) return false;
    for (int row = 0; row < rules_.rows(); ++row)
        if (rows_[row].size && !row_is_meld(row)) return false;
    const Table after = draft();
    if (!seats_[to_move_].has_melded && !is_initial_meld(after)) return false;
    if (std::all_of(on_table_.begin() + CLASSIC, on_table_.end(), [](int n) { return n == 0; })) return true;
    if (!joker_rules_) joker_rules_ = std::make_unique<JokerRules>(table_, rules_.turn);
    return joker_rules_->hold(after);
}

bool SteppedGame::row_is_meld(int row) {
    if (is_meld_[row] < 0) is_meld_[row] = is_meld(rows_[row], rules_.turn);
    return is_meld_[row] != 0;
}

bool SteppedGame::is_initial_meld(const Table& after) const {
    const Difference change = difference(table_, after, rules_.turn);
    if (!change.gone.empty() && !rules_.manipulate_in_initial_turn) return false;
    Counts laid{};
    for (int kind = 0; kind < KINDS; ++kind) {
        laid[kind] = on_rows_[kind] - on_table_[kind];
        if (laid[kind] && is_joker(static_cast<Tile>(kind)) && !rules_.turn.joker_in_initial_meld)
            return false;
    }
    std::vector<Meld> own;
    for (int meld : change.arrived)
        if (holds(laid, counts_of(after[meld]))) own.push_back(after[meld]);
    return best_points(own, 0, laid, rules_.turn) >= std::max(1, rules_.turn.initial_meld_min);
}

// ---- the end of a game (scoring.py)

void SteppedGame::finish(bool rack_out) {
    is_over_ = true;
    std::vector<int> points;
    for (const Seat& seat : seats_) points.push_back(seat.tiles ? points_of(seat) : 0);
    std::vector<int> winners, scores(points.size());
    const int lowest = *std::ranges::min_element(points);
    for (int seat = 0; seat < rules_.players; ++seat)
        if (rack_out ? seats_[seat].tiles == 0 : points[seat] == lowest) winners.push_back(seat);
    if (winners.size() > 1 && rules_.tie != Tie::SHARED) {
        int fewest = seats_[winners[0]].tiles;
        for (int seat : winners) fewest = std::min(fewest, seats_[seat].tiles);
        if (rules_.tie == Tie::NO_WINNER) return reward(scores, {});
        std::erase_if(winners, [&](int seat) { return seats_[seat].tiles != fewest; });
    }
    for (int seat = 0; seat < rules_.players; ++seat) {
        if (std::ranges::count(winners, seat)) continue;
        const bool in_full = rack_out || (!seats_[seat].has_melded && rules_.fine != Fine::NONE);
        scores[seat] = in_full ? -points[seat] : std::min(0, lowest - points[seat]);
    }
    const int lost = -std::accumulate(scores.begin(), scores.end(), 0),
              count = static_cast<int>(winners.size());
    for (int place = 0; place < count; ++place)
        scores[winners[place]] += lost / count + (place < lost % count);
    reward(scores, winners);
}

int SteppedGame::points_of(const Seat& seat) const {
    int total = 0;
    for (int kind = 0; kind < KINDS; ++kind)
        total += seat.rack[kind] *
                 (kind < NUMBER_KINDS ? number_of(static_cast<Tile>(kind)) : rules_.joker_penalty);
    if (seat.has_melded || rules_.fine == Fine::NONE) return total;
    Problem problem;
    problem.rack = tiles_in(seat.rack);
    problem.rules = rules_.turn;
    problem.rules.has_melded = false;
    if (solver_of_this_thread().solve(problem).laid.empty()) return FINE;
    return rules_.fine == Fine::HUNDRED_OR_RACK ? total : HIGH_FINE;
}

void SteppedGame::reward(const std::vector<int>& scores, const std::vector<int>& winners) {
    const auto others = static_cast<double>(scores.size() - winners.size());
    for (int seat = 0; seat < rules_.players; ++seat) {
        const bool won = std::ranges::count(winners, seat) > 0;
        rewards_[seat] = rules_.counts_points             ? scores[seat] / 100.0
                         : winners.empty() || others == 0 ? 0
                         : won                            ? 1.0 / static_cast<double>(winners.size())
                                                          : -1 / others;
    }
}

// ---- what is observed

void SteppedGame::write_mask(std::int8_t* mask) {
    std::fill_n(mask, rules_.choices(), std::int8_t{0});
    if (is_over_) return;
    mask[END] = may_end();
    mask[WAIT] = wait_ != Wait::NONE;
    std::array<Tile, KINDS> held;
    int kinds = 0;
    const Counts hand = at_hand();
    for (int kind = 0; kind < KINDS; ++kind)
        if (hand[kind]) held[kinds++] = static_cast<Tile>(kind);
    const int rows = rules_.rows(), empty = first_empty_row();
    for (int row = 0; row < rows; ++row) {
        if (rows_[row].size) mask[PICK_UP + row] = 1;
        if (!has_room(row, empty)) continue;
        std::int8_t* const puts = mask + PICK_UP + rows + row * KINDS;
        for (int i = 0; i < kinds; ++i) puts[held[i]] = 1;
    }
}

void SteppedGame::write_observation(std::int16_t* numbers) const {
    std::fill_n(numbers, rules_.numbers(), std::int16_t{0});
    const Seat& own = seats_[to_move_];
    for (int kind = 0; kind < KINDS; ++kind) {
        const int laid = on_rows_[kind] - on_table_[kind];
        numbers[kind] = static_cast<std::int16_t>(own.rack[kind] - std::max(0, laid));
        numbers[KINDS + kind] = static_cast<std::int16_t>(std::max(0, -laid));
    }
    numbers += 2 * KINDS;
    for (const Meld& row : rows_) {
        for (int i = 0; i < row.size; ++i) numbers[i] = static_cast<std::int16_t>(row[i] + 1);
        numbers += rules_.longest_row;
    }
    const auto write = [&](int number) { *numbers++ = static_cast<std::int16_t>(number); };
    write(static_cast<int>(pool_.size()));
    write(0);  // the observer is to move
    write(passed_);
    write(last_turns_ + 1);
    for (int i = 0; i < rules_.players; ++i) {
        const Seat& seat = seats_[(to_move_ + i) % rules_.players];
        for (int number : {seat.tiles, int{seat.has_melded}, 0, seat.laid, seat.quiet, seat.drew})
            write(number);
    }
}

// ---- many games

SteppedGames::SteppedGames(const SteppedRules& rules, std::size_t count) : rules_(rules) {
    if (rules.copies < 1 || rules.copies > MAX_COPIES || rules.rows() > MAX_MELDS)
        fail("a box has 1 to " + std::to_string(MAX_COPIES) + " copies of each tile");
    if (rules.longest_row > MAX_MELD) fail("a row has up to " + std::to_string(MAX_MELD) + " tiles");
    games_.reserve(count);
    for (std::size_t game = 0; game < count; ++game) games_.emplace_back(rules_);
}

void SteppedGames::reset(std::uint64_t seed) {
    seed_ = seed;
    for (std::size_t game = 0; game < size(); ++game) deal(game);
}

void SteppedGames::deal(std::size_t game) {
    const std::uint64_t luck = mixed(seed_ += 0x9E37'79B9'7F4A'7C15ull);
    games_[game].begin(shuffled_box(rules_.copies, rules_.jokers, luck),
                       static_cast<int>(mixed(luck + 1) % static_cast<std::uint64_t>(rules_.players)));
}

void SteppedGames::step(std::size_t game, std::int64_t choice) {
    if (games_[game].is_over())
        deal(game);
    else
        games_[game].step(choice);
}

}  // namespace tilewise
