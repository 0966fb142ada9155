"""Keeper: keeps its jokers, and draws unless enough can go at once."""

from tilewise.bots.budget import Budget
from tilewise.bots.budgeted_solver import BudgetedSolver, without_jokers
from tilewise.bots.fallback import lay, wait
from tilewise.bots.holdout import smallest_initial_meld
from tilewise.core.actions import Action
from tilewise.core.view import View

ENOUGH = 14
"""Tiles that must be able to go before it plays. To lay less when somebody is about to go out costs wins."""


class Keeper:
    """Plays rarely and then much, as the strategy notes advise (R-STR-02, R-STR-03, R-STR-04)."""

    name = "keeper"
    about = "Holds on to its jokers, and draws until it can play fourteen or more tiles at once."

    def choose(self, view: View, budget: Budget) -> Action:
        """Go out if possible; otherwise lay many tiles or none."""
        thought = BudgetedSolver(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(thought))
        problem = thought.problem()
        if thought.goes_out(problem):
            return lay(view, thought.solve(problem))
        found = thought.solve(without_jokers(problem))
        enough = len(found.laid) >= ENOUGH or not view.pool
        return lay(view, found) if enough else wait(view)


class Threshold:
    """The simple policy that a better bot must not lose to: nothing, until so many tiles can go."""

    def __init__(self, enough: int) -> None:
        self.name = f"threshold-{enough}"
        self.about = f"Opens with a few tiles, then draws unless it can play {enough} or more at once."
        self.enough = enough

    def choose(self, view: View, budget: Budget) -> Action:
        """Lay as much as there is to lay, if that is enough or all; otherwise wait."""
        thought = BudgetedSolver(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(thought))
        found = thought.solve(thought.problem())
        enough = len(found.laid) >= min(self.enough, len(view.rack)) or not view.pool
        return lay(view, found) if enough else wait(view)
