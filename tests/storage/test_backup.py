"""Backup and restore, between all kinds of databases."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rooms.kit import ANN, BOB, NOON, World
from tilewise.rooms import commands
from tilewise.storage.backup import backup, restore
from tilewise.storage.engine.database import Database
from tilewise.storage.people import Account, PeopleStore
from tilewise.storage.ratings import Ratings
from tilewise.storage.rooms import SqlStore

pytestmark = pytest.mark.anyio

ADA = Account("p-ada", "Ada", "hash", is_bot=False, owner=None, epoch=0, is_banned=False)
BEN = Account("p-ben", "Ben", "hash", is_bot=False, owner=None, epoch=0, is_banned=False)


async def test_backup_is_restored_into_any_database(database: Database, tmp_path: Path) -> None:
    other = Database(f"sqlite+aiosqlite:///{tmp_path}/other.db")
    await other.migrate()
    room = await World(SqlStore(other)).begun(ANN, BOB)
    people = PeopleStore(other)
    await people.add(ADA, NOON)
    await people.add(BEN, NOON)
    await Ratings(other).rate("room-1", "classic", {"p-ada": 1, "p-ben": 2}, NOON)
    written = await backup(other, tmp_path / "all.gz")
    await other.close()

    assert await restore(database, tmp_path / "all.gz") == written

    assert await SqlStore(database).load(room.id) == room
    assert await PeopleStore(database).named("Ada") == ADA
    assert await Ratings(database).rate("room-2", "classic", {"p-ada": 1, "p-ben": 2}, NOON)
    assert len(await Ratings(database).history("p-ada")) == 2


async def test_restored_match_continues(database: Database, tmp_path: Path) -> None:
    room = await World(SqlStore(database)).begun(ANN, BOB)
    await backup(database, tmp_path / "all.gz")
    other = Database(f"sqlite+aiosqlite:///{tmp_path}/other.db")
    await restore(other, tmp_path / "all.gz")

    done = await World(SqlStore(other)).service.submit(room.id, ANN, commands.Concede())

    assert done.version == room.version + 1
    await other.close()


async def test_restore_into_a_used_database_is_refused(database: Database, tmp_path: Path) -> None:
    await World(SqlStore(database)).begun(ANN, BOB)
    await backup(database, tmp_path / "all.gz")

    with pytest.raises(ValueError, match="not empty"):
        await restore(database, tmp_path / "all.gz")


@pytest.mark.parametrize("content", [b"", b"rubbish\n", b'{"tilewise_backup":99}\n'])
async def test_restore_of_a_foreign_file_is_refused(database: Database, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "no.gz").write_bytes(gzip.compress(content))

    with pytest.raises(ValueError, match="backup"):
        await restore(database, tmp_path / "no.gz")


async def test_backup_does_not_block_writers(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/tilewise.db")
    await database.migrate()
    world = World(SqlStore(database))
    room = await world.begun(ANN, BOB)
    other = Database(f"sqlite+aiosqlite:///{tmp_path}/tilewise.db")
    async with other.read() as connection:
        await connection.exec_driver_sql("BEGIN")
        await connection.exec_driver_sql("SELECT count(*) FROM entries")

        assert (await world.service.submit(room.id, ANN, commands.Concede())).version == room.version + 1
        await connection.exec_driver_sql("ROLLBACK")
    await other.close()
    await database.close()


async def test_backup_is_readable_by_its_owner_only(database: Database, tmp_path: Path) -> None:
    await backup(database, tmp_path / "all.gz")

    assert (tmp_path / "all.gz").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [lambda whole: whole[:-12], lambda whole: whole[:60] + b"x" * 9 + whole[69:]])
async def test_damaged_backup_restores_nothing(
    database: Database, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    file, other = tmp_path / "all.gz", Database(f"sqlite+aiosqlite:///{tmp_path}/other.db")
    await World(SqlStore(database)).begun(ANN, BOB)
    await backup(database, file)
    file.write_bytes(damage(file.read_bytes()))

    with pytest.raises(ValueError, match=r"all\.gz: the backup is damaged; nothing was restored"):
        await restore(other, file)

    assert await SqlStore(other).live() == ()
    await other.close()
