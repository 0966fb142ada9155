"""Master: holds back, knows who else does, and thinks when the pool runs low. See docs/bots.md for what it beats."""

from math import sqrt
from random import Random
from statistics import fmean, pvariance

from msgspec.structs import replace

from tilewise.bots.attention import chance
from tilewise.bots.budget import Budget
from tilewise.bots.holdout import smallest_initial_meld
from tilewise.bots.imagined import Imagined, Policy
from tilewise.bots.thought import SPECIAL, Thought, without_jokers
from tilewise.bots.turns import lay, must_play, wait
from tilewise.core.actions import Action, Play
from tilewise.core.tiles import Table
from tilewise.core.view import View
from tilewise.solver import Objective

LOW_POOL = 8
"""With so few tiles left to draw it thinks ahead."""
LOW_POOL_AMONG_HOLDERS = 16
"""And earlier when somebody else holds back too."""
HOLDER_IS_QUIET = 4
"""Turns in succession without a tile, after melding, that give a holder away."""
SURE = 1.6
"""Standard errors by which another play must be better than the plan before it is preferred."""
BATCH = 8
"""Imagined deals between two looks at the clock."""
MOST_DEALS = 400
A_GAME = 1_000
"""What an imagined game is charged."""


class Master:
    """Plans the whole game with what may be known; better with more time."""

    name = "master"
    about = "Holds back, watches who else does, and thinks ahead when the pool runs low."

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """Go out if possible; meld small; otherwise wait, unless thinking shows something better."""
        thought = Thought(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(thought))
        problem = thought.problem(Objective.POINTS_THEN_TILES)
        if thought.goes_out(problem):
            return lay(view, thought.solve(problem))
        if must_play(view) or view.pool > _thinks_from(view) or _has_special_jokers(view):
            return wait(view)
        return self._thought_through(thought)

    def _thought_through(self, thought: Thought) -> Action:
        view = thought.view
        plays = _candidates(thought)
        if not plays:
            return wait(view)
        options: list[Table | None] = [None, *plays]
        best = options[self._best(thought, options)]
        return wait(view) if best is None else Play(view.to_move, best)

    def _best(self, thought: Thought, options: list[Table | None]) -> int:
        """Try every option on the same imagined deals, and leave the plan only for what is surely better."""
        view = thought.view
        luck = chance(view, self.name + self.seed)
        shares: list[list[float]] = [[] for _ in options]
        a_batch = BATCH * len(options) * A_GAME
        while thought.affords(a_batch) and len(shares[0]) < MOST_DEALS:
            for _ in range(BATCH):
                self._try_all(view, options, luck.random(), shares)
            thought.spend(a_batch)
        gains = [_sure_gain(samples, shares[0]) for samples in shares]
        return max(range(len(options)), key=lambda option: gains[option])

    def _try_all(self, view: View, options: list[Table | None], deal: float, shares: list[list[float]]) -> None:
        policies = [_policy(view, seat) for seat in range(len(view.seats))]
        for option, samples in zip(options, shares, strict=True):
            imagined = Imagined(view, policies, Random(deal))  # noqa: S311  # the same deal for every option
            samples.append(imagined.play_on(option)[view.to_move])


def _sure_gain(samples: list[float], plan: list[float]) -> float:
    """How much better than the plan, less what may be luck; 0 for the plan itself."""
    if not samples:
        return 0.0
    gains = [share - other for share, other in zip(samples, plan, strict=True)]
    return fmean(gains) - SURE * sqrt(pvariance(gains) / len(gains))


def _thinks_from(view: View) -> int:
    holders = any(_is_holder(view, seat) for seat in range(len(view.seats)) if seat != view.seat)
    return LOW_POOL_AMONG_HOLDERS if holders else LOW_POOL


def _has_special_jokers(view: View) -> bool:
    """Where they are, an imagined turn takes too long for imagined games."""
    jokers = view.edition.box_for(len(view.seats)).jokers
    return any(count for tile, count in jokers.items() if tile in SPECIAL)


def _is_holder(view: View, seat: int) -> bool:
    """Whether a seat has melded and then lays nothing, turn after turn."""
    return view.seats[seat].has_melded and view.seats[seat].quiet >= HOLDER_IS_QUIET


def _policy(view: View, seat: int) -> Policy:
    return Policy.HOLDOUT if seat == view.seat or _is_holder(view, seat) else Policy.GREEDY


def _candidates(thought: Thought) -> list[Table]:
    """Plays worth trying: the most points and tiles, with the jokers and without, and a few that lay less."""
    problem = thought.problem(Objective.POINTS_THEN_TILES)
    fewer = replace(problem, objective=Objective.TILES_THEN_POINTS)
    found = [thought.solve(each) for each in (problem, fewer, without_jokers(problem))]
    plays = {solution.laid: solution.table for solution in found if solution.is_play}
    return list(plays.values())
