"""Greedy: lays the most tiles there are to lay, every turn, exactly. What most programs for this game do."""

from tilewise.bots.turns import lay, problem_of
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.solver import solve


class Greedy:
    """Sees everything, keeps nothing back."""

    name = "greedy"

    def choose(self, view: View) -> Action:
        """The play that lays the most tiles, and among those the most points."""
        return lay(view, solve(problem_of(view)))
