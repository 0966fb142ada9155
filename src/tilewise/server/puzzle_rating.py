"""The puzzle rating: a puzzle is an opponent as strong as it is hard, and is met once."""

from msgspec.structs import replace

from tilewise.storage.puzzles import Solver

WON, HELPED, LOST = 1.0, 0.5, 0.0
"""Solved; solved with hints; given up."""
SCALE = 400
"""So much more rating makes winning ten times likelier than losing (Elo)."""
FIRST, LATER, SETTLED_AFTER = 40.0, 20.0, 20
"""What a surprise is worth in the first puzzles, and later."""
LOWEST = 100.0


def after_puzzle(solver: Solver, difficulty: int, result: float) -> Solver:
    """How somebody stands after a puzzle that was not decided before."""
    expected = 1 / (1 + 10 ** ((difficulty - solver.rating) / SCALE))
    worth = FIRST if solver.tried < SETTLED_AFTER else LATER
    rating = max(LOWEST, solver.rating + worth * (result - expected))
    return replace(solver, rating=rating, tried=solver.tried + 1)
