"""Coming back: what happened and what was said is there again; and a line that is dead is noticed."""

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
    """The events that a client is sent when it connects."""
    return tuple(event for entry in (await player.receive(Recent)).log for event in entry.events)


async def began(one: Player, two: Player) -> Player:
    """Both sit and the tiles are dealt; the player whose turn it is."""
    await two.do(commands.Sit())
    for player in (one, two):
        await player.do(commands.Ready())
    for player in (one, two):
        await player.do(commands.Contribute("x"))
    view = await one.until(lambda view: view.phase == "playing")
    assert view.game is not None
    return one if view.game.to_move == 0 else two


async def test_who_comes_back_is_sent_what_was_said(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as one, bob.joined(room) as two:
        await one.send(Say("good luck"))
        await two.send(Say("you too"))
        await one.receive(Said, lambda said: said.text == "you too")
    async with ann.joined(room) as again:
        said = (await again.receive(Recent)).said

    assert [(line.name, line.text) for line in said] == [("Ann", "good luck"), ("Bob", "you too")]


async def test_words_of_the_muted_do_not_come_back(server: Running) -> None:
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


async def test_who_comes_back_is_sent_the_log_with_the_own_tiles_only(server: Running) -> None:
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


async def test_the_log_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    async with a_server(tmp_path, database="") as server:
        ann, bob = await server.guest("Ann"), await server.guest("Bob")
        room = await ann.open(time={"type": "none"})
        async with ann.joined(room) as one, bob.joined(room) as two:
            await began(one, two)
    async with a_server(tmp_path, database="") as server, ann.joined(room, at=server.port) as again:
        events = await recalled(again)

    assert {SatDown, GameStarted} <= {type(event) for event in events}


async def test_late_spectators_are_sent_no_more_of_the_log_than_they_have_seen(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]
    room = await ann.open(time={"type": "none"}, watching="delayed")
    async with ann.joined(room) as one, bob.joined(room) as two:
        await (await began(one, two)).do(commands.Draw())
        async with eve.joined(room) as watcher:
            events = await recalled(watcher)

    assert not any(isinstance(event, GameStarted | Drew) for event in events)


async def test_the_server_lets_go_of_a_client_that_gives_no_sign_of_life(tmp_path: Path) -> None:
    async with a_server(tmp_path, heartbeat_seconds=0.2) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        room = await ann.open()
        async with ann.joined(room) as player, eve.joined(room) as watcher:
            await player.receive(Presence, lambda presence: presence.watching == 1)
            watcher.socket.transport.pause_reading()  # pings are not even read

            await player.receive(Presence, lambda presence: presence.watching == 0)
