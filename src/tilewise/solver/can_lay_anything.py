"""Whether there is a play at all: what the rules ask that oblige a player to lay, answered by the kernel."""

from msgspec.structs import replace

from tilewise.core.state import State
from tilewise.solver.problem import Problem
from tilewise.solver.solve import solve

PATIENCE = 20_000
"""States that are looked at before a player counts as unable, as in `tilewise.core.search.any_play`."""


def able(state: State) -> bool:
    """Whether the player whose turn it is could lay anything: exact, or within a patience that hardly ever runs out."""
    return solve(replace(Problem.of(state), least_disruption=False, node_budget=PATIENCE)).is_play
