"""Bodies for puzzles: what is asked, an answer, what is said about it, and how somebody is getting on."""

from typing import Annotated

from msgspec import Meta

from tilewise.core.edition import Edition
from tilewise.core.tiles import Meld, Table, Tile
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.puzzles.puzzle import Kind
from tilewise.solver.suggest import Move

MOST_TILES = 200

Row = Annotated[Meld, Meta(max_length=MOST_TILES)]
Rows = Annotated[tuple[Row, ...], Meta(max_length=MOST_TILES)]


class PuzzleAsked(Value):
    """A puzzle to solve; its solution is not in it."""

    id: str
    edition: Edition
    kind: Kind
    level: int
    difficulty: int
    rack: tuple[Tile, ...]
    table: Table
    is_solved: bool
    """Whether the asker has solved it before."""
    day: str = ""
    """The day whose puzzle it is, such as 2026-11-16; empty when it is no daily puzzle."""


class PuzzlePile(Value):
    """The puzzles of one edition, kind and level."""

    edition: str
    kind: Kind
    level: int
    puzzles: int
    solved: int


class PuzzleProgress(Value):
    """How somebody is getting on."""

    rating: int
    solved: int
    tried: int
    streak: int
    """Days in succession, up to today or yesterday, on which the daily puzzle was solved."""
    best_streak: int
    best_run: int
    """The most puzzles that were solved in one timed run."""
    day: str
    """Today, where the server is (UTC)."""
    is_daily_solved: bool


class PuzzleOverview(Value):
    """All puzzles there are, and how the asker is getting on."""

    piles: tuple[PuzzlePile, ...]
    progress: PuzzleProgress


class PuzzleTable(Value):
    """An answer: the whole table as it shall lie."""

    table: Rows


class PuzzleVerdict(Value):
    """What is said about an answer."""

    is_solved: bool
    violations: tuple[Violation, ...]
    """Every rule that it breaks."""
    left: tuple[Tile, ...]
    """Tiles that should lie on the table and are still on the rack."""
    rating_change: int
    """0 unless this answer decided the puzzle for the asker."""
    progress: PuzzleProgress


class PuzzleHint(Value):
    """A little help: first which melds take part, then the steps, one for each time it is asked for."""

    melds: Table
    """Melds of the table that do not stay as they lie."""
    moves: tuple[Move, ...]
    """The first steps."""
    is_all: bool
    """Whether there are no more."""


class PuzzleSolution(Value):
    """A way to solve a puzzle, and what giving up cost."""

    table: Table
    moves: tuple[Move, ...]
    rating_change: int
    progress: PuzzleProgress


class NewRun(Value):
    """A timed run to begin."""

    edition: str = "classic-en"


class RunAnswer(Value):
    """An answer in a timed run; without a table the puzzle is skipped."""

    puzzle: str
    table: Rows | None = None


class PuzzleRun(Value):
    """How a timed run stands."""

    id: str
    solved: int
    skips_left: int
    seconds_left: float
    is_over: bool
    best: int
    """The most that the asker has ever solved in a run, this one included."""
    puzzle: PuzzleAsked | None
    """The next one; None when the run is over."""
    verdict: PuzzleVerdict | None = None
    """What is said about the answer that was given."""
