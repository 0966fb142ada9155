"""Compare the kernel's other answers with the model: k best, maximal plays, tiles that can be laid, calmest play."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from tests.solver import kernel_calls
from tests.solver.compare import BY_TILES, faults_of
from tests.solver.model import Model
from tests.solver.moved import tiles_moved
from tests.solver.positions import Position
from tilewise import _kernel
from tilewise.core.tiles import in_order
from tilewise.solver import Objective, Problem, best_plays, can_play, can_play_all, every_largest_play, solve

MANY = 200
LOW_ENOUGH = 10
"""Points that the rack of a tiny position often has."""


def questions_differ(position: Position) -> Iterator[str]:
    """Yield the kernel's errors in all questions other than the best play."""
    model = Model(position)
    yield from k_best_differ(position, model, 5)
    yield from maximal_plays_differ(position, model)
    yield from what_can_be_laid_differs(position, model)


def k_best_differ(position: Position, model: Model, k: int) -> Iterator[str]:
    """Yield the faults of the k best plays: wrong order, duplicates, illegal plays, or a missing better play."""
    found = _kernel.k_best(*kernel_calls.question(position), kernel_calls.options_of(position), k)
    for solution in found:
        yield from (f"k best: {fault}" for fault in faults_of(position, solution, BY_TILES))
    values = [(solution.primary, solution.secondary) for solution in found]
    if values != sorted(values, reverse=True):
        yield f"k best: not best first: {values}"
    if len({solution.laid for solution in found}) < len(found):
        yield "k best: the same tiles twice"
    with model.supposing():
        for solution in found:
            model.forbid(kernel_calls.tiles_of_code(solution.laid))
        if model.can_beat(values[-1], *BY_TILES) if len(found) == k else model.is_possible():
            yield f"k best: {values} leave out {model.best(*BY_TILES)}"


def maximal_plays_differ(position: Position, model: Model) -> Iterator[str]:
    """Yield the plays of the model that lay more than a listed play, or tiles that no listed play lays."""
    found = _kernel.maximal_plays(*kernel_calls.question(position), kernel_calls.options_of(position), MANY)
    laid = [kernel_calls.tiles_of_code(solution.laid) for solution in found]
    for solution in found:
        yield from (f"maximal: {fault}" for fault in faults_of(position, solution, BY_TILES))
    counts = [Counter(tiles) for tiles in laid]
    if any(one <= other for i, one in enumerate(counts) for j, other in enumerate(counts) if i != j):
        yield "maximal: one play is part of another"
    if len(found) == MANY:
        return
    with model.supposing():
        for tiles in laid:
            model.forbid(tiles, only_more=True)
        if model.is_possible():
            yield f"maximal: {model.best(*BY_TILES)} is part of none of {len(laid)} plays"


def what_can_be_laid_differs(position: Position, model: Model) -> Iterator[str]:
    """Yield the errors of `can_play` for each tile of the rack, and of `can_play_all`."""
    asked = (*kernel_calls.question(position), kernel_calls.options_of(position))
    can = set(kernel_calls.tiles_of_code(_kernel.can_play(*asked)))
    for tile in in_order(set(position.rack)):
        with model.supposing():
            model.lay_tile(tile, 1)
            if model.is_possible() != (tile in can):
                yield f"can_play: {tile} is {'not ' * (tile not in can)}among {in_order(can)}"
    with model.supposing():
        for tile, count in Counter(position.rack).items():
            model.lay_tile(tile, count)
        if position.rack and model.is_possible() != _kernel.can_play_all(*asked):
            yield f"can_play_all: {_kernel.can_play_all(*asked)}"


def calmest_play_differs(position: Position) -> Iterator[str]:
    """Yield the errors of the calmest play: the best play with the most melds kept, then the fewest tiles moved."""
    best = Model(position, every_column=True).least_disruption(*BY_TILES)
    options = kernel_calls.options_of(position)
    options.least_disruption = True
    found = kernel_calls.solve(position, options)
    yield from (f"calmest: {fault}" for fault in faults_of(position, found, BY_TILES))
    if found.laid and found.moved != tiles_moved(position, kernel_calls.table_of_code(found.table)):
        yield f"calmest: moved is {found.moved}"
    want = best.values if best is not None else ()
    have = (found.primary, found.secondary, found.kept, -found.moved) if found.laid else ()
    if have != want:
        yield f"calmest: kernel {have}, model {want}"


def opening_differs(position: Position) -> Iterator[str]:
    """A-02: yield the errors in an initial turn that may go on; its answer combines several kernel calls."""
    rules = {"manipulate_in_initial_turn": True, "initial_meld_min": LOW_ENOUGH}
    turned = replace(position, edition=position.edition.with_rules(**rules))
    model = Model(turned)
    best = model.least_disruption(*BY_TILES)
    objective = Objective.TILES_THEN_POINTS
    problem = Problem(turned.edition, turned.rack, turned.table, has_melded=False, objective=objective)
    found = solve(problem)
    have = (found.primary, found.secondary, found.kept, -found.moved) if found.is_play else None
    if have != (best.values if best is not None else None):
        yield f"opening: solver {have}, model {best}"
    for play in (*best_plays(problem, 5), *(largest := every_largest_play(problem, limit=MANY))):
        yield from (f"opening: refused: {fault.rule}" for fault in turned.violations(play.table))
    can = set(can_play(problem))
    for tile in in_order(set(turned.rack)):
        with model.supposing():
            model.lay_tile(tile, 1)
            if model.is_possible() != (tile in can):
                yield f"opening: can_play: {tile} is {'not ' * (tile not in can)}among {in_order(can)}"
    if turned.rack and can_play_all(problem) != (found.laid == in_order(turned.rack)):
        yield f"opening: can_play_all: {can_play_all(problem)}"
    with model.supposing():
        for play in largest:
            model.forbid(play.laid, only_more=True)
        if len(largest) < MANY and model.is_possible():
            yield f"opening: {model.best(*BY_TILES)} is part of none of {len(largest)} plays"
