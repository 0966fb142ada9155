"""Examining puzzles: everything that is claimed of them, proven and measured anew."""

from collections import Counter
from collections.abc import Iterable

from tilewise.core.value import Value
from tilewise.puzzles.effort import with_effort
from tilewise.puzzles.proof import flaws
from tilewise.puzzles.puzzle import LEVELS, read_puzzle
from tilewise.puzzles.solvers import LADDER, is_on_its_level, is_solved_by


class Examined(Value):
    """What was found out about a puzzle."""

    id: str
    edition: str
    kind: str
    level: int
    difficulty: int
    flaws: tuple[str, ...]
    solved_by: tuple[str, ...]


class LevelFigures(Value):
    """How hard the puzzles of a level are, and for whom."""

    level: int
    puzzles: int
    easiest: int
    median: int
    hardest: int
    solved_by: dict[str, float]
    """For each bot, which share of them it solves."""


def examine(line: str) -> Examined:
    """Prove and measure the puzzle of a line, wherever this runs; ValueError when it cannot be read."""
    puzzle = read_puzzle(line)
    found = list(flaws(puzzle))
    measured = with_effort(puzzle).effort
    if measured != puzzle.effort:
        found.append(f"it says {puzzle.effort}, and is measured {measured}")
    if not is_on_its_level(puzzle):
        found.append("the novice solves it, or fails, where its level says the opposite")
    solvers = tuple(bot for bot in LADDER if is_solved_by(bot, puzzle))
    return Examined(puzzle.id, puzzle.edition, puzzle.kind, puzzle.level, puzzle.difficulty, tuple(found), solvers)


def figures(puzzles: Iterable[Examined]) -> list[LevelFigures]:
    """The figures of each level."""
    levels = {level: [each for each in puzzles if each.level == level] for level in LEVELS}
    return [_figures(level, found) for level, found in levels.items() if found]


def _figures(level: int, found: list[Examined]) -> LevelFigures:
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
