"""Backup and restore: all tables as JSON lines in one compressed file, portable between databases."""

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, Table, func, insert, select

from tilewise.core.value import Value
from tilewise.storage.engine.database import PRIVATE, Database
from tilewise.storage.schema import absences, entries, metadata, nodes, people, reviews, rooms, snapshots

FORMAT = 1
BATCH = 500
EXCLUDED = {snapshots.name, reviews.name, nodes.name, absences.name}
"""Tables without lasting data: caches, heartbeats and downtimes."""


class Header(Value):
    """The first line of a backup."""

    tilewise_backup: int


class Line(Value):
    """One row of a table."""

    table: str
    row: dict[str, Any]


async def backup(database: Database, file: Path) -> int:
    """Write all data to a file, while the server may be running; return the number of rows."""
    return await database.read_snapshot(lambda connection: _write(connection, file))


async def restore(database: Database, file: Path) -> int:
    """Read a backup into an empty database; return the number of rows."""
    await database.migrate()
    return await database.write(lambda connection: _read(connection, file))


def _write(connection: Connection, file: Path) -> int:
    count = 0
    with open(file, "wb", opener=_private) as whole, gzip.open(whole, "wb") as out:
        out.write(msgspec.json.encode(Header(FORMAT)) + b"\n")
        for table in _tables():
            for row in connection.execute(select(table)).mappings():
                plain = {str(name): value for name, value in row.items()}
                out.write(msgspec.json.encode(Line(str(table.name), plain)) + b"\n")
                count += 1
    return count


def _read(connection: Connection, file: Path) -> int:
    count = 0
    try:
        with gzip.open(file, "rb") as lines:
            _expect_header(next(lines, b""))
            _expect_empty(connection)
            for table, rows in _batches(msgspec.json.decode(line, type=Line) for line in lines):
                connection.execute(insert(table), rows)
                count += len(rows)
    except (EOFError, KeyError, zlib.error, msgspec.DecodeError) as error:
        msg = f"{file}: the backup is damaged; nothing was restored"
        raise ValueError(msg) from error
    return count


def _private(path: str, flags: int) -> int:
    """Create the file readable by its owner only: it has password hashes and the secrets of running games."""
    descriptor = os.open(path, flags, PRIVATE)
    if hasattr(os, "fchmod"):  # on Windows the folder decides who may read a file
        os.fchmod(descriptor, PRIVATE)  # the file may have existed
    return descriptor


def _batches(lines: Iterator[Line]) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """Group the rows into batches of one table each."""
    name, rows = "", list[dict[str, Any]]()
    for line in lines:
        if rows and (line.table != name or len(rows) >= BATCH):
            yield metadata.tables[name], rows
            rows = []
        name = line.table
        rows.append(_typed(metadata.tables[name], line.row))
    if rows:
        yield metadata.tables[name], rows


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """Decode bytes from base64, and drop columns that the database numbers itself."""
    return {
        column.name: _bytes(row[column.name]) if isinstance(column.type, LargeBinary) else row[column.name]
        for column in table.columns
        if column.autoincrement is not True
    }


def _bytes(text: str) -> bytes:
    return msgspec.convert(text, bytes)


def _tables() -> list[Table]:
    return [table for table in metadata.sorted_tables if table.name not in EXCLUDED]


def _expect_empty(connection: Connection) -> None:
    for table in (entries, rooms, people):
        if connection.scalar(select(func.count()).select_from(table)):
            msg = f"this database is not empty: it has {table.name}; restore into a new one"
            raise ValueError(msg)


def _expect_header(line: bytes) -> None:
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError as error:
        msg = "this is not a Tilewise backup"
        raise ValueError(msg) from error
    if header.tilewise_backup != FORMAT:
        msg = f"this backup has format {header.tilewise_backup}; this version reads {FORMAT}"
        raise ValueError(msg)
