"""Hold-out: melds with the fewest tiles, then draws until the whole rack can go out. Strong, and dull to face."""

from msgspec.structs import replace

from tilewise.bots.budget import Budget
from tilewise.bots.budgeted_solver import BudgetedSolver, without_jokers
from tilewise.bots.fallback import lay, wait
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.solver import Objective, Solution


class Holdout:
    """Sits, and dumps forty tiles in its last turn."""

    name = "holdout"
    about = (
        "Opens with a few tiles, then draws until it can play its whole rack. Strong, but not much fun to play against."
    )

    def choose(self, view: View, budget: Budget) -> Action:
        """Meld small, wait, go out; once there is nothing left to wait for, lay what can be laid."""
        thought = BudgetedSolver(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(thought))
        problem = thought.problem(Objective.POINTS_THEN_TILES)
        if not view.pool or thought.goes_out(problem):
            return lay(view, thought.solve(problem))
        return wait(view)


class Late(Holdout):
    """As hold-out, but keeps even its initial meld back until the whole rack could go out in the turn after it."""

    name = "late"
    about = "Draws, and does not even open, until it could go out on the turn after."

    def choose(self, view: View, budget: Budget) -> Action:
        """Wait; meld when all could go; then go out."""
        thought = BudgetedSolver(view, budget)
        if view.has_melded or not view.pool or thought.goes_out(replace(thought.problem(), has_melded=True)):
            return super().choose(view, budget)
        return wait(view)


def smallest_initial_meld(thought: BudgetedSolver) -> Solution:
    """R-STR-04: the fewest tiles that make the initial meld, jokers kept if it can be made without them."""
    problem = thought.problem(Objective.FEWEST_TILES)
    plain = thought.solve(without_jokers(problem))
    return plain if plain.is_play else thought.solve(problem)
