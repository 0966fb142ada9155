"""The puzzle progress of people: attempts, ratings, streaks and timed runs."""

from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, Table, delete, insert, select, union, update

from tilewise.core.value import Value
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import people, puzzle_people, puzzle_runs, puzzle_tries

BEGINNER = 800.0
GUESTS_PER_SWEEP = 500


class Solver(Value):
    """The progress of one person. Guests are included, under the id in their cookie."""

    person: str
    rating: float = BEGINNER
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0
    last_daily: str = ""
    """The last day whose daily puzzle was solved on that day."""
    best_run: int = 0


class Try(Value):
    """A person's attempts at one puzzle."""

    person: str
    puzzle: str
    hints: int = 0
    is_solved: bool = False
    is_decided: bool = False
    """Whether the puzzle has counted for the rating, which happens once."""
    at: float = 0.0


class Run(Value):
    """A timed run."""

    id: str
    person: str
    edition: str
    ends_at: float
    number: int = 0
    """The number of puzzles solved or skipped."""
    solved: int = 0
    skipped: int = 0


class PuzzleStore:
    """Stores puzzle progress."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def sweep(self, *, before: float) -> int:
        """Delete some guests without activity since this time; return how many. Accounts are never deleted here."""
        tries, runs = puzzle_tries.c, puzzle_runs.c
        came = select(tries.person).where(tries.at >= before).union(select(runs.person).where(runs.ends_at >= before))
        known = union(*(select(table.c.person) for table in (puzzle_people, puzzle_tries, puzzle_runs))).subquery()
        gone = select(known.c.person).where(known.c.person.not_in(select(people.c.id)), known.c.person.not_in(came))
        async with self._database.begin() as connection:
            persons = (await connection.execute(gone.limit(GUESTS_PER_SWEEP))).scalars().all()
            for table in (puzzle_people, puzzle_tries, puzzle_runs):
                await connection.execute(delete(table).where(table.c.person.in_(persons)))
        return len(persons)

    async def solver(self, person: str) -> Solver:
        """Return the progress of a person; a beginner's if nothing is stored."""
        return await self._one(Solver, puzzle_people, person=person) or Solver(person)

    async def tried(self, person: str, puzzle: str) -> Try:
        """Return a person's attempts at a puzzle."""
        return await self._one(Try, puzzle_tries, person=person, puzzle=puzzle) or Try(person, puzzle)

    async def solved(self, person: str) -> frozenset[str]:
        """Return the ids of all puzzles that a person has solved."""
        columns = puzzle_tries.c
        mine = select(columns.puzzle).where(columns.person == person, columns.is_solved)
        async with self._database.read() as connection:
            return frozenset((await connection.execute(mine)).scalars())

    async def keep(self, tried: Try, solver: Solver | None = None) -> None:
        """Store attempts at a puzzle and, if given, the progress after them."""

        def write(connection: Connection) -> None:
            connection.execute(upsert(connection, puzzle_tries, **_row(tried)))
            if solver is not None:
                connection.execute(upsert(connection, puzzle_people, **_row(solver)))

        await self._database.write(write)

    async def run(self, run: str) -> Run | None:
        """Return a timed run, or None."""
        found: Run | None = await self._one(Run, puzzle_runs, id=run)
        return found

    async def begin_run(self, run: Run) -> None:
        """Store a new run and delete the person's previous ones."""
        columns = puzzle_runs.c

        def write(connection: Connection) -> None:
            connection.execute(delete(puzzle_runs).where(columns.person == run.person))
            connection.execute(insert(puzzle_runs), _row(run))

        await self._database.write(write)

    async def update_run(self, before: Run, after: Run, solver: Solver) -> bool:
        """Store the next state of a run and of its solver; return False if the run was changed meanwhile."""
        columns = puzzle_runs.c
        same = update(puzzle_runs).where(columns.id == before.id, columns.number == before.number)

        def write(connection: Connection) -> bool:
            if not connection.execute(same.values(_row(after))).rowcount:
                return False
            connection.execute(upsert(connection, puzzle_people, **_row(solver)))
            return True

        return await self._database.write(write)

    async def forget(self, person: str) -> None:
        """Delete all data of a person."""
        tables = (puzzle_tries, puzzle_people, puzzle_runs)
        await self._database.write(
            lambda connection: [connection.execute(delete(table).where(table.c.person == person)) for table in tables]
        )

    async def move(self, guest: str, account: str) -> None:
        """Move a guest's progress to an account, keeping the better figures of both."""
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
            await self._database.write(lambda connection: connection.execute(_upsert_solver(connection, both)))
        await self.forget(guest)

    async def _one(self, kind: type[Any], table: Table, **key: str) -> Any:  # noqa: ANN401  # an instance of `kind`
        columns = [table.c[name] for name in kind.__struct_fields__]
        wanted = select(*columns).where(*(table.c[name] == value for name, value in key.items()))
        async with self._database.read() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return kind(*row) if row is not None else None


def _upsert_solver(connection: Connection, solver: Solver) -> Any:  # noqa: ANN401  # a statement in either dialect
    return upsert(connection, puzzle_people, **_row(solver))


def _row(value: Solver | Try | Run) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__struct_fields__}
