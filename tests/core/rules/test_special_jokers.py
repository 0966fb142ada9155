"""The special jokers of Twist in a meld: double, colour-change and mirror."""

import pytest

from tests.games import an_edition
from tilewise.core import notation
from tilewise.core.rules.melds import is_meld, readings, value_of
from tilewise.core.rules.reading import Kind


def legal(row: str, **house_rules: object) -> bool:
    return is_meld(notation.meld(row), an_edition("twist", **house_rules))


def worth(row: str) -> int:
    return value_of(notation.meld(row), an_edition("twist"))


def numbers(row: str) -> list[list[int]]:
    """Return the numbers that each tile of a row stands for, in the best reading."""
    best = readings(notation.meld(row), an_edition("twist"))[0]
    return [[slot.number for slot in role] for role in best.roles]


def test_the_double_of_the_printed_run_is_three_and_four() -> None:
    """R-TW-05, R-TW-06."""
    assert numbers("[y2 D y5]") == [[2], [3, 4], [5]]


def test_the_double_of_the_printed_group_is_the_two_missing_colours() -> None:
    """R-TW-05, R-TW-07."""
    best = readings(notation.meld("[b3 r3 D]"), an_edition("twist"))[0]

    assert [slot.colours for slot in best.roles[2]] == [frozenset("yk")] * 2
    assert best.value == 12


def test_a_meld_has_three_tiles_although_a_double_stands_for_two() -> None:
    """R-TW-02, R-SET-01."""
    assert not legal("[b2 D]")
    assert not legal("[D D]")


@pytest.mark.parametrize("row", ["[D y3 y4]", "[y2 D y5]", "[y1 y2 D]", "[D b3 r3]", "[b3 D r3]", "[b3 r3 D]"])
def test_double_may_stand_anywhere(row: str) -> None:
    """R-TW-09."""
    assert legal(row)


@pytest.mark.parametrize("row", ["[D b2 b3]", "[b11 b12 D]", "[y2 D y4]", "[y2 D y6]", "[D b1 b2]", "[b12 b13 D]"])
def test_a_double_needs_room_for_two_numbers(row: str) -> None:
    """R-TW-10."""
    assert not legal(row)


def test_a_group_has_room_for_two_tiles_beside_a_double() -> None:
    """R-TW-07."""
    assert legal("[r5 J D]")
    assert not legal("[r5 b5 k5 D]")
    assert not legal("[r5 b5 J D]")


def test_a_row_that_can_be_run_or_group_counts_as_the_better_one() -> None:
    """TA-16, A-12."""
    found = readings(notation.meld("[r5 J D]"), an_edition("twist"))

    assert [(reading.kind, reading.value) for reading in found] == [(Kind.RUN, 26), (Kind.GROUP, 20)]


def test_a_colour_change_belongs_in_runs_only() -> None:
    """R-TW-11."""
    assert legal("[y2 y3 C r5]")
    assert not legal("[r8 b8 C]")
    assert not legal("[r8 b8 y8 C]")
    assert not legal("[r8 C M b8 r8]")


def test_the_colours_before_and_after_it_differ() -> None:
    """R-TW-12."""
    assert legal("[y2 y3 C r5 r6]")
    assert not legal("[y2 y3 C y5 y6]")
    assert not legal("[y2 y3 C r5 b6]")
    assert not legal("[y2 J C y5]")


def test_a_colour_change_may_end_a_run_and_counts_its_number() -> None:
    """R-TW-13, R-TW-04."""
    assert numbers("[y2 y3 C]") == [[2], [3], [4]]
    assert not legal("[y12 y13 C]")


def test_a_colour_change_may_begin_a_run_unless_the_house_forbids_it() -> None:
    """TA-03, A-35."""
    assert legal("[C r6 r7]")
    assert not legal("[C r6 r7]", colour_change_at_start=False)
    assert legal("[r6 r7 C]", colour_change_at_start=False)


def test_the_low_end_is_outside_or_inside_as_a_mirrored_run_rises_or_falls() -> None:
    """A-35, A-38, TA-07."""
    assert not legal("[C r6 M r6 r5]", colour_change_at_start=False)
    assert legal("[r5 C M r6 r5]", colour_change_at_start=False)
    assert legal("[C r6 M r6 r7]", colour_change_at_start=False)
    assert not legal("[r6 C M r5 r6]", colour_change_at_start=False)


def test_several_changes_in_one_run() -> None:
    """TA-04, R-TW-18."""
    assert worth("[y2 C r4 C y6]") == 20
    assert legal("[y2 C C y5]")
    assert legal("[C r6 C]")
    assert not legal("[y2 C r4 C r6]")


def test_a_mirror_stands_in_runs_and_in_groups() -> None:
    """R-TW-14, R-TW-16: the mirror adds nothing."""
    assert worth("[b2 b3 M b3 b2]") == 10
    assert worth("[r3 b3 M b3 r3]") == 12


def test_both_sides_of_a_mirror_are_the_same() -> None:
    """R-TW-15."""
    assert not legal("[b2 b3 M b3]")
    assert not legal("[r3 r4 M r3 r4]")
    assert not legal("[b2 b3 M r3 r2]")
    assert not legal("[r7 k7 M b7 y7]")
    assert not legal("[b2 b3 M b4 b2]")


def test_each_side_of_a_mirror_is_a_group_or_a_run_by_itself() -> None:
    """R-TW-15, TA-13."""
    assert not legal("[r3 b5 M b5 r3]")
    assert not legal("[r3 r5 M r5 r3]")
    assert not legal("[r3 r3 M r3 r3]")
    assert legal("[r7 k7 b7 y7 M y7 b7 k7 r7]")
    assert not legal("[r7 k7 b7 y7 J M J y7 b7 k7 r7]")


@pytest.mark.parametrize(("least", "sizes"), [(1, {1, 2, 3}), (2, {2, 3}), (3, {3})])
def test_each_side_of_a_mirror_has_enough_tiles(least: int, sizes: set[int]) -> None:
    """TA-01, A-38."""
    rows = {1: "[b5 M b5]", 2: "[b4 b5 M b5 b4]", 3: "[b3 b4 b5 M b5 b4 b3]"}

    assert {size for size, row in rows.items() if legal(row, mirror_min_side=least)} == sizes


def test_a_double_is_one_tile_on_its_side_of_a_mirror() -> None:
    """A-38."""
    assert legal("[D M b5 b4]")
    assert not legal("[D M b5 b4]", mirror_min_side=2)


def test_a_mirror_stands_for_no_number() -> None:
    """TA-02, R-TW-16."""
    assert worth("[r12 r13 M r13 r12]") == 50
    assert legal("[r2 r1 M r1 r2]")


def test_a_meld_has_one_mirror_at_most() -> None:
    """TA-06."""
    assert not legal("[b5 M b5 M b5]")


def test_mirrored_runs_rise_or_fall_towards_the_mirror() -> None:
    """TA-07."""
    assert worth("[r2 r3 M r3 r2]") == worth("[r3 r2 M r2 r3]") == 10


def test_a_double_may_face_the_two_tiles_it_stands_for() -> None:
    """TA-05."""
    assert worth("[b2 D b5 M b5 b4 b3 b2]") == 28
    assert not legal("[b2 D b5 M b5 b3 b4 b2]")


def test_jokers_on_the_sides_reflect_what_lies_opposite() -> None:
    """R-TW-17, R-TW-18."""
    assert worth("[J k5 M k5 k4]") == 18
    assert worth("[b5 M J]") == 10
    assert worth("[b4 C r6 M r6 C b4]") == 30
    assert not legal("[b4 C r6 M r6 J b4]")


def test_an_outermost_colour_change_faces_anything_of_its_number() -> None:
    """TA-14."""
    assert worth("[C r6 M r6 r5]") == 22
    assert worth("[C r6 M r6 b5]") == 0
    assert legal("[C r6 M r6 J]")
    assert legal("[C r6 M r6 C]")


def test_in_the_initial_meld_special_jokers_count_what_they_stand_for() -> None:
    """R-TW-04, R-MELD-08."""
    assert [worth(row) for row in ("[b10 r10 D]", "[y9 y10 C]", "[r13 M r13]")] == [40, 30, 26]
