"""A puzzle: a position from a game that bots played, what is wanted of it, and how hard that was measured to be."""

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
    """What is wanted."""

    LAY_ALL = "lay-all"
    """Lay every tile of the rack: those of a larger rack that some play lays."""
    ONLY_PLAY = "only-play"
    """Lay anything: of all sets of tiles on the rack, exactly one can be laid."""
    FREE_JOKER = "free-joker"
    """Lay every tile of the rack, which cannot be done while the jokers of the table stand for what they stand for."""
    WIN = "win"
    """Go out: lay the whole rack that a player had in a game."""


class Effort(Value):
    """How much a person has to look for; see docs/puzzles.md and `tilewise.puzzles.effort`."""

    broken: int
    """Melds of the table that must be taken up together."""
    fails: int
    """Looks that lead nowhere before the one that helps."""
    steps: int
    """Motions of the hands in the shortest way known."""

    @property
    def difficulty(self) -> int:
        """One number for all of it, on the scale of a rating."""
        return round(300 + 100 * self.broken + 70 * log2(self.fails + 1) + 25 * self.steps)


class Puzzle(Value):
    """A position, a wish, a solution, and a measure."""

    edition: str
    kind: Kind
    rack: tuple[Tile, ...]
    table: Table
    solution: Table
    """A table that fulfils the wish; there may be others."""
    effort: Effort

    @classmethod
    def of(cls, position: Position, kind: Kind, solution: Table) -> "Puzzle":
        """A puzzle that nobody has measured yet."""
        return cls(position.edition.name, kind, position.rack, position.table, solution, Effort(0, 0, 0))

    @property
    def level(self) -> int:
        """One of five levels, going by the difficulty."""
        return bisect_right(BOUNDS, self.difficulty) + 1

    @property
    def id(self) -> str:
        """A name that follows from what is asked, not from how the colours fell."""
        asked = f"{self.edition}/{self.kind}/{canonical(self.rack, self.table)}"
        return sha256(asked.encode()).hexdigest()[:8]

    @property
    def difficulty(self) -> int:
        """How hard it is, on the scale of a rating."""
        return self.effort.difficulty

    @property
    def position(self) -> Position:
        """What a play is judged by."""
        return Position(edition_named(self.edition), self.table, self.rack, has_melded=True)


def print_puzzle(puzzle: Puzzle) -> str:
    """A puzzle in one line: its name and figures, the rack, the table, the table of the solution."""
    effort = puzzle.effort
    figures = (puzzle.level, puzzle.difficulty, effort.broken, effort.fails, effort.steps)
    head = f"{puzzle.id} {puzzle.edition} {puzzle.kind} {' '.join(map(str, figures))}"
    return _BAR.join((head, print_rack(puzzle.rack), print_table(puzzle.table), print_table(puzzle.solution)))


def read_puzzle(line: str) -> Puzzle:
    """A puzzle from its line; ValueError says what is wrong with it."""
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
        msg = f"a puzzle says that its name, level and difficulty are {said}; by its tiles and figures they are {true}"
        raise InputError(msg)
    return puzzle
