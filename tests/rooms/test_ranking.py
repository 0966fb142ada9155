"""Who came where, for ratings."""

import pytest

from tests.rooms.kit import ANN, BOB, CLEO, World
from tilewise.core.editions import EDITIONS
from tilewise.rooms import commands
from tilewise.rooms.log.ranking import family_of, ranks_of

pytestmark = pytest.mark.anyio

ONE_GAME: dict[str, object] = {"games_per_round": 1}


def test_editions_that_feel_alike_are_one_family() -> None:
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


async def test_who_wins_comes_first(world: World) -> None:
    room = await world.begun(ANN, BOB, rules=ONE_GAME)
    over = (await world.service.submit(room.id, ANN, commands.Concede())).room

    assert ranks_of(over, await world.store.entries(room.id)) == {1: 1, 0: 2}


async def test_who_leaves_comes_last_whatever_the_bot_makes_of_it(world: World) -> None:
    room = await world.begun(ANN, BOB, CLEO, rules=ONE_GAME)
    await world.service.submit(room.id, ANN, commands.Leave())
    await world.service.submit(room.id, BOB, commands.Concede())
    over = (await world.service.submit(room.id, CLEO, commands.Concede())).room

    assert ranks_of(over, await world.store.entries(room.id))[0] == 3


async def test_who_comes_back_has_not_left(world: World) -> None:
    room = await world.begun(ANN, BOB, rules=ONE_GAME)
    await world.service.submit(room.id, ANN, commands.Leave())
    await world.service.submit(room.id, ANN, commands.Return())
    over = (await world.service.submit(room.id, BOB, commands.Concede())).room

    assert ranks_of(over, await world.store.entries(room.id)) == {0: 1, 1: 2}


async def test_of_those_who_leave_the_first_comes_last(world: World) -> None:
    room = await world.begun(ANN, BOB, rules=ONE_GAME)
    await world.service.submit(room.id, ANN, commands.Leave())
    over = (await world.service.submit(room.id, BOB, commands.Leave())).room

    assert ranks_of(over, await world.store.entries(room.id)) == {1: 1, 0: 2}


async def test_a_match_that_goes_on_has_no_ranks(world: World) -> None:
    room = await world.begun(ANN, BOB)

    assert ranks_of(room, await world.store.entries(room.id)) == {}
