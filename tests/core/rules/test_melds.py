"""Melds: groups and runs, what classic jokers stand for, what a row is worth, and why it is no meld."""

import pytest

from tests.games import an_edition
from tilewise.core import notation
from tilewise.core.editions import EDITIONS
from tilewise.core.rules.melds import MeldFault, arranged, fault_of, is_meld, readings, value_of
from tilewise.core.rules.reading import Kind

CLASSIC = EDITIONS["classic-en"]
TWIST = EDITIONS["twist"]


def kinds(row: str) -> set[Kind]:
    return {reading.kind for reading in readings(notation.meld(row), CLASSIC)}


def worth(row: str) -> int:
    return value_of(notation.meld(row), CLASSIC)


def stands_for(row: str) -> list[set[str]]:
    """For each joker of a row, in the reading that counts, the tiles it can be."""
    meld = notation.meld(row)
    best = readings(meld, CLASSIC)[0]
    return [
        {f"{colour}{slot.number}" for slot in role for colour in slot.colours}
        for tile, role in zip(meld, best.roles, strict=True)
        if tile.is_joker
    ]


@pytest.mark.parametrize("row", ["[r7 k7 y7]", "[r7 k7 y7 b7]", "[r7 J y7]", "[k1 b1 r1]"])
def test_a_group_is_three_or_four_of_one_number_in_different_colours(row: str) -> None:
    """R-SET-02."""
    assert kinds(row) == {Kind.GROUP}


@pytest.mark.parametrize("row", ["[r1 r2 r3]", "[k11 k12 k13]", "[b3 b4 b5 b6 b7 b8]", "[y4 J y6]"])
def test_a_run_is_three_or_more_following_numbers_of_one_colour(row: str) -> None:
    """R-SET-03."""
    assert kinds(row) == {Kind.RUN}


def test_there_is_no_third_kind_of_meld() -> None:
    """R-SET-01."""
    assert not any(is_meld(notation.meld(row), CLASSIC) for row in ("[r5 b6 y7]", "[r5 r5 r5]", "[r1 r3 r5]"))


@pytest.mark.parametrize("row", ["[r12 r13 r1]", "[r13 r1 r2]", "[J r1 r2]", "[r12 r13 J]", "[r13 J r2]"])
def test_one_is_the_lowest_number_and_follows_nothing(row: str) -> None:
    """R-SET-04."""
    assert not is_meld(notation.meld(row), CLASSIC)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_two_tiles_are_never_a_meld(edition: object) -> None:
    """R-SET-01."""
    assert not any(is_meld(notation.meld(row), edition) for row in ("[r5 b5]", "[r5 r6]", "[r5 J]", "[J J]"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("row", "points"), [("[r7 k7 y7]", 21), ("[r1 r2 r3]", 6), ("[r11 r12 r13]", 36)])
def test_a_tile_is_worth_its_number(row: str, points: int) -> None:
    """R-SET-05."""
    assert worth(row) == points


def test_row_that_is_not_a_meld_is_worth_nothing() -> None:
    """R-SET-01."""
    assert worth("[r12 r13 r1]") == 0


@pytest.mark.parametrize(
    ("row", "tiles"),
    [
        ("[r5 b5 J]", [{"y5", "k5"}]),
        ("[r5 b5 y5 J]", [{"k5"}]),
        ("[b4 J b6]", [{"b5"}]),
        ("[J b12 b13]", [{"b11"}]),
        ("[b4 J J b7]", [{"b5"}, {"b6"}]),
        ("[J r13 J]", [{"b13", "y13", "k13"}] * 2),
    ],
)
def test_a_joker_stands_for_the_tile_its_place_needs(row: str, tiles: list[set[str]]) -> None:
    """R-JOK-02, R-JOK-03, R-MELD-04."""
    assert stands_for(row) == tiles


@pytest.mark.parametrize(("row", "points"), [("[J J r8]", 24), ("[r5 J J]", 18), ("[J r13 J]", 39), ("[J J r2]", 6)])
def test_of_several_readings_the_most_valuable_counts(row: str, points: int) -> None:
    """A-12, R-JOK-03."""
    assert worth(row) == points


def test_the_most_valuable_reading_comes_first() -> None:
    """A-12."""
    found = readings(notation.meld("[J J r8]"), CLASSIC)

    assert [(reading.kind, reading.value) for reading in found] == [(Kind.GROUP, 24), (Kind.RUN, 21)]


def test_runs_rise_and_the_order_of_a_group_means_nothing() -> None:
    """A-34."""
    assert not is_meld(notation.meld("[r5 r4 r3]"), CLASSIC)
    assert is_meld(notation.meld("[k5 r5 b5]"), CLASSIC)


@pytest.mark.parametrize(("need", "legal"), [(0, True), (1, False), (2, False)])
def test_a_meld_of_jokers_alone(need: int, legal: bool) -> None:  # noqa: FBT001  # a row of the table
    """A-13."""
    edition = an_edition("xp", min_number_tiles_per_set=need)

    assert is_meld(notation.meld("[J J J]"), edition) is legal


@pytest.mark.parametrize(("need", "legal"), [(0, True), (1, True), (2, False)])
def test_a_meld_of_one_number_tile(need: int, legal: bool) -> None:  # noqa: FBT001  # a row of the table
    """A-13."""
    assert is_meld(notation.meld("[J J r8]"), an_edition("xp", min_number_tiles_per_set=need)) is legal


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("[r5]", MeldFault.TOO_FEW_TILES),
        ("[r5 b5]", MeldFault.TOO_FEW_TILES),
        ("[J J J]", MeldFault.TOO_FEW_NUMBERS),
        ("[r5 r5 b5]", MeldFault.REPEATED_COLOUR),
        ("[r5 r5 J]", MeldFault.REPEATED_COLOUR),
        ("[r5 b5 y5 k5 J]", MeldFault.TOO_MANY_IN_GROUP),
        ("[r4 r5 b6]", MeldFault.MIXED_COLOURS),
        ("[r4 b5 b6]", MeldFault.MIXED_COLOURS),
        ("[b2 k3]", MeldFault.MIXED_COLOURS),
        ("[r9 b9 k9 k3]", MeldFault.STRAY_IN_GROUP),
        ("[r7 b7 k2]", MeldFault.STRAY_IN_GROUP),
        ("[r5 b9 y2]", MeldFault.NOTHING_IN_COMMON),
        ("[r5 r5 r6]", MeldFault.REPEATED_NUMBER),
        ("[r4 r5 r7]", MeldFault.NOT_CONSECUTIVE),
        ("[r4 J r7]", MeldFault.NOT_CONSECUTIVE),
        ("[r12 r13 r1]", MeldFault.BEYOND_THE_ENDS),
        ("[J b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13]", MeldFault.BEYOND_THE_ENDS),
        ("[r5 r4 r3]", MeldFault.OUT_OF_ORDER),
        ("[b12 b13 J]", MeldFault.OUT_OF_ORDER),
        ("[J r1 r2]", MeldFault.OUT_OF_ORDER),
        ("[b4 b6 J]", MeldFault.OUT_OF_ORDER),
    ],
)
def test_fault_of_a_row(row: str, fault: MeldFault) -> None:
    """R-SET-01, R-SET-02, R-SET-03, R-SET-04, A-13, A-34."""
    assert fault_of(notation.meld(row), CLASSIC) is fault


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("[D b2 b3]", MeldFault.OUT_OF_ORDER),
        ("[y2 D y4]", MeldFault.NOT_CONSECUTIVE),
        ("[b7 b8 b9 b10 b11 b12 b13 D]", MeldFault.BEYOND_THE_ENDS),
        ("[b1 D b2]", MeldFault.OUT_OF_ORDER),
        ("[r5 b5 k5 D]", MeldFault.TOO_MANY_IN_GROUP),
        ("[r8 b8 C]", MeldFault.COLOUR_CHANGE_IN_GROUP),
        ("[y2 y3 C y5]", MeldFault.COLOUR_DOES_NOT_CHANGE),
        ("[y2 C r4 y5]", MeldFault.COLOUR_DOES_NOT_CHANGE),
        ("[b5 M b5 M b5]", MeldFault.TWO_MIRRORS),
        ("[b2 b3 M]", MeldFault.MIRROR_SIDE_TOO_SHORT),
        ("[M b5 b5]", MeldFault.MIRROR_SIDE_TOO_SHORT),
        ("[b2 b3 M b3]", MeldFault.MIRROR_SIDES_DIFFER),
        ("[b2 b3 M r3 r2]", MeldFault.MIRROR_SIDES_DIFFER),
        ("[r3 r4 M r3 r4]", MeldFault.OUT_OF_ORDER),
        ("[J M J]", MeldFault.TOO_FEW_NUMBERS),
        ("[b2 D]", MeldFault.TOO_FEW_TILES),
    ],
)
def test_fault_of_a_row_with_special_jokers(row: str, fault: MeldFault) -> None:
    """R-TW-02, R-TW-10, R-TW-11, R-TW-12, R-TW-15, TA-06."""
    assert fault_of(notation.meld(row), TWIST) is fault


def test_a_colour_change_at_the_low_end_is_named_where_the_house_forbids_it() -> None:
    """A-35."""
    edition = an_edition("twist", colour_change_at_start=False)

    assert fault_of(notation.meld("[C r12 r13]"), edition) is MeldFault.COLOUR_CHANGE_AT_START


def test_every_fault_is_shown_by_some_example() -> None:
    marks = [
        mark
        for test in (test_fault_of_a_row, test_fault_of_a_row_with_special_jokers)
        for mark in test.pytestmark  # type: ignore[attr-defined]
    ]
    shown = {fault for mark in marks for _, fault in mark.args[1]} | {MeldFault.COLOUR_CHANGE_AT_START}

    assert shown == set(MeldFault)


@pytest.mark.parametrize(
    ("row", "order"),
    [
        ("[r5 r3 r4]", "[r3 r4 r5]"),
        ("[b6 b4 J]", "[b4 J b6]"),
        ("[J J r1]", "[J J r1]"),
        ("[b13 b12 J]", "[J b12 b13]"),
        ("[r5 y7 b9]", None),
    ],
)
def test_tiles_can_be_arranged_as_a_meld(row: str, order: str | None) -> None:
    """A-34."""
    assert arranged(notation.meld(row), CLASSIC) == (None if order is None else notation.meld(order))


@pytest.mark.parametrize("row", ["[D b2 b3]", "[b3 b3 M b2 b2]", "[r5 y2 y3 C]", "[C D r6 y2]", "[J k5 k4 k5 M]"])
def test_tiles_with_special_jokers_can_be_arranged_as_well(row: str) -> None:
    """A-34."""
    found = arranged(notation.meld(row), TWIST)

    assert found is not None
    assert is_meld(found, TWIST)
    assert sorted(found) == sorted(notation.meld(row))
