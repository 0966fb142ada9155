"""What somebody may know of a room: a seat, or a spectator. Built on the one projection of the core."""

from msgspec.structs import replace

from tilewise.core import view as game_view
from tilewise.core.deal import Deal
from tilewise.core.events import Event, Result
from tilewise.core.rules.scoring import Standing
from tilewise.core.value import Value
from tilewise.core.view import View, view_of
from tilewise.rooms import clock
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.events import (
    Acted,
    BotSatDown,
    CameBack,
    Committed,
    Contributed,
    Ended,
    Entry,
    HintsAllowed,
    HostChanged,
    MatchBegan,
    Muted,
    Opened,
    PlayedOn,
    Recognised,
    RematchOpened,
    Revealed,
    SaidReady,
    SatDown,
    StoodIn,
    StoodUp,
    TimeGivenBack,
    WhyOver,
)
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Chair

Public = (
    Opened
    | SatDown
    | BotSatDown
    | StoodUp
    | HostChanged
    | HintsAllowed
    | SaidReady
    | MatchBegan
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
"""Events of the room that everybody may hear of as they are."""

Told = Public | Committed | Event
"""Everything that is ever told. What was asked (`Acted`) is not: a draft taken back is nobody's business. Nor is
what a game that is played on was dealt from (`PlayedOn`): it would show every rack."""


class ChairView(Value):
    """A chair as everybody sees it."""

    name: str
    person: str | None
    """The public id of the person it belongs to."""
    bot: str | None
    """The bot that plays here now."""
    is_ready: bool
    has_stand_in: bool
    is_program: bool
    """Whether the person is a program that came with a token."""


class DealView(Value):
    """What anybody needs to check a deal; the secret comes when the game is over."""

    game: int
    commitment: str
    contributions: tuple[str | None, ...]
    secret: str | None


class ClockView(Value):
    """The clock, by the server's time in seconds since 1970."""

    since: float
    """When this turn, or this wait, began."""
    due: float | None
    """When it ends by itself."""
    banks: tuple[float, ...]
    """Seconds that each seat had left in the game when the turn began; empty unless time is counted per game."""


class RoomView(Value):
    """A room as one person sees it."""

    id: str
    version: int
    config: RoomConfig
    phase: Phase
    host: str
    chairs: tuple[ChairView, ...]
    muted: tuple[str, ...]
    """The public ids of those whom the host does not let talk."""
    seat: int | None
    """The own chair; None for a spectator."""
    clock: ClockView
    game: View | None
    """The game being played, or the last one."""
    game_number: int
    games: int
    """How many games the match has; 0 before it begins."""
    deals: tuple[DealView, ...]
    results: tuple[Result, ...]
    standings: tuple[Standing, ...]
    rematch: str | None
    why_over: WhyOver | None


def view_room(room: Room, seat: int | None) -> RoomView:
    """What a seat may know of its room; a spectator (None) sees no rack."""
    return view_for(seat, room, view_for_all(room))


def view_for(seat: int | None, room: Room, shared: RoomView) -> RoomView:
    """What a seat may know, from what all may know; so that the shared part is made once for all seats."""
    if seat is None:
        return shared
    return replace(shared, seat=seat, game=_game(room, seat))


def view_for_all(room: Room) -> RoomView:
    """What everybody may know of a room."""
    match = room.match
    return RoomView(
        id=room.id,
        version=room.version,
        config=room.config,
        phase=room.phase,
        host=room.host,
        chairs=tuple(map(_chair, room.chairs)),
        muted=room.muted,
        seat=None,
        clock=ClockView(room.since, clock.due(room), room.banks),
        game=_game(room, None),
        game_number=len(room.deals),
        games=match.games if match is not None else 0,
        deals=_deals(room),
        results=match.results if match is not None else (),
        standings=match.standings if match is not None else (),
        rematch=room.rematch,
        why_over=room.why_over,
    )


def _game(room: Room, seat: int | None) -> View | None:
    return view_of(room.game, seat, room.earlier) if room.game is not None else None


def redact_entry(entry: Entry, seat: int | None) -> tuple[Told, ...]:
    """What happened, as a seat may hear of it."""
    return tuple(_redact(event, seat) for event in entry.events if not isinstance(event, Acted | PlayedOn))


def _redact(event: Told, seat: int | None) -> Told:
    if isinstance(event, Committed):
        return replace(event, secret=None)
    if isinstance(event, Public):
        return event
    return game_view.redact(event, seat)


def _chair(chair: Chair) -> ChairView:
    person, is_program = (chair.person.id, chair.person.is_bot) if chair.person is not None else (None, False)
    return ChairView(chair.name, person, chair.bot, chair.is_ready, chair.has_stand_in, is_program)


def _deals(room: Room) -> tuple[DealView, ...]:
    over = len(room.deals) if room.phase is not Phase.PLAYING else len(room.deals) - 1
    shown = (_deal(deal, is_over=deal.game <= over) for deal in room.deals)
    if room.next_deal is None:
        return tuple(shown)
    coming = room.next_deal
    return *shown, DealView(len(room.deals) + 1, coming.commitment, coming.contributions, None)


def _deal(deal: Deal, *, is_over: bool) -> DealView:
    return DealView(deal.game, deal.commitment, deal.contributions, deal.secret if is_over else None)
