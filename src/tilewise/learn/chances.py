"""The chances to win of the options of a lesson, by the analysis engine."""

from math import hypot

from tilewise.analysis import Budget, Measured, analyse
from tilewise.analysis.board import Board, OtherSeat, view_of_board
from tilewise.analysis.engine import CLEAR
from tilewise.analysis.styles import GREEDY, HOLDOUT, only
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.learn.lesson import Lesson

USUAL = Budget(nodes=12_000_000)
"""A standard error of about one percent."""


class Chance(Value):
    """The chance to win with one option."""

    win: Measured
    is_best: bool
    """Whether it is the best option, or may be as good."""


def chances_of(lesson: Lesson, budget: Budget = USUAL, seed: str = "lesson") -> tuple[Chance, ...]:
    """Return the chance of each option. The same budget and seed give the same chances."""
    view = view_of_lesson(lesson)
    styles = (only(GREEDY), *(only(HOLDOUT if other.holds else GREEDY) for other in lesson.others))
    found = [analyse(view, budget, made=action, styles=styles, seed=seed).made for action in lesson.actions]
    wins = [_rounded(each.win) for each in found if each is not None]
    best = max(wins, key=lambda win: win.mean)
    return tuple(Chance(win, is_best=best.mean - win.mean <= CLEAR * hypot(best.error, win.error)) for win in wins)


def view_of_lesson(lesson: Lesson) -> View:
    """Return what the learner sees."""
    others = tuple(OtherSeat(other.tiles) for other in lesson.others)
    position = lesson.position
    return view_of_board(Board(position.edition, position.rack, others, position.table, position.has_melded))


def _rounded(measured: Measured) -> Measured:
    return Measured(round(measured.mean, 3), round(measured.error, 3))
