"""A room after something happened. Events are facts: nothing is checked here."""

from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from tilewise.core import engine, record
from tilewise.core.actions import RunOutOfTime
from tilewise.core.deal import Deal
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
    RoomEvent,
    SaidReady,
    SatDown,
    StoodIn,
    StoodUp,
    TimeGivenBack,
)
from tilewise.rooms.model import Answered, NextDeal, Phase, Room
from tilewise.rooms.people import Chair

ANSWERS_KEPT = 64


def opened(entry: Entry) -> Room:
    """The room that the first entry of a log tells of."""
    first = entry.events[0]
    if not isinstance(first, Opened):
        msg = f"a log begins with the opening of a room, not with {type(first).__name__}"
        raise TypeError(msg)
    free = (Chair(),) * first.config.chairs
    room = Room(first.room, first.config, first.host.id, free, opened_at=entry.at, since=entry.at)
    return reduce(happened, entry.events[1:], room)


def evolve(room: Room, entry: Entry) -> Room:
    """The room after one more entry of its log."""
    after = clock.went_on(room, reduce(happened, entry.events, room), entry.at)
    has_moved = after.phase != room.phase or after.match != room.match
    return replace(
        after,
        version=entry.version,
        game_version=entry.version if has_moved else room.game_version,
        answered=_answered(room, entry),
    )


def _answered(room: Room, entry: Entry) -> tuple[Answered, ...]:
    if not entry.request:
        return room.answered
    return (*room.answered, Answered(entry.by, entry.request, entry.version))[-ANSWERS_KEPT:]


def happened(room: Room, event: RoomEvent) -> Room:  # noqa: C901, PLR0912  # one line for each event there is
    """The room after one event."""
    match event:
        case Opened():
            return room
        case SatDown():
            return with_chair(room, event.chair, Chair(event.person, name=event.name))
        case BotSatDown():
            return with_chair(room, event.chair, Chair(bot=event.bot, is_ready=True, name=event.name))
        case StoodUp():
            return _stood_up(room, event)
        case HostChanged():
            return replace(room, host=event.person)
        case HintsAllowed():
            return replace(room, config=room.config.with_hints(event.level))
        case SaidReady():
            return with_chair(room, event.chair, replace(room.chairs[event.chair], is_ready=event.is_ready))
        case MatchBegan():
            taken = tuple(chair for chair in room.chairs if not chair.is_free)
            return replace(room, chairs=taken, match=Match(room.config.edition, event.names))
        case Committed():
            none_yet = (None,) * len(room.chairs)
            pending = NextDeal(event.commitment, event.secret or "", none_yet)
            return replace(room, phase=Phase.DEALING, next_deal=pending)
        case Contributed():
            return _contributed(room, event)
        case StoodIn():
            return with_chair(room, event.seat, replace(room.chairs[event.seat], bot=event.bot))
        case CameBack():
            return with_chair(room, event.seat, replace(room.chairs[event.seat], bot=None, late=0))
        case Muted():
            others = tuple(person for person in room.muted if person != event.person)
            return replace(room, muted=(*others, event.person) if event.is_muted else others)
        case Recognised():
            return with_chair(room, event.chair, replace(room.chairs[event.chair], person=event.person))
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
            return _game_went_on(room, event)


def _acted(room: Room, event: Acted) -> Room:
    """Count turns that passed without a sign of life; a draft is one, even if it was not finished in time."""
    action = event.action
    chair = room.chairs[action.seat]
    is_missed = isinstance(action, RunOutOfTime) and action.draft is None
    late = chair.late + 1 if is_missed else 0
    return room if late == chair.late else with_chair(room, action.seat, replace(chair, late=late))


def _game_went_on(room: Room, event: Event) -> Room:
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
    contributions = tuple(text or "" for text in pending.contributions)
    deal = Deal(pending.secret, contributions, game=len(room.deals) + 1)
    return replace(
        room,
        phase=Phase.PLAYING,
        match=replace(match, game=engine.start(begun)),
        deals=(*room.deals, deal),
        next_deal=None,
    )


def _played_on(room: Room, event: PlayedOn) -> Room:
    """Everything that came before is played again; it was legal when it was played."""
    match = room.match
    if match is None:
        msg = f"room {room.id}: a position without a match"
        raise ValueError(msg)
    for step in record.replay(record.Record(match.edition, match.seats, event.games)):
        match = with_game(match, step.state) if step.state.is_over else replace(match, game=step.state)
    deals = tuple(game.deal for game in event.games)
    return replace(room, phase=Phase.PLAYING, match=match, deals=deals)


def _stood_up(room: Room, event: StoodUp) -> Room:
    person = room.chairs[event.chair].person
    banned = (*room.banned, person.id) if event.is_banned and person is not None else room.banned
    return replace(with_chair(room, event.chair, Chair()), banned=banned)


def _contributed(room: Room, event: Contributed) -> Room:
    pending = room.next_deal
    if pending is None:
        return room
    texts = (*pending.contributions[: event.seat], event.text, *pending.contributions[event.seat + 1 :])
    return replace(room, next_deal=replace(pending, contributions=texts))


def with_chair(room: Room, number: int, chair: Chair) -> Room:
    """The room with one chair changed."""
    return replace(room, chairs=(*room.chairs[:number], chair, *room.chairs[number + 1 :]))
