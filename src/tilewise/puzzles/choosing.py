"""Choose puzzles from the mined ones: spread evenly over kinds, levels and difficulty, no two alike."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tilewise.puzzles.puzzle import Kind, Puzzle


def choose_puzzles(puzzles: Iterable[Puzzle], each: int) -> list[Puzzle]:
    """Return at most `each` puzzles of each kind and level, sorted by kind, level and difficulty."""
    groups: defaultdict[tuple[Kind, int], dict[str, Puzzle]] = defaultdict(dict)
    for puzzle in puzzles:
        groups[puzzle.kind, puzzle.level][puzzle.id] = puzzle
    kept = [puzzle for group in groups.values() for puzzle in _spread(group.values(), each)]
    order = list(Kind)
    return sorted(kept, key=lambda puzzle: (order.index(puzzle.kind), puzzle.difficulty, puzzle.id))


def _spread(puzzles: Iterable[Puzzle], most: int) -> Iterator[Puzzle]:
    """Yield at most this many puzzles, evenly spaced by difficulty."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    count = min(most, len(ranked))
    yield from (ranked[place * len(ranked) // count] for place in range(count))
