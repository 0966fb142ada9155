// The Python module tilewise._kernel; the only file that knows Python. Signatures and meaning: README.md,
// _kernel.pyi.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "answers/solver.h"
#include "game/jokers.h"
#include "games/rollouts.h"
#include "games/self_play.h"
#include "games/stepped_games.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewise;

namespace {

// A problem without its table and rack. A caller sets it once; only the opening changes from turn to turn.
struct Options {
    Problem problem;

    void set_weights(const std::vector<std::int32_t>& primary, const std::vector<std::int32_t>& secondary) {
        if (primary.size() != KINDS || secondary.size() != KINDS)
            throw std::invalid_argument("weights are 56 numbers, one for each tile code");
        std::copy(primary.begin(), primary.end(), problem.primary.begin());
        std::copy(secondary.begin(), secondary.end(), problem.secondary.begin());
    }
};

std::span<const std::uint8_t> span_of(const nb::bytes& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

std::vector<Tile> tiles_of_bytes(const nb::bytes& bytes) {
    const auto span = span_of(bytes);
    return {span.begin(), span.end()};
}

// enough, late, keeps_jokers, window, looks, sidesteps
using StyleTuple = std::tuple<int, bool, bool, int, int, bool>;

Style style_of(const StyleTuple& style) { return std::make_from_tuple<Style>(style); }

nb::bytes to_bytes(const std::vector<Tile>& tiles) {
    return nb::bytes(reinterpret_cast<const char*>(tiles.data()), tiles.size());
}

nb::bytes to_bytes(const Table& table) {
    const std::string text = table_to_bytes(table);
    return nb::bytes(text.data(), text.size());
}

// The Python value of each tile code, so that tables and answers are converted whole, in one call each. A
// tile is found by its address, else by equality (a plain "r7"). Converting bytes in Python took two thirds
// of the time of a call besides the solving.
class Box {
   public:
    explicit Box(const std::vector<nb::object>& tiles) : tiles_(tiles) {
        if (tiles.size() != KINDS) throw std::invalid_argument("a box knows 56 tiles, one for each code");
        for (int code = 0; code < KINDS; ++code) {
            codes_[tiles_[code]] = code;
            std::size_t at = place_of(tiles_[code]);
            while (known_[at].first) at = (at + 1) % PLACES;
            known_[at] = {tiles_[code].ptr(), static_cast<Tile>(code)};
        }
    }

    nb::bytes packed(const nb::tuple& table) const {
        std::string bytes;
        bytes.reserve(USUAL);
        for (nb::handle meld : table) {
            append(bytes, meld);
            bytes.push_back(static_cast<char>(MELD_END));
        }
        return nb::bytes(bytes.data(), bytes.size());
    }

    nb::bytes packed_tiles(const nb::tuple& tiles) const {
        std::string bytes;
        append(bytes, tiles);
        return nb::bytes(bytes.data(), bytes.size());
    }

    nb::tuple unpacked_tiles(const nb::bytes& bytes) const {
        const auto codes = span_of(bytes);
        for (Tile code : codes)
            if (code >= KINDS) throw std::invalid_argument("no tile " + std::to_string(code));
        return row_of(codes);
    }

    nb::tuple parts(const Solution& s) const {
        nb::tuple table = empty(static_cast<Py_ssize_t>(s.table.size()));
        Py_ssize_t at = 0;
        for (const Meld& meld : s.table) NB_TUPLE_SET_ITEM(table.ptr(), at++, row_of(meld).release().ptr());
        return nb::make_tuple(row_of(s.laid), table, s.primary, s.secondary, s.kept, s.moved, s.proven,
                              s.nodes);
    }

   private:
    static constexpr std::size_t PLACES = 256;
    static constexpr std::size_t USUAL = 160;  // bytes of a late table

    static std::size_t place_of(nb::handle tile) {
        return reinterpret_cast<std::uintptr_t>(tile.ptr()) / alignof(std::max_align_t) % PLACES;
    }

    static nb::tuple empty(Py_ssize_t size) {
        PyObject* made = PyTuple_New(size);
        if (!made) nb::raise_python_error();
        return nb::steal<nb::tuple>(made);
    }

    Tile code_of(nb::handle tile) const {
        for (std::size_t at = place_of(tile); known_[at].first; at = (at + 1) % PLACES)
            if (known_[at].first == tile.ptr()) return known_[at].second;
        if (!codes_.contains(tile))
            throw std::invalid_argument("no tile " + std::string(nb::repr(tile).c_str()));
        return nb::cast<Tile>(codes_[tile]);
    }

    void append(std::string& bytes, nb::handle tiles) const {
        if (!nb::isinstance<nb::tuple>(tiles)) throw nb::type_error("tiles go in tuples");
        for (nb::handle tile : nb::borrow<nb::tuple>(tiles))
            bytes.push_back(static_cast<char>(code_of(tile)));
    }

    template <class Codes>
    nb::tuple row_of(const Codes& codes) const {
        nb::tuple row = empty(codes.end() - codes.begin());
        Py_ssize_t at = 0;
        for (Tile code : codes) NB_TUPLE_SET_ITEM(row.ptr(), at++, nb::object(tiles_[code]).release().ptr());
        return row;
    }

    std::vector<nb::object> tiles_;
    nb::dict codes_;
    std::array<std::pair<PyObject*, Tile>, PLACES> known_{};
};

// Asks about this table and this rack; all else is given already.
void ask_about(const nb::bytes& table, const nb::bytes& rack, Problem& problem) {
    problem.table = table_from_bytes(span_of(table));
    problem.rack = tiles_of_bytes(rack);
    if (!problem.opening.empty()) {
        validate(problem);
        let_stay(problem);
    }
}

Problem problem_of(const nb::bytes& table, const nb::bytes& rack, const Options& options) {
    Problem problem = options.problem;
    ask_about(table, rack, problem);
    return problem;
}

// Runs without the GIL; exceptions come back through nanobind as ValueError.
template <class Work>
auto without_gil(Work&& work) {
    nb::gil_scoped_release release;
    return work();
}

Meld meld_of(const nb::bytes& bytes) {
    Meld meld;
    for (Tile tile : span_of(bytes)) {
        if (tile >= KINDS) throw std::invalid_argument("no tile " + std::to_string(tile));
        if (meld.size == MAX_MELD) throw std::invalid_argument("a meld of more than 27 tiles");
        meld.push(tile);
    }
    return meld;
}

bool joker_rules_hold(const nb::bytes& before, const nb::bytes& after, const Options& options) {
    const Table old = table_from_bytes(span_of(before)), now = table_from_bytes(span_of(after));
    Problem check = options.problem;
    check.table = old;
    validate(check);
    check.table = now;
    validate(check);
    return JokerRules(old, options.problem.rules).hold(now);
}

template <class Number, class Shape>
using Array = nb::ndarray<Number, Shape, nb::c_contig, nb::device::cpu>;
using Column = nb::shape<-1>;
using Rows = nb::shape<-1, -1>;

// The arrays that a batch of games writes: a row for each game.
struct BatchArrays {
    Array<std::int16_t, Rows> observations;
    Array<std::int8_t, Rows> masks;
    Array<double, Rows> rewards;        // of every seat
    Array<std::int64_t, Column> seats;  // to move
    Array<bool, Column> is_over;

    void expect_fit(const SteppedGames& games) const {
        const SteppedRules& rules = games.rules();
        const auto fits = [&](const auto& array, int width) {
            return array.shape(0) == games.size() &&
                   (width < 0 || array.shape(1) == static_cast<std::size_t>(width));
        };
        if (!fits(observations, rules.numbers()) || !fits(masks, rules.choices()) ||
            !fits(rewards, rules.players) || seats.shape(0) != games.size() ||
            is_over.shape(0) != games.size())
            throw std::invalid_argument("an array has another shape than the games need");
    }

    void write(SteppedGames& games, std::size_t game) {
        SteppedGame& one = games[game];
        const SteppedRules& rules = games.rules();
        one.write_observation(observations.data() + game * rules.numbers());
        one.write_mask(masks.data() + game * rules.choices());
        std::ranges::copy(one.rewards(), rewards.data() + game * rules.players);
        seats.data()[game] = one.to_move();
        is_over.data()[game] = one.is_over();
    }
};

int limited(const char* name, int value, int low, int high) {
    if (value < low || value > high)
        throw std::invalid_argument(std::string(name) + " is " + std::to_string(low) + " to " +
                                    std::to_string(high) + ", not " + std::to_string(value));
    return value;
}

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The native solver: exact answers about turns, in microseconds.";

    nb::class_<Options> options(m, "Options",
                                "The rules and the goal of a problem; see README.md of the kernel.");
    options.def(nb::init<>());
    const auto knob = [&](const char* name, auto Rules::* field) {
        using Value = std::remove_reference_t<decltype(std::declval<Rules&>().*field)>;
        options.def_prop_rw(
            name, [field](const Options& o) -> Value { return o.problem.rules.*field; },
            [field](Options& o, Value value) { o.problem.rules.*field = value; });
    };
    knob("has_melded", &Rules::has_melded);
    knob("threshold", &Rules::initial_meld_min);
    knob("joker_in_initial_meld", &Rules::joker_in_initial_meld);
    knob("joker_reuse_any_set", &Rules::joker_reuse_any_set);
    knob("exact_tile_retrieval", &Rules::exact_tile_retrieval);
    knob("group3_both_colours", &Rules::group3_both_colours);
    knob("joker_swap_by_joker", &Rules::joker_swap_by_joker);
    knob("min_number_tiles", &Rules::min_number_tiles);
    knob("mirror_min_side", &Rules::mirror_min_side);
    knob("colour_change_at_start", &Rules::colour_change_at_start);
    options.def_prop_rw(
        "initial_mode", [](const Options& o) { return static_cast<int>(o.problem.initial_mode); },
        [](Options& o, int mode) {
            o.problem.initial_mode = static_cast<InitialMode>(limited("initial_mode", mode, 0, 2));
        });
    options.def_prop_rw(
        "opening", [](const Options& o) { return to_bytes(o.problem.opening); },
        [](Options& o, const nb::bytes& melds) { o.problem.opening = table_from_bytes(span_of(melds)); });
    options.def_prop_rw(
        "least_disruption", [](const Options& o) { return o.problem.least_disruption; },
        [](Options& o, bool value) { o.problem.least_disruption = value; });
    options.def_prop_rw(
        "node_budget", [](const Options& o) { return o.problem.node_budget; },
        [](Options& o, std::uint64_t value) { o.problem.node_budget = value; });
    options.def_prop_rw(
        "time_budget_us", [](const Options& o) { return o.problem.time_budget_us; },
        [](Options& o, std::uint64_t value) { o.problem.time_budget_us = value; });
    options.def("set_weights", &Options::set_weights, "primary"_a, "secondary"_a);

    nb::class_<Solution>(m, "Solution", "The best play and the whole table after it.")
        .def_prop_ro("laid", [](const Solution& s) { return to_bytes(s.laid); })
        .def_prop_ro("table", [](const Solution& s) { return to_bytes(s.table); })
        .def_ro("primary", &Solution::primary)
        .def_ro("secondary", &Solution::secondary)
        .def_ro("points", &Solution::points)
        .def_ro("kept", &Solution::kept)
        .def_ro("moved", &Solution::moved)
        .def_ro("proven", &Solution::proven)
        .def_ro("nodes", &Solution::nodes);

    nb::class_<Box>(m, "Box", "The tiles as Python has them, by their codes.")
        .def(nb::init<const std::vector<nb::object>&>(), "tiles"_a)
        .def("packed", &Box::packed, "table"_a)
        .def("packed_tiles", &Box::packed_tiles, "tiles"_a)
        .def("unpacked_tiles", &Box::unpacked_tiles, "tiles"_a)
        .def("parts", &Box::parts, "solution"_a);

    m.def(
        "solve",
        [](const nb::bytes& table, const nb::bytes& rack, const Options& o) {
            const Problem problem = problem_of(table, rack, o);
            return without_gil([&] { return solver_of_this_thread().solve(problem); });
        },
        "table"_a, "rack"_a, "options"_a);
    m.def(
        "solve_many",
        [](const std::vector<std::pair<nb::bytes, nb::bytes>>& positions, const Options& o, int threads) {
            limited("threads", threads, 1, 1024);
            std::vector<Problem> problems(positions.size(), o.problem);
            for (std::size_t i = 0; i < positions.size(); ++i)
                ask_about(positions[i].first, positions[i].second, problems[i]);
            return without_gil([&] { return solve_many(problems, threads); });
        },
        "problems"_a, "options"_a, "threads"_a = 1);
    m.def(
        "k_best",
        [](const nb::bytes& table, const nb::bytes& rack, const Options& o, int k) {
            limited("k", k, 0, 1'000'000);
            const Problem problem = problem_of(table, rack, o);
            return without_gil([&] { return solver_of_this_thread().k_best(problem, k); });
        },
        "table"_a, "rack"_a, "options"_a, "k"_a);
    m.def(
        "maximal_plays",
        [](const nb::bytes& table, const nb::bytes& rack, const Options& o, int limit) {
            limited("limit", limit, 0, 1'000'000);
            const Problem problem = problem_of(table, rack, o);
            return without_gil([&] { return solver_of_this_thread().maximal_plays(problem, limit); });
        },
        "table"_a, "rack"_a, "options"_a, "limit"_a = 1000);
    m.def(
        "can_play_all",
        [](const nb::bytes& table, const nb::bytes& rack, const Options& o) {
            const Problem problem = problem_of(table, rack, o);
            return without_gil([&] { return solver_of_this_thread().can_play_all(problem); });
        },
        "table"_a, "rack"_a, "options"_a);
    m.def(
        "can_play",
        [](const nb::bytes& table, const nb::bytes& rack, const Options& o) {
            const Problem problem = problem_of(table, rack, o);
            return to_bytes(without_gil([&] { return solver_of_this_thread().can_play(problem); }));
        },
        "table"_a, "rack"_a, "options"_a);
    m.def(
        "meld_value",
        [](const nb::bytes& meld, const Options& o) { return meld_value(meld_of(meld), o.problem.rules); },
        "meld"_a, "options"_a);
    m.def("joker_rules_hold", &joker_rules_hold, "before"_a, "after"_a, "options"_a);

    nb::class_<Situation> situation(m, "Situation", "A game as a player or a spectator knows it.");
    situation.def(
        "__init__",
        [](Situation* self, const nb::bytes& table, const nb::bytes& hidden, const Options& o) {
            new (self) Situation{o.problem.rules, table_from_bytes(span_of(table)), tiles_of_bytes(hidden)};
            if (o.problem.node_budget) self->question_nodes = o.problem.node_budget;
        },
        "table"_a, "hidden"_a, "options"_a);
    situation.def_rw("seat", &Situation::seat)
        .def_rw("passed", &Situation::passed)
        .def_rw("last_turns", &Situation::last_turns)
        .def_rw("one_more_turn_each", &Situation::one_more_turn_each)
        .def_rw("must_play", &Situation::must_play)
        .def_rw("joker_penalty", &Situation::joker_penalty)
        .def_rw("fine", &Situation::fine)
        .def_rw("question_nodes", &Situation::question_nodes)
        .def_rw("out_nodes", &Situation::out_nodes);
    situation.def(
        "add_seat",
        [](Situation& s, int tiles, bool has_melded, bool is_out, int fresh, bool did_not_meld,
           bool saw_table, const std::vector<std::pair<StyleTuple, double>>& styles,
           const std::optional<nb::bytes>& rack) {
            KnownSeat known{tiles, has_melded, is_out, fresh, did_not_meld, saw_table, {}, {}};
            for (const auto& [style, weight] : styles) known.styles.push_back({style_of(style), weight});
            if (rack) known.rack = tiles_of_bytes(*rack);
            s.seats.push_back(std::move(known));
        },
        "tiles"_a, "has_melded"_a, "is_out"_a, "fresh"_a, "did_not_meld"_a, "saw_table"_a, "styles"_a,
        "rack"_a = nb::none());
    nb::class_<Playouts>(m, "Playouts",
                         "How imagined games ended, deal by deal, candidate by candidate, seat by seat.")
        .def_ro("deals", &Playouts::deals)
        .def_ro("shares", &Playouts::shares)
        .def_ro("points", &Playouts::points)
        .def_prop_ro("endings",
                     [](const Playouts& p) {
                         std::vector<std::tuple<int, int, int, int>> endings;
                         for (const Ending& e : p.endings)
                             endings.emplace_back(e.out, e.turns, e.pool, e.first_dry);
                         return endings;
                     })
        .def_ro("nodes", &Playouts::nodes);
    m.def(
        "play_out",
        [](const Situation& s, const std::vector<std::pair<std::optional<nb::bytes>, StyleTuple>>& candidates,
           std::uint64_t seed, int deals, std::uint64_t nodes, std::uint64_t time_us, std::uint64_t spare) {
            limited("deals", deals, 1, 1'000'000);
            std::vector<Candidate> choices;
            for (const auto& [table, style] : candidates) {
                using Kind = Candidate::Kind;
                if (!table)
                    choices.push_back({Kind::AS_USUAL, {}, style_of(style)});
                else
                    choices.push_back({table->size() == 0 ? Kind::WAIT : Kind::PLAY,
                                       table_from_bytes(span_of(*table)), style_of(style)});
            }
            return without_gil([&] { return play_out(s, choices, {seed, deals, nodes, time_us, spare}); });
        },
        "situation"_a, "candidates"_a, "seed"_a, "deals"_a, "nodes"_a = 0, "time_us"_a = 0, "spare"_a = 0);

    nb::class_<GameResult>(m, "GameResult", "How a game of greedy players ended.")
        .def_ro("winner", &GameResult::winner)
        .def_ro("turns", &GameResult::turns)
        .def_prop_ro("racks", [](const GameResult& r) {
            std::vector<nb::bytes> racks;
            for (const auto& rack : r.racks) racks.push_back(to_bytes(rack));
            return racks;
        });
    m.def(
        "self_play",
        [](const std::vector<nb::bytes>& orders, const Options& o, int players, int hand, int threads) {
            limited("threads", threads, 1, 1024);
            std::vector<std::vector<Tile>> tiles;
            for (const nb::bytes& order : orders) tiles.push_back(tiles_of_bytes(order));
            return without_gil([&] {
                return play_games(tiles, {o.problem.rules, players, hand, o.problem.node_budget}, threads);
            });
        },
        "orders"_a, "options"_a, "players"_a, "hand"_a, "threads"_a = 1);
    m.def(
        "self_play_positions",
        [](const nb::bytes& order, const Options& o, int players, int hand) {
            const std::vector<Tile> tiles = tiles_of_bytes(order);
            std::vector<Position> positions;
            without_gil([&] {
                return play_game(tiles, {o.problem.rules, players, hand, o.problem.node_budget}, &positions);
            });
            std::vector<std::tuple<nb::bytes, nb::bytes, bool>> result;
            for (const Position& p : positions)
                result.emplace_back(to_bytes(p.table), to_bytes(p.rack), p.has_melded);
            return result;
        },
        "order"_a, "options"_a, "players"_a, "hand"_a);

    nb::class_<SteppedRules> stepped(m, "SteppedRules", "The knobs of a whole game, for `SteppedGames`.");
    stepped.def(
        "__init__",
        [](SteppedRules* self, const Options& o, int copies, const std::vector<int>& jokers, int players,
           int hand) {
            if (jokers.size() != JOKER_KINDS)
                throw std::invalid_argument("jokers are 4 numbers, one for each kind");
            limited("players", players, 2, 8);
            new (self) SteppedRules{o.problem.rules, copies, {}, players, hand};
            std::ranges::copy(jokers, self->jokers.begin());
        },
        "options"_a, "copies"_a, "jokers"_a, "players"_a, "hand"_a);
    stepped.def_rw("longest_row", &SteppedRules::longest_row)
        .def_rw("most_steps", &SteppedRules::most_steps)
        .def_rw("manipulate_in_initial_turn", &SteppedRules::manipulate_in_initial_turn)
        .def_rw("must_play_if_able", &SteppedRules::must_play_if_able)
        .def_rw("forced_play_on_empty_pool", &SteppedRules::forced_play_on_empty_pool)
        .def_rw("strict_confirm", &SteppedRules::strict_confirm)
        .def_rw("takes_back_at_time_out", &SteppedRules::takes_back_at_time_out)
        .def_rw("one_more_turn_each", &SteppedRules::one_more_turn_each)
        .def_rw("counts_points", &SteppedRules::counts_points)
        .def_rw("timeout_draw", &SteppedRules::timeout_draw)
        .def_rw("unfinished_draw", &SteppedRules::unfinished_draw)
        .def_rw("joker_penalty", &SteppedRules::joker_penalty)
        .def_prop_rw(
            "fine", [](const SteppedRules& r) { return static_cast<int>(r.fine); },
            [](SteppedRules& r, int fine) { r.fine = static_cast<Fine>(limited("fine", fine, 0, 2)); })
        .def_prop_rw(
            "tie", [](const SteppedRules& r) { return static_cast<int>(r.tie); },
            [](SteppedRules& r, int tie) { r.tie = static_cast<Tie>(limited("tie", tie, 0, 2)); })
        .def_prop_ro("rows", &SteppedRules::rows)
        .def_prop_ro("choices", &SteppedRules::choices)
        .def_prop_ro("numbers", &SteppedRules::numbers);

    nb::class_<BatchArrays>(m, "BatchArrays", "The arrays that `SteppedGames` writes: a row for each game.")
        .def(nb::init<Array<std::int16_t, Rows>, Array<std::int8_t, Rows>, Array<double, Rows>,
                      Array<std::int64_t, Column>, Array<bool, Column>>(),
             "observations"_a.noconvert(), "masks"_a.noconvert(), "rewards"_a.noconvert(),
             "seats"_a.noconvert(), "is_over"_a.noconvert());
    nb::class_<SteppedGames>(m, "SteppedGames",
                             "Many games in small steps; `games/stepped_games.h` explains them.")
        .def(nb::init<const SteppedRules&, std::size_t>(), "rules"_a, "count"_a)
        .def(
            "reset",
            [](SteppedGames& games, std::uint64_t seed, BatchArrays& arrays) {
                arrays.expect_fit(games);
                without_gil([&] {
                    games.reset(seed);
                    for (std::size_t game = 0; game < games.size(); ++game) arrays.write(games, game);
                });
            },
            "seed"_a, "arrays"_a)
        .def(
            "step",
            [](SteppedGames& games, const Array<const std::int64_t, Column>& choices, BatchArrays& arrays) {
                arrays.expect_fit(games);
                if (choices.shape(0) != games.size()) throw std::invalid_argument("one choice for each game");
                without_gil([&] {
                    for (std::size_t game = 0; game < games.size(); ++game) {
                        games.step(game, choices.data()[game]);
                        arrays.write(games, game);
                    }
                });
            },
            "choices"_a, "arrays"_a)
        .def(
            "begin",
            [](SteppedGames& games, std::size_t game, const nb::bytes& order, int starter,
               BatchArrays& arrays) {
                arrays.expect_fit(games);
                limited("game", static_cast<int>(game), 0, static_cast<int>(games.size()) - 1);
                limited("starter", starter, 0, games.rules().players - 1);
                games[game].begin(tiles_of_bytes(order), starter);
                arrays.write(games, game);
            },
            "game"_a, "order"_a, "starter"_a, "arrays"_a);
}
