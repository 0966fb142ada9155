"""Which bots solve a puzzle: a second opinion on how hard it is, from players that see more or less of a table."""

from collections import Counter

from tilewise.bots import by_name
from tilewise.bots.budget import Budget
from tilewise.core.actions import Play
from tilewise.core.position import Position
from tilewise.core.state import Player, State
from tilewise.core.tiles import in_order, tiles_of
from tilewise.core.view import View, view_of
from tilewise.puzzles.judge import judge
from tilewise.puzzles.puzzle import Puzzle

BUDGET = Budget(nodes=20_000)
"""What a bot may think about a puzzle: enough to see all of a classic table."""
LADDER = ("novice", "casual", "steady", "greedy")
"""Bots from blind to exact."""
NOVICE_SOLVES = 1
"""Up to this level the novice solves everything …"""
NOVICE_FAILS = 4
"""… and from this one on nothing."""


def is_solved_by(bot: str, puzzle: Puzzle) -> bool:
    """Whether a bot, sitting before this position, makes a play that solves it."""
    action = by_name(bot).choose(_view(puzzle.position), BUDGET)
    return isinstance(action, Play) and judge(puzzle, action.table).is_solved


def is_on_its_level(puzzle: Puzzle) -> bool:
    """Whether the novice does with a puzzle what its level says; between the two nothing is promised."""
    if NOVICE_SOLVES < puzzle.level < NOVICE_FAILS:
        return True
    return is_solved_by("novice", puzzle) is (puzzle.level <= NOVICE_SOLVES)


def _view(position: Position) -> View:
    """The position as a seat sees it: nobody else has a tile, everything unseen can still be drawn."""
    box = position.edition.box_for(position.edition.max_players).tiles
    unseen = Counter(box) - tiles_of(position.table) - Counter(position.rack)
    players = (Player(position.rack, has_melded=True), Player(()))
    state = State(position.edition, players, position.table, in_order(unseen.elements()), to_move=0, starter=0)
    return view_of(state, 0)
