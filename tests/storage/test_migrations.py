"""Migrations run automatically from the first schema on, and create exactly the tables of the code."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from tilewise.storage.engine.database import Database
from tilewise.storage.engine.migrate import MIGRATIONS, newest
from tilewise.storage.people import PeopleStore
from tilewise.storage.rooms import SqlStore
from tilewise.storage.schema import metadata

pytestmark = pytest.mark.anyio

REVISIONS = [script.revision for script in reversed(list(ScriptDirectory(str(MIGRATIONS)).walk_revisions()))]
A_ROOM_OF_THE_FIRST_SCHEMA = """
    INSERT INTO rooms (id, phase, is_public, opened_at, changed_at, version, summary)
    VALUES ('old', 'playing', false, 1.0, 1.0, 1, '')
"""
A_PERSON = """
    INSERT INTO people (id, name, key, is_bot, epoch, made_at, seen_at, is_banned)
    VALUES (:id, :name, :key, false, 0, 0.0, 0.0, false)
"""
WIDE_ANN = "\N{FULLWIDTH LATIN SMALL LETTER A}nn"
WIDE_BOB = "\N{FULLWIDTH LATIN SMALL LETTER B}ob"


def test_newest_revision_is_the_last_in_the_chain() -> None:
    assert newest() == REVISIONS[-1]


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


async def test_migrations_create_the_expected_tables(database: Database) -> None:
    async with database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_migrating_again_changes_nothing(database: Database) -> None:
    await database.migrate()

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_first_schema_is_migrated_step_by_step(empty: Database) -> None:
    await empty.migrate(REVISIONS[0])
    async with empty.begin() as connection:
        await connection.execute(text(A_ROOM_OF_THE_FIRST_SCHEMA))

    for revision in REVISIONS[1:]:
        await empty.migrate(revision)

    assert await SqlStore(empty).live() == ("old",)


async def test_names_that_differ_in_width_are_merged_without_losing_accounts(empty: Database) -> None:
    await empty.migrate("0004")
    async with empty.begin() as connection:
        for person, name, key in (("1", "Ann", "ann"), ("2", WIDE_ANN, WIDE_ANN), ("3", WIDE_BOB, WIDE_BOB)):
            await connection.execute(text(A_PERSON), {"id": person, "name": name, "key": key})
    await empty.migrate()

    people = PeopleStore(empty)
    assert [account and account.id for account in (await people.named("Ann"), await people.named("bob"))] == ["1", "3"]
    assert await people.count() == 3


async def test_several_nodes_can_migrate_concurrently(empty: Database) -> None:
    await asyncio.gather(*(empty.migrate() for _ in range(3)))

    async with empty.read() as connection:
        assert await connection.run_sync(differences) == []
