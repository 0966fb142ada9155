"""The table before and after a play: no tile lost, none invented, only melds."""

import pytest

from tests.games import a_game, an_edition, broken, check
from tilewise.core import engine, notation
from tilewise.core.actions import Play
from tilewise.core.rules.melds import MeldFault
from tilewise.core.rules.table import Change
from tilewise.core.violations import Rule, Violation

HUGE = 10_000


def a_change(before: str, after: str) -> Change:
    return Change(notation.table(before), notation.table(after), an_edition("classic-en"))


def test_laid_tiles_are_the_difference_of_both_tables() -> None:
    """R-TURN-02."""
    change = a_change("[b4 b5 b6] [r8 y8 k8]", "[b3 b4 b5 b6] [r8 y8 k8 b8]")

    assert (sorted(change.laid.elements()), change.taken.total()) == (["b3", "b8"], 0)


def test_unchanged_melds_are_not_part_of_the_change() -> None:
    """R-MAN-03."""
    change = a_change("[b4 b5 b6] [r8 y8 k8]", "[r8 y8 k8] [b4 b5 b6 b7]")

    assert (change.gone, change.arrived) == (notation.table("b4 b5 b6"), notation.table("b4 b5 b6 b7"))


def test_a_twin_of_a_meld_on_the_table_has_arrived() -> None:
    """A-26."""
    change = a_change("[b4 b5 b6]", "[b4 b5 b6] [b4 b5 b6]")

    assert (change.gone, change.arrived) == ((), notation.table("b4 b5 b6"))


def test_a_group_in_another_order_is_the_same_group() -> None:
    """A-34."""
    change = a_change("[r8 y8 k8]", "[k8 r8 y8]")

    assert (change.gone, change.arrived) == ((), ())


@pytest.mark.parametrize(
    ("technique", "rack", "before", "table"),
    [
        ("E1", "b3 b8", "[b4 b5 b6] [r8 y8 k8]", "[b3 b4 b5 b6] [r8 y8 k8 b8]"),
        ("E2", "b3 b5 b6", "[r4 b4 y4 k4]", "[r4 y4 k4] [b3 b4 b5 b6]"),
        ("E3", "b11 k8 y8", "[b8 b9 b10]", "[b9 b10 b11] [b8 k8 y8]"),
        ("E4", "r6", "[r4 r5 r6 r7 r8]", "[r4 r5 r6] [r6 r7 r8]"),
        ("E5", "b1", "[y1 y2 y3 y4] [r1 b1 y1 k1]", "[y2 y3 y4] [b1 y1 k1] [b1 y1 r1]"),
        ("E6", "k10 b5", "[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]", "[r5 y5 k5 b5] [r6 y6 k6] [r7 y7 k7] [k8 k9 k10]"),
    ],
)
def test_the_booklets_examples_of_manipulation(technique: str, rack: str, before: str, table: str) -> None:
    """R-MAN-01, R-MAN-04, R-MAN-05."""
    assert check(a_game(rack, table=before), table) == (), technique


def test_manipulation_serves_to_lay_as_many_tiles_as_possible() -> None:
    """R-MAN-02: all of them, here."""
    assert (
        check(a_game("k10 b5 k11", table="[k5 k6 k7 k8 k9] [r5 y5 k5]"), "[k5 k6 k7 k8 k9 k10 k11] [r5 y5 k5 b5]") == ()
    )


def test_two_tiles_left_behind_are_not_a_meld() -> None:
    """R-MAN-03, R-SET-01."""
    assert check(a_game("r6 k6", table="[b4 b5 b6]"), "[b4 b5] [r6 k6 b6]") == (
        Violation(Rule.NOT_A_MELD, tiles=notation.meld("b4 b5"), why=MeldFault.TOO_FEW_TILES),
    )


def test_every_row_that_is_not_a_meld_is_reported() -> None:
    """R-MAN-03."""
    violations = check(a_game("r6 k6 y1", table="[b4 b5 b6]"), "[b4 b5] [r6 k6] [b6 y1]")

    faults = [MeldFault.TOO_FEW_TILES, MeldFault.TOO_FEW_TILES, MeldFault.NOTHING_IN_COMMON]
    assert [violation.why for violation in violations] == faults


def test_a_tile_that_is_not_on_the_rack_is_named() -> None:
    """R-MELD-03."""
    violations = check(a_game("k9", table="[b4 b5 b6]"), "[b4 b5 b6 b7] [k9 k10 k11]")

    assert violations == (Violation(Rule.TILE_NOT_ON_RACK, tiles=notation.rack("b7 k10 k11")),)


def test_one_tile_of_the_rack_is_not_laid_twice() -> None:
    """R-MELD-03: there is one black 9 on the rack."""
    state = a_game("k9 r9 b9", table="[k6 k7 k8]")

    assert check(state, "[k6 k7 k8 k9] [k9 r9 b9]") == (Violation(Rule.TILE_NOT_ON_RACK, tiles=notation.rack("k9")),)


@pytest.mark.parametrize("tile", ["D", "C", "M"])
def test_a_joker_that_the_box_does_not_hold_is_on_no_rack(tile: str) -> None:
    """R-CONT-02, R-TW-03."""
    assert Rule.TILE_NOT_ON_RACK in broken(a_game("r9 b9"), f"[r9 b9 {tile}]")


def test_more_copies_than_exist_are_on_no_rack() -> None:
    """R-CONT-01."""
    assert broken(a_game("r9 b9 k9", table="[r9 b9 k9] [r9 b9 y9]"), "[r9 b9 k9] [r9 b9 y9] [r9 b9 k9] [r9 b9 k9]") == {
        Rule.TILE_NOT_ON_RACK
    }


def test_an_empty_table_takes_all_tiles_away() -> None:
    """R-TURN-05."""
    assert broken(a_game("k9", table="[b4 b5 b6]"), "-") == {Rule.TABLE_TO_RACK, Rule.NO_RACK_TILE}


def test_empty_row_is_not_a_meld() -> None:
    """R-SET-01."""
    (first, *_) = engine.check(a_game("b7", table="[b4 b5 b6]"), Play(0, (*notation.table("b4 b5 b6 b7"), ())))

    assert first == Violation(Rule.NOT_A_MELD, why=MeldFault.TOO_FEW_TILES)


@pytest.mark.parametrize("melded", [True, False])
@pytest.mark.parametrize("row", ["[r9 b9 k9]", "[r9 b9 J]", "[r9 r9 r9]", "[r9 J C D M]", "[C J]"])
def test_a_huge_table_is_refused_like_any_other(row: str, melded: bool) -> None:  # noqa: FBT001  # two cases
    """R-MELD-03."""
    state = a_game("r9 b9 k9", table="[r3 b3 J] [y8 y9 J]", melded=melded, edition="twist")

    assert Rule.TILE_NOT_ON_RACK in broken(state, row * HUGE)


def test_more_rows_than_tiles_are_refused_without_judging_each() -> None:
    """R-MELD-03."""
    found = broken(a_game("r9 b9 k9", table="[r3 b3 J]"), "[r1 r3 r2]" * 7)

    assert Rule.TILE_NOT_ON_RACK in found
    assert Rule.NOT_A_MELD not in found


@pytest.mark.parametrize("row", ["r9 b9 k9 J D C M", "C J", "r1 r2 r3", "J", "C", "r5 M", "r1 b2 k9 y4"])
def test_huge_row_is_not_a_meld(row: str) -> None:
    """R-SET-01, TA-13."""
    state = a_game("r9", table="[r3 b3 J]", edition="twist", melded=False)

    assert Rule.NOT_A_MELD in broken(state, f"[{f'{row} ' * 1000}]")
