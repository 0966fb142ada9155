"""Laws of refusal: illegal actions change nothing, and a legal action always exists."""

from contextlib import suppress

import msgspec
import pytest

from tests.laws.law import law
from tests.random_play import Game, played, played_wildly
from tilewise.core import engine
from tilewise.core.actions import Draw, Pass, Play
from tilewise.core.position import position_of
from tilewise.core.search.any_play import a_play
from tilewise.core.violations import RefusedError, Rule


@law()
def test_check_is_empty_exactly_if_apply_succeeds(game: Game) -> None:
    for turn in played_wildly(game):
        violations = engine.check(turn.before, turn.action)

        assert bool(violations) == (turn.events == ())
        if violations:
            with pytest.raises(RefusedError) as refused:
                engine.apply(turn.before, turn.action)
            assert refused.value.violations == violations


@law()
def test_refused_action_changes_nothing(game: Game) -> None:
    for turn in played_wildly(game):
        written = msgspec.json.encode(turn.before)
        with suppress(RefusedError):
            engine.apply(turn.before, turn.action)

        assert msgspec.json.encode(turn.before) == written
        assert turn.events or turn.after == turn.before


@law()
def test_player_who_may_neither_draw_nor_pass_can_play(game: Game) -> None:
    for turn in played(game):
        state = turn.before
        idle = Draw(state.to_move) if state.pool else Pass(state.to_move)
        violations = engine.check(state, idle)
        if not violations:
            continue
        table = a_play(position_of(state))

        assert [violation.rule for violation in violations] == [Rule.MUST_PLAY]
        assert table is not None
        assert engine.check(state, Play(state.to_move, table)) == ()
