"""What follows from an ask: events, or a refusal. Pure: time and chance come in with the moment."""

from functools import reduce
from typing import assert_never

from tilewise.match import asks, gathering, playing
from tilewise.match.asks import Ask
from tilewise.match.clock import due
from tilewise.match.events import Ended, RematchOpened, RoomEvent, TimeGivenBack, WhyOver
from tilewise.match.evolve import happened
from tilewise.match.moment import BotActs, Close, Deadline, GiveTimeBack, Moment, Order, Recognise
from tilewise.match.people import Person
from tilewise.match.refusals import DeclinedError, Reason
from tilewise.match.room import Phase, Room


def decide(room: Room, ask: Ask, who: Person, moment: Moment) -> tuple[RoomEvent, ...]:
    """Everything that happens when a person asks; DeclinedError or RefusedError when it may not be."""
    if isinstance(ask, asks.Rematch):
        return _rematch(room, who, moment)
    if isinstance(ask, asks.Mute):
        return gathering.mute(room, ask, who)
    if room.phase is Phase.OVER:
        raise DeclinedError(Reason.MATCH_IS_OVER)
    if isinstance(ask, asks.Before):
        return _settled(room, _asked_before(room, ask, who, moment), moment)
    return _settled(room, _asked_during(room, ask, who, moment), moment)


def decide_order(room: Room, order: Order, moment: Moment) -> tuple[RoomEvent, ...]:
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
            return () if room.phase is Phase.OVER else (*playing.reveal(room), Ended(why))
        case Recognise():
            return gathering.recognise(room, order)
        case BotActs():
            return _settled(room, playing.acted(room, order.action), moment)
        case _:
            assert_never(order)


def _settled(room: Room, events: tuple[RoomEvent, ...], moment: Moment) -> tuple[RoomEvent, ...]:
    return (*events, *_what_follows(reduce(happened, events, room), moment))


def _time_is_up(room: Room, order: Deadline, moment: Moment) -> tuple[RoomEvent, ...]:
    match room.phase:
        case Phase.GATHERING:
            return gathering.waited_long_enough(room, order, moment)
        case Phase.DEALING:
            return playing.dealt(room)
        case Phase.PLAYING:
            return playing.ran_out_of_time(room, order)
        case Phase.OVER:
            return ()
        case _:
            assert_never(room.phase)


def _what_follows(room: Room, moment: Moment) -> tuple[RoomEvent, ...]:
    """What the room does by itself after an event: begin, deal, go on to the next game, end."""
    match room.phase:
        case Phase.GATHERING:
            return gathering.begin_if_all_ready(room, moment)
        case Phase.DEALING:
            return playing.deal_if_all_contributed(room)
        case Phase.PLAYING:
            return playing.next_game_if_over(room, moment)
        case Phase.OVER:
            return ()
        case _:
            assert_never(room.phase)


def _asked_before(room: Room, ask: asks.Before, who: Person, moment: Moment) -> tuple[RoomEvent, ...]:
    if room.phase is not Phase.GATHERING:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    match ask:
        case asks.Sit():
            return gathering.sit(room, ask, who)
        case asks.Stand():
            return gathering.stand(room, who)
        case asks.AddBot():
            return gathering.add_bot(room, ask, who, moment)
        case asks.Kick():
            return gathering.kick(room, ask, who)
        case asks.Ready():
            return gathering.say_ready(room, ask, who)
        case asks.Begin():
            return gathering.begin(room, who, moment)
        case _:
            assert_never(ask)


def _asked_during(room: Room, ask: asks.During, who: Person, moment: Moment) -> tuple[RoomEvent, ...]:
    if room.phase is Phase.GATHERING:
        raise DeclinedError(Reason.NOT_WHILE_GATHERING)
    match ask:
        case asks.Contribute():
            return playing.contribute(room, ask, who)
        case asks.Play() | asks.Draw() | asks.Pass() | asks.Concede():
            return playing.take_turn(room, ask, who)
        case asks.Leave():
            return playing.leave(room, who)
        case asks.Return():
            return playing.come_back(room, who)
        case asks.CallStandIn():
            return playing.call_stand_in(room, ask, who, moment)
        case _:
            assert_never(ask)


def _rematch(room: Room, who: Person, moment: Moment) -> tuple[RoomEvent, ...]:
    if room.phase is not Phase.OVER:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    if room.chair_of(who.id) is None:
        raise DeclinedError(Reason.NOT_SEATED)
    return (RematchOpened(moment.fresh_room),) if room.rematch is None else ()
