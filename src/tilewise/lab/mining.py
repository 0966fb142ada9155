"""Mining puzzles: bots play, and every position of their games is asked what it would make of itself."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from msgspec.structs import replace

from tilewise.bots import by_name
from tilewise.bots.budget import Budget
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
"""Strong bots leave hard positions behind, weak ones easy ones."""
LARGE_LINEUPS = (
    ("greedy", "steady", "casual", "greedy", "greedy"),
    ("casual", "steady", "keeper", "greedy", "casual", "steady"),
    ("novice", "casual", "novice", "casual", "novice"),
)
"""For boxes with more tiles, which take five players or more."""
BUDGET = Budget(nodes=5_000)
"""What a bot may think about a turn: the games need not be good, only many."""
PATIENCE = 5_000
"""States that the solver may look at for each question; a position that takes more is passed over."""
MOST_TILES = 8
"""A rack from which only some tiles go is cut down to them; more than so many are no puzzle but work."""
FEWEST_TILES = 2
LARGEST_RACK = 16
"""Nobody enjoys looking through more."""
LARGEST_SPECIAL_TABLE = 11
"""Melds on a table with special jokers; with more the solver takes seconds for a question."""
MOST_SPARE_MELDS = 6
"""Where a table is cut down, so many melds at most stay that the solution leaves alone."""
MOST_ALIKE = 2
"""Puzzles of one kind and level from one game."""
DONE = "# done "


def jobs(edition: Edition, games: int, seed: str) -> Iterator[Job]:
    """So many games to mine, between bots that leave each other enough to find."""
    lineups = LARGE_LINEUPS if edition.small_box is not None else LINEUPS
    for number, lineup in enumerate(islice(cycle(lineups), games)):
        yield Job(edition, lineup, f"{seed} {number}", 0, BUDGET)


def mine(job: Job) -> tuple[Puzzle, ...]:
    """Play one game, and find the puzzles in it."""
    bots = [by_name(name) for name in job.lineup]
    deal = deal_from(job.deal, len(bots))
    game = play(job.edition, bots, deal, budget=job.budget).record.games[0]
    states = engine.replay(set_up(job.edition, deal), game.actions)
    turns = (position_of(state) for state in states if not state.is_over and _is_worth_a_look(state))
    luck = Random(job.key)  # noqa: S311  # a lot that always falls the same way
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
    """What a position can be asked for."""
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
    """The tiles that can go, the melds they need, and a few more."""
    rack = replace(position, rack=best.laid)
    gentle = solve(replace(problem_of(rack), least_disruption=True, node_budget=PATIENCE))
    needed = set(touched(position.table, gentle.table))
    spare = [place for place in range(len(position.table)) if place not in needed]
    kept = needed | set(luck.sample(spare, min(len(spare), luck.randint(1, MOST_SPARE_MELDS))))
    table: Table = tuple(meld for place, meld in enumerate(position.table) if place in kept)
    return replace(rack, table=table)


class Vein:
    """What was mined so far: a file of puzzles, one a line, with a remark after each game that is done."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.done = {line.removeprefix(DONE) for line in lines if line.startswith(DONE)}

    def keep(self, job: Job, puzzles: Iterable[Puzzle]) -> None:
        """Write down what a game gave, all of it or nothing that counts."""
        lines = [*map(print_puzzle, puzzles), f"{DONE}{job.key}"]
        with self._path.open("a") as file:
            file.write("\n".join(lines) + "\n")


def read_vein(path: Path) -> Iterator[Puzzle]:
    """The puzzles of all games that are done; what an interrupted one left behind is passed over."""
    waiting: list[str] = []
    for line in path.read_text().splitlines():
        if line.startswith(DONE):
            yield from map(read_puzzle, waiting)
            waiting = []
        else:
            waiting.append(line)
