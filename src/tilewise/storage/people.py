"""Accounts, and programs with an access token. Guests exist only in their signed cookies."""

from typing import Any
from unicodedata import normalize

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilewise.core.errors import TilewiseError
from tilewise.core.value import Value
from tilewise.rooms.people import Person
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import ended_sessions, people, rated, ratings, seats, tokens, voided


class NameTakenError(TilewiseError):
    """The name belongs to another account."""


class Account(Value):
    """A stored account, program or banned guest."""

    id: str
    name: str
    password: str | None
    """An argon2 hash; None for a program, which has a token instead."""
    is_bot: bool
    owner: str | None
    """The account that owns the program."""
    epoch: int
    """Grows with each new password and each sign-out everywhere. Sessions of earlier epochs are invalid."""
    is_banned: bool

    @property
    def is_guest(self) -> bool:
        """Whether this is a banned guest, who has no account."""
        return self.password is None and not self.is_bot

    @property
    def person(self) -> Person:
        """The account as a `Person` in a room."""
        return Person(self.id, self.name, self.is_bot)


def key_of(name: str) -> str:
    """Return the key of a name. Names that differ only in case, width or spaces have the same key."""
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


class PeopleStore:
    """Stores accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, account: Account, now: float) -> None:
        """Add an account; raise NameTakenError if the name is taken."""
        row = {
            "id": account.id,
            "name": account.name,
            "key": key_of(account.name),
            "password": account.password,
            "is_bot": account.is_bot,
            "owner": account.owner,
            "epoch": account.epoch,
            "made_at": now,
            "seen_at": now,
            "is_banned": False,
        }
        try:
            async with self._database.begin() as connection:
                await connection.execute(insert(people), row)
        except IntegrityError as error:
            raise NameTakenError(account.name) from error

    async def find(self, person: str) -> Account | None:
        """Return the account with this id, or None."""
        return await self._one(_accounts().where(people.c.id == person))

    async def named(self, name: str) -> Account | None:
        """Return the account with this name, or None."""
        return await self._one(_accounts().where(people.c.key == key_of(name)))

    async def known(self, person: str, name: str) -> tuple[Account, ...]:
        """Return the accounts that have this id or this name."""
        found = _accounts().where((people.c.id == person) | (people.c.key == key_of(name)))
        async with self._database.read() as connection:
            return tuple(Account(*row) for row in (await connection.execute(found)).all())

    async def with_token(self, digest: str) -> Account | None:
        """Return the program that owns a token, or None."""
        return await self._one(_accounts().join(tokens).where(tokens.c.digest == digest))

    async def add_token(self, digest: str, person: str, now: float) -> None:
        """Add an access token to a program."""
        async with self._database.begin() as connection:
            await connection.execute(insert(tokens), {"digest": digest, "person": person, "made_at": now})

    async def next_epoch(self, person: str) -> None:
        """Sign out everywhere: sessions, and the tokens of all programs."""
        async with self._database.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(epoch=people.c.epoch + 1))
            await connection.execute(delete(tokens).where(tokens.c.person.in_(_with_programs(person))))

    async def end_session(self, session: str, now: float) -> None:
        """Invalidate all cookies of a session."""
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, ended_sessions, id=session, at=now))
        )

    async def has_ended(self, session: str) -> bool:
        """Whether a session has been signed out."""
        async with self._database.read() as connection:
            query = select(ended_sessions.c.id).where(ended_sessions.c.id == session)
            return await connection.scalar(query) is not None

    async def drop_ended_sessions(self, *, before: float) -> None:
        """Delete sessions that ended before this time. Their cookies must have expired."""
        async with self._database.begin() as connection:
            await connection.execute(delete(ended_sessions).where(ended_sessions.c.at < before))

    async def set_password(self, person: str, password: str) -> None:
        """Store the hash of a new password and invalidate all earlier sessions."""
        changed = update(people).where(people.c.id == person)
        async with self._database.begin() as connection:
            await connection.execute(changed.values(password=password, epoch=people.c.epoch + 1))

    async def with_programs(self, person: str) -> tuple[str, ...]:
        """Return the id of a person and those of the person's programs."""
        async with self._database.read() as connection:
            return tuple((await connection.execute(_with_programs(person))).scalars())

    async def void_seats(self, person: str, room: str, now: float) -> None:
        """Invalidate all seat tokens that a person holds for a room."""
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, voided, room=room, person=person, at=now))
        )

    async def seats_void_until(self, person: str, room: str) -> float:
        """Return the time up to which a person's seat tokens for a room are invalid."""
        query = select(voided.c.at).where(voided.c.room == room, voided.c.person == person)
        async with self._database.read() as connection:
            return await connection.scalar(query) or 0.0

    async def ban(self, person: str, *, is_banned: bool = True) -> bool:
        """Ban or unban an account and its programs; return False if there is no such account."""
        changed = update(people).where(people.c.id.in_(_with_programs(person))).values(is_banned=is_banned)
        async with self._database.begin() as connection:
            return (await connection.execute(changed)).rowcount > 0

    async def ban_guest(self, person: Person, now: float, *, is_banned: bool = True) -> None:
        """Ban or unban a guest. Only banned guests are stored."""
        async with self._database.begin() as connection:
            await connection.execute(delete(people).where(people.c.id == person.id, people.c.key.is_(None)))
            if is_banned:
                row = {"id": person.id, "name": person.name, "is_bot": False, "epoch": 0, "is_banned": True}
                await connection.execute(insert(people), row | {"made_at": now, "seen_at": now})

    async def banned(self) -> set[str]:
        """Return the ids of all banned people."""
        async with self._database.read() as connection:
            return set((await connection.execute(select(people.c.id).where(people.c.is_banned))).scalars())

    async def banned_accounts(self) -> tuple[Account, ...]:
        """Return all banned people, guests included, sorted by name."""
        out = _accounts().where(people.c.is_banned).order_by(people.c.key, people.c.name, people.c.id)
        async with self._database.read() as connection:
            rows = (await connection.execute(out)).all()
        return tuple(Account(*row) for row in rows)

    async def forget(self, person: str) -> None:
        """Delete an account with its programs, ratings, tokens and list of games. Logs keep only the displayed name."""
        async with self._database.begin() as connection:
            for column in (rated.c.person, ratings.c.person, tokens.c.person, seats.c.person, voided.c.person):
                await connection.execute(delete(column.table).where(column.in_(_with_programs(person))))
            await connection.execute(delete(people).where((people.c.id == person) | (people.c.owner == person)))

    async def move_games(self, guest: str, account: str) -> None:
        """Move a guest's games to the list of an account."""
        already = select(seats.c.room).where(seats.c.person == account)
        mine = update(seats).where(seats.c.person == guest, seats.c.room.not_in(already)).values(person=account)
        async with self._database.begin() as connection:
            await connection.execute(mine)

    async def count(self) -> int:
        """Return the number of accounts."""
        async with self._database.read() as connection:
            return await connection.scalar(select(func.count(people.c.key))) or 0

    async def _one(self, query: Select[Any]) -> Account | None:
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Account(*row) if row is not None else None


def _with_programs(person: str) -> Select[Any]:
    """Select the ids of a person and the person's programs."""
    return select(people.c.id).where((people.c.id == person) | (people.c.owner == person))


def _accounts() -> Select[Any]:
    columns = people.c
    return select(
        columns.id, columns.name, columns.password, columns.is_bot, columns.owner, columns.epoch, columns.is_banned
    )
