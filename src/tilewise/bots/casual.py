"""Casual players: they see a part of the table, and sometimes all of it."""

from tilewise.bots.attention import best_look, chance
from tilewise.bots.budget import Budget
from tilewise.bots.budgeted_solver import BudgetedSolver
from tilewise.bots.fallback import lay
from tilewise.core.actions import Action
from tilewise.core.view import View


class Casual:
    """Looks at two or three melds at a time, and rearranges those."""

    name = "casual"
    about = "Rearranges up to two melds at a time and misses anything bigger."

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The best of three looks."""
        luck = chance(view, self.name + self.seed)
        return lay(view, best_look(BudgetedSolver(view, budget), luck, melds=2, looks=3))


class Steady:
    """As casual, but takes its time every fourth turn and sees everything."""

    name = "steady"
    about = "Rearranges up to three melds at a time, and finds the best play every fourth turn."

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The best of four looks at three melds, or the best there is."""
        thought, luck = BudgetedSolver(view, budget), chance(view, self.name + self.seed)
        if luck.random() < 1 / 4:
            return lay(view, thought.solve(thought.problem()))
        return lay(view, best_look(thought, luck, melds=3, looks=4))
