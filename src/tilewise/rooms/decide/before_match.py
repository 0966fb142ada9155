"""Commands before a match: sit, stand, add bots, kick, get ready, begin. Also the host's right to mute."""

from tilewise.core.deal import Deal
from tilewise.rooms import commands
from tilewise.rooms.clock import QUICK_PLAY_PEOPLE
from tilewise.rooms.events import (
    BotSatDown,
    Committed,
    Ended,
    HintsAllowed,
    HostChanged,
    LiveCurveAllowed,
    MatchBegan,
    Muted,
    Recognised,
    SaidReady,
    SatDown,
    StoodUp,
    WhyOver,
)
from tilewise.rooms.inputs import Deadline, Inputs, Recognise
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person, free_name
from tilewise.rooms.rejections import DeclinedError, Reason
from tilewise.rooms.step import Step


def sit(room: Room, command: commands.Sit, who: Person) -> Step:
    """Seat anyone who has no seat and is not banned."""
    if who.id in room.banned:
        raise DeclinedError(Reason.BANNED)
    if room.seat_of(who.id) is not None:
        raise DeclinedError(Reason.ALREADY_SEATED)
    seat = _free_seat(room, command.chair)
    step = Step(room).then(SatDown(seat, who, free_name(who.name, room.seats)))
    return step.then(SaidReady(seat, is_ready=True)) if command.is_ready else step


def stand(room: Room, who: Person) -> Step:
    """Free the seat. If the host leaves, the next person becomes the host; an empty room is closed."""
    own = expect_seat(room, who)
    others = [seat.person for number, seat in enumerate(room.seats) if seat.person and number != own]
    step = Step(room).then(StoodUp(own))
    if not others:
        return step.then(Ended(WhyOver.ABANDONED))
    return step.then(HostChanged(others[0].id)) if room.host == who.id else step


def add_bot(room: Room, command: commands.AddBot, who: Person, inputs: Inputs) -> Step:
    """Put a bot on a free seat."""
    _expect_host(room, who)
    if command.bot not in inputs.bots:
        raise DeclinedError(Reason.UNKNOWN_BOT)
    seat = _free_seat(room, command.chair)
    return Step(room).then(BotSatDown(seat, command.bot, free_name(command.bot, room.seats)))


def kick(room: Room, command: commands.Kick, who: Person) -> Step:
    """Free any seat but the host's own."""
    _expect_host(room, who)
    seat = command.chair
    if seat >= len(room.seats) or room.seats[seat].is_free or seat == room.seat_of(who.id):
        raise DeclinedError(Reason.NO_SUCH_CHAIR)
    return Step(room).then(StoodUp(seat, is_banned=command.ban, is_sent_away=True))


def allow_hints(room: Room, command: commands.AllowHints, who: Person) -> Step:
    """Change the hints and the live curve before the match begins. A rated match has none."""
    _expect_host(room, who)
    if room.config.is_rated:
        raise DeclinedError(Reason.RATED)
    step = Step(room)
    for event in (HintsAllowed(command.level, command.wins), LiveCurveAllowed(command.live_curve)):
        after = step.then(event)
        step = after if after.room != step.room else step
    return step


def mute(room: Room, command: commands.Mute, who: Person, inputs: Inputs) -> Step:
    """Mute a person who is or was in the room, or unmute one, in any phase of the room."""
    _expect_host(room, who)
    if (command.person in room.muted) == command.is_muted:
        return Step(room)
    if command.is_muted and room.seat_of(command.person) is None and command.person not in inputs.visitors:
        raise DeclinedError(Reason.UNKNOWN_PERSON)
    return Step(room).then(Muted(command.person, command.is_muted))


def recognise(room: Room, command: Recognise) -> Step:
    """Hand a guest's seat to the account, unless the account has a seat of its own here."""
    seat = room.seat_of(command.guest)
    if seat is None or room.seat_of(command.account.id) is not None:
        return Step(room)
    step = Step(room).then(Recognised(seat, command.account))
    return step.then(HostChanged(command.account.id)) if room.host == command.guest else step


def say_ready(room: Room, command: commands.Ready, who: Person) -> Step:
    """Set whether the sender is ready."""
    return Step(room).then(SaidReady(expect_seat(room, who), command.is_ready))


def begin(room: Room, who: Person, inputs: Inputs) -> Step:
    """Begin once enough players are seated and all but the host have declared themselves ready."""
    _expect_host(room, who)
    taken = [seat for seat in room.seats if not seat.is_free]
    if len(taken) < room.config.edition.min_players:
        raise DeclinedError(Reason.TOO_FEW_PLAYERS)
    if not all(seat.is_ready or (seat.person and seat.person.id == who.id) for seat in taken):
        raise DeclinedError(Reason.NOT_ALL_READY)
    return _begin_match(Step(room), inputs)


def begin_if_all_ready(step: Step, inputs: Inputs) -> Step:
    """Begin if every seat is taken and ready."""
    is_complete = all(seat.is_ready and not seat.is_free for seat in step.room.seats)
    return _begin_match(step, inputs) if is_complete else step


def stop_waiting(room: Room, command: Deadline, inputs: Inputs) -> Step:
    """Begin quick play with the people present, without bots. Close any other room that has not begun."""
    step = Step(room)
    if room.config.fill_after is None:
        return step.then(Ended(WhyOver.ABANDONED))
    step = step.then(*(StoodUp(number) for number in command.absent))
    people = {number: seat.person for number, seat in enumerate(step.room.seats) if seat.person}
    if len(people) < QUICK_PLAY_PEOPLE:
        return step.then(Ended(WhyOver.ABANDONED))
    if room.host not in {person.id for person in people.values()}:
        step = step.then(HostChanged(next(iter(people.values())).id))
    return _begin_match(step.then(*(SaidReady(number, is_ready=True) for number in people)), inputs)


def _begin_match(step: Step, inputs: Inputs) -> Step:
    names = tuple(seat.name for seat in step.room.seats if not seat.is_free)
    return commit(step.then(MatchBegan(names)), inputs)


def commit(step: Step, inputs: Inputs) -> Step:
    """Commit the server to the secret of the next game, before the players contribute."""
    commitment = Deal(inputs.fresh_secret, ()).commitment
    return step.then(Committed(step.room.games_over + 1, commitment, inputs.fresh_secret))


def expect_seat(room: Room, who: Person) -> int:
    """Return the seat of a person; raise DeclinedError for a spectator."""
    seat = room.seat_of(who.id)
    if seat is None:
        raise DeclinedError(Reason.NOT_SEATED)
    return seat


def expect_phase(room: Room, phase: Phase, reason: Reason) -> None:
    """Raise DeclinedError(reason) unless the room is in this phase."""
    if room.phase is not phase:
        raise DeclinedError(reason)


def _expect_host(room: Room, who: Person) -> None:
    if room.host != who.id:
        raise DeclinedError(Reason.NOT_THE_HOST)


def _free_seat(room: Room, wanted: int | None) -> int:
    free = [number for number, seat in enumerate(room.seats) if seat.is_free]
    if not free:
        raise DeclinedError(Reason.ROOM_IS_FULL)
    if wanted is None:
        return free[0]
    if wanted >= len(room.seats):
        raise DeclinedError(Reason.NO_SUCH_CHAIR)
    if wanted not in free:
        raise DeclinedError(Reason.CHAIR_IS_TAKEN)
    return wanted
