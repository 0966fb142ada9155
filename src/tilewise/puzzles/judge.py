"""Judge an answer: the rules judge the play, as in any game; the kind of puzzle adds its goal."""

from collections import Counter

from tilewise.core.position import broken_in
from tilewise.core.tiles import Table, Tile, in_order, tiles_of
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.puzzles.puzzle import Kind, Puzzle


class Judgement(Value):
    """The verdict on an answer."""

    is_solved: bool
    violations: tuple[Violation, ...]
    """Every rule that the answer breaks."""
    laid: tuple[Tile, ...]
    """Tiles that leave the rack."""
    left: tuple[Tile, ...]
    """Rack tiles that the goal still requires to be laid."""


def judge(puzzle: Puzzle, answer: Table) -> Judgement:
    """Judge an answer, which is the whole table after the play."""
    violations = broken_in(puzzle.position, answer)
    laid = tiles_of(answer) - tiles_of(puzzle.table)
    left = () if puzzle.kind is Kind.ONLY_PLAY else in_order((Counter(puzzle.rack) - laid).elements())
    return Judgement(not violations and not left, violations, in_order(laid.elements()), left)
