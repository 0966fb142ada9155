"""What all bots share: how a wish becomes a legal action, whatever the house rules oblige them to."""

from msgspec.structs import replace

from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.tiles import number_tiles
from tilewise.core.view import View
from tilewise.solver import Objective, Problem, Solution, solve
from tilewise.solver.able import PATIENCE

NODES = 5_000
"""States a bot looks at for one question: more than enough in the classic box, a limit where special jokers abound."""


def must_play(view: View) -> bool:
    """A-04, A-09: whether a house rule wants a play from whoever has one."""
    if view.pool:
        return view.edition.must_play_if_able and view.has_melded
    return view.edition.forced_play_on_empty_pool


def lay(view: View, solution: Solution) -> Action:
    """Lay what was found; when that is nothing, wait."""
    return Play(view.to_move, solution.table) if solution.is_play else wait(view)


def wait(view: View) -> Action:
    """Draw or pass; where the house does not let one, the smallest play there is."""
    if must_play(view):
        smallest = solve(replace(problem_of(view, Objective.TILES), node_budget=PATIENCE))  # as long as the rules look
        if smallest.is_play:
            return Play(view.to_move, smallest.table)
    return Draw(view.to_move) if view.pool else Pass(view.to_move)


def problem_of(view: View, objective: Objective = Objective.TILES_THEN_POINTS) -> Problem:
    """The turn as the solver sees it; bots do not mind how much of the table they move."""
    return replace(Problem.of(view, objective), least_disruption=False, node_budget=NODES)


def without_jokers(problem: Problem) -> Problem:
    """The same turn with the jokers kept on the rack."""
    return replace(problem, rack=number_tiles(problem.rack))
