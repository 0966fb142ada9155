"""Bots run in worker processes with a time limit."""

from threading import Event

import msgspec
import pytest
from msgspec.structs import replace

from tests.rooms.kit import ANN, BOB, World
from tilewise import new_game
from tilewise.bots import BOTS, USUAL, Budget
from tilewise.core.actions import Action, Draw, Play
from tilewise.core.view import View, view_of
from tilewise.rooms import commands
from tilewise.server.ops.metrics import Metrics
from tilewise.server.settings import Settings
from tilewise.server.workers import bots
from tilewise.server.workers.bots import BotWorkers

pytestmark = pytest.mark.anyio


def a_view() -> View:
    state = new_game("classic-en", players=2, seed="thinking")
    return view_of(state, state.to_move)


async def think(thinkers: BotWorkers, bot: str) -> Action:
    """Ask a bot for its turn in a room of its own."""
    room = await World().begun(ANN, bots=1)
    seats = tuple(replace(seat, bot=bot) for seat in room.seats)
    return await thinkers.think(replace(room, seats=seats), a_view(), lambda: True)


class Dreamer:
    """A bot that never finishes."""

    name, about = "dreamer", "Dreams."

    def __init__(self) -> None:
        self.morning = Event()

    def choose(self, view: View, _budget: Budget) -> Action:
        self.morning.wait()
        return Draw(view.to_move)


async def test_bot_runs_in_another_process() -> None:
    thinkers = BotWorkers(Settings(bot_workers=1, bot_seconds=60), Metrics())

    action = await think(thinkers, "novice")
    thinkers.close()

    assert isinstance(action, Draw | Play)


async def test_slow_bot_is_killed_and_the_next_one_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dreamer = Dreamer()
    monkeypatch.setitem(BOTS, dreamer.name, dreamer)
    thinkers = BotWorkers(Settings(bot_workers=0, bot_seconds=5), Metrics())
    try:
        with pytest.raises(TimeoutError):
            await think(thinkers, dreamer.name)

        assert isinstance(await think(thinkers, "novice"), Draw | Play)
    finally:
        dreamer.morning.set()
        thinkers.close()


def test_bot_worker_takes_and_returns_bytes() -> None:
    answer = bots.choose("novice", msgspec.json.encode(a_view()), USUAL)

    assert b'"type":' in answer


async def test_bots_finish_quickly_once_every_person_has_conceded() -> None:
    world = World()
    room = await world.begun(ANN, bots=2)
    thinkers = BotWorkers(Settings(bot_workers=0, bot_pace_min=1, bot_pace_max=3), Metrics())
    try:
        before = thinkers.pace(room)
        given_up = (await world.service.submit(room.id, ANN, commands.Concede())).room

        assert thinkers.pace(given_up) < 1 <= before
    finally:
        thinkers.close()


async def test_bots_keep_their_delay_while_a_person_plays() -> None:
    world = World()
    room = await world.begun(ANN, BOB, bots=1)
    given_up = (await world.service.submit(room.id, ANN, commands.Concede())).room

    assert not given_up.is_left_to_bots
