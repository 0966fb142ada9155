"""Drawing and passing: a turn without a play."""

import pytest

from tests.games import a_game, after, broken
from tilewise.core import engine, notation
from tilewise.core.actions import Draw, Pass
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Drew, WhyDrawn
from tilewise.core.violations import Rule, Violation

RUN = "[b4 b5 b6]"
ABLE, UNABLE = "r1 b7", "r1 b9"
"""Racks that can and cannot play on that run."""


def test_drawing_takes_one_tile_and_ends_the_turn() -> None:
    """R-TURN-03, R-MELD-07."""
    state = a_game("k9", pool="y1 r2 b3")

    assert engine.apply(state, Draw(0)) == (Drew(0, 1, notation.rack("y1"), WhyDrawn.TURN),)
    drawn = after(state, Draw(0))
    assert (drawn.players[0].rack, drawn.pool, drawn.to_move) == (notation.rack("y1 k9"), notation.rack("r2 b3"), 1)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("melded", [True, False])
def test_drawing_is_a_choice_in_every_edition(name: str, melded: bool) -> None:  # noqa: FBT001  # two cases
    """R-TURN-04, A-04."""
    assert broken(a_game(ABLE, table=RUN, melded=melded, edition=name), Draw(0)) == set()


def test_must_play_if_able_forbids_drawing() -> None:
    """A-04, A-31, R-TURN-04."""
    assert engine.check(a_game(ABLE, table=RUN, must_play_if_able=True), Draw(0)) == (Violation(Rule.MUST_PLAY),)
    assert broken(a_game(UNABLE, table=RUN, must_play_if_able=True), Draw(0)) == set()


def test_must_play_if_able_does_not_force_the_initial_meld() -> None:
    """A-31."""
    assert broken(a_game("r10 b10 k10", melded=False, must_play_if_able=True), Draw(0)) == set()


def test_an_empty_pool_gives_no_tile() -> None:
    """R-TURN-03, A-09."""
    assert engine.check(a_game(pool="-"), Draw(0)) == (Violation(Rule.POOL_IS_EMPTY),)


def test_must_play_if_able_does_not_apply_to_an_empty_pool() -> None:
    """A-31."""
    state = a_game(ABLE, table=RUN, pool="-", must_play_if_able=True)

    assert (broken(state, Draw(0)), broken(state, Pass(0))) == ({Rule.POOL_IS_EMPTY}, set())


def test_passing_is_refused_while_the_pool_has_tiles() -> None:
    """R-TURN-03."""
    assert engine.check(a_game(pool="y1 y2"), Pass(0)) == (Violation(Rule.POOL_IS_NOT_EMPTY, have=2, need=0),)


@pytest.mark.parametrize("name", EDITIONS)
def test_passing_is_a_choice_when_the_pool_is_empty(name: str) -> None:
    """A-09."""
    assert broken(a_game(ABLE, table=RUN, pool="-", edition=name), Pass(0)) == set()


def test_forced_play_on_empty_pool_forbids_passing() -> None:
    """A-09, A-31."""
    able = a_game(ABLE, table=RUN, pool="-", forced_play_on_empty_pool=True)
    unable = a_game(UNABLE, table=RUN, pool="-", forced_play_on_empty_pool=True)

    assert (broken(able, Pass(0)), broken(unable, Pass(0))) == ({Rule.MUST_PLAY}, set())


def test_forced_play_on_empty_pool_does_not_forbid_drawing() -> None:
    """A-31."""
    assert broken(a_game(ABLE, table=RUN, forced_play_on_empty_pool=True), Draw(0)) == set()


def test_forced_play_on_empty_pool_counts_an_initial_meld_as_a_play() -> None:
    """A-31, A-09."""
    able = a_game("r10 b10 k10", melded=False, pool="-", forced_play_on_empty_pool=True)
    unable = a_game("r9 b9 k9", melded=False, pool="-", forced_play_on_empty_pool=True)

    assert (broken(able, Pass(0)), broken(unable, Pass(0))) == ({Rule.MUST_PLAY}, set())
