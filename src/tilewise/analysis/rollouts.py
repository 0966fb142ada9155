"""Rollouts: play candidate actions on the same random deals of the hidden tiles, to the end of the game."""

from collections.abc import Iterator, Sequence

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.styles import GREEDY, HOLDOUT, KernelStyle, Style
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.solver import kernel


class Arm(Value):
    """An action for this turn, and the style of the later turns."""

    table: Table | None
    """The table after the play; None to wait."""
    style: Style = HOLDOUT

    @property
    def for_kernel(self) -> tuple[bytes, KernelStyle]:
        """The arm as `play_out` takes it."""
        return (b"" if self.table is None else kernel.packed(self.table)), self.style.for_kernel


class Outcome(Value):
    """The end of one rollout."""

    shares: tuple[float, ...]
    """Each seat's share of the win."""
    points: tuple[float, ...]
    out: int
    """The seat that laid its last tile; -1 if the pool ran dry first."""
    turns: int
    """Turns after the action."""
    pool: int
    """Tiles left in the pool."""
    first_dry: int
    """The seat that first laid tiles after the pool ran dry; -1 if none did."""


class Rollouts:
    """Plays arms on numbered deals. The deals depend on the seed and their numbers alone.

    `spare` is the number of nodes beyond the budget that a deal may take to be played to its end. A deal that needs
    more is left out. Games that are left out are long, so without spare nodes the others are no fair sample.
    """

    def __init__(self, solver: BudgetedSolver, situation: _kernel.Situation, *, seed: int, spare: int = 0) -> None:
        self._solver = solver
        self._situation = situation
        self._seed = seed
        self._spare = spare

    def play(self, arms: Sequence[Arm | None], *, first: int, deals: int, until: float = 1.0) -> list[list[Outcome]]:
        """Return the outcomes of each arm, deal by deal, until a part of the budget is spent.

        None is the arm in which the seat to move plays in its own style.
        """
        if self._solver.is_spent or not arms:
            return [[] for _ in arms]
        nodes, milliseconds = self._solver.left_until(until)
        found = _kernel.play_out(
            self._situation,
            [(None, GREEDY.for_kernel) if arm is None else arm.for_kernel for arm in arms],
            self._seed + first,
            deals,
            nodes or 0,
            0 if milliseconds is None else max(1, int(milliseconds * 1000)),
            self._spare,
        )
        self._solver.spend(found.nodes)
        outcomes = list(_outcomes(found, len(self._solver.view.seats)))
        return [outcomes[place :: len(arms)] for place in range(len(arms))]


def _outcomes(found: _kernel.Playouts, seats: int) -> Iterator[Outcome]:
    shares, points = found.shares, found.points
    for number, ending in enumerate(found.endings):
        part = slice(number * seats, (number + 1) * seats)
        yield Outcome(tuple(shares[part]), tuple(points[part]), *ending)
