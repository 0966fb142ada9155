"""Greedy: lays as many tiles as possible every turn, as most programs for this game do."""

from tilewise.analysis.budget import Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.bots.fallback import lay
from tilewise.core.actions import Action
from tilewise.core.view import View


class Greedy:
    """Finds every play and holds nothing back."""

    name = "greedy"
    about = "Finds every play, and plays as many tiles as possible every turn."

    def choose(self, view: View, budget: Budget) -> Action:
        """Lay the most tiles, and among those plays the most points."""
        solver = BudgetedSolver(view, budget)
        return lay(view, solver.solve(solver.problem()))
