"""Bodies for the companion: the score sheet of a game with real tiles, and how phones share it."""

from typing import Annotated, Literal

from msgspec import Meta, field

from tilewise.core.value import Value

RackNumber = Annotated[int, Meta(ge=0, le=13)]
"""A tile as it counts: its number, 0 for a joker."""


class SheetSeat(Value):
    """What a player had left at the end of a game."""

    tiles: Annotated[tuple[RackNumber, ...], Meta(max_length=160)]
    has_melded: bool
    could_meld: bool
    """For who never made the initial meld: whether the rack would have allowed it."""


class SheetGame(Value):
    """One game on a sheet; the points follow from it."""

    ending: Literal["rack-out", "empty-pool"]
    winner: Annotated[int, Meta(ge=0, le=5)] | None
    """Who laid the last tile; nobody when the pool ran out."""
    seats: Annotated[tuple[SheetSeat, ...], Meta(min_length=2, max_length=6)]


class SheetTimer(Value):
    """The turn timer at the table, as of now."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    seconds: Annotated[int, Meta(ge=10, le=600)]
    """How long a turn lasts."""
    left: Annotated[float, Meta(ge=-86_400, le=3_600)]
    """Seconds left in this turn; below zero: how long the time has been up."""
    is_running: bool


class Sheet(Value):
    """A score sheet."""

    players: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=2, max_length=6)]
    edition: Annotated[str, Meta(max_length=40)]
    rules: dict[str, int | str | bool] = field(default_factory=dict)
    games: Annotated[tuple[SheetGame, ...], Meta(max_length=200)] = ()
    timer: SheetTimer | None = None
    """For those who follow; the timer was not started when there is none."""


class PassedSheet(Value):
    """A sheet as it is now, from the phone that keeps it."""

    key: str
    sheet: Sheet


class SharedSheet(Value):
    """Under which code others find a sheet, and the key with which it is kept up to date."""

    code: str
    key: str
