"""Before a match: sitting down, standing up, bots, kicking, getting ready, beginning; and what the host may always."""

from functools import reduce

from tilewise.core.deal import Deal
from tilewise.rooms import commands
from tilewise.rooms.clock import COMPANY
from tilewise.rooms.events import (
    BotSatDown,
    Committed,
    Ended,
    HintsAllowed,
    HostChanged,
    MatchBegan,
    Muted,
    Recognised,
    RoomEvent,
    SaidReady,
    SatDown,
    StoodUp,
    WhyOver,
)
from tilewise.rooms.evolve import happened
from tilewise.rooms.inputs import Deadline, Inputs, Recognise
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person, free_name
from tilewise.rooms.rejections import DeclinedError, Reason


def sit(room: Room, ask: commands.Sit, who: Person) -> tuple[RoomEvent, ...]:
    """A free chair is for everybody who has not got one, and was not sent away."""
    if who.id in room.banned:
        raise DeclinedError(Reason.BANNED)
    if room.chair_of(who.id) is not None:
        raise DeclinedError(Reason.ALREADY_SEATED)
    chair = _free_chair(room, ask.chair)
    sat = SatDown(chair, who, free_name(who.name, room.chairs))
    return (sat, SaidReady(chair, is_ready=True)) if ask.is_ready else (sat,)


def stand(room: Room, who: Person) -> tuple[RoomEvent, ...]:
    """The chair is free again; the host's duty goes to the next person, and an empty room is closed."""
    mine = expect_chair(room, who)
    others = [chair.person for number, chair in enumerate(room.chairs) if chair.person and number != mine]
    if not others:
        return StoodUp(mine), Ended(WhyOver.ABANDONED)
    return (StoodUp(mine), HostChanged(others[0].id)) if room.host == who.id else (StoodUp(mine),)


def add_bot(room: Room, ask: commands.AddBot, who: Person, moment: Inputs) -> tuple[RoomEvent, ...]:
    """The host may fill chairs with bots."""
    _expect_host(room, who)
    if ask.bot not in moment.bots:
        raise DeclinedError(Reason.UNKNOWN_BOT)
    return (BotSatDown(_free_chair(room, ask.chair), ask.bot, free_name(ask.bot, room.chairs)),)


def kick(room: Room, ask: commands.Kick, who: Person) -> tuple[RoomEvent, ...]:
    """The host may free any chair but the own one."""
    _expect_host(room, who)
    if ask.chair >= len(room.chairs) or room.chairs[ask.chair].is_free or ask.chair == room.chair_of(who.id):
        raise DeclinedError(Reason.NO_SUCH_CHAIR)
    return (StoodUp(ask.chair, is_banned=ask.ban, is_sent_away=True),)


def allow_hints(room: Room, ask: commands.AllowHints, who: Person) -> tuple[RoomEvent, ...]:
    """The host may change the hints until the match begins; a rated match has none."""
    _expect_host(room, who)
    if room.config.is_rated:
        raise DeclinedError(Reason.RATED)
    return (HintsAllowed(ask.level),) if room.config.with_hints(ask.level) != room.config else ()


def mute(room: Room, ask: commands.Mute, who: Person) -> tuple[RoomEvent, ...]:
    """The host may let anybody talk no more, and again."""
    _expect_host(room, who)
    return () if (ask.person in room.muted) == ask.is_muted else (Muted(ask.person, ask.is_muted),)


def recognise(room: Room, order: Recognise) -> tuple[RoomEvent, ...]:
    """The chair of a guest goes to the account, unless the account sits here already."""
    chair = room.chair_of(order.guest)
    if chair is None or room.chair_of(order.account.id) is not None:
        return ()
    recognised = Recognised(chair, order.account)
    return (recognised, HostChanged(order.account.id)) if room.host == order.guest else (recognised,)


def say_ready(room: Room, ask: commands.Ready, who: Person) -> tuple[RoomEvent, ...]:
    """Everybody says it for the own chair."""
    return (SaidReady(expect_chair(room, who), ask.is_ready),)


def begin(room: Room, who: Person, moment: Inputs) -> tuple[RoomEvent, ...]:
    """The host begins when enough are there and all of them are ready; asking for it is being ready."""
    _expect_host(room, who)
    taken = [chair for chair in room.chairs if not chair.is_free]
    if len(taken) < room.config.edition.min_players:
        raise DeclinedError(Reason.TOO_FEW_PLAYERS)
    if not all(chair.is_ready or (chair.person and chair.person.id == who.id) for chair in taken):
        raise DeclinedError(Reason.NOT_ALL_READY)
    return _begun(room, moment)


def begin_if_all_ready(room: Room, moment: Inputs) -> tuple[RoomEvent, ...]:
    """A full room in which everybody is ready begins by itself."""
    full = all(chair.is_ready and not chair.is_free for chair in room.chairs)
    return _begun(room, moment) if full else ()


def waited_long_enough(room: Room, order: Deadline, moment: Inputs) -> tuple[RoomEvent, ...]:
    """Quick play begins with the people who are there, without bots; any other room that never began is closed."""
    if room.config.fill_after is None:
        return (Ended(WhyOver.ABANDONED),)
    gone = tuple(StoodUp(number) for number in order.absent)
    after = reduce(happened, gone, room)
    people = {number: chair.person for number, chair in enumerate(after.chairs) if chair.person}
    if len(people) < COMPANY:
        return *gone, Ended(WhyOver.ABANDONED)
    is_hosted = after.host in {person.id for person in people.values()}
    host = () if is_hosted else (HostChanged(next(iter(people.values())).id),)
    ready = (SaidReady(number, is_ready=True) for number in people)
    return *gone, *host, *ready, *_begun(after, moment)


def _begun(room: Room, moment: Inputs) -> tuple[RoomEvent, ...]:
    began = MatchBegan(tuple(chair.name for chair in room.chairs if not chair.is_free))
    return began, committed(reduce(happened, [began], room), moment)


def committed(room: Room, moment: Inputs) -> Committed:
    """The server binds itself before the seats contribute."""
    game = room.games_over + 1
    return Committed(game, Deal(moment.fresh_secret, ()).commitment, moment.fresh_secret)


def expect_chair(room: Room, who: Person) -> int:
    """The chair of a person; who has none may only watch."""
    chair = room.chair_of(who.id)
    if chair is None:
        raise DeclinedError(Reason.NOT_SEATED)
    return chair


def expect_phase(room: Room, phase: Phase, reason: Reason) -> None:
    """Some things have their time."""
    if room.phase is not phase:
        raise DeclinedError(reason)


def _expect_host(room: Room, who: Person) -> None:
    if room.host != who.id:
        raise DeclinedError(Reason.NOT_THE_HOST)


def _free_chair(room: Room, wanted: int | None) -> int:
    free = [number for number, chair in enumerate(room.chairs) if chair.is_free]
    if not free:
        raise DeclinedError(Reason.ROOM_IS_FULL)
    if wanted is None:
        return free[0]
    if wanted >= len(room.chairs):
        raise DeclinedError(Reason.NO_SUCH_CHAIR)
    if wanted not in free:
        raise DeclinedError(Reason.CHAIR_IS_TAKEN)
    return wanted
