"""The values of a review."""

from enum import StrEnum

from tilewise.core.value import Value
from tilewise.solver.suggest import Suggestion


class Quality(StrEnum):
    """How a turn compares with its best play, by tiles laid."""

    BEST = "best"
    CLOSE = "close"
    """One tile more was possible."""
    MISSED = "missed"
    """Two or three more."""
    BIG_MISS = "big-miss"
    """Four or more, or the chance to go out."""
    UNKNOWN = "unknown"
    """The solver found no answer in time."""


class TurningPoint(StrEnum):
    """Why a turn was decisive."""

    COULD_GO_OUT = "could-go-out"
    """The whole rack could have been laid, and was not."""
    TOOK_THE_LEAD = "took-the-lead"
    """From here to the end this seat alone had the fewest tiles."""
    BIGGEST_MISS = "biggest-miss"
    """The turn of this game with the most tiles left unlaid."""


class TurnReview(Value):
    """One turn, compared with its best play."""

    game: int
    turn: int
    """Counted from 1, as in the record."""
    seat: int
    rack: int
    """Tiles on the rack before the turn."""
    laid: int
    """Tiles laid."""
    possible: int
    """Tiles that could have been laid."""
    points: int
    possible_points: int
    quality: Quality
    tiles: tuple[int, ...]
    """The number of tiles on each rack after the turn."""
    best: Suggestion | None = None
    """The best play with its steps, unless it was played."""
    turning_point: TurningPoint | None = None


class SeatReview(Value):
    """The play of one seat over a game."""

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
        """The share of the playable tiles that were laid, 0 to 1; 1 if none was playable."""
        return self.laid / self.possible if self.possible else 1.0


class GameReview(Value):
    """One game of a match."""

    game: int
    turns: tuple[TurnReview, ...]
    seats: tuple[SeatReview, ...]


class Review(Value):
    """A whole match."""

    games: tuple[GameReview, ...]
