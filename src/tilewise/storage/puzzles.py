"""How people get on with puzzles: what they tried, what they are rated, their streaks and their timed runs."""

from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, Table, delete, insert, select, union, update

from tilewise.core.value import Value
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import people, puzzle_people, puzzle_runs, puzzle_tries

BEGINNER = 800.0
FORGOTTEN_AT_ONCE = 500


class Solver(Value):
    """Somebody who solves puzzles. Guests are kept as well, by the name in their cookie."""

    person: str
    rating: float = BEGINNER
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0
    last_daily: str = ""
    """The last day whose puzzle was solved on that day."""
    best_run: int = 0


class Try(Value):
    """What somebody did with one puzzle."""

    person: str
    puzzle: str
    hints: int = 0
    is_solved: bool = False
    is_decided: bool = False
    """Whether it has counted for the rating; it does so once."""
    at: float = 0.0


class Run(Value):
    """A timed run."""

    id: str
    person: str
    edition: str
    ends_at: float
    number: int = 0
    """Puzzles that were shown and are done with."""
    solved: int = 0
    skipped: int = 0


class PuzzleStore:
    """Keeps all that. Everything that is changed together is changed in one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def sweep(self, *, before: float) -> int:
        """Forget guests who did nothing since this time; how many. Accounts are kept until they are deleted."""
        tries, runs = puzzle_tries.c, puzzle_runs.c
        came = select(tries.person).where(tries.at >= before).union(select(runs.person).where(runs.ends_at >= before))
        known = union(*(select(table.c.person) for table in (puzzle_people, puzzle_tries, puzzle_runs))).subquery()
        gone = select(known.c.person).where(known.c.person.not_in(select(people.c.id)), known.c.person.not_in(came))
        async with self._database.begin() as connection:
            persons = (await connection.execute(gone.limit(FORGOTTEN_AT_ONCE))).scalars().all()
            for table in (puzzle_people, puzzle_tries, puzzle_runs):
                await connection.execute(delete(table).where(table.c.person.in_(persons)))
        return len(persons)

    async def solver(self, person: str) -> Solver:
        """How somebody stands; a beginner when nothing is known."""
        return await self._one(Solver, puzzle_people, person=person) or Solver(person)

    async def tried(self, person: str, puzzle: str) -> Try:
        """What somebody did with a puzzle so far."""
        return await self._one(Try, puzzle_tries, person=person, puzzle=puzzle) or Try(person, puzzle)

    async def solved(self, person: str) -> frozenset[str]:
        """The names of all puzzles that somebody has solved."""
        columns = puzzle_tries.c
        mine = select(columns.puzzle).where(columns.person == person, columns.is_solved)
        async with self._database.read() as connection:
            return frozenset((await connection.execute(mine)).scalars())

    async def keep(self, tried: Try, solver: Solver | None = None) -> None:
        """Keep what somebody did, and how they stand after it."""

        def write(connection: Connection) -> None:
            connection.execute(upsert(connection, puzzle_tries, **_row(tried)))
            if solver is not None:
                connection.execute(upsert(connection, puzzle_people, **_row(solver)))

        await self._database.write(write)

    async def run(self, run: str) -> Run | None:
        """The timed run of this name."""
        found: Run | None = await self._one(Run, puzzle_runs, id=run)
        return found

    async def begin_run(self, run: Run) -> None:
        """Keep a new run; those of the same person that are over are forgotten."""
        columns = puzzle_runs.c

        def write(connection: Connection) -> None:
            connection.execute(delete(puzzle_runs).where(columns.person == run.person))
            connection.execute(insert(puzzle_runs), _row(run))

        await self._database.write(write)

    async def go_on(self, before: Run, after: Run, solver: Solver) -> bool:
        """Keep a run that has gone on, and how its solver stands; False when it went on elsewhere meanwhile."""
        columns = puzzle_runs.c
        same = update(puzzle_runs).where(columns.id == before.id, columns.number == before.number)

        def write(connection: Connection) -> bool:
            if not connection.execute(same.values(_row(after))).rowcount:
                return False
            connection.execute(upsert(connection, puzzle_people, **_row(solver)))
            return True

        return await self._database.write(write)

    async def forget(self, person: str) -> None:
        """Forget everything about somebody."""
        tables = (puzzle_tries, puzzle_people, puzzle_runs)
        await self._database.write(
            lambda connection: [connection.execute(delete(table).where(table.c.person == person)) for table in tables]
        )

    async def move(self, guest: str, account: str) -> None:
        """What somebody solved as a guest belongs to the account from now on; the better figures of the two stay."""
        one, other = await self.solver(guest), await self.solver(account)
        solved = await self.solved(guest) - await self.solved(account)
        both = replace(
            other,
            rating=max(one.rating, other.rating) if one.tried else other.rating,
            tried=other.tried + len(solved),
            solved=other.solved + len(solved),
            streak=max((one.last_daily, one.streak), (other.last_daily, other.streak))[1],
            best_streak=max(one.best_streak, other.best_streak),
            last_daily=max(one.last_daily, other.last_daily),
            best_run=max(one.best_run, other.best_run),
        )
        for puzzle in solved:
            await self.keep(replace(await self.tried(guest, puzzle), person=account), both)
        if one.tried or one.best_run:
            await self._database.write(lambda connection: connection.execute(_kept(connection, both)))
        await self.forget(guest)

    async def _one(self, kind: type[Any], table: Table, **key: str) -> Any:  # noqa: ANN401  # a value of that kind
        columns = [table.c[name] for name in kind.__struct_fields__]
        wanted = select(*columns).where(*(table.c[name] == value for name, value in key.items()))
        async with self._database.read() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return kind(*row) if row is not None else None


def _kept(connection: Connection, solver: Solver) -> Any:  # noqa: ANN401  # a statement of either dialect
    return upsert(connection, puzzle_people, **_row(solver))


def _row(value: Solver | Try | Run) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__struct_fields__}
