"""Jokers on the table: how they are retrieved, and where they must go."""

import pytest

from tests.games import a_game, after, broken, check, play
from tilewise.core import notation
from tilewise.core.rules.jokers import is_new
from tilewise.core.violations import Rule, Violation

NEW = {Rule.JOKER_NOT_IN_NEW_MELD}
FILLED = {Rule.JOKER_PLACE_NOT_FILLED}
BOTH = {Rule.JOKER_NEEDS_BOTH_COLOURS}
SWAPPED = {Rule.JOKER_SWAPPED}


@pytest.mark.parametrize(
    "table",
    [
        "[r3 b3 y3] [k9 y9 J]",
        "[r3 b3 k3] [k9 y9 J]",
        "[r3 b3 y3 k3] [k9 y9 J]",
    ],
)
def test_the_first_way_fills_a_group_with_either_colour_or_both(table: str) -> None:
    """R-JOK-04, R-JOK-05, R-JOK-14, E-J1."""
    assert check(a_game("y3 k3 k9 y9 r1", table="[r3 b3 J]"), table) == ()


def test_the_second_way_splits_a_run_at_the_joker() -> None:
    """R-JOK-14, E-J2, A-08."""
    state = a_game("k9 y9", table="[b3 b4 b5 J b7 b8 b9]")

    assert check(state, "[b3 b4 b5] [b7 b8 b9] [k9 y9 J]") == ()


@pytest.mark.parametrize(("before", "grown"), [("[b4 J b6]", "[b4 b5 b6]"), ("[b6 b7 J]", "[b5 b6 b7]")])
def test_the_third_way_adds_a_tile_to_the_run(before: str, grown: str) -> None:
    """R-JOK-14, E-J3, A-22."""
    assert check(a_game("b5 r1 k1", table=before), f"{grown} [r1 k1 J]") == ()


def test_the_fourth_way_moves_its_neighbours_to_other_melds() -> None:
    """R-JOK-14, E-J4, A-08, A-16: the run lies on the table, not on the rack."""
    state = a_game("r9 k9", table="[k1 k2 J] [r1 b1 y1] [r2 b2 y2]")

    assert check(state, "[r1 b1 y1 k1] [r2 b2 y2 k2] [r9 k9 J]") == ()


def test_the_replacement_may_come_from_the_table_if_a_rack_tile_is_laid() -> None:
    """R-JOK-04, R-JOK-09."""
    state = a_game("r1 k1", table="[b4 J b6] [r5 b5 y5 k5]")

    assert check(state, "[b4 b5 b6] [r5 y5 k5] [r1 k1 J]") == ()


def test_freeing_a_joker_without_a_rack_tile_is_not_a_play() -> None:
    """R-JOK-09."""
    state = a_game("y9", table="[r3 b3 J] [y3 y4 y5 y6] [k8 k9 k10 k11 k12]")

    assert broken(state, "[r3 b3 y3] [y4 y5 y6] [k8 k9 k10] [k11 k12 J]") == {Rule.NO_RACK_TILE}


@pytest.mark.parametrize("wrong", ["[b5 r6 b7]", "[b5 b8 b7]"])
def test_replacement_must_leave_a_meld(wrong: str) -> None:
    """R-JOK-04."""
    assert broken(a_game("r6 b8 k9 b9", table="[b5 J b7]"), f"{wrong} [k9 b9 J]") == {Rule.NOT_A_MELD}


def test_a_retrieved_joker_never_goes_to_the_rack() -> None:
    """R-JOK-07."""
    violations = check(a_game("y3 k9", table="[r3 b3 J]"), "[r3 b3 y3]")

    assert violations == (Violation(Rule.TABLE_TO_RACK, tiles=notation.rack("J")),)


def test_a_retrieved_joker_goes_into_a_new_meld() -> None:
    """R-JOK-06, A-07."""
    violations = check(a_game("y3", table="[r3 b3 J] [k7 k8 k9]"), "[r3 b3 y3] [k7 k8 k9 J]")

    assert violations == (
        Violation(Rule.JOKER_NOT_IN_NEW_MELD, tiles=notation.rack("J"), meld=notation.meld("k7 k8 k9 J")),
    )


def test_a_meld_that_merely_grew_is_not_new() -> None:
    """A-07: the joker was a 6 and would be a 7."""
    assert broken(a_game("b6", table="[b4 b5 J]"), "[b4 b5 b6 J]") == NEW


def test_a_meld_of_part_of_an_old_one_is_new() -> None:
    """A-07."""
    state = a_game("y3 r9", table="[r3 b3 J] [k6 k7 k8 k9]")

    assert check(state, "[r3 b3 y3] [k6 k7 k8] [k9 r9 J]") == ()


@pytest.mark.parametrize(
    ("old", "new"), [("[k7 k8 k9]", "[k7 k8 k9 J]"), ("[k7 k8 k9]", "[k6 k7 k8 k9 J]"), ("[k7 J k9]", "[k7 k9 r2]")]
)
def test_a_meld_that_holds_all_number_tiles_of_an_old_one_is_not_new(old: str, new: str) -> None:
    """A-07."""
    assert not is_new(notation.meld(new), notation.table(old))


@pytest.mark.parametrize(("old", "new"), [("[k7 k8 k9]", "[k8 k9 J]"), ("[J J J]", "[k9 y9 J]"), ("-", "[k9 y9 J]")])
def test_any_other_meld_is_new(old: str, new: str) -> None:
    """A-07."""
    assert is_new(notation.meld(new), notation.table(old))


@pytest.mark.parametrize(
    ("rack", "before", "table"),
    [
        ("b8", "[b5 J b7]", "[b5 J b7 b8]"),
        ("y5", "[r5 b5 J]", "[r5 b5 y5 J]"),
        ("b10", "[b4 b5 J b7 b8 b9]", "[b4 b5 J] [b7 b8 b9 b10]"),
        ("b3", "[b4 b5 J]", "[b3 b4 b5 J]"),
        ("r5 y5", "[r5 b5 k5 J]", "[r5 b5 J] [k5 r5 y5]"),
    ],
)
def test_joker_with_the_same_meaning_was_not_retrieved(rack: str, before: str, table: str) -> None:
    """A-07, R-JOK-10."""
    assert check(a_game(rack, table=before), table) == ()


def test_joker_away_from_all_old_neighbours_was_retrieved() -> None:
    """A-07: still a black 5, but in another meld, which merely grew and so is not new."""
    state = a_game("y5 b9", table="[r5 b5 J] [k6 k7 k8]")

    assert broken(state, "[r5 b5 y5] [J k6 k7 k8]") == NEW


def test_a_retrieved_joker_is_free_to_be_anything() -> None:
    """R-JOK-11."""
    assert check(a_game("y3 k11 k12", table="[r3 b3 J]"), "[r3 b3 y3] [k11 k12 J]") == ()


def test_retrieved_joker_may_go_anywhere_under_the_house_rule() -> None:
    """A-07."""
    assert check(a_game("b6", table="[b4 b5 J]", joker_reuse="any-set"), "[b4 b5 b6 J]") == ()


def test_a_joker_from_the_rack_may_go_anywhere_it_fits() -> None:
    """A-27, R-JOK-13."""
    assert check(a_game("J", table="[b4 b5 b6]"), "[b4 b5 b6 J]") == ()


def test_equal_jokers_get_the_best_pairing() -> None:
    """A-07, A-27: the one from the rack joined the run, the retrieved one the 9s."""
    assert check(a_game("J b6 r9 k9", table="[b4 b5 J]"), "[b4 b5 b6 J] [r9 k9 J]") == ()
    assert broken(a_game("J b6 r9", table="[b4 b5 J] [k7 k8 k9]"), "[b4 b5 b6 J] [k7 k8 k9 J]") == NEW


def test_two_jokers_may_change_places() -> None:
    """A-07."""
    state = a_game("k1", table="[r3 b3 J] [y8 y9 J] [k2 k3 k4]")

    assert check(state, "[r3 b3 J] [y8 y9 J] [k1 k2 k3 k4]") == ()


def test_any_player_can_retrieve_a_joker_laid_in_an_earlier_turn() -> None:
    """R-JOK-13."""
    state = after(a_game("J b4 b6 k1", others=("b5 r1 k1 y9",)), play("[b4 J b6]"))

    assert check(state, "[b4 b5 b6] [r1 k1 J]") == ()


def test_no_joker_is_retrieved_before_the_initial_meld() -> None:
    """R-JOK-08."""
    state = a_game("y3 r10 b10 k10", table="[r3 b3 J]", melded=False)

    assert Rule.INITIAL_MELD_TOUCHES_TABLE in broken(state, "[r3 b3 y3] [r10 b10 k10 J]")


def test_joker_in_a_row_that_is_not_a_meld_is_not_judged() -> None:
    """R-JOK-06, R-MAN-03: the row is refused anyway."""
    assert broken(a_game("r8", table="[b5 J b7]"), "[b5 J b7 r8]") == {Rule.NOT_A_MELD}


# ---- the house rule that only the very tile frees a joker


@pytest.mark.parametrize(
    ("rack", "before", "table", "rules"),
    [
        ("b5 r1 k1", "[b4 J b6]", "[b4 b5 b6] [r1 k1 J]", set()),
        ("b5 r1 k1", "[b6 b7 J]", "[b5 b6 b7] [r1 k1 J]", FILLED),
        ("k9 y9", "[b3 b4 b5 J b7 b8 b9]", "[b3 b4 b5] [b7 b8 b9] [k9 y9 J]", FILLED),
        ("r9 k9", "[k1 k2 J] [r1 b1 y1] [r2 b2 y2]", "[r1 b1 y1 k1] [r2 b2 y2 k2] [r9 k9 J]", FILLED),
        ("y3 k9 b9", "[r3 b3 J]", "[r3 b3 y3] [k9 b9 J]", set()),
        ("k9 b9", "[r3 b3 y3 J]", "[r3 b3 y3] [k9 b9 J]", FILLED),
        ("b8", "[b5 J b7]", "[b5 J b7 b8]", set()),
        ("b6", "[b4 b5 J]", "[b4 b5 b6 J]", NEW),
    ],
)
def test_exact_tile(rack: str, before: str, table: str, rules: set[Rule]) -> None:
    """A-22, A-33, R-JOK-04."""
    assert broken(a_game(rack, table=before, joker_retrieval="exact-tile"), table) == rules


@pytest.mark.parametrize(
    ("rack", "before", "table", "rules"),
    [
        ("y3 y4 r9 b9", "[y2 D y5]", "[y2 y3 y4 y5] [r9 b9 D]", set()),
        ("y3 k9 b9", "[b3 r3 D]", "[b3 r3 y3] [k9 b9 D]", FILLED),
        ("k9 k10", "[y1 y2 y3 C r5 r6 r7]", "[y1 y2 y3] [r5 r6 r7] [k9 k10 C]", FILLED),
        ("y4 k9 k10", "[y2 y3 C]", "[y2 y3 y4] [k9 k10 C]", set()),
        ("r5 k9 k10", "[C r6 r7]", "[r5 r6 r7] [k9 k10 C]", set()),
        ("b1 b1 k9 k9", "[b2 b3 M b3 b2]", "[b1 b2 b3] [b1 b2 b3] [k9 M k9]", FILLED),
    ],
)
def test_exact_tile_for_special_jokers(rack: str, before: str, table: str, rules: set[Rule]) -> None:
    """A-33, R-TW-08, TA-08, TA-09, TA-10."""
    assert broken(a_game(rack, table=before, edition="twist", joker_retrieval="exact-tile"), table) == rules


# ---- the house rule that a group of three gives up its joker for both colours only


@pytest.mark.parametrize(
    ("rack", "before", "table", "rules"),
    [
        ("y3 k9 b9", "[r3 b3 J]", "[r3 b3 y3] [k9 b9 J]", BOTH),
        ("y3 k3 k9 b9", "[r3 b3 J]", "[r3 b3 y3 k3] [k9 b9 J]", set()),
        ("k3 k9 b9", "[r3 b3 y3 J]", "[r3 b3 y3 k3] [k9 b9 J]", set()),
        ("k9 b9", "[r3 b3 J] [r4 r5 r6] [b4 b5 b6]", "[r3 r4 r5 r6] [b3 b4 b5 b6] [k9 b9 J]", set()),
        ("b5 r1 k1", "[b4 J b6]", "[b4 b5 b6] [r1 k1 J]", set()),
    ],
)
def test_both_colours(rack: str, before: str, table: str, rules: set[Rule]) -> None:
    """A-23, A-32, R-JOK-05."""
    assert broken(a_game(rack, table=before, group3_both_colours=True), table) == rules


def test_both_colours_name_the_tiles_that_are_missing() -> None:
    """A-32."""
    (violation,) = check(a_game("y3 k9 b9", table="[r3 b3 J]", group3_both_colours=True), "[r3 b3 y3] [k9 b9 J]")

    assert violation == Violation(
        Rule.JOKER_NEEDS_BOTH_COLOURS, tiles=notation.rack("y3 k3"), meld=notation.meld("r3 b3 J")
    )


@pytest.mark.parametrize(("rack", "table", "rules"), [("y3", "[b3 r3 y3]", BOTH), ("y3 k3", "[b3 r3 y3 k3]", set())])
def test_both_colours_apply_to_a_double(rack: str, table: str, rules: set[Rule]) -> None:
    """A-39."""
    state = a_game(f"{rack} k9 b9", table="[b3 r3 D]", edition="twist", group3_both_colours=True)

    assert broken(state, f"{table} [k9 b9 D]") == rules


# ---- special jokers on the table


@pytest.mark.parametrize(
    ("rack", "before", "table", "rules"),
    [
        ("y3 y4 r9 b9", "[y2 D y5]", "[y2 y3 y4 y5] [r9 b9 D]", set()),
        ("y3 r9 b9", "[y2 D y5]", "[y2 y3 y5] [r9 b9 D]", {Rule.NOT_A_MELD}),
        ("y3 k9 b9", "[b3 r3 D]", "[b3 r3 y3] [k9 b9 D]", set()),
        ("k9 k10", "[y1 y2 y3 C r5 r6 r7]", "[y1 y2 y3] [r5 r6 r7] [k9 k10 C]", set()),
        ("y4 k9 k10", "[y2 y3 C]", "[y2 y3 y4] [k9 k10 C]", set()),
        ("y4 k9 k10", "[y2 y3 C r5]", "[y2 y3 y4 r5] [k9 k10 C]", {Rule.NOT_A_MELD}),
        ("b1 b1 k9 k9", "[b2 b3 M b3 b2]", "[b1 b2 b3] [b1 b2 b3] [k9 M k9]", set()),
        ("b4 k9 k9", "[b2 b3 M b3 b2]", "[b2 b3 b4 b3 b2] [k9 M k9]", {Rule.NOT_A_MELD}),
        ("r5", "[y2 y3 C]", "[y2 y3 C r5]", set()),
        ("b1 b1", "[b2 b3 M b3 b2]", "[b1 b2 b3 M b3 b2 b1]", set()),
        ("k2 y2 k2 y2", "[b2 b3 M b3 b2]", "[b3 M b3] [b2 k2 y2] [b2 k2 y2]", set()),
        ("y3 y4", "[y2 D y5] [k4 k5 k6]", "[y2 y3 y4 y5] [k4 k5 k6 D]", NEW),
        ("y4", "[y2 y3 C] [k7 k8 k9]", "[y2 y3 y4] [k7 k8 k9 C]", NEW),
    ],
)
def test_how_special_jokers_are_freed(rack: str, before: str, table: str, rules: set[Rule]) -> None:
    """R-TW-08, R-TW-13, R-TW-15, TA-08, TA-09, TA-10, TA-15."""
    assert broken(a_game(rack, table=before, edition="twist"), table) == rules


@pytest.mark.parametrize(
    ("rack", "before", "table"),
    [
        ("C k9 r9", "[b5 b6 J]", "[b5 b6 C] [k9 r9 J]"),
        ("D k9 r9", "[b3 r3 J]", "[b3 r3 D] [k9 r9 J]"),
        ("D k9 r9", "[b3 r3 J]", "[r3 D b3] [k9 r9 J]"),
        ("J k9 k10", "[b5 b6 C]", "[b5 b6 J] [k9 k10 C]"),
    ],
)
def test_a_joker_does_not_replace_a_joker(rack: str, before: str, table: str) -> None:
    """R-TW-01, TA-11, A-34: in whatever order a group is laid."""
    assert broken(a_game(rack, table=before, edition="twist"), table) == SWAPPED
    assert check(a_game(rack, table=before, edition="twist", joker_swap_by_joker=True), table) == ()


def test_joker_at_the_other_end_of_a_run_is_not_a_swap() -> None:
    """TA-11: two places differ, not one."""
    state = a_game("C k9 r9", table="[b5 b6 J]", edition="twist")

    assert check(state, "[C b5 b6] [k9 r9 J]") == ()


def test_joker_of_the_same_kind_is_not_a_swap() -> None:
    """TA-11."""
    assert check(a_game("J r9 k9 b9", table="[b5 b6 J]"), "[b5 b6 J] [r9 k9 b9 J]") == ()
