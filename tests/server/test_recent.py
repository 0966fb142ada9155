"""Reconnecting: recent events and chat; and dead connections."""

from pathlib import Path

import pytest

from tests.server.kit import Player, Running, a_server
from tilewise.core.events import Drew, GameStarted
from tilewise.rooms import commands
from tilewise.rooms.events import SatDown
from tilewise.rooms.view import PublicEvent
from tilewise.wire.messages import Presence, Recent, Refused, Said, Say

pytestmark = pytest.mark.anyio


async def recalled(player: Player) -> tuple[PublicEvent, ...]:
    """Return the recent events that a client gets when it connects."""
    return tuple(event for entry in (await player.receive(Recent)).log for event in entry.events)


async def began(one: Player, two: Player) -> Player:
    """Seat both players, deal, and return the player to move."""
    await two.do(commands.Sit())
    for player in (one, two):
        await player.do(commands.Ready())
    for player in (one, two):
        await player.do(commands.Contribute("x"))
    view = await one.until(lambda view: view.phase == "playing")
    assert view.game is not None
    return one if view.game.to_move == 0 else two


async def test_reconnecting_client_gets_the_recent_chat(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as one, bob.joined(room) as two:
        await one.send(Say("good luck"))
        await two.send(Say("you too"))
        await one.receive(Said, lambda said: said.text == "you too")
    async with ann.joined(room) as again:
        said = (await again.receive(Recent)).said

    assert [(line.name, line.text) for line in said] == [("Ann", "good luck"), ("Bob", "you too")]


async def test_recent_chat_omits_muted_people(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as one, bob.joined(room) as two:
        await two.send(Say("spam"))
        await two.send(Say("spam"))
        await one.do(commands.Mute(bob.me.id))
        await two.send(Say("spam"))
        await two.receive(Refused)
    async with ann.joined(room) as again:
        assert (await again.receive(Recent)).said == ()


async def test_recent_log_shows_only_the_clients_own_tiles(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open(time={"type": "none"})
    async with ann.joined(room) as one, bob.joined(room) as two:
        mover = await began(one, two)
        await mover.do(commands.Draw())
        mine, other = (ann, bob) if mover is one else (bob, ann)
    async with mine.joined(room) as again, other.joined(room) as opponent:
        own, others = await recalled(again), await recalled(opponent)

    (drawn,) = [event for event in own if isinstance(event, Drew)]
    (hidden,) = [event for event in others if isinstance(event, Drew)]
    assert drawn.tiles is not None
    assert hidden.tiles is None


async def test_recent_log_survives_a_restart(tmp_path: Path) -> None:
    async with a_server(tmp_path, database="") as server:
        ann, bob = await server.guest("Ann"), await server.guest("Bob")
        room = await ann.open(time={"type": "none"})
        async with ann.joined(room) as one, bob.joined(room) as two:
            await began(one, two)
    async with a_server(tmp_path, database="") as server, ann.joined(room, at=server.port) as again:
        events = await recalled(again)

    assert {SatDown, GameStarted} <= {type(event) for event in events}


async def test_recent_log_of_delayed_spectators_ends_with_their_view(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]
    room = await ann.open(time={"type": "none"}, watching="delayed")
    async with ann.joined(room) as one, bob.joined(room) as two:
        await (await began(one, two)).do(commands.Draw())
        async with eve.joined(room) as watcher:
            events = await recalled(watcher)

    assert not any(isinstance(event, GameStarted | Drew) for event in events)


async def test_silent_client_is_disconnected(tmp_path: Path) -> None:
    async with a_server(tmp_path, heartbeat_seconds=0.2) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        room = await ann.open()
        async with ann.joined(room) as player, eve.joined(room) as watcher:
            await player.receive(Presence, lambda presence: presence.watching == 1)
            watcher.socket.transport.pause_reading()  # pings are not read either

            await player.receive(Presence, lambda presence: presence.watching == 0)
