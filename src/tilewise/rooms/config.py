"""What is agreed before a match: edition, chairs, time, who may look."""

from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from tilewise.core.edition import Edition
from tilewise.core.rules.setup import expect_players
from tilewise.core.value import Value
from tilewise.solver.hints import HintLevel


class NoClock(Value, tag="none"):
    """Take all the time you want."""


class PerTurn(Value, tag="per-turn"):
    """R-TIME-01: so many seconds for each turn."""

    seconds: Annotated[int, Meta(ge=15, le=300)]


class PerGame(Value, tag="per-game"):
    """A bank of seconds for a whole game; every turn adds a few. With an empty bank a turn is very short."""

    seconds: Annotated[int, Meta(ge=60, le=7200)]
    increment: Annotated[int, Meta(ge=0, le=60)] = 5


class Correspondence(Value, tag="correspondence"):
    """Hours or days for each turn; nobody has to stay."""

    hours: Annotated[int, Meta(ge=1, le=336)]


TimeControl = NoClock | PerTurn | PerGame | Correspondence


class Watching(StrEnum):
    """Who may watch without a seat."""

    ALLOWED = "allowed"
    DELAYED = "delayed"
    FORBIDDEN = "forbidden"


class Origin(Value):
    """The position of another match from which this one plays on."""

    room: str
    game: int
    turn: int


class RoomConfig(Value):
    """Everything that is agreed. Only the hints may change, until the match begins."""

    edition: Edition
    chairs: Annotated[int, Meta(ge=2, le=6)] = 2
    time: TimeControl = NoClock()
    is_rated: bool = False
    is_public: bool = False
    watching: Watching = Watching.ALLOWED
    hints: bool = True
    """Whether the solver may help; never in a rated match."""
    hint_ceiling: HintLevel = HintLevel.STEPS
    """How much it tells at most, where it may help."""
    fill_after: Annotated[int, Meta(ge=1, le=600)] | None = None
    """Quick play: a person alone waits so many seconds for others; with company the match begins by itself."""
    bot: str = "novice"
    """Which bot stands in for a person who leaves."""
    origin: Origin | None = None
    """Where it was taken up: one game is played to its end, never rated."""

    def __post_init__(self) -> None:
        expect_players(self.edition, self.chairs)
        if self.is_rated and self.hints:
            msg = "rated matches have no hints; set hints=false"
            raise ValueError(msg)
        if self.is_rated and self.origin is not None:
            msg = "a game played on from a position cannot be rated"
            raise ValueError(msg)

    def with_hints(self, level: HintLevel | None) -> Self:
        """Return the same agreement with hints up to this level; None means no hints."""
        if level is None:
            return replace(self, hints=False)
        return replace(self, hints=True, hint_ceiling=level)
