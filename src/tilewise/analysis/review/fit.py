"""Fit styles to a finished game, where all racks are known: how often a player laid, and how much of the best play."""

from collections.abc import Iterable, Sequence
from math import exp, log

from msgspec.structs import replace

from tilewise.analysis.budgeted_solver import without_jokers
from tilewise.analysis.styles import (
    ALL,
    CASUAL,
    GREEDY,
    HOLDOUT,
    KEEPER,
    LATE,
    NOVICE,
    SAVES_JOKERS,
    STEADY,
    SeatStyles,
    Style,
    WeightedStyle,
)
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.solver import Objective, Problem, solve

NODES = 5_000
"""States for one question."""
STRAY = 0.04
"""How often a player departs from its style."""
LEAST_WEIGHT = 0.02
"""Styles less likely than this are left out."""
STYLES = (GREEDY, SAVES_JOKERS, KEEPER, HOLDOUT, LATE, STEADY, CASUAL, NOVICE)
_SIGHT = {STEADY: (0.85, 0.1, 0.05), CASUAL: (0.65, 0.15, 0.2), NOVICE: (0.45, 0.25, 0.3)}
"""How often a style with limited sight lays the largest play, a part of it, and nothing, measured in bot games."""


class SeenTurn(Value):
    """A turn of a player, and what was possible in it."""

    rack: int
    has_melded: bool
    has_pool: bool
    laid: int
    most: int
    """The most tiles that could be laid."""
    without_jokers: int
    """The most tiles without a joker."""
    fewest: int
    """Before the initial meld: the fewest tiles that make one; 0 if there is none."""


def seen_turn(view: View, laid: int) -> SeenTurn:
    """Return what was possible in a turn."""
    problem = replace(Problem.of(view), least_disruption=False, node_budget=NODES)
    small = 0
    if not view.has_melded:
        few = replace(problem, objective=Objective.FEWEST_TILES)
        small = len(solve(without_jokers(few)).laid) or len(solve(few).laid)
    most, plain = len(solve(problem).laid), len(solve(without_jokers(problem)).laid)
    return SeenTurn(len(view.rack), view.has_melded, view.pool > 0, laid, max(most, laid), plain, small)


def fitted(turns: Iterable[SeenTurn]) -> SeatStyles:
    """Return the styles that explain the turns of a player, with weights that add up to 1."""
    seen = [turn for turn in turns if turn.most]
    likely = [sum(log(_likelihood(style, turn)) for turn in seen) for style in STYLES]
    weights = [exp(each - max(likely)) for each in likely]
    least = LEAST_WEIGHT * sum(weights)
    kept = [(style, weight) for style, weight in zip(STYLES, weights, strict=True) if weight >= least]
    total = sum(weight for _, weight in kept)
    return tuple(WeightedStyle(style, weight / total) for style, weight in kept)


def _likelihood(style: Style, turn: SeenTurn) -> float:
    """Return how likely a player of this style lays as many tiles as it did."""
    if not turn.has_melded:
        return _likelihood_before_melding(style, turn)
    if not turn.has_pool:
        return 1.0
    sight = _SIGHT.get(style)
    if sight is not None:
        whole, part, nothing = sight
        return whole if turn.laid == turn.most else part if turn.laid else nothing
    return 1 - STRAY if turn.laid == _expected(style, turn) else STRAY


def _likelihood_before_melding(style: Style, turn: SeenTurn) -> float:
    if style.holds_initial_meld and turn.has_pool:
        return STRAY if turn.laid else 1 - STRAY
    if not turn.laid:
        return STRAY
    wanted = {turn.fewest} if style.enough == ALL else {turn.most, turn.without_jokers, turn.fewest}
    if style == GREEDY:
        wanted = {turn.most}
    return (1 - STRAY) if turn.laid in wanted else 0.2


def _expected(style: Style, turn: SeenTurn) -> int:
    if turn.most == turn.rack:
        return turn.most
    found = turn.without_jokers if style.keeps_jokers else turn.most
    return found if found >= style.enough else 0


def by_seat(turns: Sequence[tuple[int, SeenTurn]], seats: int) -> tuple[SeatStyles, ...]:
    """Return the fitted styles of every seat."""
    return tuple(fitted(turn for owner, turn in turns if owner == seat) for seat in range(seats))
