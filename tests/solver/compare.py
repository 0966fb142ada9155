"""Compare the kernel with the model on one position and describe every difference."""

from collections.abc import Iterator
from dataclasses import replace

from tests.solver import kernel_calls
from tests.solver.chance import dice
from tests.solver.model import POINTS, TILES, Answer, Model, Weights
from tests.solver.positions import Position
from tilewise._kernel import Solution
from tilewise.core import notation
from tilewise.core.rules.initial_meld import points_laid
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Table, Tile

Aims = tuple[Weights, Weights]

BY_TILES: Aims = (TILES, POINTS)
BY_POINTS: Aims = (POINTS, TILES)


def differences(position: Position, seed: int = 0) -> Iterator[str]:
    """Yield the kernel's errors in a position: by tiles, by points, and by weights derived from the seed."""
    model = Model(position)
    yield from (f"tiles: {fault}" for fault in optimum_differs(position, model, BY_TILES))
    for name, aims in (("points", BY_POINTS), ("weights", some_weights(seed))):
        yield from (f"{name}: {fault}" for fault in is_not_best(position, model, aims))
    if not position.has_melded:
        yield from initial_meld_differs(position, model)


def is_not_best(position: Position, model: Model, aims: Aims) -> Iterator[str]:
    """Yield the faults of the kernel's play: illegal, or beaten by the model. Faster than a second optimum."""
    found = kernel_calls.solve(position, kernel_calls.options_of(position, aims))
    yield from faults_of(position, found, aims)
    if found.laid and model.can_beat((found.primary, found.secondary), *aims):
        yield f"kernel {(found.primary, found.secondary)}, model {model.best(*aims)}"
    if not found.laid and model.is_possible():
        yield f"kernel none, model {model.best(*aims)}"


def some_weights(seed: int) -> Aims:
    """Return random positive weights. A tile of weight 0 would not have to be laid."""
    rng = dice(seed)
    return {tile: rng.randint(1, 40) for tile in Tile}, {tile: rng.randint(0, 40) for tile in Tile}


def optimum_differs(position: Position, model: Model, aims: Aims) -> Iterator[str]:
    """Yield the differences between the two optima, and the faults of both plays."""
    best = model.best(*aims)
    if best is not None:
        yield from (f"the model's play is refused: {fault}" for fault in position.violations(best.table))
    found = kernel_calls.solve(position, kernel_calls.options_of(position, aims))
    yield from faults_of(position, found, aims)
    want = best.values if best is not None else None
    have = (found.primary, found.secondary) if found.laid else None
    if not found.proven:
        yield "not proven, although there was no budget"
    if have != want:
        yield f"kernel {have}, model {want}{_shown(best)}"


def faults_of(position: Position, found: Solution, aims: Aims) -> Iterator[str]:
    """Yield the faults of a solution: an illegal play, or figures that do not match it."""
    table = kernel_calls.table_of_code(found.table)
    laid = kernel_calls.tiles_of_code(found.laid)
    if not laid:
        if table != position.table:
            yield "nothing is laid, but the table changed"
        return
    yield from (f"refused: {fault.rule} in {notation.print_table(table)}" for fault in position.violations(table))
    if position.laid(table) != laid:
        yield f"laid is {notation.print_rack(laid)}, but the table says {notation.print_rack(position.laid(table))}"
    sums = tuple(sum(aim[tile] for tile in laid) for aim in aims)
    if sums != (found.primary, found.secondary):
        yield f"the weights of what is laid are {sums}, not {(found.primary, found.secondary)}"
    yield from _counts_differ(position, found, table)


def _counts_differ(position: Position, found: Solution, table: Table) -> Iterator[str]:
    change = Change(position.table, table, position.edition)
    kept = len(position.table) - len(change.gone)
    if found.kept != kept:
        yield f"kept is {found.kept}, but {kept} melds lie as they lay"
    if not position.has_melded and found.points != points_laid(change):
        yield f"points are {found.points}, but the new melds are worth {points_laid(change)}"


def initial_meld_differs(position: Position, model: Model) -> Iterator[str]:
    """Yield the differences in the other two aims of an initial meld: most points, fewest tiles."""
    for mode, best in (
        (kernel_calls.MOST_POINTS, model.most_points()),
        (kernel_calls.FEWEST_TILES, model.fewest_tiles()),
    ):
        options = kernel_calls.options_of(position)
        options.initial_mode = mode
        found = kernel_calls.solve(position, options)
        yield from (f"initial mode {mode}: {fault}" for fault in faults_of(position, found, BY_TILES))
        want = best.values[0] if best is not None else None
        have = None if not found.laid else found.points if mode == kernel_calls.MOST_POINTS else -len(found.laid)
        if have != want:
            yield f"initial mode {mode}: kernel {have}, model {want}{_shown(best)}"


def _shown(best: Answer | None) -> str:
    return f" with {notation.print_table(best.table)}" if best is not None else ""


def with_best(position: Position, *, is_calm: bool = False) -> Position:
    """Return the position with the model's answers, as in the specification; `is_calm` adds least disruption."""
    model = Model(position)
    by_tiles, by_points = model.best(*BY_TILES), model.best(*BY_POINTS)
    if by_tiles is None or by_points is None:
        return replace(position, best={})
    best = {"tiles": by_tiles.values[0], "points": by_points.values[0]}
    if is_calm:
        calm = Model(position, every_column=True).least_disruption(*BY_TILES)
        assert calm is not None
        best |= {"kept": calm.values[2], "moved": -calm.values[3]}
    if not position.has_melded:
        most, fewest = model.most_points(), model.fewest_tiles()
        assert most is not None
        assert fewest is not None
        best |= {"worth": most.values[0], "fewest": -fewest.values[0]}
    return replace(position, best=best)
