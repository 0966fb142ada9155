"""Commands during a match: contributions, turns, timeouts, stand-ins, and the change from one game to the next."""

from tilewise.core import engine
from tilewise.core.actions import Action, RunOutOfTime
from tilewise.core.deal import LONGEST_CONTRIBUTION, Deal
from tilewise.core.match import begin_game
from tilewise.rooms import clock, commands
from tilewise.rooms.commands import action_of
from tilewise.rooms.config import NoClock
from tilewise.rooms.decide import before_match
from tilewise.rooms.events import Acted, CameBack, Contributed, Ended, Revealed, StoodIn, WhyAway, WhyOver
from tilewise.rooms.inputs import Deadline, Inputs
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason
from tilewise.rooms.step import Step

MISSED_TURNS = 2
"""After this many missed turns in a row, a bot stands in for a disconnected person."""
IDLE_TURNS = 4
"""After this many, a bot also stands in for a person who is connected but touches no tile."""


def contribute(room: Room, command: commands.Contribute, who: Person) -> Step:
    """Accept one contribution per seat, after the server has committed itself."""
    seat = before_match.expect_seat(room, who)
    if room.next_deal is None:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    if room.next_deal.contributions[seat] is not None:
        raise DeclinedError(Reason.ALREADY_CONTRIBUTED)
    if len(command.text.encode()) > LONGEST_CONTRIBUTION:
        raise DeclinedError(Reason.TEXT_TOO_LONG)
    return Step(room).then(Contributed(seat, command.text))


def deal_if_all_contributed(step: Step) -> Step:
    """Deal once every attended seat has contributed. Bots and absent people contribute nothing."""
    room = step.room
    if room.next_deal is None:
        return step
    said = room.next_deal.contributions
    is_waiting = any(seat.is_attended and said[number] is None for number, seat in enumerate(room.seats))
    return step if is_waiting else deal(step)


def deal(step: Step) -> Step:
    """Deal from the secret and the contributions. A missing contribution counts as an empty text."""
    pending, match = step.room.next_deal, step.room.match
    if pending is None or match is None:
        return step
    texts = tuple(text or "" for text in pending.contributions)
    _, started = begin_game(match, Deal(pending.secret, texts, game=len(step.room.deals) + 1))
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
