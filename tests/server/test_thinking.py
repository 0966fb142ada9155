"""Bots think in other processes, within a budget."""

import msgspec
import pytest

from tilewise import new_game
from tilewise.bots import USUAL
from tilewise.core.actions import Draw, Play
from tilewise.core.view import View, view_of
from tilewise.server import thinking
from tilewise.server.metrics import Metrics
from tilewise.server.settings import Settings
from tilewise.server.thinking import Thinkers

pytestmark = pytest.mark.anyio


def a_view() -> View:
    state = new_game("classic-en", players=2, seed="thinking")
    return view_of(state, state.to_move)


async def test_a_bot_thinks_in_another_process() -> None:
    thinkers = Thinkers(Settings(bot_workers=1, bot_seconds=60), Metrics())

    action = await thinkers.think("novice", a_view())
    thinkers.close()

    assert isinstance(action, Draw | Play)


async def test_a_bot_that_takes_too_long_is_left_behind_and_the_next_one_thinks() -> None:
    thinkers = Thinkers(Settings(bot_workers=1, bot_seconds=1e-9), Metrics())
    with pytest.raises(TimeoutError):
        await thinkers.think("novice", a_view())
    patient = Thinkers(Settings(bot_workers=0, bot_seconds=60), Metrics())

    assert isinstance(await patient.think("novice", a_view()), Draw | Play)
    patient.close()
    thinkers.close()


def test_a_thought_is_bytes_in_and_bytes_out() -> None:
    answer = thinking.choose("novice", msgspec.json.encode(a_view()), USUAL)

    assert b'"type":' in answer
