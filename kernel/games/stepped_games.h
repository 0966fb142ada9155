// Many games at once, played in small steps, for training: pick up a meld, put a tile down, end the turn. The
// rules, the choices and the observations are those of StepsEnv (src/tilewise/lab/envs/steps.py); a test
// plays both side by side.
#pragma once

#include <memory>

#include "game/jokers.h"

namespace tilewise {

enum class Fine { NONE, HUNDRED_OR_RACK, HUNDRED_OR_TWO_HUNDRED };  // R-SCORE-06
enum class Tie { SHARED, FEWEST_TILES, NO_WINNER };

// The knobs of a whole game, beside those of a turn.
struct SteppedRules {
    Rules turn;
    int copies = 2;
    JokerCounts jokers{2, 0, 0, 0};
    int players = 2;
    int hand = 14;
    int longest_row = 13;
    int most_steps = 500;  // of a turn; then its time is up
    bool manipulate_in_initial_turn = false;
    bool must_play_if_able = false;
    bool forced_play_on_empty_pool = false;
    bool strict_confirm = false;
    bool takes_back_at_time_out = false;  // a legal play does not count when time runs out
    bool one_more_turn_each = false;
    bool counts_points = false;           // the reward is the score / 100, not the win
    int timeout_draw = 1;                 // R-TIME-02
    int unfinished_draw = 3;              // R-TIME-03
    int joker_penalty = 30;               // R-JOK-12
    Fine fine = Fine::NONE;
    Tie tie = Tie::SHARED;

    int rows() const;
    int choices() const { return 2 + rows() * (1 + KINDS); }
    int numbers() const { return 2 * KINDS + rows() * longest_row + 4 + 6 * players; }
};

// The reward of a choice that the mask does not allow.
inline constexpr double REFUSED = -0.01;

class SteppedGame {
   public:
    explicit SteppedGame(const SteppedRules& rules);

    // Deal: the tiles of each seat in turn, then the pool, drawn from the front.
    void begin(const std::vector<Tile>& order, int starter);
    // Carry out a choice of the seat to move. Afterwards rewards() has what each seat gets for it.
    void step(std::int64_t choice);

    bool is_over() const { return is_over_; }
    int to_move() const { return to_move_; }
    const std::vector<double>& rewards() const { return rewards_; }
    // Write choices() bytes: 1 for each choice of the seat to move.
    void write_mask(std::int8_t* mask);
    // Write numbers() numbers: what the seat to move sees.
    void write_observation(std::int16_t* numbers) const;

   private:
    enum class Wait { NONE, DRAW, PASS };
    struct Seat {
        Counts rack{};
        int tiles = 0, laid = 0, quiet = 0, drew = 0;
        bool has_melded = false;
    };

    void begin_turn();
    void end_turn(bool passed);
    bool can_lay_anything() const;
    void play();
    void draw(int count);
    void pass();
    void run_out_of_time();

    // Change the draft; false if the mask does not allow it.
    bool move_tiles(int choice);
    bool pick_up(int row);
    bool put(int row, Tile tile);
    bool has_room(int row, int empty) const;
    Counts at_hand() const;
    int first_empty_row() const;
    Table draft() const;
    bool lays_tiles() const;
    bool has_all_tiles() const;
    bool may_end();
    bool is_legal();
    bool judge();
    bool is_initial_meld(const Table& after) const;
    bool row_is_meld(int row);

    void finish(bool rack_out);
    int points_of(const Seat& seat) const;
    void reward(const std::vector<int>& scores, const std::vector<int>& winners);

    const SteppedRules& rules_;
    std::vector<Seat> seats_;
    std::vector<Tile> pool_;  // the next tile last
    Table table_;
    Counts on_table_{};
    int to_move_ = 0, passed_ = 0, last_turns_ = -1;
    bool is_over_ = true;
    std::vector<double> rewards_;

    // The draft of the turn.
    Table rows_;
    std::vector<std::int8_t> is_meld_;  // of each row; -1: not judged yet
    Counts on_rows_{};
    std::unique_ptr<JokerRules> joker_rules_;  // of the table; made when first needed
    Wait wait_ = Wait::DRAW;
    int steps_ = 0;
    int verdict_ = -1;  // of the draft; -1: not judged yet
};

// Games with deals from a seed. A game that is over is dealt anew by the next step, which ignores its choice.
class SteppedGames {
   public:
    SteppedGames(const SteppedRules& rules, std::size_t count);
    SteppedGames(const SteppedGames&) = delete;
    SteppedGames& operator=(const SteppedGames&) = delete;

    void reset(std::uint64_t seed);
    void step(std::size_t game, std::int64_t choice);

    const SteppedRules& rules() const { return rules_; }
    std::size_t size() const { return games_.size(); }
    SteppedGame& operator[](std::size_t game) { return games_[game]; }

   private:
    void deal(std::size_t game);

    SteppedRules rules_;
    std::vector<SteppedGame> games_;
    std::uint64_t seed_ = 0;
};

}  // namespace tilewise
