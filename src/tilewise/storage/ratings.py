"""Ratings of players, and their history."""

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
MIN_ACCOUNTS = 2
RATING_LOCK = 7_416_775
"""The key of the advisory lock that lets only one node rate a match at a time."""


class Rated(Value):
    """The rating of a person in one family of editions."""

    person: str
    name: str
    is_bot: bool
    family: str
    points: int
    games: int


class RatedMatch(Value):
    """One rated match of a person, and the rating after it."""

    room: str | None
    """None for a private room, because its id grants access."""
    family: str
    rank: int
    points: int
    at: float


def points(mu: float, sigma: float) -> int:
    """Return the displayed rating: 1000 for a beginner, rising with wins and with certainty."""
    return round(BEGINNER + SCALE * (mu - 3 * sigma))


class Ratings:
    """Stores ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._model = PlackettLuce()

    async def rate(self, room: str, family: str, ranks: Mapping[str, int], now: float) -> bool:
        """Rate a match by the ranks of its people. Return False if it is rated already or has too few accounts."""
        async with self._database.begin() as connection:
            if self._database.is_postgresql:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({RATING_LOCK})"))
            known = (await connection.execute(_accounts(ranks))).scalars().all()
            done = (await connection.execute(select(rated.c.id).where(rated.c.room == room))).first()
            if len(known) < MIN_ACCOUNTS or done is not None:
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
        """Return the leaderboard of a family."""
        worth = ratings.c.mu - 3 * ratings.c.sigma
        listed = _lines().where(ratings.c.family == family, people.c.is_banned.is_(other=False))
        return await self._lines(listed.order_by(worth.desc(), people.c.name).limit(limit))

    async def of(self, person: str) -> tuple[Rated, ...]:
        """Return the ratings of a person in all families."""
        return await self._lines(_lines().where(ratings.c.person == person).order_by(ratings.c.family))

    async def history(self, person: str, limit: int = 200) -> tuple[RatedMatch, ...]:
        """Return the rated matches of a person, latest first."""
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
    """Select the people who have an account. Banned guests are stored but have none."""
    return select(people.c.id).where(people.c.id.in_([*persons]), people.c.key.is_not(None))


def _lines() -> Select[Any]:
    columns = ratings.c
    person = (people.c.id, people.c.name, people.c.is_bot)
    return select(*person, columns.family, columns.mu, columns.sigma, columns.games).join(people)


def _line(row: Row[Any]) -> Rated:
    return Rated(row.id, row.name, row.is_bot, row.family, points(row.mu, row.sigma), row.games)
