"""Accounts, tokens, ratings, codes and nodes, on every kind of database."""

import pytest
from msgspec.structs import replace

from tests.rooms.kit import ANN, BOB, NOON, World, a_config
from tilewise.rooms import commands
from tilewise.rooms.people import Person
from tilewise.storage.engine.database import Database
from tilewise.storage.housekeeping import Housekeeping
from tilewise.storage.people import Account, NameTakenError, PeopleStore
from tilewise.storage.puzzles import PuzzleStore, Solver, Try
from tilewise.storage.ratings import Ratings
from tilewise.storage.rooms import SqlStore

pytestmark = pytest.mark.anyio

ADA = Account("p-ada", "Ada", "hash", is_bot=False, owner=None, epoch=0, is_banned=False)
BEN = Account("p-ben", "Ben", "hash", is_bot=False, owner=None, epoch=0, is_banned=False)
BOT = Account("b-1", "Robo", None, is_bot=True, owner="p-ada", epoch=0, is_banned=False)


@pytest.fixture
async def people(database: Database) -> PeopleStore:
    people = PeopleStore(database)
    for account in (ADA, BEN, BOT):
        await people.add(account, NOON)
    return people


async def test_account_is_found_by_id_and_name(people: PeopleStore) -> None:
    assert await people.find("p-ada") == ADA
    assert await people.named("  aDA ") == ADA
    assert await people.named("Adam") is None
    assert await people.count() == 3


async def test_name_is_unique_regardless_of_case(people: PeopleStore) -> None:
    with pytest.raises(NameTakenError):
        await people.add(replace(ADA, id="p-other", name="ADA"), NOON)


async def test_program_is_found_by_its_token(people: PeopleStore) -> None:
    await people.add_token("digest", "b-1", NOON)

    assert await people.with_token("digest") == BOT
    assert await people.with_token("other") is None


async def test_signing_out_everywhere_invalidates_sessions_and_tokens(people: PeopleStore) -> None:
    await people.add_token("digest", "b-1", NOON)
    await people.next_epoch("p-ada")

    assert await people.find("p-ada") == replace(ADA, epoch=1)
    assert await people.with_token("digest") is None


async def test_account_can_be_banned_and_unbanned(people: PeopleStore) -> None:
    assert await people.ban("p-ada")
    assert await people.find("p-ada") == replace(ADA, is_banned=True)
    assert await people.ban("p-ada", is_banned=False)
    assert not await people.ban("nobody")


async def test_banned_accounts_are_listed_with_their_programs(people: PeopleStore) -> None:
    await people.ban("p-ada")

    assert await people.banned() == {"p-ada", "b-1"}


async def test_deleted_account_leaves_no_data(people: PeopleStore, database: Database) -> None:
    ratings = Ratings(database)
    await ratings.rate("room-1", "classic", {"p-ada": 1, "p-ben": 2}, NOON)
    await people.add_token("digest", "b-1", NOON)
    await people.forget("p-ada")

    assert [await people.find("p-ada"), await people.find("b-1"), await people.with_token("digest")] == [None] * 3
    assert [line.name for line in await ratings.best("classic")] == ["Ben"]


async def test_games_of_a_guest_move_to_the_account(people: PeopleStore, database: Database) -> None:
    store = SqlStore(database)
    room = await World(store).service.open(a_config(), ANN)
    await people.move_games(ANN.id, "p-ada")

    assert [line.id for line in await store.rooms_of("p-ada")] == [room.id]
    assert await store.rooms_of(ANN.id) == ()


@pytest.mark.usefixtures("people")
async def test_match_is_rated_once(database: Database) -> None:
    ratings = Ratings(database)

    assert await ratings.rate("room-1", "classic", {"p-ada": 1, "p-ben": 2, "p-guest": 3}, NOON)
    assert not await ratings.rate("room-1", "classic", {"p-ada": 2, "p-ben": 1}, NOON)

    first, second = await ratings.best("classic")
    assert (first.name, second.name, first.games) == ("Ada", "Ben", 1)
    assert first.points > second.points
    assert [match.rank for match in await ratings.history("p-ben")] == [2]
    assert await ratings.best("twist") == ()
    assert [line.family for line in await ratings.of("p-ada")] == ["classic"]


@pytest.mark.usefixtures("people")
async def test_match_with_one_account_is_not_rated(database: Database) -> None:
    assert not await Ratings(database).rate("room-1", "classic", {"p-ada": 1, "p-guest": 2}, NOON)


async def test_first_node_reports_no_downtime(database: Database) -> None:
    assert await Housekeeping(database).start("a", NOON) == 0


async def test_node_reports_the_downtime_before_its_start(database: Database) -> None:
    house = Housekeeping(database)
    await house.start("a", NOON)
    await house.beat("a", NOON + 100)

    assert await house.start("b", NOON + 130) == pytest.approx(30)
    assert await house.start("c", NOON + 131) == pytest.approx(1)


async def test_code_belongs_to_one_room(database: Database) -> None:
    house = Housekeeping(database)

    assert await house.give_code("room-1", "AAAAAA", NOON)
    assert not await house.give_code("room-2", "AAAAAA", NOON)
    assert await house.room_of("AAAAAA") == "room-1"
    assert await house.code_of("room-1") == "AAAAAA"
    assert await house.code_of("room-2") is None


async def test_old_rooms_are_deleted_and_running_ones_kept(database: Database) -> None:
    house, store = Housekeeping(database), SqlStore(database)
    world = World(store)
    old = await world.begun(ANN, BOB, rules={"games_per_round": 1})
    await world.service.submit(old.id, ANN, commands.Concede())
    await house.give_code(old.id, "AAAAAA", NOON)
    world.clock.time += 1000
    live = await world.begun(ANN, BOB)

    assert await house.sweep(before=0) == 0
    assert await house.room_of("AAAAAA") is None
    assert await house.sweep(before=NOON + 500) == 1
    assert await store.entries(old.id) == ()
    assert await store.load(live.id) == live


@pytest.mark.usefixtures("people")
async def test_puzzle_progress_of_inactive_guests_is_deleted(database: Database) -> None:
    puzzles = PuzzleStore(database)
    for person, at in ((ADA.id, NOON), ("g-old", NOON), ("g-new", NOON + 1000)):
        await puzzles.keep(Try(person, "one", is_solved=True, at=at), Solver(person, solved=1))

    assert await puzzles.sweep(before=NOON + 500) == 1
    assert await puzzles.sweep(before=NOON + 500) == 0
    assert [(await puzzles.solver(person)).solved for person in (ADA.id, "g-old", "g-new")] == [1, 0, 1]
    assert await puzzles.solved("g-old") == frozenset()


async def test_guest_is_stored_only_while_banned(people: PeopleStore) -> None:
    eve = Person("g-eve", "Eve")

    await people.ban_guest(eve, NOON)
    await people.ban_guest(eve, NOON)
    assert await people.banned() == {"g-eve"}
    assert (await people.named("Eve"), await people.count()) == (None, 3)

    await people.ban_guest(eve, NOON, is_banned=False)
    assert await people.find("g-eve") is None


async def test_ended_session_is_kept_until_its_cookies_expire(people: PeopleStore) -> None:
    for _ in range(2):
        await people.end_session("s-1", NOON)
    assert [await people.has_ended(session) for session in ("s-1", "s-2")] == [True, False]

    await people.drop_ended_sessions(before=NOON)
    assert await people.has_ended("s-1")
    await people.drop_ended_sessions(before=NOON + 1)
    assert not await people.has_ended("s-1")
