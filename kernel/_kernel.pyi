r"""The native solver: exact answers about turns.

A tile is one byte: `colour * 13 + (number - 1)`, colours r, b, y, k = 0..3; 52 = J classic, 53 = D double,
54 = C colour-change, 55 = M mirror. A table is the tiles of each meld from left to right, each meld closed by 0xFF:
`b"\x02\x03\x04\xff"` is `[r3 r4 r5]`. A rack is tiles in any order. Wrong input raises `ValueError`. Every call that
takes long releases the GIL.
"""

from collections.abc import Sequence
from typing import Generic, TypeAlias, TypeVar

_Tile = TypeVar("_Tile")

class Options:
    """The rules and the goal of a problem: mutable, reusable.

    `initial_mode`: 0 most weight, 1 most points, 2 fewest tiles. `opening`: melds that the same turn has laid already
    (A-02), as a table; they lie last in `Solution.table`. A budget of 0 means none; both hold for a whole call. Weights
    are 56 ints of at most a million; by default every tile weighs 1, then 0.
    """

    has_melded: bool
    threshold: int
    joker_in_initial_meld: bool
    initial_mode: int
    joker_reuse_any_set: bool
    exact_tile_retrieval: bool
    group3_both_colours: bool
    joker_swap_by_joker: bool
    min_number_tiles: int
    mirror_min_side: int
    colour_change_at_start: bool
    opening: bytes
    least_disruption: bool
    node_budget: int
    time_budget_us: int
    def __init__(self) -> None: ...
    def set_weights(self, primary: Sequence[int], secondary: Sequence[int]) -> None: ...

class Solution:
    """The best play and the whole table after it.

    `laid`: the tiles that leave the rack, ascending; empty: no play exists. `points`: of the new melds, initial meld
    only. `kept`: melds that lie as they lay. `moved`: number tiles taken out of their run or group. `proven`: the
    answer is optimal, not only the best found within the budget. `nodes`: states expanded, the unit of `node_budget`.
    """

    @property
    def laid(self) -> bytes: ...
    @property
    def table(self) -> bytes: ...
    @property
    def primary(self) -> int: ...
    @property
    def secondary(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def kept(self) -> int: ...
    @property
    def moved(self) -> int: ...
    @property
    def proven(self) -> bool: ...
    @property
    def nodes(self) -> int: ...

class Box(Generic[_Tile]):
    """The tiles as Python has them, by their codes."""

    def __init__(self, tiles: Sequence[_Tile]) -> None: ...
    def packed(self, table: tuple[tuple[_Tile, ...], ...]) -> bytes: ...
    def packed_tiles(self, tiles: tuple[_Tile, ...]) -> bytes: ...
    def unpacked_tiles(self, tiles: bytes) -> tuple[_Tile, ...]: ...
    def parts(
        self, solution: Solution
    ) -> tuple[tuple[_Tile, ...], tuple[tuple[_Tile, ...], ...], int, int, int, int, bool, int]: ...

class GameResult:
    """How a game of greedy players ended."""

    @property
    def winner(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def racks(self) -> list[bytes]: ...

_Style: TypeAlias = tuple[int, bool, bool, int, int, bool]
"""enough, late, keeps_jokers, window, looks, sidesteps; `games/rollouts.h` explains them."""

class Situation:
    """A game as a player or a spectator knows it, for `play_out`; `games/rollouts.h` explains every field."""

    seat: int
    passed: int
    last_turns: int
    one_more_turn_each: bool
    must_play: bool
    joker_penalty: int
    fine: int
    question_nodes: int
    out_nodes: int
    def __init__(self, table: bytes, hidden: bytes, options: Options) -> None: ...
    def add_seat(
        self,
        tiles: int,
        has_melded: bool,
        is_out: bool,
        fresh: int,
        did_not_meld: bool,
        saw_table: bool,
        styles: Sequence[tuple[_Style, float]],
        rack: bytes | None = None,
    ) -> None: ...

class Playouts:
    """How imagined games ended, deal by deal, candidate by candidate, seat by seat.

    `endings`, for every deal and candidate: the seat that went out or -1, the turns after the candidate, the tiles left
    in the pool, and the seat that first laid tiles after the pool ran dry or -1.
    """

    @property
    def deals(self) -> int: ...
    @property
    def shares(self) -> list[float]: ...
    @property
    def points(self) -> list[float]: ...
    @property
    def endings(self) -> list[tuple[int, int, int, int]]: ...
    @property
    def nodes(self) -> int: ...

def play_out(
    situation: Situation,
    candidates: Sequence[tuple[bytes | None, _Style]],
    seed: int,
    deals: int,
    nodes: int = 0,
    time_us: int = 0,
    spare: int = 0,
) -> Playouts:
    """Play every candidate on the same deals: the table after a play, `b""` to wait, None to play in its own style."""

class SteppedRules:
    """The knobs of a whole game, for `SteppedGames`.

    `fine`: 0 none, 1 a hundred or the rack, 2 a hundred or two hundred. `tie`: 0 shared, 1 fewest tiles, 2 no winner.
    """

    longest_row: int
    most_steps: int
    manipulate_in_initial_turn: bool
    must_play_if_able: bool
    forced_play_on_empty_pool: bool
    strict_confirm: bool
    takes_back_at_time_out: bool
    one_more_turn_each: bool
    counts_points: bool
    timeout_draw: int
    unfinished_draw: int
    joker_penalty: int
    fine: int
    tie: int
    def __init__(self, options: Options, copies: int, jokers: Sequence[int], players: int, hand: int) -> None: ...
    @property
    def rows(self) -> int: ...
    @property
    def choices(self) -> int: ...
    @property
    def numbers(self) -> int: ...

class BatchArrays:
    """The NumPy arrays that `SteppedGames` writes, with a row for each game.

    Observations are int16, masks int8, rewards of every seat float64, seats to move int64, `is_over` bool.
    """

    def __init__(
        self, observations: object, masks: object, rewards: object, seats: object, is_over: object
    ) -> None: ...

class SteppedGames:
    """Many games in small steps (`games/stepped_games.h`). A step deals a game anew that is over."""

    def __init__(self, rules: SteppedRules, count: int) -> None: ...
    def reset(self, seed: int, arrays: BatchArrays) -> None: ...
    def step(self, choices: object, arrays: BatchArrays) -> None: ...
    def begin(self, game: int, order: bytes, starter: int, arrays: BatchArrays) -> None:
        """Deal a game from given tiles: those of each seat in turn, then the pool."""

def solve(table: bytes, rack: bytes, options: Options) -> Solution: ...
def solve_many(problems: Sequence[tuple[bytes, bytes]], options: Options, threads: int = 1) -> list[Solution]: ...
def k_best(table: bytes, rack: bytes, options: Options, k: int) -> list[Solution]: ...
def maximal_plays(table: bytes, rack: bytes, options: Options, limit: int = 1000) -> list[Solution]: ...
def can_play_all(table: bytes, rack: bytes, options: Options) -> bool: ...
def can_play(table: bytes, rack: bytes, options: Options) -> bytes: ...
def meld_value(meld: bytes, options: Options) -> int: ...
def joker_rules_hold(before: bytes, after: bytes, options: Options) -> bool: ...
def self_play(
    orders: Sequence[bytes], options: Options, players: int, hand: int, threads: int = 1
) -> list[GameResult]: ...
def self_play_positions(order: bytes, options: Options, players: int, hand: int) -> list[tuple[bytes, bytes, bool]]: ...
