"""Commands during a match: contributions, turns, timeouts, stand-ins, and the change from one game to the next."""

from tilewise.core import engine
from tilewise.core.actions import Action, RunOutOfTime
from tilewise.core.deal import LONGEST_CONTRIBUTION, hash_of
from tilewise.core.match import begin_game
from tilewise.rooms import clock, commands
from tilewise.rooms.commands import action_of
from tilewise.rooms.config import NoClock
from tilewise.rooms.decide import before_match
from tilewise.rooms.events import (
    Acted,
    CameBack,
    CommitmentsClosed,
    Contributed,
    Ended,
    Revealed,
    SeatCommitted,
    StoodIn,
    WhyAway,
    WhyOver,
)
from tilewise.rooms.inputs import Deadline, Inputs
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.next_deal import NextDeal
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason
from tilewise.rooms.step import Step

MISSED_TURNS = 2
"""After this many missed turns in a row, a bot stands in for a disconnected person."""
IDLE_TURNS = 4
"""After this many, a bot also stands in for a person who is connected but touches no tile."""


def commit_seat(room: Room, command: commands.Commit, who: Person) -> Step:
    """Accept one hash per seat, after the server has committed itself and until all hashes are in."""
    seat, pending = before_match.expect_seat(room, who), _expect_deal(room)
    if pending.hash_of(seat) is not None:
        raise DeclinedError(Reason.ALREADY_CONTRIBUTED)
    if pending.is_closed:
        raise DeclinedError(Reason.TOO_LATE)
    return Step(room).then(SeatCommitted(seat, command.hash))


def contribute(room: Room, command: commands.Contribute, who: Person) -> Step:
    """Accept the text that a seat has committed to, once all hashes are in.

    A seat that sends its text first entrusts it to the server, which commits in its place.
    """
    seat, pending = before_match.expect_seat(room, who), _expect_deal(room)
    if len(command.text.encode()) > LONGEST_CONTRIBUTION:
        raise DeclinedError(Reason.TEXT_TOO_LONG)
    committed, own = pending.hash_of(seat), hash_of(command.text)
    if pending.contributions[seat] is not None or seat in dict(pending.entrusted):
        raise DeclinedError(Reason.ALREADY_CONTRIBUTED)
    if not pending.is_closed:
        if committed is not None:
            raise DeclinedError(Reason.TOO_EARLY)
        return Step(room).then(SeatCommitted(seat, own, command.text))
    if committed is None:
        raise DeclinedError(Reason.TOO_LATE)
    if committed != own:
        raise DeclinedError(Reason.NOT_AS_COMMITTED)
    return Step(room).then(Contributed(seat, command.text))


def _expect_deal(room: Room) -> NextDeal:
    if room.next_deal is None:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    return room.next_deal


def continue_deal(step: Step, *, is_time_up: bool = False) -> Step:
    """Close the hashes, then deal, each once no attended seat is missing or time is up. Bots contribute nothing."""
    pending = step.room.next_deal
    if pending is None:
        return step
    if not pending.is_closed:
        if _is_missing(step.room, pending.hashes) and not is_time_up:
            return step
        entrusted = (Contributed(seat, text) for seat, text in pending.entrusted)
        return continue_deal(step.then(CommitmentsClosed(), *entrusted))
    said = zip(pending.contributions, pending.hashes, strict=True)
    revealed = tuple("" if committed is None else text for text, committed in said)
    return step if _is_missing(step.room, revealed) and not is_time_up else _deal(step)


def _is_missing(room: Room, given: tuple[str | None, ...]) -> bool:
    return any(seat.is_attended and given[number] is None for number, seat in enumerate(room.seats))


def _deal(step: Step) -> Step:
    pending, match = step.room.next_deal, step.room.match
    if pending is None or match is None:
        return step
    _, started = begin_game(match, pending.deal(len(step.room.deals) + 1))
    return step.then(started)


def take_turn(room: Room, command: commands.Turn, who: Person) -> Step:
    """Apply a person's turn. A person with a stand-in must return first."""
    seat = before_match.expect_seat(room, who)
    before_match.expect_phase(room, Phase.PLAYING, Reason.NOT_WHILE_DEALING)
    if room.seats[seat].has_stand_in:
        raise DeclinedError(Reason.AWAY)
    return act(room, action_of(command, seat))


def act(room: Room, action: Action) -> Step:
    """Apply a game action; raise RefusedError with every rule it breaks."""
    game = engine.step(room.current_game, action)
    return Step(room).then(Acted(action)).then_game(game)


def run_out_of_time(room: Room, command: Deadline) -> Step:
    """A-05: end the turn from the last draft. A bot stands in for an absent person, not for a slow one."""
    seat = room.current_game.to_move
    step = act(room, RunOutOfTime(seat, command.draft))
    allowed = MISSED_TURNS if seat in command.absent else IDLE_TURNS
    if step.room.seats[seat].missed_turns >= allowed and _keeps_others_waiting(room, seat):
        return _stand_in(step, seat, WhyAway.LATE)
    return step


def _keeps_others_waiting(room: Room, seat: int) -> bool:
    """Whether a person plays on this seat, and at least one other person is at the table."""
    attended = [number for number, other in enumerate(room.seats) if other.is_attended]
    return seat in attended and len(attended) > 1


def leave(room: Room, who: Person) -> Step:
    """Let a bot play on, so that the match continues for the others."""
    seat = before_match.expect_seat(room, who)
    if room.seats[seat].has_stand_in:
        raise DeclinedError(Reason.AWAY)
    return _stand_in(Step(room), seat, WhyAway.LEFT)


def come_back(room: Room, who: Person) -> Step:
    """Remove the stand-in. A seat always belongs to its person."""
    seat = before_match.expect_seat(room, who)
    if not room.seats[seat].has_stand_in:
        raise DeclinedError(Reason.NOT_AWAY)
    return Step(room).then(CameBack(seat))


def call_stand_in(room: Room, command: commands.CallStandIn, who: Person, inputs: Inputs) -> Step:
    """Without a clock, replace the player to move by a bot after `PATIENCE_SECONDS`."""
    before_match.expect_seat(room, who)
    if command.chair != room.to_move or not room.seats[command.chair].is_attended:
        raise DeclinedError(Reason.NO_SUCH_CHAIR)
    has_clock = not isinstance(room.config.time, NoClock)
    if has_clock or inputs.now < room.since + clock.PATIENCE_SECONDS:
        raise DeclinedError(Reason.TOO_EARLY)
    return _stand_in(Step(room), command.chair, WhyAway.CALLED)


def next_game_if_over(step: Step, inputs: Inputs) -> Step:
    """R-SETUP-12: after a finished game, reveal its secret and begin the next game or end the match."""
    match = step.room.match
    if match is None or match.game is None or not match.game.is_over:
        return step
    if match.is_over or step.room.config.origin is not None:
        return end(step, WhyOver.FINISHED)
    return before_match.commit(_reveal(step), inputs)


def end(step: Step, why: WhyOver) -> Step:
    """End the match, after revealing the secret of the current game."""
    return _reveal(step).then(Ended(why))


def _reveal(step: Step) -> Step:
    room = step.room
    return step.then(Revealed(len(room.deals), room.deals[-1].secret)) if room.phase is Phase.PLAYING else step


def _stand_in(step: Step, seat: int, why: WhyAway) -> Step:
    """Let a bot stand in. A match without attended seats ends."""
    step = step.then(StoodIn(seat, step.room.config.bot, why))
    is_attended = any(other.is_attended for other in step.room.seats)
    return step if is_attended else end(step, WhyOver.ABANDONED)
