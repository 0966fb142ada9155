"""Master: holds back, knows who else does, and thinks when the pool runs low. See docs/bots.md for what it beats."""

from math import sqrt
from random import Random
from statistics import fmean, pvariance
from time import perf_counter

from tilewise.bots.attention import chance
from tilewise.bots.holdout import smallest_initial_meld
from tilewise.bots.imagined import Imagined, Policy
from tilewise.bots.turns import lay, must_play, problem_of, wait, without_jokers
from tilewise.core.actions import Action, Play
from tilewise.core.tiles import Table
from tilewise.core.view import View
from tilewise.solver import Objective, best_plays, can_play_all, solve

LOW_POOL = 8
"""With so few tiles left to draw it thinks ahead."""
LOW_POOL_AMONG_HOLDERS = 16
"""And earlier when somebody else holds back too."""
HOLDER_IS_QUIET = 4
"""Turns in succession without a tile, after melding, that give a holder away."""
CANDIDATES = 4
SURE = 1.6
"""Standard errors by which another play must be better than the plan before it is preferred."""
BATCH = 8
"""Imagined deals between two looks at the clock."""


class Master:
    """Plans the whole game with what may be known; better with more time."""

    def __init__(self, milliseconds: float = 500, *, deals: int = 400) -> None:
        self.name = "master"
        self.milliseconds = milliseconds
        self.deals = deals
        """Imagined deals at most: with time to spare, the answer depends on the view alone."""

    def choose(self, view: View) -> Action:
        """Go out if possible; meld small; otherwise wait, unless thinking shows something better."""
        if not view.has_melded:
            return lay(view, smallest_initial_meld(view))
        problem = problem_of(view, Objective.POINTS_THEN_TILES)
        if can_play_all(problem):
            return lay(view, solve(problem))
        if must_play(view) or view.pool > _thinks_from(view):
            return wait(view)
        return self._thought_through(view)

    def _thought_through(self, view: View) -> Action:
        plays = _candidates(view)
        if not plays:
            return wait(view)
        options: list[Table | None] = [None, *plays]
        best = options[self._best(view, options)]
        return wait(view) if best is None else Play(view.to_move, best)

    def _best(self, view: View, options: list[Table | None]) -> int:
        """Try every option on the same imagined deals, and leave the plan only for what is surely better."""
        luck, deadline = chance(view, self.name), perf_counter() + self.milliseconds / 1000
        shares: list[list[float]] = [[] for _ in options]
        while len(shares[0]) < self.deals and perf_counter() < deadline:
            for _ in range(BATCH):
                self._try_all(view, options, luck.random(), shares)
        gains = [_sure_gain(samples, shares[0]) for samples in shares]
        return max(range(len(options)), key=lambda option: gains[option])

    def _try_all(self, view: View, options: list[Table | None], deal: float, shares: list[list[float]]) -> None:
        policies = [_policy(view, seat) for seat in range(len(view.seats))]
        for option, samples in zip(options, shares, strict=True):
            imagined = Imagined(view, policies, Random(deal))  # noqa: S311  # the same deal for every option
            samples.append(imagined.play_on(option)[view.to_move])


def _sure_gain(samples: list[float], plan: list[float]) -> float:
    """How much better than the plan, less what may be luck; 0 for the plan itself."""
    gains = [share - other for share, other in zip(samples, plan, strict=True)]
    return fmean(gains) - SURE * sqrt(pvariance(gains) / len(gains))


def _thinks_from(view: View) -> int:
    holders = any(_is_holder(view, seat) for seat in range(len(view.seats)) if seat != view.seat)
    return LOW_POOL_AMONG_HOLDERS if holders else LOW_POOL


def _is_holder(view: View, seat: int) -> bool:
    """Whether a seat has melded and then lays nothing, turn after turn."""
    return view.seats[seat].has_melded and view.seats[seat].quiet >= HOLDER_IS_QUIET


def _policy(view: View, seat: int) -> Policy:
    return Policy.HOLDOUT if seat == view.seat or _is_holder(view, seat) else Policy.GREEDY


def _candidates(view: View) -> list[Table]:
    """Plays worth trying: the most points and tiles, with the jokers and without, and a few that lay less."""
    problem = problem_of(view, Objective.POINTS_THEN_TILES)
    found = [*best_plays(problem, CANDIDATES), solve(without_jokers(problem))]
    plays = {solution.laid: solution.table for solution in found if solution.is_play}
    return list(plays.values())
