"""The only exit from a game: the projection that decides what a seat or a spectator may know."""

from types import NoneType

from msgspec.structs import replace

from tilewise.core.drawing import RackLine, Scene, seat_label, to_svg, to_text
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError, expect
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
    no_event,
)
from tilewise.core.notation import print_rack, shorten_table
from tilewise.core.state import State
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value

A_SEAT = "the number of a seat, or None for a spectator,"


class SeatView(Value):
    """The public part of a seat."""

    tiles: int
    """Tiles on its rack."""
    has_melded: bool
    has_conceded: bool
    laid: int
    """Tiles laid in this game."""
    quiet: int
    """Turns in a row without a play."""
    drew: int
    """Tiles drawn in the last turn: one, more as a penalty, none after a play or a pass."""
    rack: tuple[Tile, ...] | None = None
    """Visible to the seat itself, and to all when the game is over."""


class View(Value):
    """A game as one seat sees it; `seat` is None for a spectator."""

    edition: Edition
    seat: int | None
    seats: tuple[SeatView, ...]
    table: Table
    pool: int
    """Tiles left to draw."""
    to_move: int
    starter: int
    turn: int
    passed: tuple[int, ...]
    last_turns: tuple[int, ...] | None
    result: Result | None
    earlier: tuple[Result, ...] = ()
    """R-WIN-03: the results of the earlier games of the match."""

    def __repr__(self) -> str:
        racks = ", ".join(
            f"{'to move ' if at == self.to_move else ''}{seat.tiles if seat.rack is None else print_rack(seat.rack)}"
            for at, seat in enumerate(self.seats)
        )
        over = f"; {self.result.ending}" if self.result is not None else ""
        seen_by = "a spectator" if self.seat is None else f"seat {self.seat}"
        return (
            f"<View {self.edition.name} of {seen_by}, turn {self.turn}: {racks}; table {shorten_table(self.table)}; "
            f"pool {self.pool}{over}>"
        )

    def __str__(self) -> str:
        return to_text(self.scene())

    def _repr_svg_(self) -> str:
        return to_svg(self.scene())

    def scene(self) -> Scene:
        """Return the table and the racks that this seat sees, to be drawn."""
        racks = tuple(
            RackLine(
                seat_label(at, seat, *((f"{seat.tiles} tiles",) if seat.rack is None else ())),
                seat.rack,
                at == self.to_move,
            )
            for at, seat in enumerate(self.seats)
        )
        return Scene(f"{self.edition.name}, turn {self.turn}, pool {self.pool}", self.table, racks)

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The seat's own rack; empty for a spectator."""
        return () if self.seat is None else self.seats[self.seat].rack or ()

    @property
    def has_melded(self) -> bool:
        """Whether this seat has made its initial meld."""
        return self.seat is not None and self.seats[self.seat].has_melded

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat is to move and the game is not over."""
        return self.result is None and self.seat == self.to_move


def view_of(state: State, seat: int | None, earlier: tuple[Result, ...] = ()) -> View:
    """Return what a seat may know; a spectator (None) sees no rack until the game is over.

    `earlier` are the results of the games of the match before this one.
    """
    expect(state, State, "a State")
    expect(seat, (int, NoneType), A_SEAT)
    expect(earlier, tuple, "a tuple of results")
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
    """Return an event as a seat may see it."""
    expect(seat, (int, NoneType), A_SEAT)
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
            raise no_event(event)
