"""`tilewise admin`: list and close rooms, ban people, reset passwords, export, back up and restore."""

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewise.cli.show.output import examples, print_json
from tilewise.cli.show.progress import progress_bar
from tilewise.core.errors import InputError
from tilewise.core.words import counted

if TYPE_CHECKING:
    from tilewise.rooms.people import Person
    from tilewise.server.node import Node
    from tilewise.server.settings import Settings as ServerSettings

EPILOG = examples("tilewise admin list", "tilewise admin backup games.jsonl.gz", "tilewise admin ban 'Rude Rudi'")
LIST = examples(
    "tilewise admin list --people", "tilewise admin list --banned --json", "tilewise admin list --data /srv"
)
CLOSE = examples("tilewise admin close x1YkT0aUuBmWcQ9fJ3nE", "tilewise admin close x1YkT0aUuBmWcQ9fJ3nE --json")
BAN = examples(
    "tilewise admin ban 'Rude Rudi'", "tilewise admin ban g-x1YkT0aUuBmWcQ9fJ3nE", "tilewise admin ban --lift Rudi"
)
PASSWORD = examples("tilewise admin password 'Forgetful Fay'", "tilewise admin password Fay --json")
EXPORT = examples("tilewise admin export games.jsonl.gz", "tilewise admin export games.jsonl.gz --json")
BACKUP = examples("tilewise admin backup everything.jsonl.gz --data /srv/tilewise")
RESTORE = examples("tilewise admin restore everything.jsonl.gz --database postgresql+asyncpg://db/tilewise")

WAS_OVER = 1
NEW_PASSWORD_BYTES = 12

Job = Callable[["Node"], Awaitable[None]]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Settings = Annotated[Path | None, typer.Option("--settings", help="The server's settings file (TOML).")]
Data = Annotated[Path | None, typer.Option("--data", help="The server's data folder.")]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `tilewise admin backup`.")]
RoomId = Annotated[str, typer.Argument(metavar="ROOM", help="The id of a room; see `tilewise admin list`.")]
Database = Annotated[str | None, typer.Option("--database", help="The server's database address.")]


def list_rooms(  # noqa: PLR0913  # one for each option
    *,
    people: Annotated[
        bool, typer.Option("--people", help="List the people in these rooms instead, with their ids.")
    ] = False,
    banned: Annotated[bool, typer.Option("--banned", help="List banned people instead.")] = False,
    as_json: AsJson = False,
    data: Data = None,
    database: Database = None,
    settings: Settings = None,
) -> None:
    """List the open rooms, oldest first: id, phase, edition and players.

    Exit codes: 0 listed, even if there are none; 2 the database cannot be opened, or --people with --banned.
    """
    if people and banned:
        msg = "give either --people or --banned, not both"
        raise InputError(msg)
    job = _list_banned if banned else _list_people if people else _list_rooms
    _run(lambda node: job(node, as_json=as_json), data=data, database=database, settings=settings)


def close(
    room: RoomId, *, as_json: AsJson = False, data: Data = None, database: Database = None, settings: Settings = None
) -> None:
    """Close a room. Its players see this within seconds, and the match is not rated.

    Exit codes: 0 closed; 1 already over; 2 no such room.
    """
    _run(lambda node: _close(node, room, as_json=as_json), data=data, database=database, settings=settings)


def ban(  # noqa: PLR0913  # one for each option
    person: Annotated[str, typer.Argument(metavar="PERSON", help="The name of an account, or the id of any person.")],
    *,
    lift: Annotated[bool, typer.Option("--lift", help="Lift the ban.")] = False,
    as_json: AsJson = False,
    data: Data = None,
    database: Database = None,
    settings: Settings = None,
) -> None:
    """Ban an account and its programs, or a guest. Open connections end within seconds.

    A guest ban covers one session: a guest who clears the cookies is a new guest.

    Exit codes: 0 done, even if nothing changed; 2 no such name or id.
    """
    job = lambda node: _ban(node, person, is_banned=not lift, as_json=as_json)  # noqa: E731  # in line with the other commands
    _run(job, data=data, database=database, settings=settings)


def password(
    person: Annotated[str, typer.Argument(metavar="PERSON", help="The name of an account, or its id.")],
    *,
    as_json: AsJson = False,
    data: Data = None,
    database: Database = None,
    settings: Settings = None,
) -> None:
    """Set a new random password for an account, print it and end all sessions of the account.

    Send it to the owner. The settings page can change it.

    Exit codes: 0 done; 2 no personal account has this name or id.
    """
    _run(lambda node: _reset_password(node, person, as_json=as_json), data=data, database=database, settings=settings)


def export(
    file: NewFile, *, as_json: AsJson = False, data: Data = None, database: Database = None, settings: Settings = None
) -> None:
    """Export all finished public games to one compressed file, one JSON record per line.

    Exit codes: 0 written; 2 the file cannot be written, or the database cannot be opened.
    """
    _run(lambda node: _export(node, file, as_json=as_json), data=data, database=database, settings=settings)


def backup(
    file: NewFile, *, as_json: AsJson = False, data: Data = None, database: Database = None, settings: Settings = None
) -> None:
    """Back up the whole database to one file. The server can keep running.

    Exit codes: 0 written; 2 the file cannot be written, or the database cannot be opened.
    """
    from tilewise.storage import backup as backups  # noqa: PLC0415  # other commands start faster without a server

    async def job(node: "Node") -> None:
        _print_row_count(file, await backups.backup(node.database, file), as_json=as_json)

    _run(job, data=data, database=database, settings=settings)


def restore(
    file: BackupFile,
    *,
    as_json: AsJson = False,
    data: Data = None,
    database: Database = None,
    settings: Settings = None,
) -> None:
    """Restore a backup into an empty database.

    Exit codes: 0 restored; 2 the file is not a backup, or the database is not empty.
    """
    from tilewise.storage import backup as backups  # noqa: PLC0415  # as above

    async def job(node: "Node") -> None:
        rows = await backups.restore(node.database, file)
        node.housekeeping.watermark.forget()
        _print_row_count(file, rows, as_json=as_json)

    _run(job, data=data, database=database, settings=settings, may_be_new=True)


async def _list_rooms(node: "Node", *, as_json: bool) -> None:
    rooms = await node.store.live_summaries()
    if as_json:
        print_json({"rooms": rooms})
        return
    for room in rooms:
        people = ", ".join((*room.names, *["-"] * (room.chairs - len(room.names))))
        typer.echo(f"{room.id}  {room.phase:<9}  {room.edition:<12}  {people}")
    if not rooms:
        typer.echo("no open rooms", err=True)


async def _list_people(node: "Node", *, as_json: bool) -> None:
    rooms = [await node.service.get(line.id) for line in await node.store.live_summaries()]
    seated = [(room.id, seat.person) for room in rooms for seat in room.seats if seat.person is not None]
    if as_json:
        print_json({"people": [{"person": one.id, "name": one.name, "room": room} for room, one in seated]})
        return
    for room, one in seated:
        typer.echo(f"{one.id}  {room}  {one.name}")
    if not seated:
        typer.echo("no one is in an open room", err=True)


async def _list_banned(node: "Node", *, as_json: bool) -> None:
    people = await node.people.banned_accounts()
    if as_json:
        print_json({"banned": [{"person": one.id, "name": one.name, "is_bot": one.is_bot} for one in people]})
        return
    for one in people:
        typer.echo(f"{one.id}  {one.name}")
    if not people:
        typer.echo("no one is banned", err=True)


async def _close(node: "Node", name: str, *, as_json: bool) -> None:
    from tilewise.rooms.inputs import Close  # noqa: PLC0415  # as above
    from tilewise.rooms.model import Phase  # noqa: PLC0415  # as above
    from tilewise.rooms.ports import UnknownRoomError  # noqa: PLC0415  # as above

    try:
        was_over = (await node.service.get(name)).phase is Phase.OVER
        room = await node.service.execute(name, Close())
    except UnknownRoomError as error:
        msg = f"no room {name!r}; `tilewise admin list` shows the open ones"
        raise InputError(msg) from error
    if as_json:
        print_json({"room": room.id, "was_over": was_over, "why_over": room.why_over})
    else:
        typer.echo(f"{room.id} was already over: {room.why_over}" if was_over else f"{room.id} is closed")
    if was_over:
        raise typer.Exit(WAS_OVER)


async def _ban(node: "Node", wanted: str, *, is_banned: bool, as_json: bool) -> None:
    account = await node.people.find(wanted) or await node.people.named(wanted)
    if account is None or account.is_guest:
        person, programs = account.person if account else await _guest(node, wanted), []
        await node.people.ban_guest(person, node.clock.now(), is_banned=is_banned)
    else:
        person = account.person
        programs = [program for program in await node.people.with_programs(person.id) if program != person.id]
        await node.people.ban(person.id, is_banned=is_banned)
    if as_json:
        print_json({"person": person.id, "name": person.name, "is_banned": is_banned, "programs": programs})
        return
    also = f", along with {counted(len(programs), 'program')}" if programs else ""
    typer.echo(f"{person.name} ({person.id}) {'is banned' if is_banned else 'is no longer banned'}{also}")


async def _reset_password(node: "Node", wanted: str, *, as_json: bool) -> None:
    account = await node.people.find(wanted) or await node.people.named(wanted)
    if account is None or account.password is None:
        msg = f"no personal account has the name or id {wanted!r}"
        raise InputError(msg)
    new = secrets.token_urlsafe(NEW_PASSWORD_BYTES)
    await node.people.set_password(account.id, await node.passwords.hash(new))
    if as_json:
        print_json({"person": account.id, "name": account.name, "password": new})
    else:
        typer.echo(f"{account.name} ({account.id}) signs in with the password {new}")


async def _guest(node: "Node", wanted: str) -> "Person":
    """Return the guest with this id, named as in the last room they joined."""
    from tilewise.rooms.people import Person  # noqa: PLC0415  # as above

    lines = await node.store.rooms_of(wanted)
    for line in lines:
        room = await node.service.get(line.id)
        if (chair := room.seat_of(wanted)) is not None and (person := room.seats[chair].person) is not None:
            return person
    if lines:
        return Person(wanted, "a guest")
    msg = f"no account has the name or id {wanted!r}, and no guest with this id has been in a room; "
    raise InputError(msg + "`tilewise admin list --people` shows the ids of people in rooms")


async def _export(node: "Node", file: Path, *, as_json: bool) -> None:
    from tilewise.server.http.people import compressed  # noqa: PLC0415  # as above

    matches, part = 0, file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as out, progress_bar("games", len(await node.store.archived())) as step:
            async for match in compressed(node):
                out.write(match)
                matches += 1
                step()
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    if as_json:
        print_json({"file": str(file), "matches": matches})
    else:
        typer.echo(f"{file}: {counted(matches, 'record')}")


async def _warn_of_loss(node: "Node") -> None:
    loss = await node.housekeeping.loss()
    if loss is None:
        return
    since, until = (datetime.fromtimestamp(at, tz=UTC).isoformat(" ", "seconds") for at in (loss.since, loss.until))
    missing = f"changes from {since} to {until}" if loss.since else f"all changes until {until}"
    typer.echo(
        f"warning: {missing} are missing, because the write-ahead log of the database was deleted or damaged. Move the "
        f"data folder away and restore the latest backup, or delete {node.housekeeping.watermark.file} to continue.",
        err=True,
    )


def _print_row_count(file: Path, rows: int, *, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(file), "rows": rows})
    else:
        typer.echo(f"{file}: {counted(rows, 'row')}")


def _run(job: Job, *, data: Path | None, database: str | None, settings: Path | None, may_be_new: bool = False) -> None:
    from tilewise.server.settings import database_file, read_settings  # noqa: PLC0415  # as above

    flags = {"data": str(data) if data else None, "database": database}
    wanted = read_settings(flags, os.environ, settings)
    file = database_file(wanted)
    if file is not None and not may_be_new and not file.is_file():
        msg = f"no database at {file}; say where it is with --data or --database"
        raise InputError(msg)
    asyncio.run(_with_node(job, wanted))


async def _with_node(job: Job, settings: "ServerSettings") -> None:
    from tilewise.server.node import Node  # noqa: PLC0415  # as above

    node = Node(settings)
    try:
        await node.database.check_connection()
        await node.database.migrate()
        await _warn_of_loss(node)
        await job(node)
    finally:
        await node.alarms.close()
        await node.hub.close()
        await node.database.close()
