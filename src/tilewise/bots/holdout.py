"""Holdout: makes a small initial meld, then draws until it can lay its whole rack. Strong, and dull to face."""

from msgspec.structs import replace

from tilewise.analysis.budget import Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.candidates import smallest_initial_meld
from tilewise.bots.fallback import lay, wait
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.solver import Objective


class Holdout:
    """Draws for most of the game and lays everything in its last turn."""

    name = "holdout"
    about = (
        "Opens with a few tiles, then draws until it can play its whole rack. Strong, but not much fun to play against."
    )

    def choose(self, view: View, budget: Budget) -> Action:
        """Make a small initial meld, wait, go out; on an empty pool, lay the most points."""
        solver = BudgetedSolver(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(solver))
        problem = solver.problem(Objective.POINTS_THEN_TILES)
        if not view.pool or solver.can_go_out(problem):
            return lay(view, solver.solve(problem))
        return wait(view)


class Late(Holdout):
    """Like Holdout, but holds back its initial meld until it could go out one turn later."""

    name = "late"
    about = "Draws, and does not even open, until it could go out on the turn after."

    def choose(self, view: View, budget: Budget) -> Action:
        """Wait until the whole rack could be laid; then make the initial meld, and go out."""
        solver = BudgetedSolver(view, budget)
        if view.has_melded or not view.pool or solver.can_go_out(replace(solver.problem(), has_melded=True)):
            return super().choose(view, budget)
        return wait(view)
