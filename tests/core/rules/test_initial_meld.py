"""The initial meld: worth enough, from the player's rack alone, without touching the table."""

import pytest

from tests.games import a_game, after, broken, check, play
from tilewise.core import notation
from tilewise.core.actions import Draw
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Ending
from tilewise.core.violations import Rule, Violation


def test_twenty_nine_points_are_not_enough_for_the_initial_meld() -> None:
    """R-MELD-01."""
    state = a_game("r2 r3 r4 r5 b5 k5 y5 k1", melded=False)

    assert check(state, "[r2 r3 r4] [r5 b5 k5 y5]") == (Violation(Rule.INITIAL_MELD_POINTS, have=29, need=30),)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("table", ["[r10 b10 k10]", "[r10 r11 r12]", "[r10 b10 k10] [k1 k2 k3]"])
def test_thirty_points_or_more_are_enough(name: str, table: str) -> None:
    """R-MELD-01, R-MELD-02, A-01."""
    assert check(a_game("r10 b10 k10 r11 r12 k1 k2 k3", melded=False, edition=name), table) == ()


def test_several_melds_count_together() -> None:
    """R-MELD-01."""
    assert check(a_game("r5 b5 k5 b4 b5 b6", melded=False), "[r5 b5 k5] [b4 b5 b6]") == ()


def test_any_meld_is_allowed_after_the_initial_meld() -> None:
    """R-MELD-01, R-TURN-07."""
    assert check(a_game("r1 b1 k1"), "[r1 b1 k1]") == ()


@pytest.mark.parametrize(
    ("need", "rules"), [(0, set()), (3, set()), (4, {Rule.INITIAL_MELD_POINTS}), (50, {Rule.INITIAL_MELD_POINTS})]
)
def test_house_sets_the_minimum_of_the_initial_meld(need: int, rules: set[Rule]) -> None:
    """A-01, R-SETUP-11."""
    assert broken(a_game("r1 b1 k1", melded=False, initial_meld_min=need), "[r1 b1 k1]") == rules


def test_a_joker_counts_what_it_stands_for() -> None:
    """R-MELD-04."""
    state = a_game("r9 r10 J b8", melded=False)

    assert check(state, "[r9 r10 J]") == ()
    assert check(state, "[J r9 r10]") == (Violation(Rule.INITIAL_MELD_POINTS, have=27, need=30),)


@pytest.mark.parametrize("name", EDITIONS)
def test_jokers_are_allowed_in_initial_meld_except_in_classic_uk(name: str) -> None:
    """R-MELD-05, A-03."""
    state = a_game("r9 r10 J k2", melded=False, edition=name)

    assert broken(state, "[r9 r10 J]") == ({Rule.JOKER_IN_INITIAL_MELD} if name == "classic-uk" else set())


def test_house_may_allow_or_forbid_jokers_in_initial_meld() -> None:
    """A-03, R-MELD-05."""
    out = a_game("r9 r10 J J", melded=False, joker_in_initial_meld=False)
    let_in = a_game("r9 r10 J", melded=False, edition="classic-uk", joker_in_initial_meld=True)

    assert check(out, "[r9 r10 J J]") == (Violation(Rule.JOKER_IN_INITIAL_MELD, tiles=notation.rack("J J")),)
    assert check(let_in, "[r9 r10 J]") == ()


def test_jokers_are_allowed_after_the_initial_meld_in_every_edition() -> None:
    """R-MELD-05."""
    assert check(a_game("r9 r10 J", edition="classic-uk"), "[r9 r10 J]") == ()


def test_initial_meld_uses_only_tiles_of_the_rack() -> None:
    """R-MELD-03, R-MELD-06."""
    state = a_game("y11 y12", table="[r10 b10 k10 y10]", melded=False)

    assert check(state, "[r10 b10 k10] [y10 y11 y12]") == (
        Violation(
            Rule.INITIAL_MELD_TOUCHES_TABLE,
            tiles=notation.meld("r10 b10 k10 y10"),
            meld=notation.meld("r10 b10 k10 y10"),
        ),
        Violation(Rule.INITIAL_MELD_POINTS, have=0, need=30),
    )


def test_the_table_stays_untouched_in_the_turn_of_the_initial_meld() -> None:
    """R-MELD-06, A-02."""
    state = a_game("r10 b10 k10 b7", table="[b4 b5 b6]", melded=False)

    assert broken(state, "[b4 b5 b6 b7] [r10 b10 k10]") == {Rule.INITIAL_MELD_TOUCHES_TABLE}


def test_table_may_be_touched_from_the_next_turn_on() -> None:
    """R-MELD-06, R-TURN-07."""
    state = a_game("r10 b10 k10 b7 k1", table="[b4 b5 b6]", melded=False)
    later = after(state, play("[b4 b5 b6] [r10 b10 k10]"), Draw(1))

    assert check(later, "[b4 b5 b6 b7] [r10 b10 k10]") == ()


def test_the_order_of_melds_and_groups_on_the_table_is_free() -> None:
    """A-34, R-MELD-06: a meld that lies in another place is not touched."""
    state = a_game("r10 b10 k10", table="[b4 b5 b6] [r8 y8 k8]", melded=False)

    assert check(state, "[r10 b10 k10] [k8 y8 r8] [b4 b5 b6]") == ()


def test_house_may_allow_manipulation_in_the_initial_turn() -> None:
    """A-02."""
    state = a_game("r10 b10 k10 b7", table="[b4 b5 b6]", melded=False, manipulate_in_initial_turn=True)

    assert check(state, "[b4 b5 b6 b7] [r10 b10 k10]") == ()


def test_initial_turn_counts_only_melds_of_rack_tiles() -> None:
    """A-02, R-MELD-03."""
    state = a_game("y11 y12 k1", table="[r10 b10 k10 y10]", melded=False, manipulate_in_initial_turn=True)

    assert check(state, "[r10 b10 k10] [y10 y11 y12]") == (Violation(Rule.INITIAL_MELD_POINTS, have=0, need=30),)


def test_initial_turn_retrieves_jokers_like_any_turn() -> None:
    """A-40, R-JOK-08."""
    state = a_game("y3 r10 b10 k10 r9 k9", table="[r3 b3 J]", melded=False, manipulate_in_initial_turn=True)

    assert check(state, "[r3 b3 y3] [r10 b10 k10] [r9 k9 J]") == ()
    assert broken(state, "[r3 b3 y3 J] [r10 b10 k10]") == set()


def test_initial_turn_does_not_count_an_equal_meld_on_the_table() -> None:
    """A-02, R-MELD-03: one of the two groups was there, taken from the group of four and the run."""
    state = a_game(
        "r10 b10 k10", table="[r10 b10 k10 y10] [y11 y12 y13]", melded=False, manipulate_in_initial_turn=True
    )

    assert check(state, "[r10 b10 k10] [r10 b10 k10] [y10 y11 y12 y13]") == ()


def test_initial_turn_counts_only_one_of_two_melds_sharing_rack_tiles() -> None:
    """A-02, R-MELD-03: with one red 5 on the rack, the run or the group is from the rack, and the run is worth more."""
    state = a_game("r5 r6 r7 b5 k5", table="[r5 y5 b5 k5] [r6 r7 r8]", melded=False, manipulate_in_initial_turn=True)

    assert check(state, "[r5 r6 r7] [r5 b5 k5] [y5 b5 k5] [r6 r7 r8]") == (
        Violation(Rule.INITIAL_MELD_POINTS, have=18, need=30),
    )


def test_a_second_copy_of_a_meld_on_the_table_counts() -> None:
    """A-26, R-MELD-01."""
    state = a_game("r10 b10 k10", table="[r10 b10 k10]", melded=False)

    assert check(state, "[r10 b10 k10] [r10 b10 k10]") == ()


def test_enough_points_do_not_excuse_an_invalid_row() -> None:
    """R-MELD-01, R-SET-01."""
    assert broken(a_game("r10 b10 k10 r1 b2", melded=False), "[r10 b10 k10] [r1 b2]") == {Rule.NOT_A_MELD}


def test_going_out_with_the_initial_meld_is_fine() -> None:
    """A-25, R-END-01."""
    state = after(a_game("r10 b10 k10", melded=False), play("[r10 b10 k10]"))

    assert state.result is not None
    assert (state.result.ending, state.result.winners) == (Ending.RACK_OUT, (0,))


@pytest.mark.parametrize(
    ("rack", "table", "rules"),
    [
        ("y2 D y5", "[y2 D y5]", {Rule.INITIAL_MELD_POINTS}),
        ("b10 r10 D", "[b10 r10 D]", set()),
        ("y9 y10 C", "[y9 y10 C]", set()),
        ("r13 M r13", "[r13 M r13]", {Rule.INITIAL_MELD_POINTS}),
        ("r13 M r13 k1 k2 k3", "[r13 M r13] [k1 k2 k3]", set()),
    ],
)
def test_special_jokers_count_what_they_stand_for_and_the_mirror_nothing(
    rack: str, table: str, rules: set[Rule]
) -> None:
    """R-MELD-08, R-TW-04."""
    assert broken(a_game(rack, melded=False, edition="twist"), table) == rules


def test_player_who_does_not_meld_draws() -> None:
    """R-MELD-07."""
    state = a_game("r10 b10 k10", melded=False, pool="y1 y2")

    assert len(after(state, Draw(0)).players[0].rack) == 4
