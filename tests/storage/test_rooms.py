"""The SQL store, on SQLite in memory, SQLite in a file, and PostgreSQL."""

import asyncio

import pytest
from msgspec.structs import replace
from sqlalchemy import func, insert, select, update

from tests.rooms.kit import ANN, BOB, NOON, World, a_config, a_table, mover
from tilewise.rooms import commands
from tilewise.rooms.config import PerTurn
from tilewise.rooms.events import Entry, SaidReady, TimeGivenBack
from tilewise.rooms.evolve import evolve
from tilewise.rooms.model import Phase
from tilewise.rooms.ports import ConflictError, Draft, UnknownRoomError
from tilewise.storage.engine import codec
from tilewise.storage.engine.database import Database
from tilewise.storage.rooms import ARCHIVE_BATCH, SNAPSHOT_EVERY, SqlStore
from tilewise.storage.schema import entries, rooms, snapshots

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(database: Database) -> SqlStore:
    return SqlStore(database)


@pytest.fixture
def world(store: SqlStore) -> World:
    return World(store)


async def test_loaded_room_equals_the_saved_room(world: World, store: SqlStore) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))

    assert await store.load(room.id) == room


async def test_match_continues_after_a_restart(world: World, store: SqlStore) -> None:
    room = await world.begun(ANN, BOB)

    after = await world.restarted().submit(room.id, mover(room), commands.Play(a_table(room)), seen=room.version)

    assert await store.load(room.id) == after.room


async def test_unknown_room_raises(store: SqlStore) -> None:
    with pytest.raises(UnknownRoomError):
        await store.load("nowhere")


async def test_version_is_written_once(world: World, store: SqlStore) -> None:
    room = await world.gathered(ANN, BOB)
    entry = Entry(room.version + 1, NOON, (SaidReady(0, is_ready=True),))
    await store.append(evolve(room, entry), entry, None)

    with pytest.raises(ConflictError):
        await store.append(evolve(room, entry), entry, None)

    assert len(await store.entries(room.id)) == entry.version


async def test_only_one_of_many_concurrent_writers_succeeds(world: World, store: SqlStore) -> None:
    room = await world.gathered(ANN, BOB)
    entry = Entry(room.version + 1, NOON, (SaidReady(0, is_ready=True),))
    after = evolve(room, entry)

    answers = await asyncio.gather(*(store.append(after, entry, None) for _ in range(8)), return_exceptions=True)

    assert answers.count(None) == 1
    assert sum(isinstance(answer, ConflictError) for answer in answers) == 7


async def test_group_commit_rejects_only_the_conflicting_entry(world: World, store: SqlStore) -> None:
    begun = [await world.begun(ANN, BOB) for _ in range(4)]
    coming = [Entry(room.version + 1, NOON, (TimeGivenBack(1.0),)) for room in begun]
    await store.append(evolve(begun[2], coming[2]), coming[2], None)

    writing = (store.append(evolve(room, entry), entry, None) for room, entry in zip(begun, coming, strict=True))
    refused = [isinstance(answer, ConflictError) for answer in await asyncio.gather(*writing, return_exceptions=True)]

    assert refused == [False, False, True, False]
    assert [(await store.load(room.id)).version for room in begun] == [entry.version for entry in coming]


async def test_rejected_entry_changes_nothing(world: World, store: SqlStore, database: Database) -> None:
    room = await world.gathered(ANN, BOB)
    late = Entry(room.version, NOON, (SaidReady(0, is_ready=True),))

    with pytest.raises(ConflictError):
        await store.append(replace(room, phase=Phase.OVER), late, 5.0)

    async with database.read() as connection:
        row = (await connection.execute(select(rooms.c.phase, rooms.c.version))).one()
    assert tuple(row) == (Phase.GATHERING, room.version)


async def test_room_loads_without_its_snapshot(world: World, store: SqlStore, database: Database) -> None:
    room = await world.begun(ANN, bots=1)
    while room.version < 2 * SNAPSHOT_EVERY:
        if room.bot_to_move is None:
            await world.service.submit(room.id, ANN, commands.Draw())
        await world.advance(3)
        room = await world.service.get(room.id)
    async with database.begin() as connection:
        assert await connection.scalar(select(func.count()).select_from(snapshots)) == 1
    assert await store.load(room.id) == room

    async with database.begin() as connection:
        await connection.execute(update(snapshots).values(format="of another time", body=b"?"))

    assert await store.load(room.id) == room


async def test_latest_draft_is_stored(world: World, store: SqlStore) -> None:
    room = await world.begun(ANN, BOB)
    assert await store.draft(room.id) is None
    for table in ((), a_table(room)):
        await world.service.draft(room.id, mover(room), table)

    assert await store.draft(room.id) == Draft(room.current_game.to_move, room.game_version, a_table(room))


async def test_due_room_is_claimed_by_one_node(world: World, store: SqlStore) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    due = NOON + 60

    assert await store.claim(now=due - 1, until=due + 9, node="a", limit=10) == ()
    assert await store.claim(now=due, until=due + 10, node="a", limit=10) == (room.id,)
    assert await store.claim(now=due, until=due + 10, node="b", limit=10) == ()
    assert await store.claim(now=due + 10, until=due + 20, node="b", limit=10) == (room.id,)


async def test_concurrent_claims_never_share_a_room(world: World, store: SqlStore) -> None:
    names = {(await world.begun(ANN, BOB, time=PerTurn(60))).id for _ in range(6)}
    later = NOON + 61

    claims = await asyncio.gather(
        *(store.claim(now=later, until=later + 10, node=f"n{node}", limit=2) for node in range(8))
    )

    claimed = [name for claim in claims for name in claim]
    assert len(claimed) == len(set(claimed))
    assert set(claimed) <= names


async def test_room_is_not_claimed_after_its_wake_up(world: World, store: SqlStore) -> None:
    room = await world.begun(ANN, BOB, time=PerTurn(60))
    await store.claim(now=NOON + 60, until=NOON + 70, node="a", limit=1)
    await world.advance(60)

    assert await store.claim(now=NOON + 119, until=NOON + 200, node="a", limit=1) == ()
    assert await store.claim(now=NOON + 120, until=NOON + 200, node="a", limit=1) == (room.id,)


async def test_running_rooms_are_listed(world: World, store: SqlStore) -> None:
    room = await world.begun(ANN, BOB, rules={"games_per_round": 1})
    assert await store.live() == (room.id,)

    await world.service.submit(room.id, ANN, commands.Concede())

    assert await store.live() == ()


async def test_lobby_lists_public_rooms_only(world: World, store: SqlStore) -> None:
    await world.service.open(a_config(), ANN)
    shown = await world.service.open(replace(a_config(), is_public=True), BOB)

    (line,) = await store.public_rooms([Phase.GATHERING])

    assert (line.id, line.names, line.house_rules) == (shown.id, ("Bob",), 1)


async def test_archive_search_reaches_the_oldest_game(world: World, store: SqlStore, database: Database) -> None:
    room = await world.begun(ANN, BOB, rules={"games_per_round": 1})
    await world.service.submit(room.id, ANN, commands.Concede())
    old = (await store.rooms_of(ANN.id))[0]
    others = codec.encode(replace(old, id="other", names=("Cleo", "Dan"), edition="twist"))
    line = {"phase": Phase.OVER, "is_public": True, "opened_at": 1.0, "version": 1, "summary": others}
    many = [line | {"id": f"other {number}", "changed_at": NOON + 100} for number in range(2 * ARCHIVE_BATCH)]
    async with database.begin() as connection:
        await connection.execute(update(rooms).values(is_public=True))
        await connection.execute(insert(rooms), many)

    assert [found.id for found in await store.archive(name="ann")] == [room.id]
    assert [found.id for found in await store.archive(edition=old.edition)] == [room.id]
    assert len(await store.archive(edition="twist", limit=ARCHIVE_BATCH + 1)) == ARCHIVE_BATCH + 1
    assert await store.archive(name="ann", edition="twist") == ()


async def test_person_finds_own_rooms(world: World, store: SqlStore) -> None:
    room = await world.begun(ANN, BOB, rules={"games_per_round": 1})
    await world.service.open(a_config(), ANN)
    await world.service.submit(room.id, ANN, commands.Concede())

    (line,) = await store.rooms_of(BOB.id)
    assert (line.id, line.winners) == (room.id, ("Bob",))
    assert len(await store.rooms_of(ANN.id)) == 2
    assert await store.rooms_of(BOB.id, only_public=True) == ()


async def test_log_versions_have_no_gaps(world: World, database: Database) -> None:
    room = await world.begun(ANN, BOB)

    async with database.read() as connection:
        versions = (await connection.execute(select(entries.c.version).order_by(entries.c.version))).scalars().all()
    assert list(versions) == list(range(1, room.version + 1))
