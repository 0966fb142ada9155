"""A suggestion for a person: the play, and every step of it with the table after the step."""

from msgspec.structs import replace

from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.solver.kernel import weights_of
from tilewise.solver.problem import Objective, Problem, Solution
from tilewise.solver.solve import solve
from tilewise.solver.steps import Step, do_steps, steps

NODES = 20_000
"""States to search for one suggestion …"""
TIME_US = 500_000
"""… and microseconds; the first limit reached counts."""


class Move(Value):
    """One step of a play, and the table and hand after it."""

    step: Step
    table: Table
    hand: tuple[Tile, ...]
    """Tiles taken from the table and not laid yet."""


class Suggestion(Value):
    """A play worth making."""

    laid: tuple[Tile, ...]
    points: int
    """The points of the tiles that leave the rack."""
    table: Table
    """The table afterwards."""
    moves: tuple[Move, ...] = ()
    """The steps of the play."""
    is_proven: bool = True
    """Whether no play lays more; False if the budget ran out first."""


def suggest(problem: Problem, *, with_moves: bool = True) -> Suggestion | None:
    """Return the play with the most tiles, then points, that disturbs the table least; None if there is no play."""
    asked = replace(problem, objective=Objective.TILES_THEN_POINTS, node_budget=NODES, time_budget_us=TIME_US)
    found = solve(asked)
    if not found.is_play:
        return None
    return suggestion_of(problem, found, with_moves=with_moves)


def suggestion_of(problem: Problem, found: Solution, *, with_moves: bool = True) -> Suggestion:
    """Turn a solution into a suggestion."""
    suggested = suggestion_for(problem, found.table, found.laid, with_moves=with_moves)
    return replace(suggested, is_proven=found.is_proven)


def suggestion_for(problem: Problem, after: Table, laid: tuple[Tile, ...], *, with_moves: bool = True) -> Suggestion:
    """Return a known play as a suggestion."""
    worth, _ = weights_of(Objective.POINTS, problem.edition)
    plan = tuple(moves(problem, after, laid)) if with_moves else ()
    return Suggestion(laid, sum(worth[tile] for tile in laid), after, plan)


def moves(problem: Problem, after: Table, laid: tuple[Tile, ...]) -> list[Move]:
    """Return the steps from the table of the problem to the table after the play."""
    way = steps(problem.table, after, problem.edition)
    tables = do_steps(problem.table, laid, way)
    return [Move(step, table, hand) for step, (table, hand) in zip(way, tables, strict=True)]
