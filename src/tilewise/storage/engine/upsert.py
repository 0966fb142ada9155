"""Insert or replace a row: the one statement that differs between the SQL dialects."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


def upsert(where: AsyncConnection | Connection, table: Table, **row: object) -> "postgresql.Insert | sqlite.Insert":
    """Return a statement that inserts a row, or replaces the row with the same key."""
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in row.items() if name not in keys}
    if where.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # a server on SQLite starts faster without it

        return postgresql.insert(table).values(row).on_conflict_do_update(index_elements=keys, set_=rest)
    return sqlite.insert(table).values(row).on_conflict_do_update(index_elements=keys, set_=rest)
