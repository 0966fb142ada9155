"""The reviews of finished matches, which take seconds to compute."""

from sqlalchemy import select

from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import reviews


class ReviewStore:
    """Stores the reviews of rooms. `format` changes whenever reviews are computed in another way."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, room: str, format_: str) -> bytes | None:
        """Return the review of a room, or None."""
        found = select(reviews.c.body).where(reviews.c.room == room, reviews.c.format == format_)
        async with self._database.read() as connection:
            body: bytes | None = await connection.scalar(found)
            return body

    async def keep(self, room: str, format_: str, body: bytes) -> None:
        """Store the review of a room."""
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, reviews, room=room, format=format_, body=body))
        )
