"""Measure how hard a position is for a person.

1. A *look* takes some melds of the table and finds the best play with them and the rack.
2. It then adds the remaining rack tiles to the other melds, one by one.
3. Looks start with no meld, then one, two, and so on. All looks of one size are equally likely.
4. The effort is: the smallest size that solves the puzzle, the expected number of looks that fail before one
   succeeds, and the number of steps of the play.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb
from random import Random

from msgspec.structs import replace

from tilewise.bots.novice import with_single_tiles
from tilewise.core.position import Position, broken_in
from tilewise.core.tiles import Table, tiles_of
from tilewise.puzzles.canonical import canonical
from tilewise.puzzles.proof import problem_of
from tilewise.puzzles.puzzle import Effort, Kind, Puzzle
from tilewise.solver import Objective, Weights, solve
from tilewise.solver.steps import steps

HARDEST = 2400
"""Positions above this difficulty do not become puzzles."""
LOOKS = 150
"""Looks of one size to try; where there are more, a random sample of this many."""
NODES = 3_000
"""Solver states for one look."""
MOST_COMPARED = 6
"""Solutions to compare for the fewest steps."""
_HARD, _EASY = 100, 1
"""The weight of a tile in a look: one that fits nowhere by itself, and one that does."""

Window = tuple[int, ...]
"""The melds that a look takes, by their index on the table."""


def with_effort(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its effort measured; the steps are those of its solution."""
    position = puzzle.position
    size, fails, _ = _search(position, puzzle.kind, touched(puzzle.table, puzzle.solution))
    count = len(steps(puzzle.table, puzzle.solution, position.edition))
    return replace(puzzle, effort=Effort(size, fails, count))


def shortest(position: Position, kind: Kind, known: Table) -> Table:
    """Return the solution with the fewest steps among a known one and those that the looks find."""
    _, _, found = _search(position, kind, touched(position.table, known))
    return min((known, *found[:MOST_COMPARED]), key=lambda table: len(steps(position.table, table, position.edition)))


def _search(position: Position, kind: Kind, known: Window) -> tuple[int, int, tuple[Table, ...]]:
    """Return the smallest size of a look that succeeds, the expected failures before it, and the solutions found."""
    looker = _Looker(position, kind)
    random = Random(canonical(position.rack, position.table))  # noqa: S311  # reproducible
    melds, fails = len(position.table), 0
    for size in range(len(known)):
        windows = _windows(melds, size, random)
        found = looker.solutions(windows)
        if found:
            return size, fails + _expected_failures(comb(melds, size), len(windows), len(found)), found
        fails += comb(melds, size)
    windows = _windows(melds, len(known), random)
    found = looker.solutions([known, *(window for window in windows if window != known)])
    helped = _expected_failures(comb(melds, len(known)), len(windows), max(1, len(found)))
    return len(known), fails + helped, found


def _expected_failures(ways: int, tried: int, helped: int) -> int:
    """Return how many of `ways` looks, in random order, fail on average before the first that succeeds."""
    helpful = max(1, round(ways * helped / tried))
    return max(0, ways - helpful) // (helpful + 1)


def touched(before: Table, after: Table) -> Window:
    """Return the melds that a play changes."""
    left = list(after)
    touched = []
    for place, meld in enumerate(before):
        if meld in left:
            left.remove(meld)
        else:
            touched.append(place)
    return tuple(touched)


def _windows(melds: int, size: int, random: Random) -> list[Window]:
    if comb(melds, size) <= LOOKS:
        return list(combinations(range(melds), size))
    drawn: set[Window] = set()
    while len(drawn) < LOOKS:
        drawn.add(tuple(sorted(random.sample(range(melds), size))))
    return sorted(drawn)


class _Looker:
    """Looks at parts of a position for a solution."""

    def __init__(self, position: Position, kind: Kind) -> None:
        self._position = position
        self._any_tile_counts = kind is Kind.ONLY_PLAY
        added = tiles_of(with_single_tiles(position, position.table)) - tiles_of(position.table)
        self._hard = Counter(position.rack) - added
        weights = {tile: _HARD if self._hard[tile] else _EASY for tile in position.rack}
        objective = Objective.TILES if self._any_tile_counts else Weights.of(weights)
        self._problem = replace(problem_of(position), objective=objective, node_budget=NODES)

    def solutions(self, windows: Iterable[Window]) -> tuple[Table, ...]:
        """Return the solutions that these looks find."""
        return tuple(table for table in map(self._look, windows) if table is not None)

    def _look(self, window: Window) -> Table | None:
        table = self._position.table
        taken = tuple(table[place] for place in window)
        rest = tuple(meld for place, meld in enumerate(table) if place not in window)
        best = solve(replace(self._problem, table=taken))
        if not self._any_tile_counts and self._hard - Counter(best.laid):
            return None
        return self._completed((*rest, *best.table), len(best.laid))

    def _completed(self, table: Table, laid: int) -> Table | None:
        """Add the remaining rack tiles one by one; return None unless that solves the puzzle."""
        wanted = 1 if self._any_tile_counts else len(self._position.rack)
        if laid < wanted:
            table = with_single_tiles(self._position, table)
            laid = (tiles_of(table) - tiles_of(self._position.table)).total()
        return None if laid < wanted or broken_in(self._position, table) else table
