"""One game between bots, played by the rules whatever the bots do."""

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from types import FrameType

from tilewise.bots.budget import USUAL, Budget
from tilewise.bots.protocol import Bot
from tilewise.core import engine
from tilewise.core.actions import Action, Draw, Pass, RunOutOfTime
from tilewise.core.deal import Deal
from tilewise.core.edition import Edition
from tilewise.core.errors import TilewiseError
from tilewise.core.record import GameRecord, Record
from tilewise.core.rules.setup import set_up
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.core.view import View, view_of
from tilewise.core.violations import RefusedError

PATIENCE_SECONDS = 30.0
"""How long a bot may think about one turn before it counts as hanging."""


class Fault(Value):
    """A turn in which a bot failed: it raised, hung, or asked for what the rules refuse. The turn was a draw."""

    turn: int
    seat: int
    problem: str


class BotGame(Value):
    """A game that bots have played."""

    record: Record
    faults: tuple[Fault, ...]
    turns: int
    thinking_ms: tuple[float, ...]
    """For each seat, how long it thought altogether."""


class HangingBotError(TilewiseError):
    """A bot took longer than anybody waits."""


def play(
    edition: Edition,
    bots: Sequence[Bot],
    deal: Deal,
    *,
    budget: Budget = USUAL,
    patience: float = PATIENCE_SECONDS,
) -> BotGame:
    """Play a game to its end; who fails draws, and the game goes on."""
    state = engine.start(set_up(edition, deal))
    actions: list[Action] = []
    faults: list[Fault] = []
    thinking = [0.0] * len(bots)
    while not state.is_over:
        seat = state.to_move
        began = perf_counter()
        answer = _answer(bots[seat], view_of(state, seat), budget, patience)
        thinking[seat] += (perf_counter() - began) * 1000
        action, state, problem = _carried_out(state, answer)
        actions.append(action)
        if problem:
            faults.append(Fault(len(actions), seat, problem))
    game = GameRecord(deal.commitment, deal, tuple(actions), state.result)
    record = Record(edition, _names(bots), (game,))
    return BotGame(record, tuple(faults), len(actions), tuple(thinking))


def _answer(bot: Bot, view: View, budget: Budget, patience: float) -> Action | str:
    """What a bot wants to do, or what went wrong with it."""
    try:
        with _alarm(patience):
            return bot.choose(view, budget)
    except HangingBotError:
        return f"no answer within {patience:g} s"
    except Exception as error:  # noqa: BLE001  # a bot may fail in any way; the game must not
        return f"{type(error).__name__}: {error}"


def _carried_out(state: State, answer: Action | str) -> tuple[Action, State, str]:
    """What was done in the end, the state after it, and what was wrong with the answer."""
    if not isinstance(answer, str):
        if getattr(answer, "seat", None) != state.to_move:
            return _instead(state, f"an answer for another seat: {answer!r}")
        try:
            return answer, engine.act(state, answer), ""
        except (RefusedError, TypeError) as error:
            return _instead(state, f"refused: {error}")
    return _instead(state, answer)


def _instead(state: State, problem: str) -> tuple[Action, State, str]:
    """The turn of a bot that failed: a draw, or whatever comes nearest to it."""
    seat = state.to_move
    choices: tuple[Action, ...] = (Draw(seat), Pass(seat), RunOutOfTime(seat))
    action = next(choice for choice in choices if not engine.check(state, choice))
    return action, engine.act(state, action), problem


def _names(bots: Sequence[Bot]) -> tuple[str, ...]:
    """Names that are all different: a bot that sits twice is numbered."""
    names = [bot.name for bot in bots]
    return tuple(
        f"{name} {names[:seat].count(name) + 1}" if names.count(name) > 1 else name for seat, name in enumerate(names)
    )


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long; possible only in the main thread, where arena workers play."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise HangingBotError

    before: Callable[[int, FrameType | None], object] | int | None = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
