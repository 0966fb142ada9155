"""Apply the events of a log to a room. Events are facts: nothing is checked here."""

from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from tilewise.core import engine, record
from tilewise.core.actions import RunOutOfTime
from tilewise.core.events import (
    Conceded,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    Passed,
    Played,
    TimedOut,
    TookBack,
)
from tilewise.core.match import Match, with_game
from tilewise.rooms import clock
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
    RoomEvent,
    SaidReady,
    SatDown,
    SeatCommitted,
    StoodIn,
    StoodUp,
    TimeGivenBack,
)
from tilewise.rooms.model import HandledRequest, Phase, Room
from tilewise.rooms.next_deal import NextDeal, SeatCommit
from tilewise.rooms.people import Seat

REQUESTS_KEPT = 64
PEOPLE_LISTED = 50
"""The maximum length of the lists of muted and of banned people. Each view carries them; the oldest are dropped."""


def open_room(entry: Entry) -> Room:
    """Return the room that the first entry of a log opens."""
    first = entry.events[0]
    if not isinstance(first, Opened):
        msg = f"a log begins with the opening of a room, not with {type(first).__name__}"
        raise TypeError(msg)
    free = (Seat(),) * first.config.chairs
    room = Room(first.room, first.config, first.host.id, free, opened_at=entry.at, since=entry.at)
    return reduce(apply_event, entry.events[1:], room)


def evolve(room: Room, entry: Entry) -> Room:
    """Return the room after the next entry of its log."""
    return complete(room, reduce(apply_event, entry.events, room), entry)


def complete(before: Room, after: Room, entry: Entry) -> Room:
    """Finish an entry whose events are applied already: set the clock, the versions and the handled requests."""
    has_moved = after.phase != before.phase or after.match != before.match
    return replace(
        clock.restart_if_moved(before, after, entry.at),
        version=entry.version,
        game_version=entry.version if has_moved else before.game_version,
        handled_requests=_handled_requests(before, entry),
    )


def _handled_requests(room: Room, entry: Entry) -> tuple[HandledRequest, ...]:
    if not entry.request:
        return room.handled_requests
    handled = HandledRequest(entry.by, entry.request, entry.version, entry.digest)
    return (*room.handled_requests, handled)[-REQUESTS_KEPT:]


def apply_event(room: Room, event: RoomEvent) -> Room:  # noqa: C901, PLR0912  # one case for each event
    """Return the room after one event."""
    match event:
        case Opened():
            return room
        case SatDown():
            return with_seat(room, event.chair, Seat(event.person, name=event.name))
        case BotSatDown():
            return with_seat(room, event.chair, Seat(bot=event.bot, is_ready=True, name=event.name))
        case StoodUp():
            return _stood_up(room, event)
        case HostChanged():
            return replace(room, host=event.person)
        case HintsAllowed():
            return replace(room, config=room.config.with_hints(event.level, wins=event.wins))
        case LiveCurveAllowed():
            return replace(room, config=replace(room.config, live_curve=event.is_allowed))
        case SaidReady():
            return with_seat(room, event.chair, replace(room.seats[event.chair], is_ready=event.is_ready))
        case MatchBegan():
            taken = tuple(seat for seat in room.seats if not seat.is_free)
            return replace(room, seats=taken, match=Match(room.config.edition, event.names))
        case Committed():
            return replace(room, phase=Phase.DEALING, next_deal=first_of_deal(event, len(room.seats)))
        case SeatCommitted() | CommitmentsClosed() | Contributed():
            return replace(room, next_deal=next_deal_after(room.next_deal, event))
        case StoodIn():
            return with_seat(room, event.seat, replace(room.seats[event.seat], bot=event.bot))
        case CameBack():
            return with_seat(room, event.seat, replace(room.seats[event.seat], bot=None, missed_turns=0))
        case Muted():
            others = tuple(person for person in room.muted if person != event.person)
            return replace(room, muted=(*others, event.person)[-PEOPLE_LISTED:] if event.is_muted else others)
        case Recognised():
            return with_seat(room, event.chair, replace(room.seats[event.chair], person=event.person))
        case TimeGivenBack():
            given_back_until = max(room.given_back_until, event.until)
            return replace(room, since=room.since + event.seconds, given_back_until=given_back_until)
        case RematchOpened():
            return replace(room, rematch=event.room)
        case Ended():
            return replace(room, phase=Phase.OVER, why_over=event.why, next_deal=None)
        case Acted():
            return _acted(room, event)
        case PlayedOn():
            return _played_on(room, event)
        case Revealed():
            return room
        case _:
            return _apply_game_event(room, event)


def _acted(room: Room, event: Acted) -> Room:
    """Count missed turns. A turn with a draft is not missed, even if the draft was not finished in time."""
    seat = room.seats[event.action.seat]
    is_missed = isinstance(event.action, RunOutOfTime) and event.action.draft is None
    missed_turns = seat.missed_turns + 1 if is_missed else 0
    if missed_turns == seat.missed_turns:
        return room
    return with_seat(room, event.action.seat, replace(seat, missed_turns=missed_turns))


def _apply_game_event(room: Room, event: Event) -> Room:
    match event:
        case GameStarted():
            return _dealt(room, event)
        case TimedOut():
            return room
        case Played() | Drew() | Passed() | Conceded() | GameEnded() | TookBack():
            match = room.match
            if match is None or match.game is None:
                msg = f"room {room.id}: {type(event).__name__} before the deal"
                raise ValueError(msg)
            return replace(room, match=with_game(match, engine.evolve(match.game, event)))
        case _:
            assert_never(event)


def _dealt(room: Room, begun: GameStarted) -> Room:
    pending, match = room.next_deal, room.match
    if pending is None or match is None:
        msg = f"room {room.id}: a game was dealt without a commitment"
        raise ValueError(msg)
    return replace(
        room,
        phase=Phase.PLAYING,
        match=replace(match, game=engine.start(begun)),
        deals=(*room.deals, pending.deal(len(room.deals) + 1)),
        next_deal=None,
    )


def _played_on(room: Room, event: PlayedOn) -> Room:
    """Replay the earlier games, which were legal when they were played."""
    match = room.match
    if match is None:
        msg = f"room {room.id}: a position without a match"
        raise ValueError(msg)
    for step in record.replay(record.Record(match.edition, match.seats, event.games)):
        match = with_game(match, step.state) if step.state.is_over else replace(match, game=step.state)
    deals = tuple(game.deal for game in event.games)
    return replace(room, phase=Phase.PLAYING, match=match, deals=deals)


def _stood_up(room: Room, event: StoodUp) -> Room:
    person = room.seats[event.chair].person
    banned = (*room.banned, person.id) if event.is_banned and person is not None else room.banned
    return replace(with_seat(room, event.chair, Seat()), banned=banned[-PEOPLE_LISTED:])


def first_of_deal(event: Committed, seats: int) -> NextDeal:
    """Return the next deal as it is after the server's commitment."""
    return NextDeal(event.commitment, event.secret or "", (None,) * seats)


def next_deal_after(
    pending: NextDeal | None, event: SeatCommitted | CommitmentsClosed | Contributed
) -> NextDeal | None:
    """Return the next deal after a commitment, the last of them, or a contribution."""
    if pending is None:
        return None
    match event:
        case SeatCommitted():
            return pending.with_commit(SeatCommit(event.seat, event.hash, event.text))
        case CommitmentsClosed():
            return replace(pending, is_closed=True)
        case Contributed():
            return pending.with_contribution(event.seat, event.text)


def with_seat(room: Room, number: int, seat: Seat) -> Room:
    """Return the room with one seat replaced."""
    return replace(room, seats=(*room.seats[:number], seat, *room.seats[number + 1 :]))
