"""Records over HTTP: whole matches and single games."""

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import update

from tests.server.kit import Guest, Player, Running, is_my_turn
from tilewise.core.actions import Draw
from tilewise.rooms import commands
from tilewise.rooms.events import Acted, Entry
from tilewise.storage.engine import codec
from tilewise.storage.schema import entries
from tilewise.wire.http import GameVerdict, Verdict

pytestmark = pytest.mark.anyio


async def a_match(ann: Guest, bob: Guest) -> str:
    """Begin a match of two games with two players."""
    room = await ann.open(rules={"games_per_round": 2})
    async with ann.joined(room) as one, bob.joined(room) as two:
        await two.do(commands.Sit())
        await one.do(commands.Ready())
        await two.do(commands.Ready())
    return room


async def play_a_game(one: Player, two: Player) -> None:
    """Play one turn and concede."""
    for player in (one, two):
        await player.do(commands.Contribute("x"))
    for player in (one, two):
        await player.until(lambda view: view.phase == "playing")
    mover = one if is_my_turn(one.view) else two
    await mover.do(commands.Draw())
    await mover.do(commands.Concede())


async def verdict(guest: Guest, room: str, game: int) -> GameVerdict:
    answer = await guest.http.get(f"/rooms/{room}/games/{game}/verdict")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=GameVerdict)


async def status(guest: Guest, room: str, game: int) -> tuple[int, str]:
    answer = await guest.http.get(f"/rooms/{room}/games/{game}/verdict")
    return answer.status_code, answer.json()["reason"]


async def test_players_can_verify_a_finished_game_during_the_match(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]
    room = await a_match(ann, bob)
    async with ann.joined(room) as one, bob.joined(room) as two:
        assert await status(ann, room, 1) == (404, "no-such-game")
        await play_a_game(one, two)

        assert await verdict(ann, room, 1) == GameVerdict(1, 2, is_proven=True, findings=())
        assert await status(ann, room, 2) == (404, "no-such-game")
        assert await status(eve, room, 1) == (409, "not-over")
        await play_a_game(one, two)

    assert await verdict(eve, room, 2) == GameVerdict(2, 2, is_proven=True, findings=())
    assert await status(eve, room, 0) == (404, "no-such-game")


async def test_tampered_log_fails_verification_game_by_game(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")
    room = await a_match(ann, bob)
    async with ann.joined(room) as one, bob.joined(room) as two:
        await play_a_game(one, two)
        await play_a_game(one, two)

    await forge_the_last_draw(own_server, room)

    found = msgspec.json.decode((await ann.http.get(f"/rooms/{room}/verdict")).content, type=Verdict)
    assert (found.is_proven, [game.is_proven for game in found.games]) == (False, [True, False])
    assert found.findings[0].startswith("game 2: ")
    assert (await verdict(ann, room, 2)).findings == found.games[1].findings != ()


async def forge_the_last_draw(server: Running, room: str) -> None:
    """Tamper with the database: let the other seat draw."""
    entry = [entry for entry in await server.node.store.entries(room) if draws(entry)][-1]
    events = tuple(
        replace(event, action=Draw(1 - event.action.seat)) if isinstance(event, Acted) else event
        for event in entry.events
    )
    forged = update(entries).where(entries.c.room == room, entries.c.version == entry.version)
    async with server.node.database.begin() as connection:
        await connection.execute(forged.values(body=codec.encode(replace(entry, events=events))))


def draws(entry: Entry) -> bool:
    return any(isinstance(event, Acted) and isinstance(event.action, Draw) for event in entry.events)
