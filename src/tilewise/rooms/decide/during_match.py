"""During a match: the deal, the turns, the clock, stand-ins, and from one game to the next."""

from collections.abc import Iterator
from functools import reduce

from tilewise.core import engine
from tilewise.core.actions import Action, RunOutOfTime
from tilewise.core.deal import LONGEST_CONTRIBUTION, Deal
from tilewise.core.match import begin_game
from tilewise.rooms import clock, commands
from tilewise.rooms.commands import action_of
from tilewise.rooms.config import NoClock
from tilewise.rooms.decide import before_match
from tilewise.rooms.events import Acted, CameBack, Contributed, Ended, Revealed, RoomEvent, StoodIn, WhyAway, WhyOver
from tilewise.rooms.evolve import happened
from tilewise.rooms.inputs import Deadline, Inputs
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason

MISSED_TURNS = 2
"""A bot stands in for a person without a connection after so many missed turns in a row …"""
IDLE_TURNS = 4
"""… and for a person who is connected but touches no tile, after so many."""


def contribute(room: Room, ask: commands.Contribute, who: Person) -> tuple[RoomEvent, ...]:
    """Each seat adds once to the deal, after the server has bound itself."""
    seat = before_match.expect_chair(room, who)
    if room.next_deal is None:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    if room.next_deal.contributions[seat] is not None:
        raise DeclinedError(Reason.ALREADY_CONTRIBUTED)
    if len(ask.text.encode()) > LONGEST_CONTRIBUTION:
        raise DeclinedError(Reason.TEXT_TOO_LONG)
    return (Contributed(seat, ask.text),)


def deal_if_all_contributed(room: Room) -> tuple[RoomEvent, ...]:
    """Nobody has to wait for those who have nothing to add: bots, and people who are away."""
    if room.next_deal is None:
        return ()
    said = room.next_deal.contributions
    waiting = any(chair.is_attended and said[seat] is None for seat, chair in enumerate(room.chairs))
    return () if waiting else dealt(room)


def dealt(room: Room) -> tuple[RoomEvent, ...]:
    """The tiles follow from the secret and from what the seats added; silence adds nothing."""
    pending, match = room.next_deal, room.match
    if pending is None or match is None:
        return ()
    texts = tuple(text or "" for text in pending.contributions)
    _, begun = begin_game(match, Deal(pending.secret, texts, game=len(room.deals) + 1))
    return (begun,)


def take_turn(room: Room, ask: commands.Turn, who: Person) -> tuple[RoomEvent, ...]:
    """The rules decide; a person who is away must come back first."""
    seat = before_match.expect_chair(room, who)
    before_match.expect_phase(room, Phase.PLAYING, Reason.NOT_WHILE_DEALING)
    if room.chairs[seat].has_stand_in:
        raise DeclinedError(Reason.AWAY)
    return acted(room, action_of(ask, seat))


def acted(room: Room, action: Action) -> tuple[RoomEvent, ...]:
    """What the rules say to an action; RefusedError lists every rule that it breaks."""
    return Acted(action), *engine.apply(room.played, action)


def ran_out_of_time(room: Room, order: Deadline) -> tuple[RoomEvent, ...]:
    """A-05: from the last draft. A bot stands in for a person who is absent, never for one who is only slow."""
    seat = room.played.to_move
    events = acted(room, RunOutOfTime(seat, order.draft))
    after = reduce(happened, events, room)
    allowed = MISSED_TURNS if seat in order.absent else IDLE_TURNS
    if after.chairs[seat].late >= allowed and _keeps_others_waiting(room, seat):
        return *events, *_away(after, seat, WhyAway.LATE)
    return events


def _keeps_others_waiting(room: Room, seat: int) -> bool:
    """Whether a person plays on this seat, and another person at the table."""
    attended = [number for number, chair in enumerate(room.chairs) if chair.is_attended]
    return seat in attended and len(attended) > 1


def leave(room: Room, who: Person) -> tuple[RoomEvent, ...]:
    """A bot plays on, so that nobody else's game ends."""
    seat = before_match.expect_chair(room, who)
    if room.chairs[seat].has_stand_in:
        raise DeclinedError(Reason.AWAY)
    return tuple(_away(room, seat, WhyAway.LEFT))


def come_back(room: Room, who: Person) -> tuple[RoomEvent, ...]:
    """The seat always stays its owner's."""
    seat = before_match.expect_chair(room, who)
    if not room.chairs[seat].has_stand_in:
        raise DeclinedError(Reason.NOT_AWAY)
    return (CameBack(seat),)


def call_stand_in(room: Room, ask: commands.CallStandIn, who: Person, moment: Inputs) -> tuple[RoomEvent, ...]:
    """Without a clock nobody may hold up the others for ever."""
    before_match.expect_chair(room, who)
    if ask.chair != room.to_move or not room.chairs[ask.chair].is_attended:
        raise DeclinedError(Reason.NO_SUCH_CHAIR)
    patient = not isinstance(room.config.time, NoClock) or moment.now < room.since + clock.PATIENCE_SECONDS
    if patient:
        raise DeclinedError(Reason.TOO_EARLY)
    return tuple(_away(room, ask.chair, WhyAway.CALLED))


def next_game_if_over(room: Room, moment: Inputs) -> tuple[RoomEvent, ...]:
    """R-SETUP-12: the secret of a finished game is shown, then comes the next game, or the end of the match."""
    match = room.match
    if match is None or match.game is None or not match.game.is_over:
        return ()
    if match.is_over or room.config.origin is not None:
        return *reveal(room), Ended(WhyOver.FINISHED)
    return *reveal(room), before_match.committed(room, moment)


def reveal(room: Room) -> tuple[RoomEvent, ...]:
    """The secret of the game that was dealt last."""
    return (Revealed(len(room.deals), room.deals[-1].secret),) if room.phase is Phase.PLAYING else ()


def _away(room: Room, seat: int, why: WhyAway) -> Iterator[RoomEvent]:
    """A bot stands in; when only bots are left the match ends."""
    came = StoodIn(seat, room.config.bot, why)
    yield came
    if not any(chair.is_attended for chair in happened(room, came).chairs):
        yield from reveal(room)
        yield Ended(WhyOver.ABANDONED)
