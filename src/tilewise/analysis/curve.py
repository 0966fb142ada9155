"""Points of a curve: the win chance of every seat if all players continue in their styles."""

from collections.abc import Sequence

from msgspec.structs import replace

from tilewise.analysis.budget import Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.rollouts import Rollouts
from tilewise.analysis.situation import situation_of
from tilewise.analysis.styles import SeatStyles, beliefs_of
from tilewise.core.view import View

PUBLIC_DEALS = 400
"""Deals that make a chance precise enough for a live curve: a standard error of at most 2.5 %."""
LEAST_PUBLIC_DEALS = 8
"""Fewer deals say nothing."""


def chances_of(
    view: View, styles: Sequence[SeatStyles], budget: Budget, *, deals: int, least: int = 1
) -> tuple[float, ...] | None:
    """Return the win chance of every seat. Racks that the view does not show are dealt at random.

    Return None if the budget does not suffice for the least number of deals.
    """
    rollouts = Rollouts(
        BudgetedSolver(view, budget), situation_of(view, styles), seed=view.turn, spare=budget.nodes or 0
    )
    (outcomes,) = rollouts.play([None], first=0, deals=deals)
    if len(outcomes) < least:
        return None
    return tuple(sum(each.shares[seat] for each in outcomes) / len(outcomes) for seat in range(len(view.seats)))


def public_chances(view: View, budget: Budget, styles: Sequence[SeatStyles] = ()) -> tuple[float, ...] | None:
    """Return the win chance of every seat from public information.

    No rack counts, not even that of the view's own seat. `styles` says how each seat plays; a seat without styles is
    judged by its play so far. Return None if the budget is too small.
    """
    public = replace(view, seat=None, seats=tuple(replace(seen, rack=None) for seen in view.seats))
    known = styles or ((),) * len(view.seats)
    beliefs = [given or belief for given, belief in zip(known, beliefs_of(public), strict=True)]
    return chances_of(public, beliefs, budget, deals=PUBLIC_DEALS, least=LEAST_PUBLIC_DEALS)
