"""What follows from an ask: events, or a refusal. Pure: time and chance come in with the moment."""

from functools import reduce
from typing import assert_never

from tilewise.rooms import commands
from tilewise.rooms.clock import due
from tilewise.rooms.commands import Ask
from tilewise.rooms.decide import before_match, during_match
from tilewise.rooms.events import Ended, RematchOpened, RoomEvent, TimeGivenBack, WhyOver
from tilewise.rooms.evolve import happened
from tilewise.rooms.inputs import BotActs, Close, Deadline, GiveTimeBack, Inputs, Recognise, ServerCommand
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason


def decide(room: Room, ask: Ask, who: Person, moment: Inputs) -> tuple[RoomEvent, ...]:
    """Everything that happens when a person asks; DeclinedError or RefusedError when it may not be."""
    if isinstance(ask, commands.Rematch):
        return _rematch(room, who, moment)
    if isinstance(ask, commands.Mute):
        return before_match.mute(room, ask, who)
    if room.phase is Phase.OVER:
        raise DeclinedError(Reason.MATCH_IS_OVER)
    if isinstance(ask, commands.Before):
        return _settled(room, _asked_before(room, ask, who, moment), moment)
    return _settled(room, _asked_during(room, ask, who, moment), moment)


def decide_order(room: Room, order: ServerCommand, moment: Inputs) -> tuple[RoomEvent, ...]:
    """What follows when the clock, a bot or the server itself has something to say; nothing when it is too late."""
    match order:
        case Deadline():
            limit = due(room)
            if limit is None or limit > moment.now:
                return ()
            return _settled(room, _time_is_up(room, order, moment), moment)
        case GiveTimeBack():
            is_owed = due(room) is not None and order.until > room.given_back_until
            return (TimeGivenBack(order.seconds, order.until),) if is_owed else ()
        case Close():
            why = WhyOver.ABANDONED if order.is_forsaken else WhyOver.CLOSED
            return () if room.phase is Phase.OVER else (*during_match.reveal(room), Ended(why))
        case Recognise():
            return before_match.recognise(room, order)
        case BotActs():
            return _settled(room, during_match.acted(room, order.action), moment)
        case _:
            assert_never(order)


def _settled(room: Room, events: tuple[RoomEvent, ...], moment: Inputs) -> tuple[RoomEvent, ...]:
    return (*events, *_what_follows(reduce(happened, events, room), moment))


def _time_is_up(room: Room, order: Deadline, moment: Inputs) -> tuple[RoomEvent, ...]:
    match room.phase:
        case Phase.GATHERING:
            return before_match.waited_long_enough(room, order, moment)
        case Phase.DEALING:
            return during_match.dealt(room)
        case Phase.PLAYING:
            return during_match.ran_out_of_time(room, order)
        case Phase.OVER:
            return ()
        case _:
            assert_never(room.phase)


def _what_follows(room: Room, moment: Inputs) -> tuple[RoomEvent, ...]:
    """What the room does by itself after an event: begin, deal, go on to the next game, end."""
    match room.phase:
        case Phase.GATHERING:
            return before_match.begin_if_all_ready(room, moment)
        case Phase.DEALING:
            return during_match.deal_if_all_contributed(room)
        case Phase.PLAYING:
            return during_match.next_game_if_over(room, moment)
        case Phase.OVER:
            return ()
        case _:
            assert_never(room.phase)


def _asked_before(room: Room, ask: commands.Before, who: Person, moment: Inputs) -> tuple[RoomEvent, ...]:
    if room.phase is not Phase.GATHERING:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    match ask:
        case commands.Sit():
            return before_match.sit(room, ask, who)
        case commands.Stand():
            return before_match.stand(room, who)
        case commands.AddBot():
            return before_match.add_bot(room, ask, who, moment)
        case commands.Kick():
            return before_match.kick(room, ask, who)
        case commands.AllowHints():
            return before_match.allow_hints(room, ask, who)
        case commands.Ready():
            return before_match.say_ready(room, ask, who)
        case commands.Begin():
            return before_match.begin(room, who, moment)
        case _:
            assert_never(ask)


def _asked_during(room: Room, ask: commands.During, who: Person, moment: Inputs) -> tuple[RoomEvent, ...]:
    if room.phase is Phase.GATHERING:
        raise DeclinedError(Reason.NOT_WHILE_GATHERING)
    match ask:
        case commands.Contribute():
            return during_match.contribute(room, ask, who)
        case commands.Play() | commands.Draw() | commands.Pass() | commands.Concede():
            return during_match.take_turn(room, ask, who)
        case commands.Leave():
            return during_match.leave(room, who)
        case commands.Return():
            return during_match.come_back(room, who)
        case commands.CallStandIn():
            return during_match.call_stand_in(room, ask, who, moment)
        case _:
            assert_never(ask)


def _rematch(room: Room, who: Person, moment: Inputs) -> tuple[RoomEvent, ...]:
    if room.phase is not Phase.OVER:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    if room.chair_of(who.id) is None:
        raise DeclinedError(Reason.NOT_SEATED)
    return (RematchOpened(moment.fresh_room),) if room.rematch is None else ()
