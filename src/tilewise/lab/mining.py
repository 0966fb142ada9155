"""Mine puzzles: let bots play, and turn positions of their games into puzzles."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from msgspec.structs import replace

from tilewise.analysis.budget import Budget
from tilewise.bots import by_name
from tilewise.core import engine
from tilewise.core.deal import deal_from
from tilewise.core.edition import Edition
from tilewise.core.position import Position, position_of
from tilewise.core.rules.setup import set_up
from tilewise.core.state import State
from tilewise.core.tiles import Table
from tilewise.lab.game import play
from tilewise.lab.jobs import Job
from tilewise.puzzles.effort import HARDEST, shortest, touched, with_effort
from tilewise.puzzles.proof import has_one_play, is_proven, needs_a_joker, problem_of
from tilewise.puzzles.puzzle import Kind, Puzzle, print_puzzle, read_puzzle
from tilewise.puzzles.solvers import is_on_its_level
from tilewise.solver import Solution, solve

LINEUPS = (
    ("greedy", "steady", "casual", "greedy"),
    ("steady", "keeper"),
    ("casual", "greedy", "holdout"),
    ("greedy", "casual", "steady"),
    ("novice", "casual", "novice"),
    ("novice", "novice"),
)
"""Strong bots leave hard positions, weak bots easy ones."""
LARGE_LINEUPS = (
    ("greedy", "steady", "casual", "greedy", "greedy"),
    ("casual", "steady", "keeper", "greedy", "casual", "steady"),
    ("novice", "casual", "novice", "casual", "novice"),
)
"""Lineups for larger boxes, with five players or more."""
BUDGET = Budget(nodes=5_000)
"""The budget of a bot for a turn. The games need not be good, but there must be many."""
PATIENCE = 5_000
"""Node budget of the solver for a position. Positions that need more are skipped."""
MOST_TILES = 8
"""If only some tiles of a rack can be played, the rack is cut down to them, but never to more than this."""
FEWEST_TILES = 2
LARGEST_RACK = 16
"""Larger racks make tedious puzzles."""
LARGEST_SPECIAL_TABLE = 11
"""The most melds on a table with special jokers. With more, the solver takes seconds."""
MOST_SPARE_MELDS = 6
"""The most untouched melds that stay when a table is cut down."""
MOST_ALIKE = 2
"""The most puzzles of one kind and level from one game."""
DONE = "# done "


def jobs(edition: Edition, games: int, seed: str) -> Iterator[Job]:
    """Yield this many games to mine."""
    lineups = LARGE_LINEUPS if edition.small_box is not None else LINEUPS
    for number, lineup in enumerate(islice(cycle(lineups), games)):
        yield Job(edition, lineup, f"{seed} {number}", 0, BUDGET)


def mine(job: Job) -> tuple[Puzzle, ...]:
    """Play a game and return the puzzles found in it."""
    bots = [by_name(name) for name in job.lineup]
    deal = deal_from(job.deal, len(bots))
    game = play(job.edition, bots, deal, budget=job.budget).record.games[0]
    states = engine.replay(set_up(job.edition, deal), game.actions)
    turns = (position_of(state) for state in states if not state.is_over and _is_worth_a_look(state))
    luck = Random(job.key)  # noqa: S311  # must be reproducible
    return tuple(_few_alike(puzzle for position in turns for puzzle in _puzzles_in(position, luck)))


def _is_worth_a_look(state: State) -> bool:
    if state.edition.box.has_special_jokers and len(state.table) > LARGEST_SPECIAL_TABLE:
        return False
    return state.player.has_melded and len(state.player.rack) <= LARGEST_RACK


def _few_alike(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    counts: Counter[tuple[Kind, int]] = Counter()
    seen: set[str] = set()
    for puzzle in puzzles:
        alike = puzzle.kind, puzzle.level
        if puzzle.id not in seen and counts[alike] < MOST_ALIKE:
            seen.add(puzzle.id)
            counts[alike] += 1
            yield puzzle


def _puzzles_in(position: Position, luck: Random) -> Iterator[Puzzle]:
    best = solve(replace(problem_of(position), node_budget=PATIENCE))
    if not best.is_proven:
        return
    for kind, asked in _asked(position, best, luck):
        known = solve(replace(problem_of(asked), least_disruption=True, node_budget=PATIENCE))
        if known.is_play:
            puzzle = with_effort(Puzzle.of(asked, kind, shortest(asked, kind, known.table)))
            if puzzle.difficulty <= HARDEST and is_on_its_level(puzzle) and is_proven(puzzle):
                yield puzzle


def _asked(position: Position, best: Solution, luck: Random) -> Iterator[tuple[Kind, Position]]:
    """Yield the puzzles that a position could make."""
    laid = len(best.laid)
    if laid == len(position.rack):
        if laid >= FEWEST_TILES:
            yield Kind.WIN, position
        return
    if laid and has_one_play(position):
        yield Kind.ONLY_PLAY, position
    if FEWEST_TILES <= laid <= MOST_TILES:
        small = _cut_down(position, best, luck)
        yield Kind.FREE_JOKER if needs_a_joker(small) else Kind.LAY_ALL, small


def _cut_down(position: Position, best: Solution, luck: Random) -> Position:
    """Keep the tiles that can be played, the melds they need, and a few more."""
    rack = replace(position, rack=best.laid)
    gentle = solve(replace(problem_of(rack), least_disruption=True, node_budget=PATIENCE))
    needed = set(touched(position.table, gentle.table))
    spare = [place for place in range(len(position.table)) if place not in needed]
    kept = needed | set(luck.sample(spare, min(len(spare), luck.randint(1, MOST_SPARE_MELDS))))
    table: Table = tuple(meld for place, meld in enumerate(position.table) if place in kept)
    return replace(rack, table=table)


class MinedPuzzles:
    """A file of mined puzzles, one per line, with a comment after each finished game."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self.done = {line.removeprefix(DONE) for line in lines if line.startswith(DONE)}

    def add(self, job: Job, puzzles: Iterable[Puzzle]) -> None:
        """Append the puzzles of a game. The comment comes last, so an interrupted write does not count."""
        lines = [*map(print_puzzle, puzzles), f"{DONE}{job.key}"]
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


def read_mined(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of all finished games. Puzzles of an interrupted game are skipped."""
    waiting: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith(DONE):
            yield from map(read_puzzle, waiting)
            waiting = []
        else:
            waiting.append(line)
