"""The ranking of a match, for ratings."""

import pytest

from tests.rooms.kit import ANN, BOB, CLEO, World
from tilewise.core.editions import EDITIONS
from tilewise.rooms import commands
from tilewise.rooms.log.ranking import family_of, ranks_of

pytestmark = pytest.mark.anyio

ONE_GAME: dict[str, object] = {"games_per_round": 1}


def test_similar_editions_share_a_rating_family() -> None:
    families = {name: family_of(edition) for name, edition in EDITIONS.items()}

    assert families == {
        "classic-en": "classic",
        "classic-he": "classic",
        "classic-he-2014": "classic",
        "classic-uk": "classic",
        "xp": "xp",
        "twist": "twist",
        "quick-21": "twist",
    }


async def test_winner_ranks_first(world: World) -> None:
    room = await world.begun(ANN, BOB, rules=ONE_GAME)
    over = (await world.service.submit(room.id, ANN, commands.Concede())).room

    assert ranks_of(over, await world.store.entries(room.id)) == {1: 1, 0: 2}


async def test_player_who_leaves_ranks_last_even_if_the_stand_in_wins(world: World) -> None:
    room = await world.begun(ANN, BOB, CLEO, rules=ONE_GAME)
    await world.service.submit(room.id, ANN, commands.Leave())
    await world.service.submit(room.id, BOB, commands.Concede())
    over = (await world.service.submit(room.id, CLEO, commands.Concede())).room

    assert ranks_of(over, await world.store.entries(room.id))[0] == 3


async def test_player_who_returns_keeps_the_rank(world: World) -> None:
    room = await world.begun(ANN, BOB, rules=ONE_GAME)
    await world.service.submit(room.id, ANN, commands.Leave())
    await world.service.submit(room.id, ANN, commands.Return())
    over = (await world.service.submit(room.id, BOB, commands.Concede())).room

    assert ranks_of(over, await world.store.entries(room.id)) == {0: 1, 1: 2}


async def test_first_player_to_leave_ranks_last(world: World) -> None:
    room = await world.begun(ANN, BOB, rules=ONE_GAME)
    await world.service.submit(room.id, ANN, commands.Leave())
    over = (await world.service.submit(room.id, BOB, commands.Leave())).room

    assert ranks_of(over, await world.store.entries(room.id)) == {1: 1, 0: 2}


async def test_running_match_has_no_ranking(world: World) -> None:
    room = await world.begun(ANN, BOB)

    assert ranks_of(room, await world.store.entries(room.id)) == {}
