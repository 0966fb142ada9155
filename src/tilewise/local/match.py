"""The match loop of this machine: deal games, carry out actions, ask bots, keep the record.

The line client, the terminal client and the arena all play through `LocalMatch`.
"""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter

from tilewise.bots import Bot, Budget
from tilewise.core import engine
from tilewise.core.actions import Action, Draw, Pass, RunOutOfTime
from tilewise.core.deal import Deal, is_revealed
from tilewise.core.errors import InputError
from tilewise.core.events import Event
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.record import GameRecord, Record
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.core.view import View, redact, view_of
from tilewise.core.violations import RefusedError, Violation
from tilewise.local.time_limit import TimeLimit, TimeLimitError

Deals = Callable[[int], Deal]
"""Return the deal of a game, given its number in the match."""


class BotAnswer(Value):
    """The choice of a bot, or the reason why it failed to choose."""

    action: Action | None
    problem: str = ""


class Fault(Value):
    """A turn in which a bot crashed, ran out of time or chose an illegal action. The bot drew a tile instead."""

    turn: int
    """The number of the turn in its game, from 1."""
    seat: int
    problem: str


def fault_in_words(fault: Fault, names: Sequence[str]) -> str:
    """Describe a fault to the people at the table."""
    return f"{names[fault.seat]} made no valid move and draws instead ({fault.problem})."


class LocalMatch:
    """A match in progress: its games, the bots that play in it, and its record.

    `viewer` is the seat of the person who plays. `view` and the returned events show only what this seat may know.
    A match between bots has no viewer, and its events show everything.
    """

    def __init__(  # noqa: PLR0913  # each is a choice of its own
        self,
        match: Match,
        bots: Mapping[int, Bot],
        deals: Deals,
        budget: Budget,
        *,
        viewer: int | None = None,
        bot_seconds: float | None = None,
    ) -> None:
        self.bots = bots
        self.deals = deals
        self.budget = budget
        self.viewer = viewer
        self.bot_seconds = bot_seconds
        """A bot that takes longer than this to choose has failed."""
        self.faults: list[Fault] = []
        self.thinking_ms = [0.0] * len(match.seats)
        """For each seat, the total time its bot has taken."""
        self._match = match  # without the turns of the game in progress: copying it costs a microsecond a turn
        self._finished: list[GameRecord] = []
        self._deal: Deal | None = None
        self._state: State | None = None
        self._actions: list[Action] = []

    @property
    def match(self) -> Match:
        """The seats, the results so far, and the current or last game."""
        return self._match if self.game is None else with_game(self._match, self.game)

    @property
    def game(self) -> State | None:
        """The game in progress; None between games."""
        state = self._state
        return state if state is not None and state.result is None else None

    @property
    def record(self) -> Record:
        """The record of every game dealt so far."""
        games = (*self._finished, self._game_record()) if self.game is not None else tuple(self._finished)
        return Record(self._match.edition, self._match.seats, games)

    @property
    def deal(self) -> Deal:
        """The deal of the current or last game."""
        if self._deal is None:
            msg = "no game has been dealt yet"
            raise InputError(msg)
        return self._deal

    @property
    def view(self) -> View:
        """The current or last game as the viewer sees it."""
        if self._state is None or self.viewer is None:
            msg = "a view needs a viewer and a game that has been dealt"
            raise InputError(msg)
        return view_of(self._state, self.viewer, self._match.earlier)

    @property
    def deal_check(self) -> str:
        """A sentence that reveals the secret of the last deal and compares it with the commitment."""
        matches = "matches" if is_revealed(self.deal.commitment, self.deal) else "doesn't match"
        return f"The secret was {self.deal.secret}; its SHA-256 {matches} the commitment."

    def begin_game(self) -> Event:
        """Deal the next game of the match."""
        self._deal = self.deals(len(self._match.results) + 1)
        self._match, begun = begin_game(self._match, self._deal)
        self._state, self._actions = self._match.game, []
        return self._shown((begun,))[0]

    def check(self, action: Action) -> tuple[Violation, ...]:
        """List every rule that an action would break now."""
        return engine.check(self._game_in_progress, action)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Carry out a legal action and record it; raise `RefusedError` if it breaks a rule."""
        step = engine.step(self._game_in_progress, action)
        self._state = step.state
        self._actions.append(action)
        if self._state.result is not None:
            self._match = with_game(self._match, self._state)
            self._finished.append(self._game_record())
        return self._shown(step.events)

    def play_bot_turn(self) -> tuple[Event, ...]:
        """Let the bot to move choose, and carry out its choice."""
        return self.carry_out(self.ask_bot())

    def ask_bot(self) -> BotAnswer:
        """Ask the bot to move for its choice. Changes nothing in the game, so it can run in a thread."""
        state = self._game_in_progress
        seat = state.to_move
        view = view_of(state, seat, self._match.earlier)
        began = perf_counter()
        try:
            with TimeLimit(self.bot_seconds):
                return BotAnswer(self.bots[seat].choose(view, self.budget))
        except TimeLimitError:
            return BotAnswer(None, f"no answer within {self.bot_seconds:g} s")
        except Exception as error:  # noqa: BLE001  # a bot may fail in any way; the match must go on
            return BotAnswer(None, f"{type(error).__name__}: {error}")
        finally:
            self.thinking_ms[seat] += (perf_counter() - began) * 1000

    def carry_out(self, answer: BotAnswer) -> tuple[Event, ...]:
        """Carry out a bot's answer. If it failed or is illegal, note a fault and draw for the bot."""
        if answer.problem:
            return self._draw_instead(answer.problem)
        if answer.action is None or getattr(answer.action, "seat", None) != self._game_in_progress.to_move:
            return self._draw_instead(f"an answer for another seat: {answer.action!r}")
        try:
            return self.act(answer.action)
        except (RefusedError, InputError, TypeError) as error:
            return self._draw_instead(f"refused: {error}")

    def _draw_instead(self, problem: str) -> tuple[Event, ...]:
        """Note a fault, and draw; pass, or run out of time, where the rules forbid drawing."""
        seat = self._game_in_progress.to_move
        self.faults.append(Fault(len(self._actions) + 1, seat, problem))
        choices: tuple[Action, ...] = (Draw(seat), Pass(seat), RunOutOfTime(seat))
        return self.act(next(choice for choice in choices if not self.check(choice)))

    def _game_record(self) -> GameRecord:
        result = self._state.result if self._state is not None else None
        return GameRecord(self.deal.commitment, self.deal, tuple(self._actions), result)

    def _shown(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        return events if self.viewer is None else tuple(redact(event, self.viewer) for event in events)

    @property
    def _game_in_progress(self) -> State:
        state = self._state
        if state is None or state.result is not None:
            msg = "no game is in progress"
            raise InputError(msg)
        return state
