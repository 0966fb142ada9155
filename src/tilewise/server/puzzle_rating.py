"""The puzzle rating (Elo). Each puzzle is an opponent whose rating is its difficulty, and counts once."""

from msgspec.structs import replace

from tilewise.storage.puzzles import Solver

WON, HELPED, LOST = 1.0, 0.5, 0.0
"""The results: solved, solved with hints, given up."""
SCALE = 400
"""A rating difference of this size makes winning ten times as likely as losing."""
FIRST, LATER, FIRST_PUZZLES = 40.0, 20.0, 20
"""The K-factor for the first puzzles, the K-factor later, and the number of first puzzles."""
LOWEST = 100.0


def after_puzzle(solver: Solver, difficulty: int, result: float) -> Solver:
    """Return the progress of a person after a puzzle that counts."""
    expected = 1 / (1 + 10 ** ((difficulty - solver.rating) / SCALE))
    worth = FIRST if solver.tried < FIRST_PUZZLES else LATER
    rating = max(LOWEST, solver.rating + worth * (result - expected))
    return replace(solver, rating=rating, tried=solver.tried + 1)
