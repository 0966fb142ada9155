"""What all bots share: how a wish becomes a legal action, whatever the house rules oblige them to."""

from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.view import View
from tilewise.solver import Solution, find_any_play


def must_play(view: View) -> bool:
    """A-04, A-09: whether a house rule wants a play from whoever has one."""
    if view.pool:
        return view.edition.must_play_if_able and view.has_melded
    return view.edition.forced_play_on_empty_pool


def lay(view: View, solution: Solution) -> Action:
    """Lay what was found; when that is nothing, wait."""
    return Play(view.to_move, solution.table) if solution.is_play else wait(view)


def wait(view: View) -> Action:
    """Draw or pass; where the house does not let one, the play that the house would point out.

    To know whether it may draw is no part of a bot's budget: it looks as long as the rules do.
    """
    if must_play(view):
        found = find_any_play(view)
        if found.is_play:
            return Play(view.to_move, found.table)
    return Draw(view.to_move) if view.pool else Pass(view.to_move)
