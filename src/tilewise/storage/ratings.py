"""Ratings: what everybody is rated now, and how it came to that."""

from collections.abc import Iterable, Mapping
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Row, Select, case, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewise.core.value import Value
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import people, rated, ratings, rooms

BEGINNER = 1000
SCALE = 40
AT_LEAST = 2
ONE_AT_A_TIME = 7_416_775
"""The key of the lock under which matches are counted one after the other, whatever node they ended on."""


class Rated(Value):
    """Somebody's rating in one family of editions."""

    person: str
    name: str
    is_bot: bool
    family: str
    points: int
    games: int


class RatedMatch(Value):
    """One rated match of somebody, and the rating after it."""

    room: str | None
    """None for a private room: its name is what lets people in."""
    family: str
    rank: int
    points: int
    at: float


def points(mu: float, sigma: float) -> int:
    """What is shown: a beginner has 1000, and it takes both wins and certainty to rise."""
    return round(BEGINNER + SCALE * (mu - 3 * sigma))


class Ratings:
    """Keeps ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._model = PlackettLuce()

    async def rate(self, room: str, family: str, ranks: Mapping[str, int], now: float) -> bool:
        """Count a match once: persons and their ranks, 1 for the best. False when there is nothing to count."""
        async with self._database.begin() as connection:
            if self._database.is_postgresql:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
            known = (await connection.execute(_accounts(ranks))).scalars().all()
            done = (await connection.execute(select(rated.c.id).where(rated.c.room == room))).first()
            if len(known) < AT_LEAST or done is not None:
                return False
            before = {person: await _current(connection, person, family) for person in known}
            teams = [[self._model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in before.values()]
            after = self._model.rate(teams, ranks=[float(ranks[person]) for person in known])
            for person, team in zip(known, after, strict=True):
                now_rated = {"mu": team[0].mu, "sigma": team[0].sigma}
                games = before[person][2] + 1
                row = {"person": person, "family": family, "games": games, "changed_at": now, **now_rated}
                await connection.execute(upsert(connection, ratings, **row))
                line = {"room": room, "person": person, "family": family, "rank": ranks[person], "at": now}
                await connection.execute(insert(rated), line | now_rated)
        return True

    async def best(self, family: str, limit: int = 100) -> tuple[Rated, ...]:
        """The leaderboard of a family."""
        worth = ratings.c.mu - 3 * ratings.c.sigma
        listed = _lines().where(ratings.c.family == family, people.c.is_banned.is_(other=False))
        return await self._lines(listed.order_by(worth.desc(), people.c.name).limit(limit))

    async def of(self, person: str) -> tuple[Rated, ...]:
        """What somebody is rated, in every family they played."""
        return await self._lines(_lines().where(ratings.c.person == person).order_by(ratings.c.family))

    async def history(self, person: str, limit: int = 200) -> tuple[RatedMatch, ...]:
        """The rated matches of somebody, the latest first."""
        columns = rated.c
        public = case((rooms.c.is_public, columns.room)).label("room")
        found = select(public, columns.family, columns.rank, columns.mu, columns.sigma, columns.at)
        known = found.outerjoin(rooms, rooms.c.id == columns.room)
        latest = known.where(columns.person == person).order_by(columns.at.desc()).limit(limit)
        async with self._database.read() as connection:
            rows = (await connection.execute(latest)).all()
        return tuple(RatedMatch(row.room, row.family, row.rank, points(row.mu, row.sigma), row.at) for row in rows)

    async def _lines(self, query: Select[Any]) -> tuple[Rated, ...]:
        async with self._database.read() as connection:
            return tuple(map(_line, (await connection.execute(query)).all()))


async def _current(connection: AsyncConnection, person: str, family: str) -> tuple[float, float, int]:
    mine = select(ratings.c.mu, ratings.c.sigma, ratings.c.games)
    row = (await connection.execute(mine.where(ratings.c.person == person, ratings.c.family == family))).first()
    return (row.mu, row.sigma, row.games) if row is not None else (25.0, 25.0 / 3, 0)


def _accounts(persons: Iterable[str]) -> Select[Any]:
    """Those of some persons who have an account; a guest who is kept out is known, but has none."""
    return select(people.c.id).where(people.c.id.in_([*persons]), people.c.key.is_not(None))


def _lines() -> Select[Any]:
    columns = ratings.c
    person = (people.c.id, people.c.name, people.c.is_bot)
    return select(*person, columns.family, columns.mu, columns.sigma, columns.games).join(people)


def _line(row: Row[Any]) -> Rated:
    return Rated(row.id, row.name, row.is_bot, row.family, points(row.mu, row.sigma), row.games)
