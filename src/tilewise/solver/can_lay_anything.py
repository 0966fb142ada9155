"""Tell whether a player can lay anything, by the kernel: the fast twin of `tilewise.core.search.any_play`."""

from msgspec.structs import replace

from tilewise.core.state import State
from tilewise.core.view import View
from tilewise.solver.problem import Problem, Solution
from tilewise.solver.solve import solve

NODES = 20_000
"""States searched before a player counts as unable. Plays hardly ever take that many to find."""


def can_lay_anything(state: State) -> bool:
    """A-31: tell whether the player to move can lay anything."""
    return find_any_play(state).is_play


def find_any_play(game: State | View) -> Solution:
    """Return a play of the player to move, or an empty solution where the rules do not demand one."""
    return solve(replace(Problem.of(game), least_disruption=False, node_budget=NODES))
