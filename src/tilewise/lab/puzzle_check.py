"""Check puzzles: prove every claim and measure the difficulty again."""

from collections import Counter
from collections.abc import Iterable

from tilewise.core.value import Value
from tilewise.puzzles.effort import with_effort
from tilewise.puzzles.proof import flaws
from tilewise.puzzles.puzzle import LEVELS, read_puzzle
from tilewise.puzzles.solvers import LADDER, is_on_its_level, is_solved_by


class CheckedPuzzle(Value):
    """The result of checking a puzzle."""

    id: str
    edition: str
    kind: str
    level: int
    difficulty: int
    flaws: tuple[str, ...]
    solved_by: tuple[str, ...]


class LevelFigures(Value):
    """The difficulty of the puzzles of a level, and how many of them each bot solves."""

    level: int
    puzzles: int
    easiest: int
    median: int
    hardest: int
    solved_by: dict[str, float]
    """For each bot, the share of puzzles it solves."""


def check_puzzle(line: str) -> CheckedPuzzle:
    """Check the puzzle in a line; raise `ValueError` if it cannot be read."""
    puzzle = read_puzzle(line)
    found = list(flaws(puzzle))
    measured = with_effort(puzzle).effort
    if measured != puzzle.effort:
        found.append(f"it states {puzzle.effort}, but {measured} is measured")
    if not is_on_its_level(puzzle):
        found.append("its level does not fit whether the novice solves it")
    solvers = tuple(bot for bot in LADDER if is_solved_by(bot, puzzle))
    return CheckedPuzzle(puzzle.id, puzzle.edition, puzzle.kind, puzzle.level, puzzle.difficulty, tuple(found), solvers)


def figures(puzzles: Iterable[CheckedPuzzle]) -> list[LevelFigures]:
    """Return the figures of each level."""
    levels = {level: [each for each in puzzles if each.level == level] for level in LEVELS}
    return [_figures(level, found) for level, found in levels.items() if found]


def _figures(level: int, found: list[CheckedPuzzle]) -> LevelFigures:
    ranked = sorted(each.difficulty for each in found)
    solved = Counter(bot for each in found for bot in each.solved_by)
    return LevelFigures(
        level=level,
        puzzles=len(found),
        easiest=ranked[0],
        median=ranked[len(ranked) // 2],
        hardest=ranked[-1],
        solved_by={bot: solved[bot] / len(found) for bot in LADDER},
    )
