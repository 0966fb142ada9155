"""Hints on what wins: lay or wait, which tiles, and how."""

from random import Random

import pytest

from tests.bots.positions import positions
from tests.games import a_game
from tests.laws.test_views import with_hidden_tiles_changed
from tilewise.analysis import Budget
from tilewise.analysis.hints import win_hint_for
from tilewise.core.view import view_of
from tilewise.solver.hints import HintLevel

BUDGET = Budget(nodes=200_000)


def test_hint_on_what_wins_ignores_hidden_tiles() -> None:
    for state in positions("classic-en")[::5]:
        other = with_hidden_tiles_changed(state, state.to_move, Random(state.turn))  # noqa: S311  # not secrets

        hint = win_hint_for(view_of(state, state.to_move), HintLevel.STEPS, BUDGET)

        assert win_hint_for(view_of(other, state.to_move), HintLevel.STEPS, BUDGET) == hint


def test_going_out_is_best_and_not_close() -> None:
    hint = win_hint_for(view_of(a_game("r4 r5", table="[r1 r2 r3]"), 0), HintLevel.STEPS, BUDGET)

    assert (hint.waits, hint.is_close) == (False, False)
    assert hint.play is not None
    assert hint.play.laid == ("r4", "r5")


def test_rack_without_a_play_waits() -> None:
    hint = win_hint_for(view_of(a_game("b9 k2", table="[r1 r2 r3]"), 0), HintLevel.STEPS, BUDGET)

    assert (hint.waits, hint.is_close, hint.play_win) == (True, False, None)


@pytest.mark.parametrize(
    ("level", "reveals"),
    [
        (HintLevel.WHETHER, (False, False)),
        (HintLevel.TILES, (True, False)),
        (HintLevel.STEPS, (True, True)),
    ],
)
def test_level_limits_what_is_revealed(level: HintLevel, reveals: tuple[bool, bool]) -> None:
    hint = win_hint_for(view_of(a_game("r4 b9 k9", table="[r1 r2 r3]"), 0), level, BUDGET)

    assert (bool(hint.tiles), hint.play is not None) == reveals
