"""Rules that oblige a player to lay ask whether a play exists. The kernel and the core's search agree."""

import pytest

from tests.games import a_game
from tilewise.core.actions import Draw, Pass
from tilewise.core.editions import edition
from tilewise.core.engine import check
from tilewise.core.search.any_play import a_play_exists
from tilewise.core.search.any_play import can_lay_anything as asked_by_the_rules
from tilewise.core.violations import Rule, Violation
from tilewise.solver import can_lay_anything

POSITIONS = [
    ("k10 b5", "[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]"),
    ("r6", "[r4 r5 r6 r7 r8]"),
    ("r6", "[r3 r4 r5] [b6 y6 k6]"),
    ("r1 b9", "[r4 r5 r6 r7]"),
    ("r13", "[r4 r5 r6] [r8 r9 r10]"),
    ("b1", "[y1 y2 y3 y4] [r1 b1 y1 k1]"),
    ("k2", "[b4 b5 J] [r9 k9 y9]"),
    ("J", "[r4 r5 r6]"),
]


@pytest.mark.parametrize(("rack", "table"), POSITIONS)
def test_the_kernel_and_the_search_of_the_core_agree(rack: str, table: str) -> None:
    state = a_game(rack=rack, table=table)

    assert can_lay_anything(state) == a_play_exists(state)


def test_rules_ask_the_kernel() -> None:
    assert asked_by_the_rules.search is can_lay_anything


def test_a_player_who_can_play_must_do_so_under_the_house_rule() -> None:
    """A-04, A-31: a multiple split is a play, however hard it is to see."""
    must = edition("classic-he").with_rules(must_play_if_able=True)
    state = a_game(rack="k10 b5 r13", table="[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]", edition=must, pool="r1 r2")

    assert check(state, Draw(state.to_move)) == (Violation(Rule.MUST_PLAY),)


def test_a_player_who_can_play_may_not_pass_under_the_house_rule() -> None:
    """A-09, A-31: on an empty pool."""
    forced = edition("classic-en").with_rules(forced_play_on_empty_pool=True)
    state = a_game(rack="r6 k1", table="[r4 r5 r6 r7 r8]", edition=forced, pool="")

    assert check(state, Pass(state.to_move)) == (Violation(Rule.MUST_PLAY),)
