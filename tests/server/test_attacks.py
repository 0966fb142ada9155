"""Attacks by one address, and the players of other addresses beside them."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from tests.server.attacks import a_game_with, bots_kept_busy
from tests.server.kit import a_server, is_my_turn
from tilewise.bots import BOTS, Budget
from tilewise.core.actions import Action, Draw, Pass
from tilewise.core.view import View
from tilewise.rooms import commands

pytestmark = pytest.mark.anyio

SLOW_SECONDS = 0.1
ATTACKER, STRANGER = "127.0.0.2", "127.0.0.3"


class SlowMaster:
    """A bot that takes its time, and counts its turns."""

    name, about = "master", "Takes its time."

    def __init__(self) -> None:
        self.seconds: float | None = SLOW_SECONDS
        self.turns = 0
        self.is_over = Event()

    def choose(self, view: View, _budget: Budget) -> Action:
        self.turns += 1
        self.is_over.wait(self.seconds)
        return Draw(view.to_move) if view.pool else Pass(view.to_move)


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowMaster]:
    master = SlowMaster()
    monkeypatch.setitem(BOTS, master.name, master)
    yield master
    master.is_over.set()


async def test_rooms_of_one_address_do_not_hold_up_the_bots_of_another(tmp_path: Path, master: SlowMaster) -> None:
    rooms, waits = 20, []
    async with (
        a_server(tmp_path) as server,
        bots_kept_busy(server.port, ATTACKER, guests=4, rooms=rooms // 4),
        a_game_with("novice", server.port, STRANGER) as player,
    ):
        await player.do(commands.Contribute("x"))
        for _ in range(4):
            view = await player.until(is_my_turn)
            before = master.turns
            await player.ask(commands.Draw(), seen=view.version)
            await player.until(is_my_turn)
            waits.append(master.turns - before)

    assert max(waits) < rooms / 2


async def test_bot_draws_when_no_worker_is_free_in_time(tmp_path: Path, master: SlowMaster) -> None:
    master.seconds = None
    async with (
        a_server(tmp_path, bot_wait_seconds=0.01) as server,
        bots_kept_busy(server.port, ATTACKER, guests=1, rooms=1),
        a_game_with("novice", server.port, STRANGER) as player,
    ):
        await player.do(commands.Contribute("x"))
        for _ in range(2):
            view = await player.until(is_my_turn)
            await player.ask(commands.Draw(), seen=view.version)
        await player.until(is_my_turn)
        turns = master.turns
        master.is_over.set()

    assert turns == 1
