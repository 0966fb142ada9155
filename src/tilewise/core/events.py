"""Events: what happened in a game. A game is its events in order."""

from enum import StrEnum
from typing import Never

from tilewise.core.edition import Edition
from tilewise.core.errors import InputError, unexpected
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.core.violations import Violation

StartingDraw = tuple[tuple[int, Tile], ...]
"""One round of drawing for the start: the tile that each seat drew."""


class Ending(StrEnum):
    """How a game ended."""

    RACK_OUT = "rack-out"
    EMPTY_POOL = "empty-pool"
    LAST_PLAYER = "last-player"


class Result(Value):
    """How a game ended, the winners, and the points that each seat writes down."""

    ending: Ending
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class WhyDrawn(StrEnum):
    """Why a seat took tiles from the pool."""

    TURN = "turn"
    OVERRUN = "overrun"
    UNFINISHED = "unfinished"


class GameStarted(Value, tag="game-started"):
    """The tiles were mixed, the starter drawn, and the racks filled. A seat sees only its own rack."""

    edition: Edition
    starting_draws: tuple[StartingDraw, ...]
    starter: int
    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    """The tile that is drawn next comes first."""


class Played(Value, tag="played"):
    """A seat laid tiles; the table now lies like this."""

    seat: int
    table: Table
    laid: tuple[Tile, ...]


class Drew(Value, tag="drew"):
    """A seat took tiles from the pool and its turn ended. Others learn only how many."""

    seat: int
    count: int
    tiles: tuple[Tile, ...] | None
    why: WhyDrawn = WhyDrawn.TURN


class Passed(Value, tag="passed"):
    """A seat ended its turn without a play; the pool is empty."""

    seat: int


class TimedOut(Value, tag="timed-out"):
    """A seat's time was up. The events after it show the consequence."""

    seat: int


class TookBack(Value, tag="took-back"):
    """An unfinished move was taken back: the table lies as before the turn."""

    seat: int
    violations: tuple[Violation, ...]


class Conceded(Value, tag="conceded"):
    """A seat gave up; it takes no more turns in this game."""

    seat: int


class GameEnded(Value, tag="game-ended"):
    """The game is over; the racks are shown and counted."""

    result: Result
    racks: tuple[tuple[Tile, ...], ...]


Event = GameStarted | Played | Drew | Passed | TimedOut | TookBack | Conceded | GameEnded


def no_event(value: Never) -> InputError:
    """Return the error for a value that no `case` takes. Checking types first would slow `evolve` by a tenth."""
    return unexpected(value, "an event, such as `apply` returns,")
