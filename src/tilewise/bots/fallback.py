"""Legal actions for every bot: lay a solution, or draw or pass where the house rules allow it."""

from tilewise.analysis.candidates import must_play
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.view import View
from tilewise.solver import Solution, find_any_play


def lay(view: View, solution: Solution) -> Action:
    """Lay a solution; wait if it is empty."""
    return Play(view.to_move, solution.table) if solution.is_play else wait(view)


def wait(view: View) -> Action:
    """Draw or pass. Where a house rule demands a play and there is one, lay it.

    This search is not charged to the bot's budget: it must search for as long as the rules do.
    """
    if must_play(view):
        found = find_any_play(view)
        if found.is_play:
            return Play(view.to_move, found.table)
    return Draw(view.to_move) if view.pool else Pass(view.to_move)
