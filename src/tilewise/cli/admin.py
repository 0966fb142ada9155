"""`tilewise admin`: for who keeps a server: list, close, ban, export, backup, restore."""

import asyncio
import gzip
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewise.cli.output import examples, print_json

if TYPE_CHECKING:
    from tilewise.server.node import Node
    from tilewise.server.settings import Settings as ServerSettings

EPILOG = examples("tilewise admin list", "tilewise admin backup games.jsonl.gz", "tilewise admin ban p-4f0c")
LIST = examples("tilewise admin list --json", "tilewise admin list --database postgresql+asyncpg://db/tilewise")
CLOSE = examples("tilewise admin close x1YkT0aUuBmWcQ9fJ3nE")
BAN = examples("tilewise admin ban p-4f0c", "tilewise admin ban --lift p-4f0c")
EXPORT = examples("tilewise admin export games.jsonl.gz")
BACKUP = examples("tilewise admin backup everything.jsonl.gz --data /srv/tilewise")
RESTORE = examples("tilewise admin restore everything.jsonl.gz --database postgresql+asyncpg://db/tilewise")

Settings = Annotated[Path | None, typer.Option("--settings", help="The settings of the server, as for serve.")]
Data = Annotated[Path | None, typer.Option("--data", help="The data folder of the server.")]
Database = Annotated[str | None, typer.Option("--database", help="The database of the server.")]


def list_rooms(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document instead of lines.")] = False,
    data: Data = None,
    database: Database = None,
    settings: Settings = None,
) -> None:
    """List the rooms that are not over."""

    async def job(node: "Node") -> None:
        rooms = await node.store.live_summaries()
        if as_json:
            print_json({"rooms": rooms})
            return
        for room in rooms:
            people = ", ".join((*room.names, *["-"] * (room.chairs - len(room.names))))
            typer.echo(f"{room.id}  {room.phase:<9}  {room.edition:<12}  {people}")

    _run(job, data=data, database=database, settings=settings)


def close(room: str, *, data: Data = None, database: Database = None, settings: Settings = None) -> None:
    """Close a room; who plays there sees it with the next move."""
    from tilewise.match.moment import Close  # noqa: PLC0415  # other commands start faster without a server
    from tilewise.match.ports import UnknownRoomError  # noqa: PLC0415  # as above

    async def job(node: "Node") -> None:
        try:
            await node.service.order(room, Close())
        except UnknownRoomError as error:
            msg = f"no room {room!r}"
            raise ValueError(msg) from error

    _run(job, data=data, database=database, settings=settings)


def ban(
    person: str,
    *,
    lift: Annotated[bool, typer.Option("--lift", help="Let the person in again.")] = False,
    data: Data = None,
    database: Database = None,
    settings: Settings = None,
) -> None:
    """Keep an account out."""

    async def job(node: "Node") -> None:
        if not await node.people.ban(person, is_banned=not lift):
            msg = f"no account {person!r}"
            raise ValueError(msg)

    _run(job, data=data, database=database, settings=settings)


def export(file: Path, *, data: Data = None, database: Database = None, settings: Settings = None) -> None:
    """Write all public games that are over into one file: a record in JSON on each line, compressed."""
    from tilewise.server.routes.people import records  # noqa: PLC0415  # as above
    from tilewise.wire.messages import encode  # noqa: PLC0415  # as above

    async def job(node: "Node") -> None:
        games = [encode(record) async for record in records(node)]
        with gzip.open(file, "wb") as out:
            out.writelines(game + b"\n" for game in games)
        typer.echo(f"{len(games)} matches")

    _run(job, data=data, database=database, settings=settings)


def backup(file: Path, *, data: Data = None, database: Database = None, settings: Settings = None) -> None:
    """Write everything the server keeps into one file; the server may go on meanwhile."""
    from tilewise.storage import backup as backups  # noqa: PLC0415  # as above

    async def job(node: "Node") -> None:
        typer.echo(f"{await backups.backup(node.database, file)} rows")

    _run(job, data=data, database=database, settings=settings)


def restore(file: Path, *, data: Data = None, database: Database = None, settings: Settings = None) -> None:
    """Read a backup into a database that holds nothing yet."""
    from tilewise.storage import backup as backups  # noqa: PLC0415  # as above

    async def job(node: "Node") -> None:
        typer.echo(f"{await backups.restore(node.database, file)} rows")

    _run(job, data=data, database=database, settings=settings)


def _run(
    job: "Callable[[Node], Awaitable[None]]", *, data: Path | None, database: str | None, settings: Path | None
) -> None:
    from tilewise.server.settings import read_settings  # noqa: PLC0415  # as above

    flags = {"data": str(data) if data else None, "database": database}
    asyncio.run(_with_node(job, read_settings(flags, os.environ, settings)))


async def _with_node(job: "Callable[[Node], Awaitable[None]]", settings: "ServerSettings") -> None:
    from tilewise.server.node import Node  # noqa: PLC0415  # as above

    node = Node(settings)
    try:
        await node.database.migrate()
        await job(node)
    finally:
        await node.alarms.close()
        await node.database.close()
