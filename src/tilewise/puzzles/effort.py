"""How hard a position is, measured: how much somebody has to look for who looks as people do.

A *look* takes up some melds of the table, sees all that can be made of them and the rack, and adds to the other melds
what is left of the rack, tile by tile. Looks begin with no meld at all, then one, then two, and so on; every look
of one size is as likely as the next. What is measured is the smallest size that helps, how many looks fail before one
does, and how many steps the play takes.
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
"""What is harder than this is not asked of anybody."""
LOOKS = 150
"""Looks of one size that are tried at most; where there are more, so many are drawn by lot."""
PATIENCE = 3_000
"""States that the solver may look at for one look."""
COMPARED = 6
"""Solutions whose steps are counted to find the shortest."""
_HARD, _EASY = 100, 1
"""What laying a tile is worth in a look: one that fits nowhere by itself, and one that does."""

Window = tuple[int, ...]
"""The melds of the table that a look takes up, by their places."""


def with_measure(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its effort measured anew; the steps are those of its own solution."""
    position = puzzle.position
    size, fails, _ = _search(position, puzzle.kind, touched(puzzle.table, puzzle.solution))
    count = len(steps(puzzle.table, puzzle.solution, position.edition))
    return replace(puzzle, effort=Effort(size, fails, count))


def shortest(position: Position, kind: Kind, known: Table) -> Table:
    """The solution with the fewest steps among one that is known and those that looking comes across."""
    _, _, found = _search(position, kind, touched(position.table, known))
    return min((known, *found[:COMPARED]), key=lambda table: len(steps(position.table, table, position.edition)))


def _search(position: Position, kind: Kind, known: Window) -> tuple[int, int, tuple[Table, ...]]:
    """How many melds a look must take up, how many looks fail before one helps, and what those that help lead to."""
    looking = Looking(position, kind)
    luck = Random(canonical(position.rack, position.table))  # noqa: S311  # a lot that always falls the same way
    melds, fails = len(position.table), 0
    for size in range(len(known)):
        windows = _windows(melds, size, luck)
        found = looking.through(windows)
        if found:
            return size, fails + _before_one_helps(comb(melds, size), len(windows), len(found)), found
        fails += comb(melds, size)
    windows = _windows(melds, len(known), luck)
    found = looking.through([known, *(window for window in windows if window != known)])
    helped = _before_one_helps(comb(melds, len(known)), len(windows), max(1, len(found)))
    return len(known), fails + helped, found


def _before_one_helps(ways: int, tried: int, helped: int) -> int:
    """How many of so many looks, in any order, fail on average before the first that helps."""
    helpful = max(1, round(ways * helped / tried))
    return max(0, ways - helpful) // (helpful + 1)


def touched(before: Table, after: Table) -> Window:
    """The melds that a play does not leave as they lie."""
    left = list(after)
    touched = []
    for place, meld in enumerate(before):
        if meld in left:
            left.remove(meld)
        else:
            touched.append(place)
    return tuple(touched)


def _windows(melds: int, size: int, luck: Random) -> list[Window]:
    if comb(melds, size) <= LOOKS:
        return list(combinations(range(melds), size))
    drawn: set[Window] = set()
    while len(drawn) < LOOKS:
        drawn.add(tuple(sorted(luck.sample(range(melds), size))))
    return sorted(drawn)


class Looking:
    """Somebody who looks at a position."""

    def __init__(self, position: Position, kind: Kind) -> None:
        self._position = position
        self._any_tile_will_do = kind is Kind.ONLY_PLAY
        added = tiles_of(with_single_tiles(position, position.table)) - tiles_of(position.table)
        self._hard = Counter(position.rack) - added
        weights = {tile: _HARD if self._hard[tile] else _EASY for tile in position.rack}
        objective = Objective.TILES if self._any_tile_will_do else Weights.of(weights)
        self._problem = replace(problem_of(position), objective=objective, node_budget=PATIENCE)

    def through(self, windows: Iterable[Window]) -> tuple[Table, ...]:
        """The tables that these looks lead to, where they lead to what is wanted."""
        return tuple(table for table in map(self._at, windows) if table is not None)

    def _at(self, window: Window) -> Table | None:
        table = self._position.table
        taken = tuple(table[place] for place in window)
        rest = tuple(meld for place, meld in enumerate(table) if place not in window)
        best = solve(replace(self._problem, table=taken))
        if not self._any_tile_will_do and self._hard - Counter(best.laid):
            return None
        return self._completed((*rest, *best.table), len(best.laid))

    def _completed(self, table: Table, laid: int) -> Table | None:
        """The table with what is left of the rack added to it; None when that is not what is wanted."""
        wanted = 1 if self._any_tile_will_do else len(self._position.rack)
        if laid < wanted:
            table = with_single_tiles(self._position, table)
            laid = (tiles_of(table) - tiles_of(self._position.table)).total()
        return None if laid < wanted or broken_in(self._position, table) else table
