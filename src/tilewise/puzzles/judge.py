"""Whether a puzzle is solved: the rules judge the play, as in any game; the kind says what else is wanted."""

from collections import Counter

from tilewise.core.position import broken_in
from tilewise.core.tiles import Table, Tile, in_order, tiles_of
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.puzzles.puzzle import Kind, Puzzle


class Judgement(Value):
    """What is to be said about an answer."""

    is_solved: bool
    violations: tuple[Violation, ...]
    """Every rule that it breaks."""
    laid: tuple[Tile, ...]
    """Tiles that would leave the rack."""
    left: tuple[Tile, ...]
    """Tiles that should lie on the table and are still on the rack."""


def judge(puzzle: Puzzle, answer: Table) -> Judgement:
    """Judge an answer: the whole table as it shall lie."""
    violations = broken_in(puzzle.position, answer)
    laid = tiles_of(answer) - tiles_of(puzzle.table)
    left = () if puzzle.kind is Kind.ONLY_PLAY else in_order((Counter(puzzle.rack) - laid).elements())
    return Judgement(not violations and not left, violations, in_order(laid.elements()), left)
