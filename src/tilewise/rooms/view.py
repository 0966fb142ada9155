"""The view of a room that a player or spectator may see, built on the core's view of a game."""

from msgspec.structs import replace

from tilewise.core import view as game_view
from tilewise.core.deal import Deal
from tilewise.core.edition import Edition
from tilewise.core.events import Event, Result
from tilewise.core.rules.scoring import Standing
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.view import SeatView, View, view_of
from tilewise.rooms import clock
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.events import (
    Acted,
    BotSatDown,
    CameBack,
    CommitmentsClosed,
    Committed,
    Contributed,
    Ended,
    Entry,
    HintsAllowed,
    HostChanged,
    LiveCurveAllowed,
    MatchBegan,
    Muted,
    Opened,
    PlayedOn,
    Recognised,
    RematchOpened,
    Revealed,
    SaidReady,
    SatDown,
    SeatCommitted,
    StoodIn,
    StoodUp,
    TimeGivenBack,
    WhyOver,
)
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Seat

Public = (
    Opened
    | SatDown
    | BotSatDown
    | StoodUp
    | HostChanged
    | HintsAllowed
    | LiveCurveAllowed
    | SaidReady
    | MatchBegan
    | CommitmentsClosed
    | Contributed
    | Revealed
    | StoodIn
    | CameBack
    | Muted
    | Recognised
    | TimeGivenBack
    | RematchOpened
    | Ended
)
"""Events of the room that are sent to everyone unchanged."""

PublicEvent = Public | Committed | SeatCommitted | Event
"""Every event that clients may receive, some of them redacted. `Acted` is never sent, because it may contain an
unfinished draft; nor is `PlayedOn`, because its deals would show every rack."""


class ChairView(Value):
    """A seat as everyone sees it."""

    name: str
    person: str | None
    """The public id of the person who owns the seat."""
    bot: str | None
    """The bot that plays here now."""
    is_ready: bool
    has_stand_in: bool
    is_program: bool
    """Whether the person is a program with an access token."""


class DealView(Value):
    """The data needed to check a deal. The secret is revealed when the game is over."""

    game: int
    commitment: str
    contributions: tuple[str | None, ...]
    """Null for a seat that has not revealed its contribution yet."""
    secret: str | None
    hashes: tuple[str | None, ...]
    """The hash of each seat; null for none. Empty in deals of early versions, which had no hashes."""
    is_closed: bool
    """Whether all hashes are in, so that the seats may reveal their contributions."""


class ClockView(Value):
    """The clock of the room. Times are the server's, in seconds since 1970."""

    since: float
    """When the current turn or phase began."""
    due: float | None
    """When it ends; null without a time limit."""
    banks: tuple[float, ...]
    """The seconds each seat had left when the turn began; empty unless time is counted per game."""


class GameView(Value):
    """A game as one seat sees it; `seat` is null for a spectator. Its edition is in the config of the room."""

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
    earlier: tuple[Result, ...]
    """R-WIN-03: the results of the earlier games of the match."""

    def with_edition(self, edition: Edition) -> View:
        """Return the game as bots and the solver take it."""
        return View(edition, **{name: getattr(self, name) for name in self.__struct_fields__})


class RoomView(Value):
    """A room as one player or spectator sees it."""

    id: str
    version: int
    config: RoomConfig
    phase: Phase
    host: str
    chairs: tuple[ChairView, ...]
    muted: tuple[str, ...]
    """The public ids of the people whom the host has muted."""
    seat: int | None
    """The viewer's own seat; null for a spectator."""
    clock: ClockView
    game: GameView | None
    """The game being played, or the last one."""
    game_number: int
    games: int
    """The number of games in the match; 0 before it begins."""
    deals: tuple[DealView, ...]
    results: tuple[Result, ...]
    standings: tuple[Standing, ...]
    rematch: str | None
    why_over: WhyOver | None


def view_room(room: Room, seat: int | None) -> RoomView:
    """Return the view of a seat, or of a spectator (None), who sees no rack."""
    return view_for(seat, room, view_for_spectators(room))


def view_for(seat: int | None, room: Room, shared: RoomView) -> RoomView:
    """Return the view of a seat, given the spectators' view, so that the shared part is built only once."""
    if seat is None:
        return shared
    return replace(shared, seat=seat, game=_game(room, seat))


def view_for_spectators(room: Room) -> RoomView:
    """Return the view of a spectator."""
    match = room.match
    return RoomView(
        id=room.id,
        version=room.version,
        config=room.config,
        phase=room.phase,
        host=room.host,
        chairs=tuple(map(_seat, room.seats)),
        muted=room.muted,
        seat=None,
        clock=ClockView(room.since, clock.deadline(room), room.banks),
        game=_game(room, None),
        game_number=len(room.deals),
        games=match.games if match is not None else 0,
        deals=_deals(room),
        results=match.results if match is not None else (),
        standings=match.standings if match is not None else (),
        rematch=room.rematch,
        why_over=room.why_over,
    )


def _game(room: Room, seat: int | None) -> GameView | None:
    if room.game is None:
        return None
    view = view_of(room.game, seat, room.earlier_results)
    return GameView(**{name: getattr(view, name) for name in GameView.__struct_fields__})


def redact_entry(entry: Entry, seat: int | None) -> tuple[PublicEvent, ...]:
    """Return the events of an entry as a seat, or a spectator (None), may see them."""
    return tuple(_redact(event, seat) for event in entry.events if not isinstance(event, Acted | PlayedOn))


def _redact(event: PublicEvent, seat: int | None) -> PublicEvent:
    if isinstance(event, Committed):
        return replace(event, secret=None)
    if isinstance(event, SeatCommitted):
        return replace(event, text=None)
    if isinstance(event, Public):
        return event
    return game_view.redact(event, seat)


def _seat(seat: Seat) -> ChairView:
    person, is_program = (seat.person.id, seat.person.is_bot) if seat.person is not None else (None, False)
    return ChairView(seat.name, person, seat.bot, seat.is_ready, seat.has_stand_in, is_program)


def _deals(room: Room) -> tuple[DealView, ...]:
    over = len(room.deals) if room.phase is not Phase.PLAYING else len(room.deals) - 1
    shown = (_deal(deal, is_over=deal.game <= over) for deal in room.deals)
    if room.next_deal is None:
        return tuple(shown)
    coming = room.next_deal
    number, hashes = len(room.deals) + 1, coming.hashes
    return *shown, DealView(number, coming.commitment, coming.contributions, None, hashes, coming.is_closed)


def _deal(deal: Deal, *, is_over: bool) -> DealView:
    hashes = tuple(committed or None for committed in deal.hashes)
    secret = deal.secret if is_over else None
    return DealView(deal.game, deal.commitment, deal.contributions, secret, hashes, is_closed=True)
