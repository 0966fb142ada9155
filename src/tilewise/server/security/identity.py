"""Who is asking: a guest with a signed cookie, an account, or a program with a token."""

import hashlib
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tilewise.core.value import Value
from tilewise.rooms.people import Person
from tilewise.server.http.problems import ProblemError
from tilewise.storage.people import PeopleStore, key_of

COOKIE = "tilewise_session"
A_YEAR = 365 * 24 * 3600
LONGEST_NAME = 40

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Visitor(Value):
    """Somebody, and how they came in."""

    person: Person
    has_account: bool = False
    epoch: int = 0


class Identity:
    """Reads and writes sessions."""

    def __init__(self, key: str, people: PeopleStore) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="session")
        self._seats = URLSafeTimedSerializer(key, salt="seat")
        self._people = people

    async def of(self, connection: AnyConnection) -> Visitor | None:
        """Who is asking; None when nobody we know. ProblemError when somebody is banned."""
        word, _, token = connection.headers.get("authorization", "").partition(" ")
        if word.lower() == "bearer":
            return await self._program(token)
        return await self._session(connection.cookies.get(COOKIE, ""))

    def cookie(self, visitor: Visitor, *, is_secure: bool) -> Cookie:
        """The cookie that brings somebody back; scripts and other sites cannot read or send it."""
        value = self._signer.dumps([visitor.person.id, visitor.person.name, visitor.has_account, visitor.epoch])
        return Cookie(
            COOKIE,
            value=str(value),
            max_age=A_YEAR,
            httponly=True,
            samesite="lax",
            secure=is_secure,
        )

    def seat_token(self, visitor: Visitor, room: str, now: float) -> str:
        """A token with which any device plays on in one room, as this person and nothing else."""
        person = visitor.person
        return str(self._seats.dumps([room, person.id, person.name, visitor.has_account, visitor.epoch, now]))

    async def seated(self, token: str, room: str) -> Visitor | None:
        """Whose seat a token is for; None when it is not for this room, or void."""
        try:
            where, person, name, has_account, epoch, given_at = self._seats.loads(token, max_age=A_YEAR)
        except (BadData, ValueError):
            return None
        if where != room or given_at <= await self._people.seats_void_until(person, room):
            return None
        if has_account or await self._people.find(person) is not None:  # who signed up meanwhile plays on
            return await self._account(person, epoch)
        return Visitor(Person(person, name))

    async def _session(self, cookie: str) -> Visitor | None:
        if not cookie:
            return None
        try:
            person, name, has_account, epoch = self._signer.loads(cookie, max_age=A_YEAR)
        except (BadData, ValueError):
            return None
        if has_account:
            return await self._account(person, epoch)
        account = await self._people.find(person)
        if account is not None and account.is_banned:
            raise ProblemError(403, "banned", "this session is closed")
        if account is not None:  # signed up elsewhere: from then on a password is asked for
            return None
        return Visitor(Person(person, name))

    async def _account(self, person: str, epoch: int) -> Visitor | None:
        account = await self._people.find(person)
        if account is None or account.epoch != epoch:
            return None
        if account.is_banned:
            raise ProblemError(403, "banned", "this account is closed")
        return Visitor(account.person, has_account=True, epoch=epoch)

    async def _program(self, token: str) -> Visitor | None:
        account = await self._people.with_token(digest_of(token))
        if account is None:
            return None
        if account.is_banned:
            raise ProblemError(403, "banned", "this account is closed")
        return Visitor(account.person, has_account=True, epoch=account.epoch)


def digest_of(token: str) -> str:
    """What is kept of a token: looking it up by its digest tells a guesser nothing by its timing."""
    return hashlib.sha256(token.encode()).hexdigest()


def expect_name(name: str) -> str:
    """A name that can be shown; ProblemError says what a name is."""
    clean = " ".join(name.split())
    is_short = 0 < len(clean) <= LONGEST_NAME and len(key_of(clean)) <= LONGEST_NAME  # some letters stand for many
    if not (is_short and clean.isprintable() and ":" not in clean):
        raise ProblemError(400, "bad-name", f"a name must have 1 to {LONGEST_NAME} printable characters and no colon")
    return clean
