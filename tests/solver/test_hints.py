"""Hints reveal only the requested level, and use only what the seat sees."""

import pytest

from tests.games import a_game
from tilewise.core import notation
from tilewise.core.view import view_of
from tilewise.solver.hints import Hint, HintLevel, hint_for

TABLE = "[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]"


def a_hint(level: HintLevel, rack: str = "k10 b5") -> Hint:
    return hint_for(view_of(a_game(rack, table=TABLE), 0), level)


def test_the_first_hint_reveals_only_that_a_play_exists() -> None:
    assert a_hint(HintLevel.WHETHER) == Hint(HintLevel.WHETHER, has_play=True)


def test_the_tiles_are_named_but_not_the_way() -> None:
    hint = a_hint(HintLevel.TILES)

    assert hint.tiles == notation.rack("b5 k10")
    assert hint.play is None


def test_the_steps_end_with_the_table_of_the_play() -> None:
    play = a_hint(HintLevel.STEPS).play

    assert play is not None
    assert sorted(play.moves[-1].table) == sorted(play.table)
    assert play.moves[-1].hand == ()


@pytest.mark.parametrize("level", HintLevel)
def test_no_play_is_said_so(level: HintLevel) -> None:
    assert a_hint(level, rack="b1") == Hint(level, has_play=False)
