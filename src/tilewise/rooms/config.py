"""The settings of a room: edition, seats, clock, spectators."""

from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from tilewise.core.edition import Edition
from tilewise.core.rules.setup import expect_players
from tilewise.core.value import Value
from tilewise.solver.hints import HintLevel


class NoClock(Value, tag="none"):
    """No time limit."""


class PerTurn(Value, tag="per-turn"):
    """R-TIME-01: a time limit for each turn."""

    seconds: Annotated[int, Meta(ge=15, le=300)]


class PerGame(Value, tag="per-game"):
    """A time bank for a whole game, with an increment per turn. With an empty bank a turn lasts a few seconds."""

    seconds: Annotated[int, Meta(ge=60, le=7200)]
    increment: Annotated[int, Meta(ge=0, le=60)] = 5


class Correspondence(Value, tag="correspondence"):
    """Hours or days for each turn. Players need not stay connected."""

    hours: Annotated[int, Meta(ge=1, le=336)]


TimeControl = NoClock | PerTurn | PerGame | Correspondence


class Watching(StrEnum):
    """Whether spectators may watch, and whether they see the game with a delay."""

    ALLOWED = "allowed"
    DELAYED = "delayed"
    FORBIDDEN = "forbidden"


class Origin(Value):
    """The position of another match from which this one continues."""

    room: str | None
    """None for a record that a visitor opened."""
    game: int
    turn: int


class RoomConfig(Value):
    """The settings of a room. Only hints and live curve may change, until the match begins."""

    edition: Edition
    chairs: Annotated[int, Meta(ge=2, le=6)] = 2
    time: TimeControl = NoClock()
    is_rated: bool = False
    is_public: bool = False
    watching: Watching = Watching.ALLOWED
    hints: bool = True
    """Whether hints are allowed; never in a rated match."""
    hint_ceiling: HintLevel = HintLevel.STEPS
    """The strongest hint allowed."""
    win_hints: bool = False
    """Whether hints may also say what wins."""
    live_curve: bool = False
    """Whether spectators, and players who have given up, may see the win chances of the running game; never in a rated
    match."""
    fill_after: Annotated[int, Meta(ge=1, le=600)] | None = None
    """Quick play: how many seconds a single person waits for others. With two or more, the match begins on its own."""
    bot: str = "novice"
    """The bot that stands in for absent people."""
    origin: Origin | None = None
    """The position this match continues from. It has only that one game and is never rated."""

    def __post_init__(self) -> None:
        expect_players(self.edition, self.chairs)
        if self.is_rated and self.hints:
            msg = "rated matches have no hints; set hints=false"
            raise ValueError(msg)
        if self.is_rated and self.live_curve:
            msg = "rated matches have no live curve; set live_curve=false"
            raise ValueError(msg)
        if self.is_rated and self.origin is not None:
            msg = "a game continued from a position cannot be rated"
            raise ValueError(msg)

    def with_hints(self, level: HintLevel | None, *, wins: bool = False) -> Self:
        """Return the settings with hints up to this level, also on what wins if `wins`; None forbids hints."""
        if level is None:
            return replace(self, hints=False)
        return replace(self, hints=True, hint_ceiling=level, win_hints=wins)
