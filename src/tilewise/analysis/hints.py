"""Hints on what wins: whether to lay or to wait, which tiles to lay, or how."""

from tilewise.analysis.budget import USUAL, Budget
from tilewise.analysis.engine import CLEAR, analyse
from tilewise.analysis.values import Candidate, Measured
from tilewise.core.tiles import Tile
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.solver.hints import HintLevel
from tilewise.solver.problem import Problem
from tilewise.solver.suggest import Suggestion, suggestion_for


class WinHint(Value):
    """The action that wins most often, as far as the level reveals it."""

    level: HintLevel
    waits: bool
    """Whether waiting is best: to draw or to pass."""
    is_close: bool
    """Whether the difference between the best play and waiting may be chance."""
    play_win: Measured | None
    """The chance to win after the best play; None without a play."""
    wait_win: Measured | None
    """The chance to win after waiting; None if the player must lay or can go out."""
    tiles: tuple[Tile, ...] = ()
    """The tiles that the best play lays, at levels `tiles` and `steps`."""
    play: Suggestion | None = None
    """The best play with its steps, at level `steps`."""


def win_hint_for(view: View, level: HintLevel, budget: Budget = USUAL) -> WinHint:
    """Return a hint for the seat of this view, from the view alone."""
    candidates = analyse(view, budget).candidates
    wait = next((each for each in candidates if each.is_wait), None)
    play = next((each for each in candidates if not each.is_wait), None)
    waits = candidates[0].is_wait
    suggested = suggestion_for(Problem.of(view), play.table, play.laid) if play and play.table else None
    return WinHint(
        level=level,
        waits=waits,
        is_close=_is_close(candidates[0], play if waits else wait),
        play_win=None if play is None else play.win,
        wait_win=None if wait is None else wait.win,
        tiles=() if play is None or level is HintLevel.WHETHER else play.laid,
        play=suggested if level is HintLevel.STEPS else None,
    )


def _is_close(best: Candidate, rival: Candidate | None) -> bool:
    """Whether the rival may be as good. Nothing is as good as going out."""
    is_certain = best.win.error == 0
    return rival is not None and not is_certain and rival.loss.mean <= CLEAR * rival.loss.error
