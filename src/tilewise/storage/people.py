"""People who are kept: accounts, and programs with a token. Guests live in their signed cookie only."""

from typing import Any
from unicodedata import normalize

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilewise.core.errors import TilewiseError
from tilewise.core.value import Value
from tilewise.rooms.people import Person
from tilewise.storage.engine.database import Database
from tilewise.storage.engine.upsert import upsert
from tilewise.storage.schema import people, rated, ratings, seats, tokens, voided


class NameTakenError(TilewiseError):
    """Somebody has that name already."""


class Account(Value):
    """Somebody who is kept."""

    id: str
    name: str
    password: str | None
    """An argon2 hash; None for a program, which comes with a token."""
    is_bot: bool
    owner: str | None
    """Whose program it is."""
    epoch: int
    """Grows with a new password and a sign-out everywhere; sessions of an earlier epoch are void."""
    is_banned: bool

    @property
    def is_guest(self) -> bool:
        """Whether this is only a guest who is kept out."""
        return self.password is None and not self.is_bot

    @property
    def person(self) -> Person:
        """As rooms know them."""
        return Person(self.id, self.name, self.is_bot)


def key_of(name: str) -> str:
    """Names that differ only in capitals, width or blanks are one name."""
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


class PeopleStore:
    """Keeps accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, account: Account, now: float) -> None:
        """Keep somebody new; NameTakenError when the name is taken."""
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
        """The account of this id."""
        return await self._one(_accounts().where(people.c.id == person))

    async def named(self, name: str) -> Account | None:
        """The account of this name."""
        return await self._one(_accounts().where(people.c.key == key_of(name)))

    async def with_token(self, digest: str) -> Account | None:
        """The program that a token belongs to."""
        return await self._one(_accounts().join(tokens).where(tokens.c.digest == digest))

    async def add_token(self, digest: str, person: str, now: float) -> None:
        """Let a program in by this token."""
        async with self._database.begin() as connection:
            await connection.execute(insert(tokens), {"digest": digest, "person": person, "made_at": now})

    async def next_epoch(self, person: str) -> None:
        """Sign out everywhere: sessions, and the tokens of all programs."""
        async with self._database.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(epoch=people.c.epoch + 1))
            await connection.execute(delete(tokens).where(tokens.c.person.in_(_with_programs(person))))

    async def set_password(self, person: str, password: str) -> None:
        """Keep the hash of a new password, and void every session that began with the old one."""
        changed = update(people).where(people.c.id == person)
        async with self._database.begin() as connection:
            await connection.execute(changed.values(password=password, epoch=people.c.epoch + 1))

    async def with_programs(self, person: str) -> tuple[str, ...]:
        """Somebody's id, and those of the programs of theirs."""
        async with self._database.read() as connection:
            return tuple((await connection.execute(_with_programs(person))).scalars())

    async def void_seats(self, person: str, room: str, now: float) -> None:
        """Seat tokens that somebody was given in a room are good for nothing from now on."""
        await self._database.write(
            lambda connection: connection.execute(upsert(connection, voided, room=room, person=person, at=now))
        )

    async def seats_void_until(self, person: str, room: str) -> float:
        """When somebody's seat tokens in a room were made void; those of later are good."""
        query = select(voided.c.at).where(voided.c.room == room, voided.c.person == person)
        async with self._database.read() as connection:
            return await connection.scalar(query) or 0.0

    async def ban(self, person: str, *, is_banned: bool = True) -> bool:
        """Keep somebody out, with all programs of theirs, or let them in again; False when nobody has this id."""
        changed = update(people).where(people.c.id.in_(_with_programs(person))).values(is_banned=is_banned)
        async with self._database.begin() as connection:
            return (await connection.execute(changed)).rowcount > 0

    async def ban_guest(self, person: Person, now: float, *, is_banned: bool = True) -> None:
        """Keep a guest out, or let them in again. Guests are not kept here unless they are kept out."""
        async with self._database.begin() as connection:
            await connection.execute(delete(people).where(people.c.id == person.id, people.c.key.is_(None)))
            if is_banned:
                row = {"id": person.id, "name": person.name, "is_bot": False, "epoch": 0, "is_banned": True}
                await connection.execute(insert(people), row | {"made_at": now, "seen_at": now})

    async def banned(self) -> set[str]:
        """Everybody who is kept out."""
        async with self._database.read() as connection:
            return set((await connection.execute(select(people.c.id).where(people.c.is_banned))).scalars())

    async def banned_accounts(self) -> tuple[Account, ...]:
        """Everybody who is kept out, by name, guests included."""
        out = _accounts().where(people.c.is_banned).order_by(people.c.key, people.c.name, people.c.id)
        async with self._database.read() as connection:
            rows = (await connection.execute(out)).all()
        return tuple(Account(*row) for row in rows)

    async def forget(self, person: str) -> None:
        """Delete an account, its ratings, its tokens and its list of games. Logs keep only the name that was shown."""
        async with self._database.begin() as connection:
            for column in (rated.c.person, ratings.c.person, tokens.c.person, seats.c.person, voided.c.person):
                await connection.execute(delete(column.table).where(column.in_(_with_programs(person))))
            await connection.execute(delete(people).where((people.c.id == person) | (people.c.owner == person)))

    async def move_games(self, guest: str, account: str) -> None:
        """The games that somebody played as a guest are in the list of the account from now on."""
        already = select(seats.c.room).where(seats.c.person == account)
        mine = update(seats).where(seats.c.person == guest, seats.c.room.not_in(already)).values(person=account)
        async with self._database.begin() as connection:
            await connection.execute(mine)

    async def count(self) -> int:
        """How many accounts there are."""
        async with self._database.read() as connection:
            return await connection.scalar(select(func.count(people.c.key))) or 0

    async def _one(self, query: Select[Any]) -> Account | None:
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Account(*row) if row is not None else None


def _with_programs(person: str) -> Select[Any]:
    """Somebody, and the programs of theirs."""
    return select(people.c.id).where((people.c.id == person) | (people.c.owner == person))


def _accounts() -> Select[Any]:
    columns = people.c
    return select(
        columns.id, columns.name, columns.password, columns.is_bot, columns.owner, columns.epoch, columns.is_banned
    )
