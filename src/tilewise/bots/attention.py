"""What a person overlooks: weak bots see less, they never play at random.

A look is a part of the table: some of its melds, with the rack. What can be done with that is found exactly; the rest
of the table is not seen. Which part is looked at follows from the position and the bot's seed, so the same view gets
the same answer.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

from msgspec.structs import replace

from tilewise.bots.budgeted_solver import BudgetedSolver
from tilewise.core.notation import print_rack, print_table
from tilewise.core.position import Position, broken_in
from tilewise.core.tiles import Meld, Table
from tilewise.core.view import View
from tilewise.solver import Solution


def chance(view: View, seed: str) -> Random:
    """Chance that depends on what is seen, and on nothing else."""
    seen = f"{seed}|{view.turn}|{print_rack(view.rack)}|{print_table(view.table)}"
    return Random(sha256(seen.encode()).digest())  # noqa: S311  # attention, not secrets


def best_look(thought: BudgetedSolver, luck: Random, *, melds: int, looks: int) -> Solution:
    """The best play found in so many looks at so many melds each; the first look is at the rack alone."""
    view = thought.view
    windows: list[Table] = [()]
    windows += [tuple(luck.sample(view.table, min(melds, len(view.table)))) for _ in range(looks)]
    found = [_within(thought, window) for window in windows]
    return max(found, key=lambda solution: (solution.primary, solution.secondary))


def _within(thought: BudgetedSolver, window: Table) -> Solution:
    """The best play that touches only these melds, as a play of the whole table."""
    view = thought.view
    rest = _without(view.table, window)
    if not view.has_melded:
        window, rest = view.table, ()
    found = thought.solve(replace(thought.problem(), table=window))
    whole = replace(found, table=(*rest, *found.table))
    position = Position(view.edition, view.table, view.rack, view.has_melded)
    if found.is_play and broken_in(position, whole.table):  # what is no new meld may lie outside the window
        return replace(whole, laid=(), primary=0, secondary=0)
    return whole


def _without(table: Table, window: Sequence[Meld]) -> Table:
    left = list(table)
    for meld in window:
        left.remove(meld)
    return tuple(left)
