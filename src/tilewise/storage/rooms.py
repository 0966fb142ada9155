"""The SQL store of rooms: their logs, and the data derived from them."""

from collections.abc import AsyncIterator, Collection, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, insert, or_, select, tuple_, update

from tilewise.core import house_rules
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.rooms.events import Entry, Opened, Recognised, SatDown, StoodUp
from tilewise.rooms.evolve import evolve, open_room
from tilewise.rooms.log.summary import RoomSummary, summary_of
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.ports import ConflictError, Draft, UnknownRoomError
from tilewise.storage.engine import codec
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.pg_group_commit import PostgresGroupCommit, Row
from tilewise.storage.engine.statements import DUPLICATE_KEY, PreparedStatement
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import drafts, entries, rooms, seats, snapshots

SNAPSHOT_EVERY = 32
ARCHIVE_BATCH = 1000
CHANGING = ("phase", "changed_at", "version", "summary", "wake_at", "claimed_by", "claimed_until")

UPDATE_ROOM = update(rooms).where(rooms.c.id == bindparam("e_room"))
ADD_ENTRY = PreparedStatement(insert(entries))
CHANGE_ROOM = PreparedStatement(UPDATE_ROOM.values({name: bindparam(name) for name in CHANGING}))
_new_entry = insert(entries).values({column.name: bindparam(f"e_{column.name}") for column in entries.columns})
APPEND = UPDATE_ROOM.values({name: bindparam(name) for name in CHANGING}).add_cte(_new_entry.cte("entry"))
"""Insert an entry and update the row of its room, in one statement."""


class SqlStore:
    """Stores rooms in a database, which several nodes may share."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._group_commit = PostgresGroupCommit(self._append_all, order="e_room")

    async def append(self, room: Room, entry: Entry, wake_at: float | None) -> None:
        """Append an entry to the log of a room; raise ConflictError if its version exists."""
        line = {"room": room.id, "version": entry.version, "at": entry.at, "body": codec.encode(entry)}
        row = _row(room, entry, wake_at)

        def job(connection: Connection) -> None:
            ADD_ENTRY.run(connection, line)
            _update_derived(connection, room, entry, row)

        try:
            if self._database.is_postgresql and _is_plain(entry):
                await self._group_commit.add({f"e_{key}": value for key, value in line.items()} | row)
            else:
                await self._database.write(job)
        except DUPLICATE_KEY as error:
            raise ConflictError(room.id) from error

    async def _append_all(self, rows: Sequence[Row]) -> None:
        """Append all rows. A single row needs no transaction: one round trip instead of four."""
        if len(rows) == 1:
            async with self._database.read() as connection:
                await connection.execute(APPEND, rows[0])
        else:
            async with self._database.begin() as connection:
                await connection.execute(APPEND, rows)

    async def load(self, room: str) -> Room:
        """Rebuild a room from its snapshot, if any, and its log; raise UnknownRoomError if there is none."""
        async with self._database.read() as connection:
            kept = (await connection.execute(_snapshot_of(room))).scalar()
        state = codec.decode_room(kept) if kept is not None else None
        log = await self.entries(room, after=state.version if state is not None else 0)
        if state is None and not log:
            raise UnknownRoomError(room)
        if state is None:
            state, log = open_room(log[0]), log[1:]
        for entry in log:
            state = evolve(state, entry)
        return state

    async def entries(self, room: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries of a room after a version."""
        later = select(entries.c.body).where(entries.c.room == room, entries.c.version > after)
        async with self._database.read() as connection:
            bodies = (await connection.execute(later.order_by(entries.c.version))).scalars()
        return tuple(codec.decode_entry(body) for body in bodies)

    async def keep_draft(self, room: str, draft: Draft) -> None:
        """Store a draft, replacing the previous one."""
        body = codec.encode(draft)
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, drafts, room=room, body=body))
        )

    async def draft(self, room: str) -> Draft | None:
        """Return the latest draft."""
        async with self._database.read() as connection:
            body = (await connection.execute(select(drafts.c.body).where(drafts.c.room == room))).scalar()
        return codec.decode_draft(body) if body is not None else None

    async def claim(self, *, now: float, until: float, node: str, limit: int) -> tuple[str, ...]:
        """Claim rooms that need attention now. No other node gets them before `until`."""
        free = or_(rooms.c.claimed_until.is_(None), rooms.c.claimed_until <= now)
        ripe = select(rooms.c.id).where(rooms.c.wake_at <= now, free).order_by(rooms.c.wake_at).limit(limit)
        if not await self._any(ripe.limit(1)):
            return ()
        mine = update(rooms).where(rooms.c.id.in_(ripe.with_for_update(skip_locked=True).scalar_subquery()))
        async with self._database.begin() as connection:
            claimed = mine.values(claimed_by=node, claimed_until=until).returning(rooms.c.id)
            return tuple((await connection.execute(claimed)).scalars())

    async def live(self) -> tuple[str, ...]:
        """Return the ids of all rooms that are not over."""
        async with self._database.read() as connection:
            return tuple((await connection.execute(select(rooms.c.id).where(rooms.c.phase != Phase.OVER))).scalars())

    async def live_summaries(self) -> tuple[RoomSummary, ...]:
        """Return the summaries of all rooms that are not over, oldest first."""
        return await self._summaries(
            select(rooms.c.summary).where(rooms.c.phase != Phase.OVER).order_by(rooms.c.opened_at)
        )

    async def idle_since(self, at: float) -> tuple[str, ...]:
        """Return the rooms that are not over, have no deadline, and have not changed since."""
        idle = select(rooms.c.id).where(rooms.c.phase != Phase.OVER, rooms.c.wake_at.is_(None), rooms.c.changed_at < at)
        async with self._database.read() as connection:
            return tuple((await connection.execute(idle)).scalars())

    async def versions(self, names: Sequence[str]) -> dict[str, int]:
        """Return the versions of these rooms."""
        found = select(rooms.c.id, rooms.c.version).where(rooms.c.id.in_(names))
        async with self._database.read() as connection:
            return {row.id: row.version for row in (await connection.execute(found)).all()}

    async def public_rooms(
        self, phases: Sequence[Phase], limit: int = 50, first: Collection[str] = ()
    ) -> tuple[RoomSummary, ...]:
        """Return public rooms, latest first, but those in `first` before all others."""
        wanted = select(rooms.c.summary).where(rooms.c.is_public, rooms.c.phase.in_([*phases]))
        latest = wanted.order_by(rooms.c.changed_at.desc()).limit(limit)
        chosen = await self._summaries(latest.where(rooms.c.id.in_(first))) if first else ()
        if len(chosen) < limit:
            chosen += tuple(line for line in await self._summaries(latest) if line.id not in first)
        return chosen[:limit]

    async def rooms_of(self, person: str, *, limit: int = 50, only_public: bool = False) -> tuple[RoomSummary, ...]:
        """Return the rooms of a person, latest first."""
        mine = select(rooms.c.summary).join(seats, seats.c.room == rooms.c.id).where(seats.c.person == person)
        shown = mine.where(rooms.c.is_public) if only_public else mine
        return await self._summaries(shown.order_by(rooms.c.opened_at.desc()).limit(limit))

    async def running_rooms_of(self, person: str, *, limit: int) -> tuple[RoomSummary, ...]:
        """Return the running rooms of a person, the most recently changed first."""
        mine = select(rooms.c.summary).join(seats, seats.c.room == rooms.c.id)
        running = mine.where(seats.c.person == person, rooms.c.phase != Phase.OVER)
        return await self._summaries(running.order_by(rooms.c.changed_at.desc()).limit(limit))

    async def over_since(self, at: float) -> tuple[RoomSummary, ...]:
        """Return the rooms that ended after this time."""
        return await self._summaries(
            select(rooms.c.summary).where(rooms.c.phase == Phase.OVER, rooms.c.changed_at > at)
        )

    async def archive(self, *, edition: str = "", name: str = "", limit: int = 100) -> tuple[RoomSummary, ...]:
        """Return finished public rooms, latest first, filtered by edition and player name."""
        found: list[RoomSummary] = []
        async for line in self._over():
            if edition in ("", line.edition) and _plays(name, line):
                found.append(line)
            if len(found) == limit:
                break
        return tuple(found)

    async def _over(self) -> AsyncIterator[RoomSummary]:
        """Generate all finished public rooms, latest first, in batches, so that others can read in between."""
        place = tuple_(rooms.c.changed_at, rooms.c.id)
        over = select(rooms.c.changed_at, rooms.c.id, rooms.c.summary).where(rooms.c.is_public)
        over = over.where(rooms.c.phase == Phase.OVER).order_by(rooms.c.changed_at.desc(), rooms.c.id.desc())
        query = over.limit(ARCHIVE_BATCH)
        while True:
            async with self._database.read() as connection:
                lines = (await connection.execute(query)).all()
            for line in lines:
                yield codec.decode_summary(line.summary)
            if len(lines) < ARCHIVE_BATCH:
                return
            query = over.where(place < (lines[-1].changed_at, lines[-1].id)).limit(ARCHIVE_BATCH)

    async def archived(self) -> tuple[str, ...]:
        """Return the ids of all finished public rooms."""
        over = select(rooms.c.id).where(rooms.c.is_public, rooms.c.phase == Phase.OVER)
        async with self._database.read() as connection:
            return tuple((await connection.execute(over.order_by(rooms.c.opened_at))).scalars())

    async def _summaries(self, query: Select[Any]) -> tuple[RoomSummary, ...]:
        async with self._database.read() as connection:
            return tuple(map(codec.decode_summary, (await connection.execute(query)).scalars()))

    async def _any(self, query: Select[Any]) -> bool:
        async with self._database.read() as connection:
            return (await connection.execute(query)).first() is not None


def _row(room: Room, entry: Entry, wake_at: float | None) -> dict[str, Any]:
    """Return the changing columns of a room's row."""
    return {
        "phase": room.phase,
        "changed_at": entry.at,
        "version": entry.version,
        "summary": codec.encode(summary_of(room, _house_rule_count(room.config.edition))),
        "wake_at": wake_at,
        "claimed_by": None,
        "claimed_until": None,
    }


def _is_plain(entry: Entry) -> bool:
    """Whether an entry changes no table but `entries` and `rooms`."""
    return entry.version > 1 and entry.version % SNAPSHOT_EVERY != 0 and not _changes_seats(entry)


def _changes_seats(entry: Entry) -> bool:
    return any(isinstance(event, Opened | SatDown | StoodUp | Recognised) for event in entry.events)


def _update_derived(connection: Connection, room: Room, entry: Entry, row: dict[str, Any]) -> None:
    """Update the derived tables, in the transaction of the entry."""
    if entry.version == 1:
        known = {"id": room.id, "is_public": room.config.is_public, "opened_at": room.opened_at}
        connection.execute(insert(rooms), row | known)
    else:
        CHANGE_ROOM.run(connection, row | {"e_room": room.id})
    if _changes_seats(entry):
        _seat(connection, room)
    if entry.version % SNAPSHOT_EVERY == 0:
        kept = {"version": room.version, "format": codec.ROOM_FORMAT, "body": codec.encode(room)}
        connection.execute(upsert(connection, snapshots, room=room.id, **kept))


def _seat(connection: Connection, room: Room) -> None:
    connection.execute(delete(seats).where(seats.c.room == room.id))
    people = [seat.person.id for seat in room.seats if seat.person is not None]
    if people:
        lines = [{"room": room.id, "person": person, "opened_at": room.opened_at} for person in people]
        connection.execute(insert(seats), lines)


def _snapshot_of(room: str) -> Select[Any]:
    return select(snapshots.c.body).where(snapshots.c.room == room, snapshots.c.format == codec.ROOM_FORMAT)


@lru_cache(maxsize=256)
def _house_rule_count(edition: Edition) -> int:
    """Return the number of rules that differ from the printed edition of the same name."""
    printed = EDITIONS.get(edition.name)
    return len(house_rules.differences(edition, printed)) if printed is not None and printed != edition else 0


def _plays(name: str, line: RoomSummary) -> bool:
    return not name or name.casefold() in (other.casefold() for other in line.names)
