"""Whether there is a play at all: what the rules ask that oblige a player to lay, answered by the kernel."""

from msgspec.structs import replace

from tilewise.core.state import State
from tilewise.solver.problem import Problem
from tilewise.solver.solve import solve


def able(state: State) -> bool:
    """Whether the player whose turn it is could lay anything. Exact; the core's own search gives up sooner."""
    return solve(replace(Problem.of(state), least_disruption=False)).is_play
