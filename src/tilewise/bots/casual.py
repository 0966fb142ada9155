"""Casual players: they see part of the table, and sometimes all of it."""

from tilewise.analysis.budget import Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.bots.attention import best_look, random_for
from tilewise.bots.fallback import lay
from tilewise.core.actions import Action
from tilewise.core.view import View


class Casual:
    """Rearranges up to two melds at a time."""

    name = "casual"
    about = "Rearranges up to two melds at a time and misses anything bigger."

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """Lay the best play of three looks at two melds."""
        random = random_for(view, self.name + self.seed)
        return lay(view, best_look(BudgetedSolver(view, budget), random, melds=2, looks=3))


class Steady:
    """Rearranges up to three melds at a time, and sees the whole table every fourth turn."""

    name = "steady"
    about = "Rearranges up to three melds at a time, and finds the most tiles every fourth turn."

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """Lay the best play of four looks at three melds; every fourth turn, the best play there is."""
        solver, random = BudgetedSolver(view, budget), random_for(view, self.name + self.seed)
        if random.random() < 1 / 4:
            return lay(view, solver.solve(solver.problem()))
        return lay(view, best_look(solver, random, melds=3, looks=4))
