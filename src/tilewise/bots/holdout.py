"""Hold-out: melds with the fewest tiles, then draws until the whole rack can go out. Strong, and dull to face."""

from tilewise.bots.turns import lay, problem_of, wait, without_jokers
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.solver import Objective, Solution, can_play_all, solve


class Holdout:
    """Sits, and dumps forty tiles in its last turn."""

    name = "holdout"

    def choose(self, view: View) -> Action:
        """Meld small, wait, go out; once there is nothing left to wait for, lay what can be laid."""
        if not view.has_melded:
            return lay(view, smallest_initial_meld(view))
        problem = problem_of(view, Objective.POINTS_THEN_TILES)
        if not view.pool or can_play_all(problem):
            return lay(view, solve(problem))
        return wait(view)


def smallest_initial_meld(view: View) -> Solution:
    """R-STR-04: the fewest tiles that make the initial meld, jokers kept if it can be made without them."""
    problem = problem_of(view, Objective.FEWEST_TILES)
    plain = solve(without_jokers(problem))
    return plain if plain.is_play else solve(problem)
