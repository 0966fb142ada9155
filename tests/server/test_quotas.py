"""Quotas count by address as well, because a guest session costs nothing."""

from pathlib import Path

import msgspec
import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import Guest, Running, a_server, open_socket
from tests.server.test_hints import ask_hint, at_my_turn
from tests.server.test_nodes import shared
from tilewise.rooms.rejections import Reason
from tilewise.wire.http import Rooms
from tilewise.wire.messages import Ping, Pong, Presence, Refused, Say

pytestmark = pytest.mark.anyio


async def opened(guest: Guest, **headers: str) -> int:
    """Open a public room and return the HTTP status."""
    return (await guest.http.post("/rooms", json={"is_public": True}, headers=headers)).status_code


async def lobby(server: Running) -> list[str]:
    """Return the rooms in the live lobby."""
    async with open_socket(f"ws://127.0.0.1:{server.port}/api/lobby") as socket:
        return [line.id for line in msgspec.json.decode(await socket.recv(), type=Rooms).rooms]


async def test_guests_of_one_address_cannot_fill_the_lobby(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), lobby_per_minute=10) as server:
        statuses = [await opened(await server.guest()) for _ in range(8)]

    assert statuses == [201] * 5 + [429] * 3


async def test_guests_of_one_address_share_a_quota_of_rooms(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), rooms_per_minute=2, people_per_address=2) as server:
        guests = [await server.guest() for _ in range(3)]
        statuses = [(await guest.http.post("/rooms", json={})).status_code for guest in guests]

    assert statuses == [201, 201, 429]


async def test_guests_of_one_address_share_a_quota_of_chat(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), people_per_address=1) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        room = await ann.open()
        async with ann.joined(room) as one, eve.joined(room) as two:
            for _ in range(5):
                await one.send(Say("spam"))
            await one.send(Ping("all said"))
            await one.receive(Pong)
            await two.send(Say("spam"))

            assert (await two.receive(Refused)).reason is Reason.TOO_FAST


async def test_guests_of_one_address_share_a_quota_of_hints(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), hints_per_minute=2, people_per_address=1) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        rooms = [await at_my_turn(guest) for guest in (ann, eve)]
        await ask_hint(ann, rooms[0], "whether")

        assert await ask_hint(eve, rooms[1], "whether") == (429, "too-fast")


async def test_people_behind_a_proxy_are_counted_by_their_forwarded_address(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), lobby_per_minute=2, behind_proxy=True) as server:
        ann = await server.guest("Ann")
        sent = ("203.0.113.1", "203.0.113.1", "203.0.113.2")
        statuses = [await opened(ann, **{"x-forwarded-for": address}) for address in sent]

    assert statuses == [201, 429, 201]


async def test_forwarded_address_is_ignored_without_a_proxy(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), lobby_per_minute=2) as server:
        ann = await server.guest("Ann")
        statuses = [await opened(ann, **{"x-forwarded-for": address}) for address in ("203.0.113.1", "203.0.113.2")]

    assert statuses == [201, 429]


async def test_room_with_a_connected_host_is_first_in_the_lobby(own_server: Running) -> None:
    ann, eve = await own_server.guest("Ann"), await own_server.guest("Eve")
    waiting = await ann.open(is_public=True)
    async with ann.joined(waiting):
        for _ in range(60):
            await eve.open(is_public=True)
        listed = (await ann.http.get("/rooms")).json()["rooms"]

        assert (await lobby(own_server))[0] == listed[0]["id"] == waiting
        assert len(listed) == 50


async def test_nodes_share_a_quota_through_redis(tmp_path: Path, shared_database: str, redis_url: str) -> None:
    settings = shared(shared_database, redis_url) | {"lobby_per_minute": 4}
    async with a_server(tmp_path, **settings) as here, a_server(tmp_path, **settings) as there:
        ann, eve = await here.guest("Ann"), await there.guest("Eve")
        statuses = [await opened(guest) for guest in (ann, eve, ann)]

    assert statuses == [201, 201, 429]


async def test_lobby_of_one_node_ranks_hosts_of_another(tmp_path: Path, shared_database: str, redis_url: str) -> None:
    settings = shared(shared_database, redis_url)
    async with a_server(tmp_path, **settings) as here, a_server(tmp_path, **settings) as there:
        ann, eve = await here.guest("Ann"), await there.guest("Eve")
        waiting = await ann.open(is_public=True)
        async with ann.joined(waiting), eve.joined(waiting) as spectator:
            await spectator.receive(Presence, lambda presence: presence.chairs[0])
            await eve.open(is_public=True)

            assert (await lobby(there))[0] == waiting


async def test_node_counts_alone_while_redis_is_down(tmp_path: Path, shared_database: str) -> None:
    settings = shared(shared_database, "redis://127.0.0.1:1") | {"lobby_per_minute": 2}
    async with a_server(tmp_path, FakeClock(), **settings) as server:
        ann = await server.guest("Ann")

        assert [await opened(ann), await opened(ann)] == [201, 429]
