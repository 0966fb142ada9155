"""Statistics over HTTP: figures of the caller's games, and the solver's analysis."""

from typing import Any

import anyio.lowlevel
import pytest

from tests.server.kit import Guest, Running, is_my_turn
from tilewise.rooms import commands
from tilewise.wire.http import OpenRoom

pytestmark = pytest.mark.anyio

ALONE = OpenRoom(bots=("novice",), start=True, rules={"games_per_round": 1, "turn_seconds": 0})


async def figures(guest: Guest) -> Any:  # noqa: ANN401  # JSON
    response = await guest.http.get("/my/statistics")
    response.raise_for_status()
    return response.json()


async def test_statistics_are_empty_without_games(server: Running) -> None:
    guest = await server.guest()

    assert await figures(guest) == {"games": [], "waiting": 0}


async def test_statistics_without_a_session_return_401(server: Running) -> None:
    guest = await server.guest()
    guest.http.cookies.clear()

    assert (await guest.http.get("/my/statistics")).status_code == 401


async def test_finished_game_is_listed_and_then_reviewed(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(ALONE)
    async with ann.joined(room) as player:
        await player.do(commands.Contribute("x"))
        await player.until(is_my_turn)
        await player.do(commands.Draw())
        await player.until(is_my_turn)
        await player.do(commands.Concede())

    first = await figures(ann)
    later = first
    while later["waiting"]:
        await anyio.lowlevel.checkpoint()
        later = await figures(ann)

    (game,) = first["games"]
    assert (game["room"], game["is_won"], game["laid"], len(game["seconds"])) == (room, False, [0], 1)
    assert len(later["games"][0]["possible"]) == 1
