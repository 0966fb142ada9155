"""Tell which bots solve a puzzle: a check on its difficulty by players that see more or less of the table."""

from collections import Counter

from tilewise.analysis.budget import Budget
from tilewise.bots import by_name
from tilewise.core.actions import Play
from tilewise.core.position import Position
from tilewise.core.state import Player, State
from tilewise.core.tiles import in_order, tiles_of
from tilewise.core.view import View, view_of
from tilewise.puzzles.judge import judge
from tilewise.puzzles.puzzle import Puzzle

BUDGET = Budget(nodes=20_000)
"""The budget of a bot: enough to search a whole classic table."""
LADDER = ("novice", "casual", "steady", "greedy")
"""The bots, from the weakest to the exact one."""
NOVICE_SOLVES = 1
"""The novice solves every puzzle up to this level …"""
NOVICE_FAILS = 4
"""… and none from this level on."""


def is_solved_by(bot: str, puzzle: Puzzle) -> bool:
    """Whether the bot's play in this position solves the puzzle."""
    action = by_name(bot).choose(_view(puzzle.position), BUDGET)
    return isinstance(action, Play) and judge(puzzle, action.table).is_solved


def is_on_its_level(puzzle: Puzzle) -> bool:
    """Whether the novice solves or fails the puzzle as its level says; levels in between allow both."""
    if NOVICE_SOLVES < puzzle.level < NOVICE_FAILS:
        return True
    return is_solved_by("novice", puzzle) is (puzzle.level <= NOVICE_SOLVES)


def _view(position: Position) -> View:
    """Return the view of a seat in this position: the opponent's rack is empty, all unseen tiles are in the pool."""
    box = position.edition.box_for(position.edition.max_players).tiles
    unseen = Counter(box) - tiles_of(position.table) - Counter(position.rack)
    players = (Player(position.rack, has_melded=True), Player(()))
    state = State(position.edition, players, position.table, in_order(unseen.elements()), to_move=0, starter=0)
    return view_of(state, 0)
