"""Node heartbeats, server downtime, room codes, and the deletion of old rooms."""

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from tilewise.core.value import Value
from tilewise.rooms.model import Phase
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import absences, codes, drafts, entries, nodes, reviews, rooms, seats, snapshots, voided
from tilewise.storage.watermark import Loss, Watermark

NODE_START_LOCK = 7_416_774
"""The key of the advisory lock that lets only one node start at a time."""
WORTH_GIVING_BACK_SECONDS = 2.0
"""A shorter downtime is not credited to the rooms."""


class Absence(Value):
    """A time without any running node, until its seconds have been credited to every room."""

    until: float
    seconds: float


class Housekeeping:
    """Stores heartbeats, downtimes and room codes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.watermark = Watermark(database.file)

    async def loss(self) -> Loss | None:
        """Return what is missing from the database, because its write-ahead log was deleted or damaged."""
        mark = self.watermark.read()
        async with self._database.read() as connection:
            last = await connection.scalar(select(func.max(nodes.c.seen_at)))
        return self.watermark.compare(mark, last)

    async def start(self, node: str, now: float) -> float:
        """Register a node; return how many seconds no node was running, 0 for the first one ever.

        The downtime is stored in the same transaction. If this node dies before it has credited the time to every
        room, the next one does.
        """
        async with self._database.begin() as connection:
            if self._database.is_postgresql:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({NODE_START_LOCK})"))
            last = await connection.scalar(select(func.max(nodes.c.seen_at)))
            await connection.execute(upsert(connection, nodes, id=node, seen_at=now))
            away = max(0.0, now - last) if last is not None else 0.0
            if away > WORTH_GIVING_BACK_SECONDS:
                await connection.execute(upsert(connection, absences, until=now, seconds=away))
        return away

    async def absences(self) -> tuple[Absence, ...]:
        """Return the downtimes still to be credited, earliest first."""
        owed = select(absences.c.until, absences.c.seconds).order_by(absences.c.until)
        async with self._database.read() as connection:
            return tuple(Absence(*row) for row in (await connection.execute(owed)).all())

    async def delete_absence(self, absence: Absence) -> None:
        """Delete a downtime that has been credited to every room."""
        async with self._database.begin() as connection:
            await connection.execute(delete(absences).where(absences.c.until == absence.until))

    async def beat(self, node: str, now: float) -> None:
        """Record a heartbeat."""
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, nodes, id=node, seen_at=now))
        )
        self.watermark.raise_to(now)

    async def stop(self, node: str, now: float) -> None:
        """Record the end of a node. Its row stays, so that the next start can measure the downtime."""
        async with self._database.begin() as connection:
            await connection.execute(upsert(connection, nodes, id=node, seen_at=now))
            await connection.execute(delete(nodes).where(nodes.c.seen_at < now - 3600))

    async def give_code(self, room: str, code: str, now: float) -> bool:
        """Assign a short code to a room; return False if the code is in use."""
        try:
            async with self._database.begin() as connection:
                await connection.execute(insert(codes), {"code": code, "room": room, "made_at": now})
        except IntegrityError:
            return False
        return True

    async def code_of(self, room: str) -> str | None:
        """Return the short code of a room."""
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(select(codes.c.code).where(codes.c.room == room))
            return found

    async def room_of(self, code: str) -> str | None:
        """Return the room with this short code."""
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(select(codes.c.room).where(codes.c.code == code))
            return found

    async def sweep(self, *, before: float) -> int:
        """Delete a batch of rooms that ended before this time, and the codes of all finished rooms; return its size."""
        over = select(rooms.c.id).where(rooms.c.phase == Phase.OVER)
        async with self._database.begin() as connection:
            await connection.execute(delete(codes).where(codes.c.room.in_(over)))
            old = (await connection.execute(over.where(rooms.c.changed_at < before).limit(500))).scalars().all()
            for table in (entries, seats, snapshots, reviews, drafts, voided):
                await connection.execute(delete(table).where(table.c.room.in_(old)))
            await connection.execute(delete(rooms).where(rooms.c.id.in_(old)))
        return len(old)
