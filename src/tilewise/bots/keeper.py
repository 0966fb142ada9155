"""Keeper: keeps its jokers, and draws unless enough can go at once."""

from tilewise.bots.holdout import smallest_initial_meld
from tilewise.bots.turns import lay, problem_of, wait, without_jokers
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.solver import can_play_all, solve

ENOUGH = 10
"""Tiles that must be able to go before it plays; fewer when somebody is about to go out."""
DANGER = 4
"""A rack this small can be empty after one turn."""


class Keeper:
    """Plays rarely and then much, as the strategy notes advise (R-STR-02, R-STR-03, R-STR-04)."""

    name = "keeper"

    def choose(self, view: View) -> Action:
        """Go out if possible; otherwise lay many tiles or none."""
        if not view.has_melded:
            return lay(view, smallest_initial_meld(view))
        problem = problem_of(view)
        if can_play_all(problem):
            return lay(view, solve(problem))
        found = solve(without_jokers(problem))
        enough = len(found.laid) >= ENOUGH or not view.pool or _somebody_is_close(view)
        return lay(view, found) if enough else wait(view)


def _somebody_is_close(view: View) -> bool:
    return any(seat.tiles <= DANGER for number, seat in enumerate(view.seats) if number != view.seat)
