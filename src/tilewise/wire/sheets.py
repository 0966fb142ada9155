"""Request and response bodies for the companion: a score sheet for games with real tiles, shared between phones."""

from typing import Annotated, Literal

from msgspec import Meta, field

from tilewise.core.value import Value

RackNumber = Annotated[int, Meta(ge=0, le=13)]
"""The number of a tile; 0 for a joker."""


class SheetSeat(Value):
    """The rack of a player at the end of a game."""

    tiles: Annotated[tuple[RackNumber, ...], Meta(max_length=160)]
    has_melded: bool
    could_meld: bool
    """Whether a player without an initial meld could have made it with this rack."""


class SheetGame(Value):
    """One game on a score sheet. The points are computed from it."""

    ending: Literal["rack-out", "empty-pool"]
    winner: Annotated[int, Meta(ge=0, le=5)] | None
    """The player who emptied the rack; null if the pool ran out."""
    seats: Annotated[tuple[SheetSeat, ...], Meta(min_length=2, max_length=6)]


class SheetTimer(Value):
    """The state of the turn timer."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    seconds: Annotated[int, Meta(ge=10, le=600)]
    """The length of a turn."""
    left: Annotated[float, Meta(ge=-86_400, le=3_600)]
    """Seconds left in this turn; negative once the time is up."""
    is_running: bool


class Sheet(Value):
    """A score sheet."""

    players: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=2, max_length=6)]
    edition: Annotated[str, Meta(max_length=40)]
    rules: dict[str, int | str | bool] = field(default_factory=dict)
    games: Annotated[tuple[SheetGame, ...], Meta(max_length=200)] = ()
    timer: SheetTimer | None = None
    """The timer, for the phones that follow; null if it was never started."""


class SheetUpdate(Value):
    """An update of a shared sheet, from the phone that owns it."""

    key: str
    sheet: Sheet


class SharedSheet(Value):
    """The code under which others find a sheet, and the key for updating it."""

    code: str
    key: str
