"""Greedy: lays the most tiles there are to lay, every turn, exactly. What most programs for this game do."""

from tilewise.bots.budget import Budget
from tilewise.bots.budgeted_solver import BudgetedSolver
from tilewise.bots.fallback import lay
from tilewise.core.actions import Action
from tilewise.core.view import View


class Greedy:
    """Sees everything, keeps nothing back."""

    name = "greedy"
    about = "Finds every play, and plays as many tiles as possible every turn."

    def choose(self, view: View, budget: Budget) -> Action:
        """The play that lays the most tiles, and among those the most points."""
        thought = BudgetedSolver(view, budget)
        return lay(view, thought.solve(thought.problem()))
