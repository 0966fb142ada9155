"""Statistics over HTTP: figures of the caller's games, and the solver's analysis."""

from typing import Any

import anyio.lowlevel
import pytest

from tests.server.kit import Guest, Running

pytestmark = pytest.mark.anyio


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
    room = await ann.finish_match()

    first = await figures(ann)
    later = first
    while later["waiting"]:
        await anyio.lowlevel.checkpoint()
        later = await figures(ann)

    (game,) = first["games"]
    assert (game["room"], game["is_won"], game["laid"], len(game["seconds"])) == (room, False, [0], 1)
    assert len(later["games"][0]["possible"]) == 1
