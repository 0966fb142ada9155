"""Solve the integer program of a turn with HiGHS, CP-SAT and CBC, timing model and solution.

bench/solver.py runs this. HiGHS is called through SciPy, because highspy and ortools clash in one process.
"""

from collections.abc import Callable
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time
from typing import NamedTuple

import numpy as np
import pulp
from ortools.sat.python import cp_model

from tests.solver.model import POINTS, TILES, Model
from tests.solver.positions import Position
from tilewise.core.tiles import Tile


class Took(NamedTuple):
    """Processor seconds, and the optimum, which must be the same for all solvers."""

    building: float
    solving: float
    best: int | None


def scaled(model: Model) -> tuple[dict[int, float], int]:
    """Return most tiles, then most points, as one objective, and the part that the table itself adds."""
    both = {tile: 1000 * TILES[tile] + POINTS[tile] for tile in Tile}
    return model.laid(both)


def nothing_to_lay(began: float) -> Took:
    """Return the result if no tiles form a meld: a model is built, but nothing is solved."""
    return Took(process_time() - began, 0, None)


def highs(position: Position) -> Took:
    """Solve with HiGHS."""
    began = process_time()
    model = Model(position)
    aim, lying = scaled(model)
    built = process_time()
    found = model.program.maximise(aim)
    done = process_time()
    best = None if found is None else round(sum(weight * round(found[v]) for v, weight in aim.items())) - lying
    return Took(built - began, done - built, best)


def cp_sat(position: Position) -> Took:
    """Solve with CP-SAT, using one worker."""
    began = process_time()
    model = Model(position)
    aim, lying = scaled(model)
    if not model.program.upper:
        return nothing_to_lay(began)
    program, problem = model.program, cp_model.CpModel()
    variables = [problem.new_int_var(0, int(upper), "") for upper in program.upper]
    for terms, low, high in program.rows:
        total = sum(int(weight) * variables[v] for v, weight in terms.items())
        if np.isfinite(low):
            problem.add(total >= int(low))
        if np.isfinite(high):
            problem.add(total <= int(high))
    problem.maximize(sum(int(weight) * variables[v] for v, weight in aim.items()))
    built = process_time()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(problem)
    done = process_time()
    best = round(solver.objective_value) - lying if status == cp_model.OPTIMAL else None
    return Took(built - began, done - built, best)


def children_time() -> float:
    """Return the processor seconds of finished child processes."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cbc(position: Position) -> Took:
    """Solve with CBC through PuLP. CBC runs in its own process, whose time is counted."""
    began = process_time()
    model = Model(position)
    aim, lying = scaled(model)
    if not model.program.upper:
        return nothing_to_lay(began)
    program, problem = model.program, pulp.LpProblem("turn", pulp.LpMaximize)
    variables = [
        pulp.LpVariable(f"x{v}", 0, upper, pulp.LpInteger if whole else pulp.LpContinuous)
        for v, (upper, whole) in enumerate(zip(program.upper, program.is_whole, strict=True))
    ]
    problem += pulp.lpSum(weight * variables[v] for v, weight in aim.items())
    for terms, low, high in program.rows:
        total = pulp.lpSum(weight * variables[v] for v, weight in terms.items())
        if np.isfinite(low):
            problem += total >= low
        if np.isfinite(high):
            problem += total <= high
    built, before = process_time(), children_time()
    problem.solve(pulp.PULP_CBC_CMD(msg=False, gapRel=0))
    solving = children_time() - before
    best = round(pulp.value(problem.objective)) - lying if problem.status == pulp.LpStatusOptimal else None
    return Took(built - began, solving, best)


OTHERS: dict[str, Callable[[Position], Took]] = {"HiGHS": highs, "CP-SAT": cp_sat, "CBC": cbc}
