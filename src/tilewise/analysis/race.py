"""Race: find the best of some candidates by rollouts on the same deals, within a budget."""

from collections.abc import Sequence
from math import sqrt

from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.match_equity import MatchEquity
from tilewise.analysis.rollouts import Arm, Rollouts
from tilewise.analysis.situation import situation_of

FIRST_STAGE = 16
"""Deals before the first comparison; each further stage doubles them."""
MOST_DEALS = 4096
STANDARD_ERRORS = 2.0
"""Standard errors by which a candidate must beat the leader to replace it."""
NEGLIGIBLE_GAIN = 0.005
"""A gain too small to search for: half a game in a hundred."""
PRIOR_SQUARE = 1.0
"""With special jokers deals are few, so the sample gets one more deal that differs by a whole game."""


class Race:
    """Compares candidates on the same deals. The first candidate is the default; the others must beat it."""

    def __init__(self, solver: BudgetedSolver, candidates: Sequence[Arm], equity: MatchEquity, *, seed: int) -> None:
        self._rollouts = Rollouts(solver, situation_of(solver.view), seed=seed)
        self._candidates = candidates
        self._equity = equity
        self._values: list[list[float]] = [[] for _ in candidates]
        self._running = list(range(len(candidates)))
        self._lead = 0
        self._prior_square = PRIOR_SQUARE if solver.view.edition.box.has_special_jokers else 0.0

    def winner(self) -> Arm:
        """Return the best candidate found within the budget.

        1. Play a number of deals with every remaining candidate.
        2. A candidate that is significantly better than the leader becomes the leader.
        3. Drop the candidates that cannot be noticeably better than the leader.
        4. Double the deals and repeat, until one candidate is left or the budget is spent.
        """
        deals = FIRST_STAGE
        while self._is_open and self._run(deals):
            self._lead = max(self._running, key=self._surely_better)
            self._running = [each for each in self._running if each == self._lead or self._may_be_better(each)]
            deals = min(self._deals, MOST_DEALS - self._deals)
        return self._candidates[self._lead]

    @property
    def _deals(self) -> int:
        return len(self._values[self._lead])

    @property
    def _is_open(self) -> bool:
        """Whether remaining candidates differ in this turn's play; a difference in policy can wait."""
        lead = self._candidates[self._lead].table
        return self._deals < MOST_DEALS and any(self._candidates[each].table != lead for each in self._running)

    def _surely_better(self, index: int) -> float:
        """Return the lower confidence bound of the gain over the leader."""
        gains = self._gains(index)
        return 0.0 if index == self._lead else _mean(gains) - STANDARD_ERRORS * self._error(gains)

    def _may_be_better(self, index: int) -> bool:
        gains = self._gains(index)
        return _mean(gains) + STANDARD_ERRORS * self._error(gains) > NEGLIGIBLE_GAIN

    def _error(self, gains: Sequence[float]) -> float:
        """Return the standard error of the mean gain."""
        mean = _mean(gains)
        squares = sum((gain - mean) ** 2 for gain in gains) + max(mean**2, self._prior_square)
        return sqrt(squares) / (len(gains) + 1)

    def _gains(self, index: int) -> list[float]:
        """Return the gain over the leader, deal by deal."""
        lead = self._values[self._lead]
        return [value - other for value, other in zip(self._values[index], lead, strict=True)]

    def _run(self, deals: int) -> bool:
        """Play more deals, as far as the budget allows; return whether any was played."""
        values = self._play_out(deals)
        for index, column in zip(self._running, values, strict=True):
            self._values[index] += column
        return bool(values[0])

    def _play_out(self, deals: int) -> list[list[float]]:
        """Return the value of each remaining candidate, deal by deal."""
        running = [self._candidates[index] for index in self._running]
        found = self._rollouts.play(running, first=self._deals, deals=deals)
        return [[self._equity.value(each.shares, each.points) for each in column] for column in found]


def _mean(gains: Sequence[float]) -> float:
    """Return the mean of the gains and one more deal without gain, so that a few lucky deals prove little."""
    return sum(gains) / (len(gains) + 1)
