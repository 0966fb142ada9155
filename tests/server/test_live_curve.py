"""The live curve: for those who do not play, where the host allows it, from public information."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import msgspec
import pytest

from tests.rooms.kit import ANN, BOB, World, mover
from tests.server.kit import Guest, Player, Running, a_server, is_my_turn
from tilewise.bots import BOTS
from tilewise.rooms import commands
from tilewise.rooms.config import Watching
from tilewise.rooms.model import Room
from tilewise.server.settings import Settings
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.live_curves import STYLES, LiveCurves
from tilewise.server.workers.pool import Workers
from tilewise.wire.analysis import LiveCurve
from tilewise.wire.http import OpenRoom

pytestmark = pytest.mark.anyio

OPEN = OpenRoom(chairs=3, rules={"games_per_round": 1, "turn_seconds": 0}, live_curve=True)


async def asked(guest: Guest, room: str) -> tuple[int, str]:
    answer = await guest.http.get(f"/rooms/{room}/curve")
    return answer.status_code, answer.json().get("reason", "")


async def curve_up_to(guest: Guest, room: str, turn: int) -> LiveCurve:
    """Ask until the turn is computed. On a busy machine an answer may come without it."""
    while True:
        answer = await guest.http.get(f"/rooms/{room}/curve")
        found = msgspec.json.decode(answer.content, type=LiveCurve)
        if found.points and found.points[-1].turn == turn:
            return found


@asynccontextmanager
async def a_game(ann: Guest, bob: Guest, wanted: OpenRoom = OPEN) -> AsyncIterator[tuple[str, Player, Player]]:
    """Two people and a bot; it is the turn of a person."""
    room = await ann.open(wanted)
    async with ann.joined(room) as one, bob.joined(room) as two:
        await two.do(commands.Sit())
        await one.do(commands.AddBot("novice"))
        await two.do(commands.Ready())
        await one.do(commands.Begin())
        for player in (one, two):
            await player.do(commands.Contribute("x"))
        await until_a_person_moves(one)
        yield room, one, two


async def until_a_person_moves(player: Player) -> None:
    await player.until(lambda view: view.phase == "playing" and view.game is not None and view.game.to_move != 2)


async def test_spectator_sees_the_chances_of_all_players(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]

    async with a_game(ann, bob) as (room, _, _):
        turn = (await server.node.service.get(room)).current_game.turn
        found = await curve_up_to(eve, room, turn)

    assert len(found.points[-1].chances) == 3
    assert sum(found.points[-1].chances) == pytest.approx(1)


async def test_curve_grows_turn_by_turn(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]

    async with a_game(ann, bob) as (room, one, two):
        before = (await server.node.service.get(room)).current_game.turn
        await curve_up_to(eve, room, before)
        mine = one if is_my_turn(one.view) else two
        await mine.do(commands.Draw())
        await one.until(lambda view: view.game is not None and view.game.turn > before)
        await until_a_person_moves(one)
        after = (await server.node.service.get(room)).current_game.turn
        found = await curve_up_to(eve, room, after)

    assert [point.turn for point in found.points if point.turn in (before, after)] == [before, after]


async def test_player_of_the_game_never_gets_the_curve(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]

    async with a_game(ann, bob) as (room, _, _):
        turn = (await server.node.service.get(room)).current_game.turn
        await curve_up_to(eve, room, turn)

        assert [await asked(player, room) for player in (ann, bob)] == [(403, "still-playing")] * 2


async def test_player_who_left_a_bot_in_charge_gets_no_curve(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")

    async with a_game(ann, bob) as (room, one, _):
        await one.do(commands.Leave())

        assert await asked(ann, room) == (403, "still-playing")


async def test_player_who_has_given_up_sees_the_curve(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")

    async with a_game(ann, bob) as (room, one, two):
        await one.do(commands.Concede())
        await two.until(is_my_turn)
        turn = (await server.node.service.get(room)).current_game.turn
        found = await curve_up_to(ann, room, turn)

        assert found.points[-1].chances[0] == 0
        assert await asked(bob, room) == (403, "still-playing")


@pytest.mark.parametrize(
    ("wanted", "answer"),
    [
        (msgspec.structs.replace(OPEN, live_curve=False), (403, "no-curve-here")),
        (msgspec.structs.replace(OPEN, watching=Watching.FORBIDDEN), (403, "not-for-you")),
    ],
)
async def test_curve_needs_the_hosts_permission(server: Running, wanted: OpenRoom, answer: tuple[int, str]) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]

    async with a_game(ann, bob, wanted) as (room, _, _):
        assert await asked(eve, room) == answer


async def test_delayed_spectator_sees_no_chances_of_later_turns(tmp_path: Path) -> None:
    async with a_server(tmp_path, watch_delay_seconds=3600) as server:
        ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]

        async with a_game(ann, bob, msgspec.structs.replace(OPEN, watching=Watching.DELAYED)) as (room, _, _):
            assert await asked(eve, room) == (409, "not-playing")


async def test_there_is_no_curve_before_the_game(server: Running) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    room = await ann.open(OPEN)

    assert await asked(eve, room) == (409, "not-playing")


# ── in the worker processes ──


def test_curve_knows_how_every_bot_plays() -> None:
    assert set(STYLES) == set(BOTS)


async def two_turns() -> tuple[Room, Room]:
    """Return a room before and after a turn."""
    world = World()
    before = await world.begun(ANN, BOB)
    await world.service.submit(before.id, mover(before), commands.Draw())
    return before, await world.service.get(before.id)


def curves_behind(gate: Event, *, seconds: float) -> tuple[LiveCurves, asyncio.Task[bytes]]:
    """Return curves whose only worker is busy until the gate opens."""
    workers = Workers(0)
    busy = asyncio.create_task(workers.run(lambda: bytes(gate.wait()), seconds=60.0))
    return LiveCurves(workers, Settings(hint_seconds=seconds)), busy


async def test_turn_that_is_over_before_a_worker_is_free_is_skipped() -> None:
    before, after = await two_turns()
    gate = Event()
    curves, busy = curves_behind(gate, seconds=60.0)

    first, second = (asyncio.create_task(curves.of(room, Lane())) for room in (before, after))
    await asyncio.sleep(0)  # both have asked now
    gate.set()

    assert [point.turn for point in (await second).points] == [after.current_game.turn]
    assert (await first).points == ()
    await busy


async def test_turn_is_skipped_while_all_workers_are_busy() -> None:
    before, _ = await two_turns()
    gate = Event()
    curves, busy = curves_behind(gate, seconds=0.01)

    found = await curves.of(before, Lane())

    gate.set()
    assert found == LiveCurve(1, ())
    await busy
