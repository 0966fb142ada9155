"""What a review says."""

from enum import StrEnum

from tilewise.core.value import Value
from tilewise.solver.suggest import Suggestion


class Quality(StrEnum):
    """How a turn compares with the best there was, by tiles laid."""

    BEST = "best"
    CLOSE = "close"
    """One tile more was possible."""
    MISSED = "missed"
    """Two or three more."""
    BIG_MISS = "big-miss"
    """Four or more, or the way out."""
    UNKNOWN = "unknown"
    """The solver found no answer in time."""


class TurningPoint(StrEnum):
    """Why a turn decided much."""

    COULD_GO_OUT = "could-go-out"
    """The whole rack could have been laid, and was not."""
    TOOK_THE_LEAD = "took-the-lead"
    """From here on to the end nobody else had so few tiles."""
    BIGGEST_MISS = "biggest-miss"
    """Nowhere in this game was more left undone."""


class TurnReview(Value):
    """One turn, and what was possible in it."""

    game: int
    turn: int
    """As in the record, from 1."""
    seat: int
    rack: int
    """Tiles on the rack before the turn."""
    laid: int
    """Tiles that left it."""
    possible: int
    """Tiles that could have left it."""
    points: int
    possible_points: int
    quality: Quality
    tiles: tuple[int, ...]
    """What is on each rack after the turn."""
    best: Suggestion | None = None
    """The best play, with its steps, when the turn was not the best."""
    turning_point: TurningPoint | None = None


class SeatReview(Value):
    """How somebody played: the share of the tiles that could go down and did."""

    seat: int
    turns: int
    laid: int
    possible: int
    best: int
    close: int
    missed: int
    big_misses: int

    @property
    def accuracy(self) -> float:
        """From 0 to 1; all of nothing is all."""
        return self.laid / self.possible if self.possible else 1.0


class GameReview(Value):
    """One game of a match."""

    game: int
    turns: tuple[TurnReview, ...]
    seats: tuple[SeatReview, ...]


class Review(Value):
    """A whole match."""

    games: tuple[GameReview, ...]
