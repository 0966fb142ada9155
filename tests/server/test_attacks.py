"""Attacks by one address, and the players of other addresses beside them."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import httpx
import pytest

from tests.server.attacks import (
    EASY,
    HARD_QUESTIONS,
    NO_QUOTAS,
    a_game_with,
    attacked,
    bots_kept_busy,
    solver_kept_busy,
)
from tests.server.kit import Running, a_server, is_my_turn
from tests.server.processes import running
from tests.services import free_port
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


async def answers_before(server: Running, path: str, body: object) -> list[httpx.Response]:
    """Ask a question while another address asks hard ones; return the answers that came before its own."""
    stranger = await server.guest(address=STRANGER)
    async with solver_kept_busy(server.port, ATTACKER, HARD_QUESTIONS) as asked:
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        answer = await stranger.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return [task.result() for task in asked if task.done()]


async def test_hard_questions_of_one_address_do_not_hold_up_another(tmp_path: Path) -> None:
    async with a_server(tmp_path, solver_workers=1, solver_seconds=1) as server:
        before = await answers_before(server, "/solve", {"position": EASY})

    assert sum(answer.is_success for answer in before) < 6


async def test_referee_does_not_wait_for_searches(tmp_path: Path) -> None:
    async with a_server(tmp_path, solver_workers=1, solver_seconds=3) as server:
        before = await answers_before(server, "/referee", {"position": EASY, "after": []})

    assert sum(answer.is_success for answer in before) < 6


async def test_too_many_questions_are_refused_with_a_time_to_retry(tmp_path: Path) -> None:
    async with a_server(tmp_path, solver_workers=1, solver_seconds=1) as server:
        before = await answers_before(server, "/solve", {"position": EASY})

    refused = next(answer for answer in before if not answer.is_success)
    assert (refused.status_code, refused.json()["reason"]) == (503, "busy")
    assert int(refused.headers["retry-after"]) >= 1


@pytest.mark.soak
async def test_attacks_together_interrupt_no_player(tmp_path: Path) -> None:
    """Print the latencies beside the attacks. Which ones are good depends on the machine."""
    async with running(tmp_path, free_port(), **NO_QUOTAS) as server:
        found = await attacked(server.port, quiet_seconds=20, attack_seconds=60)

    assert all(seconds for figures in found.values() for seconds in figures.values())
