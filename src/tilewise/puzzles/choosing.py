"""From all that was mined, the puzzles that are kept: evenly spread over kinds, levels and difficulty, no two alike."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tilewise.puzzles.puzzle import Kind, Puzzle


def chosen(puzzles: Iterable[Puzzle], each: int) -> list[Puzzle]:
    """So many puzzles of each kind on each level at most, sorted by kind, level and difficulty."""
    shelves: defaultdict[tuple[Kind, int], dict[str, Puzzle]] = defaultdict(dict)
    for puzzle in puzzles:
        shelves[puzzle.kind, puzzle.level][puzzle.id] = puzzle
    kept = [puzzle for alike in shelves.values() for puzzle in _spread(alike.values(), each)]
    order = list(Kind)
    return sorted(kept, key=lambda puzzle: (order.index(puzzle.kind), puzzle.difficulty, puzzle.id))


def _spread(puzzles: Iterable[Puzzle], most: int) -> Iterator[Puzzle]:
    """As many as wanted, at even distances along the difficulty."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    count = min(most, len(ranked))
    yield from (ranked[place * len(ranked) // count] for place in range(count))
