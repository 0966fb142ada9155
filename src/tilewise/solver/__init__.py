"""The solver: the best play in a position, exactly, in every edition. The kernel does the search."""

from tilewise.solver.can_lay_anything import can_lay_anything, find_any_play
from tilewise.solver.problem import Objective, Problem, Solution, Weights
from tilewise.solver.solve import (
    best_plays,
    can_play,
    can_play_all,
    every_largest_play,
    solve,
    solve_many,
)

__all__ = [
    "Objective",
    "Problem",
    "Solution",
    "Weights",
    "best_plays",
    "can_lay_anything",
    "can_play",
    "can_play_all",
    "every_largest_play",
    "find_any_play",
    "solve",
    "solve_many",
]
