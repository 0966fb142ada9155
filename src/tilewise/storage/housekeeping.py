"""Nodes that say they are alive, short codes of rooms, and what is thrown away when it is old."""

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from tilewise.core.value import Value
from tilewise.rooms.model import Phase
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import absences, codes, drafts, entries, nodes, rooms, seats, snapshots, voided

NODE_STARTS = 7_416_774
"""The key of the lock under which nodes start one after the other."""


WORTH_GIVING_BACK_SECONDS = 2.0


class Absence(Value):
    """A time in which no node was there; rooms are owed it until it is settled."""

    until: float
    seconds: float


class Housekeeping:
    """What a server keeps besides matches and people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self, node: str, now: float) -> float:
        """Say that a node starts; answers how many seconds no node was there, 0 for the first one ever.

        The absence is written down in the same breath: should this node die before it has given that time back to
        every room, the next one does.
        """
        async with self._database.begin() as connection:
            if self._database.is_postgresql:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({NODE_STARTS})"))
            last = await connection.scalar(select(func.max(nodes.c.seen_at)))
            await connection.execute(upsert(connection, nodes, id=node, seen_at=now))
            away = max(0.0, now - last) if last is not None else 0.0
            if away > WORTH_GIVING_BACK_SECONDS:
                await connection.execute(upsert(connection, absences, until=now, seconds=away))
        return away

    async def absences(self) -> tuple[Absence, ...]:
        """The times that rooms are owed, the earliest first."""
        owed = select(absences.c.until, absences.c.seconds).order_by(absences.c.until)
        async with self._database.read() as connection:
            return tuple(Absence(*row) for row in (await connection.execute(owed)).all())

    async def settled(self, absence: Absence) -> None:
        """Every room has this time back."""
        async with self._database.begin() as connection:
            await connection.execute(delete(absences).where(absences.c.until == absence.until))

    async def beat(self, node: str, now: float) -> None:
        """Say that a node is alive."""
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, nodes, id=node, seen_at=now))
        )

    async def stop(self, node: str, now: float) -> None:
        """Say that a node leaves; the last one stays written down, so that the gap can be measured."""
        async with self._database.begin() as connection:
            await connection.execute(upsert(connection, nodes, id=node, seen_at=now))
            await connection.execute(delete(nodes).where(nodes.c.seen_at < now - 3600))

    async def give_code(self, room: str, code: str, now: float) -> bool:
        """Give a room its short code; False when the code is in use."""
        try:
            async with self._database.begin() as connection:
                await connection.execute(insert(codes), {"code": code, "room": room, "made_at": now})
        except IntegrityError:
            return False
        return True

    async def code_of(self, room: str) -> str | None:
        """The short code of a room."""
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(select(codes.c.code).where(codes.c.room == room))
            return found

    async def room_of(self, code: str) -> str | None:
        """The room that a short code belongs to."""
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(select(codes.c.room).where(codes.c.code == code))
            return found

    async def sweep(self, *, before: float) -> int:
        """Forget rooms that were over before this time; codes of rooms that are over go at once."""
        over = select(rooms.c.id).where(rooms.c.phase == Phase.OVER)
        async with self._database.begin() as connection:
            await connection.execute(delete(codes).where(codes.c.room.in_(over)))
            old = (await connection.execute(over.where(rooms.c.changed_at < before).limit(500))).scalars().all()
            for table in (entries, seats, snapshots, drafts, voided):
                await connection.execute(delete(table).where(table.c.room.in_(old)))
            await connection.execute(delete(rooms).where(rooms.c.id.in_(old)))
        return len(old)
