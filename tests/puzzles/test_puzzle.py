"""A puzzle: its line of text, its id, and the judgement of answers."""

import pytest

from tilewise.core.notation import rack, table
from tilewise.core.violations import Rule
from tilewise.puzzles.canonical import canonical
from tilewise.puzzles.judge import judge
from tilewise.puzzles.proof import flaws, has_one_play, needs_a_joker
from tilewise.puzzles.puzzle import Effort, Kind, Puzzle, print_puzzle, read_puzzle


def a_puzzle(kind: Kind = Kind.LAY_ALL, tiles: str = "b5 k10", before: str = "", after: str = "") -> Puzzle:
    before = before or "[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]"
    after = after or "[r5 b5 y5 k5] [k6 k7 k8 k9 k10] [r6 r7] [y6 y7]"
    return Puzzle("classic-en", kind, rack(tiles), table(before), table(after), Effort(3, 8, 5))


def test_puzzle_prints_as_one_line_and_reads_back() -> None:
    line = print_puzzle(a_puzzle())

    assert line.count("\n") == 0
    assert read_puzzle(line) == a_puzzle()


def test_line_with_contradicting_figures_is_rejected() -> None:
    line = print_puzzle(a_puzzle()).replace(" 3 8 5 ", " 4 8 5 ")

    with pytest.raises(ValueError, match="by its tiles and figures they are"):
        read_puzzle(line)


def test_unreadable_line_error_shows_the_format() -> None:
    with pytest.raises(ValueError, match="a puzzle is written ID EDITION KIND"):
        read_puzzle("r5 r6 | [r1 r2 r3]")


def test_exchanged_colours_and_melds_are_the_same_puzzle() -> None:
    one = canonical(rack("r1 b2 J"), table("[r3 r4 r5] [b9 y9 k9]"))
    other = canonical(rack("k1 y2 J"), table("[r9 y9 b9] [k3 k4 k5]"))

    assert one == other


def test_different_colour_pattern_is_a_different_puzzle() -> None:
    one = canonical(rack("r1 b2"), table("[r3 r4 r5]"))
    other = canonical(rack("r1 r2"), table("[r3 r4 r5]"))

    assert one != other


def test_illegal_answer_lists_violations() -> None:
    judged = judge(a_puzzle(), table("[r5 b5 y5 k5] [k6 k7 k8 k9 k10] [r6 r7] [y6 y7]"))

    assert not judged.is_solved
    assert {violation.rule for violation in judged.violations} == {Rule.NOT_A_MELD}


def test_legal_play_that_leaves_a_tile_does_not_solve() -> None:
    judged = judge(a_puzzle(), table("[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9 k10]"))

    assert not judged.is_solved
    assert judged.violations == ()
    assert judged.left == rack("b5")


def test_only_play_need_not_empty_the_rack() -> None:
    puzzle = a_puzzle(Kind.ONLY_PLAY, "r8 y1", "[r5 r6 r7]", "[r5 r6 r7 r8]")

    assert judge(puzzle, puzzle.solution).is_solved
    assert list(flaws(puzzle)) == []


def test_position_with_two_plays_is_not_an_only_play() -> None:
    puzzle = a_puzzle(Kind.ONLY_PLAY, "r8 r4", "[r5 r6 r7]", "[r5 r6 r7 r8]")

    assert not has_one_play(puzzle.position)
    assert list(flaws(puzzle)) == ["it is not proven that there is only one play"]


def test_joker_is_needed_if_its_tile_would_not_help() -> None:
    puzzle = a_puzzle(Kind.FREE_JOKER, "b6 k1 k2", "[b5 J b7]", "[b5 b6 b7] [k1 k2 J]")

    assert needs_a_joker(puzzle.position)
    assert list(flaws(puzzle)) == []


def test_joker_is_not_needed_if_the_rack_goes_without_it() -> None:
    puzzle = a_puzzle(Kind.FREE_JOKER, "k1 k2 k3", "[b5 J b7]", "[b5 J b7] [k1 k2 k3]")

    assert not needs_a_joker(puzzle.position)


def test_more_tiles_than_the_box_holds_is_a_flaw() -> None:
    puzzle = a_puzzle(tiles="r5 r5", before="[r5 r6 r7]", after="[r5 r6 r7]")

    assert list(flaws(puzzle)) == ["classic-en has 2 of the tile r5, not 3"]
