"""The only exit: what a seat, or a spectator, may know of a game. One projection for everybody who looks."""

from typing import assert_never

from msgspec.structs import replace

from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.events import (
    Conceded,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    Passed,
    Played,
    Result,
    TimedOut,
    TookBack,
)
from tilewise.core.state import State
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value


class SeatView(Value):
    """What everybody may know of a seat."""

    tiles: int
    """How many tiles are on its rack."""
    has_melded: bool
    has_conceded: bool
    laid: int
    """How many tiles it has laid in this game."""
    quiet: int
    """Its turns in succession in which it laid nothing."""
    drew: int
    """How many tiles it took in its last turn: one, more as a penalty, none when it laid or passed."""
    rack: tuple[Tile, ...] | None = None
    """Shown to all when the game is over, and to the seat itself always."""


class View(Value):
    """A game as one seat sees it; `seat` is None for a spectator."""

    edition: Edition
    seat: int | None
    seats: tuple[SeatView, ...]
    table: Table
    pool: int
    """How many tiles are left to draw."""
    to_move: int
    starter: int
    turn: int
    passed: tuple[int, ...]
    last_turns: tuple[int, ...] | None
    result: Result | None
    earlier: tuple[Result, ...] = ()
    """R-WIN-03: the games of the match that are over, in their order."""

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The own rack; a spectator has none."""
        return () if self.seat is None else self.seats[self.seat].rack or ()

    @property
    def has_melded(self) -> bool:
        """Whether the own initial meld is made."""
        return self.seat is not None and self.seats[self.seat].has_melded

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat is to move in a game that goes on."""
        return self.result is None and self.seat == self.to_move


def view_of(state: State, seat: int | None, earlier: tuple[Result, ...] = ()) -> View:
    """What a seat may know; a spectator (None) sees no rack until the game is over.

    `earlier` are the results of the games of the match before this one.
    """
    if seat is not None and not 0 <= seat < len(state.players):
        msg = f"no seat {seat}; there are 0 to {len(state.players) - 1}, and None for a spectator"
        raise InputError(msg)
    return View(
        edition=state.edition,
        seat=seat,
        seats=tuple(
            SeatView(
                tiles=len(player.rack),
                has_melded=player.has_melded,
                has_conceded=player.has_conceded,
                laid=player.laid,
                quiet=player.quiet,
                drew=player.drew,
                rack=player.rack if state.is_over or other == seat else None,
            )
            for other, player in enumerate(state.players)
        ),
        table=state.table,
        pool=len(state.pool),
        to_move=state.to_move,
        starter=state.starter,
        turn=state.turn,
        passed=state.passed,
        last_turns=state.last_turns,
        result=state.result,
        earlier=earlier,
    )


def redact(event: Event, seat: int | None) -> Event:
    """An event as a seat may hear of it."""
    match event:
        case GameStarted():
            racks = tuple(rack if other == seat else () for other, rack in enumerate(event.racks))
            return replace(event, racks=racks, pool=())
        case Drew():
            return event if event.seat == seat else replace(event, tiles=None)
        case TookBack():
            return event if event.seat == seat else replace(event, violations=())
        case Played() | Passed() | TimedOut() | Conceded() | GameEnded():
            return event
        case _:
            assert_never(event)
