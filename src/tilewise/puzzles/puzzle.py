"""A puzzle: a position from a game between bots, a goal, and a measured difficulty."""

from bisect import bisect_right
from enum import StrEnum
from hashlib import sha256
from math import log2

from tilewise.core import notation
from tilewise.core.editions import edition as edition_named
from tilewise.core.errors import InputError
from tilewise.core.notation import print_rack, print_table
from tilewise.core.position import Position
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.puzzles.canonical import canonical

LEVELS = (1, 2, 3, 4, 5)
BOUNDS = (500, 800, 1150, 1600)
"""The difficulty at which levels 2, 3, 4 and 5 begin."""
_BAR = " | "
_PARTS = 4
_WORDS = 8


class Kind(StrEnum):
    """The goal of a puzzle."""

    LAY_ALL = "lay-all"
    """Lay every tile of the rack, which holds only the playable tiles of a larger rack."""
    ONLY_PLAY = "only-play"
    """Lay anything: exactly one set of rack tiles can be laid."""
    FREE_JOKER = "free-joker"
    """Lay every tile of the rack; this requires freeing a joker of the table."""
    WIN = "win"
    """Go out: lay the whole rack of a player in a game."""


class Effort(Value):
    """How much a person has to search; see docs/puzzles.md and `tilewise.puzzles.effort`."""

    broken: int
    """Melds of the table that must be rearranged together."""
    fails: int
    """Looks that fail, on average, before one succeeds."""
    steps: int
    """Steps of the shortest known solution."""

    @property
    def difficulty(self) -> int:
        """The difficulty as one number, on the scale of a rating."""
        return round(300 + 100 * self.broken + 70 * log2(self.fails + 1) + 25 * self.steps)


class Puzzle(Value):
    """A position, a goal, a solution, and its measured effort."""

    edition: str
    kind: Kind
    rack: tuple[Tile, ...]
    table: Table
    solution: Table
    """A table that reaches the goal; there may be others."""
    effort: Effort

    @classmethod
    def of(cls, position: Position, kind: Kind, solution: Table) -> "Puzzle":
        """Make a puzzle whose effort is not measured yet."""
        return cls(position.edition.name, kind, position.rack, position.table, solution, Effort(0, 0, 0))

    @property
    def level(self) -> int:
        """The level, 1 to 5, by difficulty."""
        return bisect_right(BOUNDS, self.difficulty) + 1

    @property
    def id(self) -> str:
        """A name that depends on the goal and the tiles, but not on the assignment of colours."""
        asked = f"{self.edition}/{self.kind}/{canonical(self.rack, self.table)}"
        return sha256(asked.encode()).hexdigest()[:8]

    @property
    def difficulty(self) -> int:
        """The difficulty, on the scale of a rating."""
        return self.effort.difficulty

    @property
    def position(self) -> Position:
        """The position in which a play is judged."""
        return Position(edition_named(self.edition), self.table, self.rack, has_melded=True)


def print_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle as one line: id and figures, rack, table, solution."""
    effort = puzzle.effort
    figures = (puzzle.level, puzzle.difficulty, effort.broken, effort.fails, effort.steps)
    entry = f"{puzzle.id} {puzzle.edition} {puzzle.kind} {' '.join(map(str, figures))}"
    return _BAR.join((entry, print_rack(puzzle.rack), print_table(puzzle.table), print_table(puzzle.solution)))


def read_puzzle(line: str) -> Puzzle:
    """Read a puzzle from its line; raise InputError with the reason if it is wrong."""
    parts = line.strip().split(_BAR)
    words = parts[0].split()
    if len(parts) != _PARTS or len(words) != _WORDS:
        msg = (
            "a puzzle is written ID EDITION KIND LEVEL DIFFICULTY BROKEN FAILS STEPS | RACK | TABLE | SOLUTION, "
            f"not {line.strip()!r}"
        )
        raise InputError(msg)
    level, difficulty, broken, fails, steps = map(int, words[3:])
    puzzle = Puzzle(
        edition=words[1],
        kind=Kind(words[2]),
        rack=notation.rack(parts[1]),
        table=notation.table(parts[2]),
        solution=notation.table(parts[3]),
        effort=Effort(broken, fails, steps),
    )
    said, true = (words[0], level, difficulty), (puzzle.id, puzzle.level, puzzle.difficulty)
    if said != true:
        msg = f"this puzzle states id, level and difficulty {said}; by its tiles and figures they are {true}"
        raise InputError(msg)
    return puzzle
