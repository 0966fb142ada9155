"""Decide what a command leads to: a step with events, or a rejection. Pure: time and randomness are arguments."""

from typing import assert_never

from tilewise.rooms import commands
from tilewise.rooms.clock import deadline
from tilewise.rooms.commands import Command
from tilewise.rooms.decide import before_match, during_match
from tilewise.rooms.events import RematchOpened, TimeGivenBack, WhyOver
from tilewise.rooms.inputs import BotActs, Close, Deadline, GiveTimeBack, Inputs, Recognise, ServerCommand
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason
from tilewise.rooms.step import Step


def decide(room: Room, command: Command, who: Person, inputs: Inputs) -> Step:
    """Decide a person's command; raise DeclinedError or RefusedError if it is not allowed."""
    if isinstance(command, commands.Rematch):
        return _rematch(room, who, inputs)
    if isinstance(command, commands.Mute):
        return before_match.mute(room, command, who, inputs)
    if room.phase is Phase.OVER:
        raise DeclinedError(Reason.MATCH_IS_OVER)
    if isinstance(command, commands.BeforeMatch):
        return with_consequences(_before_match(room, command, who, inputs), inputs)
    return with_consequences(_during_match(room, command, who, inputs), inputs)


def decide_server_command(room: Room, command: ServerCommand, inputs: Inputs) -> Step:
    """Decide a command of the clock, a bot or the server itself. The step is empty if the command came too late."""
    match command:
        case Deadline():
            limit = deadline(room)
            if limit is None or limit > inputs.now:
                return Step(room)
            return with_consequences(_time_is_up(room, command, inputs), inputs)
        case GiveTimeBack():
            is_owed = deadline(room) is not None and command.until > room.given_back_until
            return Step(room).then(TimeGivenBack(command.seconds, command.until)) if is_owed else Step(room)
        case Close():
            why = WhyOver.ABANDONED if command.is_forsaken else WhyOver.CLOSED
            return Step(room) if room.phase is Phase.OVER else during_match.end(Step(room), why)
        case Recognise():
            return before_match.recognise(room, command)
        case BotActs():
            return with_consequences(during_match.act(room, command.action), inputs)
        case _:
            assert_never(command)


def with_consequences(step: Step, inputs: Inputs) -> Step:
    """Add what the room does on its own: begin the match, deal, go on to the next game, end."""
    match step.room.phase:
        case Phase.GATHERING:
            return before_match.begin_if_all_ready(step, inputs)
        case Phase.DEALING:
            return during_match.continue_deal(step)
        case Phase.PLAYING:
            return during_match.next_game_if_over(step, inputs)
        case Phase.OVER:
            return step
        case _:
            assert_never(step.room.phase)


def _time_is_up(room: Room, command: Deadline, inputs: Inputs) -> Step:
    match room.phase:
        case Phase.GATHERING:
            return before_match.stop_waiting(room, command, inputs)
        case Phase.DEALING:
            return during_match.continue_deal(Step(room), is_time_up=True)
        case Phase.PLAYING:
            return during_match.run_out_of_time(room, command)
        case Phase.OVER:
            return Step(room)
        case _:
            assert_never(room.phase)


def _before_match(room: Room, command: commands.BeforeMatch, who: Person, inputs: Inputs) -> Step:
    if room.phase is not Phase.GATHERING:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    match command:
        case commands.Sit():
            return before_match.sit(room, command, who)
        case commands.Stand():
            return before_match.stand(room, who)
        case commands.AddBot():
            return before_match.add_bot(room, command, who, inputs)
        case commands.Kick():
            return before_match.kick(room, command, who)
        case commands.AllowHints():
            return before_match.allow_hints(room, command, who)
        case commands.Ready():
            return before_match.say_ready(room, command, who)
        case commands.Begin():
            return before_match.begin(room, who, inputs)
        case _:
            assert_never(command)


def _during_match(room: Room, command: commands.DuringMatch, who: Person, inputs: Inputs) -> Step:
    if room.phase is Phase.GATHERING:
        raise DeclinedError(Reason.NOT_WHILE_GATHERING)
    match command:
        case commands.Commit():
            return during_match.commit_seat(room, command, who)
        case commands.Contribute():
            return during_match.contribute(room, command, who)
        case commands.Play() | commands.Draw() | commands.Pass() | commands.Concede():
            return during_match.take_turn(room, command, who)
        case commands.Leave():
            return during_match.leave(room, who)
        case commands.Return():
            return during_match.come_back(room, who)
        case commands.CallStandIn():
            return during_match.call_stand_in(room, command, who, inputs)
        case _:
            assert_never(command)


def _rematch(room: Room, who: Person, inputs: Inputs) -> Step:
    if room.phase is not Phase.OVER:
        raise DeclinedError(Reason.NOT_WHILE_PLAYING)
    before_match.expect_seat(room, who)
    return Step(room).then(RematchOpened(inputs.fresh_room)) if room.rematch is None else Step(room)
