"""Request and response bodies for puzzles."""

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
    """A puzzle without its solution."""

    id: str
    edition: Edition
    kind: Kind
    level: int
    difficulty: int
    rack: tuple[Tile, ...]
    table: Table
    is_solved: bool
    """Whether the caller has solved it before."""
    day: str = ""
    """The date of a daily puzzle, such as 2026-11-16; empty for other puzzles."""


class PuzzlePile(Value):
    """The puzzles of one edition, kind and level."""

    edition: str
    kind: Kind
    level: int
    puzzles: int
    solved: int


class PuzzleProgress(Value):
    """The progress of a person."""

    rating: int
    solved: int
    tried: int
    streak: int
    """The number of consecutive days, up to today or yesterday, with a solved daily puzzle."""
    best_streak: int
    best_run: int
    """The most puzzles solved in one timed run."""
    day: str
    """Today's date in UTC."""
    is_daily_solved: bool


class PuzzleOverview(Value):
    """All puzzles, and the caller's progress."""

    piles: tuple[PuzzlePile, ...]
    progress: PuzzleProgress


class PuzzleTable(Value):
    """An answer: the whole table after the play."""

    table: Rows


class PuzzleVerdict(Value):
    """The verdict on an answer."""

    is_solved: bool
    violations: tuple[Violation, ...]
    """Every broken rule."""
    left: tuple[Tile, ...]
    """Tiles that should be on the table but are still on the rack."""
    rating_change: int
    """0 unless this was the caller's first decisive answer."""
    progress: PuzzleProgress


class PuzzleHint(Value):
    """A hint: first the melds that change, then one more step with each request."""

    melds: Table
    """The melds on the table that change."""
    moves: tuple[Move, ...]
    """The first steps."""
    is_all: bool
    """Whether these are all the steps."""


class PuzzleSolution(Value):
    """A solution, and the rating lost by giving up."""

    table: Table
    moves: tuple[Move, ...]
    rating_change: int
    progress: PuzzleProgress


class NewRun(Value):
    """A request for a new timed run."""

    edition: str = "classic-en"


class RunAnswer(Value):
    """An answer in a timed run. Without a table, the puzzle is skipped."""

    puzzle: str
    table: Rows | None = None


class PuzzleRun(Value):
    """The state of a timed run."""

    id: str
    solved: int
    skips_left: int
    seconds_left: float
    is_over: bool
    best: int
    """The most puzzles the caller has solved in one run, this one included."""
    puzzle: PuzzleAsked | None
    """The next puzzle; null when the run is over."""
    verdict: PuzzleVerdict | None = None
    """The verdict on the last answer."""
