"""Keeper: keeps its jokers, and draws unless it can lay many tiles at once."""

from tilewise.analysis.budget import Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver, without_jokers
from tilewise.analysis.candidates import smallest_initial_meld
from tilewise.bots.fallback import lay, wait
from tilewise.core.actions import Action
from tilewise.core.view import View

ENOUGH = 14
"""Tiles it must be able to lay before it plays. Laying fewer when an opponent is about to go out costs wins."""


class Keeper:
    """Plays rarely and then much, as the strategy notes advise (R-STR-02, R-STR-03, R-STR-04)."""

    name = "keeper"
    about = "Holds on to its jokers, and draws until it can play fourteen or more tiles at once."

    def choose(self, view: View, budget: Budget) -> Action:
        """Go out if possible; otherwise lay many tiles or none."""
        solver = BudgetedSolver(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(solver))
        problem = solver.problem()
        if solver.can_go_out(problem):
            return lay(view, solver.solve(problem))
        found = solver.solve(without_jokers(problem))
        enough = len(found.laid) >= ENOUGH or not view.pool
        return lay(view, found) if enough else wait(view)


class Threshold:
    """A yardstick that better bots must beat: it lays nothing until it can lay `enough` tiles."""

    def __init__(self, enough: int) -> None:
        self.name = f"threshold-{enough}"
        self.about = f"Opens with a few tiles, then draws unless it can play {enough} or more at once."
        self.enough = enough

    def choose(self, view: View, budget: Budget) -> Action:
        """Lay the largest play if it is large enough or lays the whole rack; otherwise wait."""
        solver = BudgetedSolver(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(solver))
        found = solver.solve(solver.problem())
        enough = len(found.laid) >= min(self.enough, len(view.rack)) or not view.pool
        return lay(view, found) if enough else wait(view)
