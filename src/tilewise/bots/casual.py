"""Casual players: they see a part of the table, and sometimes all of it."""

from tilewise.bots.attention import best_look, chance
from tilewise.bots.turns import lay, problem_of
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.solver import solve


class Casual:
    """Looks at two or three melds at a time, and rearranges those."""

    name = "casual"

    def choose(self, view: View) -> Action:
        """The best of three looks."""
        return lay(view, best_look(view, chance(view, self.name), melds=2, looks=3))


class Steady:
    """As casual, but takes its time every fourth turn and sees everything."""

    name = "steady"

    def choose(self, view: View) -> Action:
        """The best of four looks at three melds, or the best there is."""
        luck = chance(view, self.name)
        if luck.random() < 1 / 4:
            return lay(view, solve(problem_of(view)))
        return lay(view, best_look(view, luck, melds=3, looks=4))
