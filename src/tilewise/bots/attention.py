"""Limited attention: weak bots overlook plays as people do, but never play at random.

1. A look takes some melds of the table and the rack.
2. The solver finds the best play with them; the rest of the table stays as it lies.
3. The position and the bot's seed choose the melds, so the same view gets the same answer.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

from msgspec.structs import replace

from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.core.notation import print_rack, print_table
from tilewise.core.position import Position, broken_in
from tilewise.core.tiles import Meld, Table
from tilewise.core.view import View
from tilewise.solver import Solution


def random_for(view: View, seed: str) -> Random:
    """Return a random generator that depends on the view and the seed alone."""
    seen = f"{seed}|{view.turn}|{print_rack(view.rack)}|{print_table(view.table)}"
    return Random(sha256(seen.encode()).digest())  # noqa: S311  # attention, not secrets


def best_look(solver: BudgetedSolver, random: Random, *, melds: int, looks: int) -> Solution:
    """Return the best play of `looks` looks at `melds` melds each, and one look at the rack alone."""
    view = solver.view
    windows: list[Table] = [()]
    windows += [tuple(random.sample(view.table, min(melds, len(view.table)))) for _ in range(looks)]
    found = [_within(solver, window) for window in windows]
    return max(found, key=lambda solution: (solution.primary, solution.secondary))


def _within(solver: BudgetedSolver, window: Table) -> Solution:
    """Return the best play that changes only these melds, with the whole table after it."""
    view = solver.view
    rest = _without(view.table, window)
    if not view.has_melded:
        window, rest = view.table, ()
    found = solver.solve(replace(solver.problem(), table=window))
    whole = replace(found, table=(*rest, *found.table))
    position = Position(view.edition, view.table, view.rack, view.has_melded)
    if found.is_play and broken_in(position, whole.table):  # a "new" meld may lie outside the window already
        return replace(whole, laid=(), primary=0, secondary=0)
    return whole


def _without(table: Table, window: Sequence[Meld]) -> Table:
    left = list(table)
    for meld in window:
        left.remove(meld)
    return tuple(left)
