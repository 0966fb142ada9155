"""Several nodes with PostgreSQL and Redis, any of which may die."""

import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rooms.kit import FakeClock
from tests.server.audit import audit
from tests.server.kit import Guest, Player, a_server, is_my_turn, my_game, turn_of
from tests.server.processes import running, start
from tests.services import free_port
from tilewise.bots import BOTS, USUAL
from tilewise.core.events import TimedOut
from tilewise.rooms import commands
from tilewise.server.live import redis_hub
from tilewise.server.node import Node
from tilewise.server.settings import Settings
from tilewise.wire.messages import Done, Draft, DraftShown, Presence, Recent, Said, Say

pytestmark = pytest.mark.anyio

KEY = "the same on all nodes"


async def seated(ann: Guest, bob: Guest, one: Player, two: Player) -> None:
    """Seat Ann, the host, and Bob, and begin."""
    assert ann.me.id != bob.me.id
    await two.do(commands.Sit())
    for player in (one, two):
        await player.do(commands.Ready())
    for player in (one, two):
        await player.do(commands.Contribute("x"))
    for player in (one, two):
        await player.until(lambda view: view.phase == "playing")


async def a_turn(player: Player) -> int:
    view = await player.until(is_my_turn)
    done = await player.ask(turn_of(BOTS["novice"].choose(my_game(view), USUAL)), seen=view.version)
    assert isinstance(done, Done)
    return done.version


async def to_move(players: dict[int, Player]) -> int:
    """Return the player to move, once both have seen the last move."""
    latest = max(player.view.version for player in players.values())
    for player in players.values():
        while player.view.version < latest:
            await player.next()
    return my_game(players[0].view).to_move


async def some_turns(players: dict[int, Player], turns: int) -> list[int]:
    """Play some turns and return the acknowledged versions."""
    return [await a_turn(players[await to_move(players)]) for _ in range(turns)]


def shared(database: str, redis: str = "") -> dict[str, Any]:
    return {"database": database, "redis": redis, "secret": KEY}


async def test_players_of_a_match_can_use_different_nodes(tmp_path: Path, shared_database: str, redis_url: str) -> None:
    settings = shared(shared_database, redis_url)
    async with a_server(tmp_path, **settings) as here, a_server(tmp_path, **settings) as there:
        ann, bob = await here.guest("Ann"), await there.guest("Bob")
        room = await ann.open(time={"type": "none"})
        async with ann.joined(room) as one, bob.joined(room) as two:
            await one.receive(Presence, lambda presence: presence.watching == 1)
            await seated(ann, bob, one, two)
            await one.send(Say("hello over there"))
            await two.receive(Said)
            async with ann.joined(room, at=there.port) as elsewhere:
                assert [said.text for said in (await elsewhere.receive(Recent)).said] == ["hello over there"]
            await some_turns({0: one, 1: two}, 6)
            mover, other = (one, two) if await to_move({0: one, 1: two}) == 0 else (two, one)
            view = await mover.until(is_my_turn)
            await mover.send(Draft((my_game(view).rack[:1], *my_game(view).table)))
            shown = await other.receive(DraftShown)

            assert shown.table[0] == my_game(view).rack[:1]


async def test_searches_on_two_nodes_meet_in_one_room(tmp_path: Path, shared_database: str, redis_url: str) -> None:
    settings = shared(shared_database, redis_url)
    async with a_server(tmp_path, **settings) as here, a_server(tmp_path, **settings) as there:
        ann, bob = await here.guest("Ann"), await there.guest("Bob")

        rooms = [(await guest.http.post("/quick", json={})).json()["room"] for guest in (ann, bob)]

    assert rooms[0] == rooms[1]


async def test_people_of_a_dead_node_are_shown_as_gone(
    tmp_path: Path, shared_database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_hub, "PRESENCE_SECONDS", 0.05)
    clock, settings = FakeClock(), shared(shared_database, redis_url)
    clock.time = time.time()
    doomed = await start(tmp_path, free_port(), **settings | {"bot_workers": 0})
    async with a_server(tmp_path, clock, **settings) as here:
        ann, bob = await here.guest("Ann"), await Guest.arrive(doomed.port, "Bob")
        room = await ann.open()
        async with ann.joined(room) as one:
            async with bob.joined(room):
                await one.receive(Presence, lambda presence: presence.watching == 1)
                await doomed.kill()
            clock.time += redis_hub.ABSENT_SECONDS

            await one.receive(Presence, lambda presence: presence.watching == 0)
        await bob.leave()


async def test_node_polls_for_changes_without_redis(tmp_path: Path, shared_database: str) -> None:
    lost = shared(shared_database, f"redis://127.0.0.1:{free_port()}")
    async with a_server(tmp_path, **lost) as here, a_server(tmp_path, **lost) as there:
        ann, bob = await here.guest("Ann"), await there.guest("Bob")
        room = await ann.open(time={"type": "none"})
        async with ann.joined(room) as one, bob.joined(room) as two:
            await seated(ann, bob, one, two)
            await some_turns({0: one, 1: two}, 2)


async def test_match_continues_when_one_of_two_nodes_is_killed(
    tmp_path: Path, shared_database: str, redis_url: str
) -> None:
    settings = shared(shared_database, redis_url) | {"bot_workers": 0}
    first, second = free_port(), free_port()
    doomed = await start(tmp_path, first, **settings)
    async with running(tmp_path, second, **settings):
        ann, bob = await Guest.arrive(first, "Ann"), await Guest.arrive(second, "Bob")
        room = await ann.open(time={"type": "per-turn", "seconds": 15})
        async with bob.joined(room) as two, ann.joined(room, at=second) as spare:
            async with ann.joined(room) as one:
                await seated(ann, bob, one, two)
                versions = await some_turns({0: one, 1: two}, 3)
                while await to_move({0: one, 1: two}) != 1:
                    versions += await some_turns({0: one, 1: two}, 1)
                await doomed.kill()  # this node wrote the last entry, so the alarm of the turn dies with it
            assert await to_move({0: spare, 1: two}) == 1
            await spare.until(is_my_turn)  # the other node notices that Bob's time is up
            versions.append(await a_turn(spare))
            versions += await some_turns({0: spare, 1: two}, 3)
    for guest in (ann, bob):
        await guest.leave()

    log = (await audit(shared_database))[room]
    timed_out = [event for entry in log for event in entry.events if isinstance(event, TimedOut)]
    assert [event.seat for event in timed_out] == [1]
    assert max(Counter(versions).values()) == 1
    assert set(versions) <= {entry.version for entry in log if entry.request}


def test_redis_without_a_shared_database_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="several nodes need one database"):
        Node(Settings(data=str(tmp_path), redis="redis://127.0.0.1"))
