"""A play that can be shown to a person: what it lays, and every step on the way with the table after it."""

from msgspec.structs import replace

from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.solver.kernel import weights_of
from tilewise.solver.problem import Objective, Problem, Solution
from tilewise.solver.solve import solve
from tilewise.solver.steps import Step, do_steps, steps

NODES = 20_000
"""States that are looked at for one suggestion …"""
TIME_US = 500_000
"""… and microseconds it may take, whichever is less."""


class Move(Value):
    """One step of a play, and how things lie after it."""

    step: Step
    table: Table
    hand: tuple[Tile, ...]
    """Tiles that were taken up and lie nowhere yet."""


class Suggestion(Value):
    """A play worth making."""

    laid: tuple[Tile, ...]
    points: int
    """What the tiles are worth that leave the rack."""
    table: Table
    """All that lies on the table afterwards."""
    moves: tuple[Move, ...] = ()
    """How to get there."""
    is_proven: bool = True
    """Whether nothing lays more; False when the budget ran out first."""


def suggest(problem: Problem, *, with_moves: bool = True) -> Suggestion | None:
    """The play that lays the most tiles, then points, and disturbs the table least; None when there is no play."""
    asked = replace(problem, objective=Objective.TILES_THEN_POINTS, node_budget=NODES, time_budget_us=TIME_US)
    found = solve(asked)
    if not found.is_play:
        return None
    return shown(problem, found, with_moves=with_moves)


def shown(problem: Problem, found: Solution, *, with_moves: bool = True) -> Suggestion:
    """A play that the solver found, as a person is shown it."""
    worth, _ = weights_of(Objective.POINTS, problem.edition)
    points = sum(worth[tile] for tile in found.laid)
    plan = tuple(moves(problem, found.table, found.laid)) if with_moves else ()
    return Suggestion(found.laid, points, found.table, plan, found.is_proven)


def moves(problem: Problem, after: Table, laid: tuple[Tile, ...]) -> list[Move]:
    """The way from the table as it lies to the table as it shall lie, step by step."""
    way = steps(problem.table, after, problem.edition)
    shown = do_steps(problem.table, laid, way)
    return [Move(step, table, hand) for step, (table, hand) in zip(way, shown, strict=True)]
