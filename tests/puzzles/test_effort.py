"""The difficulty of a puzzle: measured by looks, confirmed by bots that see more or less."""

from tilewise.core.notation import rack, table
from tilewise.puzzles.effort import with_effort
from tilewise.puzzles.puzzle import Effort, Kind, Puzzle
from tilewise.puzzles.solvers import is_solved_by


def measured(tiles: str, before: str, after: str, kind: Kind = Kind.LAY_ALL) -> Effort:
    puzzle = Puzzle("classic-en", kind, rack(tiles), table(before), table(after), Effort(0, 0, 0))
    return with_effort(puzzle).effort


def test_adding_to_melds_needs_no_look() -> None:
    effort = measured("r8 b4", "[r5 r6 r7] [b1 b2 b3]", "[r5 r6 r7 r8] [b1 b2 b3 b4]")

    assert effort == Effort(broken=0, fails=0, steps=2)


def test_rearranging_one_meld_costs_failed_looks_at_others() -> None:
    before = "[b4 b5 b6 b7] [y1 y2 y3] [k1 k2 k3] [r11 r12 r13]"

    effort = measured("r7 k7", before, "[b4 b5 b6] [r7 b7 k7] [y1 y2 y3] [k1 k2 k3] [r11 r12 r13]")

    assert effort == Effort(broken=1, fails=2, steps=2)


def test_spare_melds_raise_difficulty() -> None:
    one = measured("r7 k7", "[b4 b5 b6 b7]", "[b4 b5 b6] [r7 b7 k7]")
    many = "[y1 y2 y3] [k1 k2 k3] [r11 r12 r13] [y9 y10 y11] [b11 b12 b13]"
    other = measured("r7 k7", f"[b4 b5 b6 b7] {many}", f"[b4 b5 b6] [r7 b7 k7] {many}")

    assert one.difficulty < other.difficulty


def test_novice_solves_only_puzzles_without_rearranging() -> None:
    easy = Puzzle("classic-en", Kind.LAY_ALL, rack("r8"), table("[r5 r6 r7]"), (), Effort(0, 0, 1))
    hard = Puzzle("classic-en", Kind.LAY_ALL, rack("r7 k7"), table("[b4 b5 b6 b7]"), (), Effort(1, 0, 2))

    assert is_solved_by("novice", easy)
    assert not is_solved_by("novice", hard)
    assert is_solved_by("greedy", hard)
