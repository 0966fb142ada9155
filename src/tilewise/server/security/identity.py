"""Authentication: guests and accounts by a signed cookie, programs by an access token."""

import hashlib
import re
from secrets import token_urlsafe
from typing import Any

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec.structs import replace

from tilewise.bots import BOTS
from tilewise.core.value import Value
from tilewise.rooms.people import Person
from tilewise.server.http.problems import ProblemError
from tilewise.storage.people import Account, PeopleStore, key_of

COOKIE = "tilewise_session"
A_YEAR = 365 * 24 * 3600
SESSION_BYTES = 16
LONGEST_NAME = 40
NUMBERED = re.compile(r" \d+$")
"""The end of a name that a room has made unique."""

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Visitor(Value):
    """An authenticated person."""

    person: Person
    has_account: bool = False
    epoch: int = 0
    session: str = ""
    """The id of the session in a cookie. Cookies renewed by the server keep it, and signing out ends all of them."""


class _Session(Value, array_like=True):
    """The signed content of a cookie."""

    person: str
    name: str
    has_account: bool
    epoch: int
    id: str = ""


class Identity:
    """Reads and writes session cookies and tokens."""

    def __init__(self, key: str, people: PeopleStore) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="session")
        self._seats = URLSafeTimedSerializer(key, salt="seat")
        self._people = people

    async def of(self, connection: AnyConnection) -> Visitor | None:
        """Return the authenticated visitor, or None; raise ProblemError for a banned one."""
        word, _, token = connection.headers.get("authorization", "").partition(" ")
        if word.lower() == "bearer":
            return await self._program(token)
        return await self._session(connection.cookies.get(COOKIE, ""))

    async def end_session(self, connection: AnyConnection, now: float) -> str | None:
        """Invalidate all cookies of the session; return the person, or None if there is no valid cookie."""
        session = self._read(connection.cookies.get(COOKIE, ""))
        if session is None:
            return None
        await self._people.end_session(session.id, now)
        return session.person

    def cookie(self, visitor: Visitor, *, is_secure: bool) -> Cookie:
        """Return the session cookie. Scripts cannot read it, and other sites cannot send it."""
        session = visitor.session or token_urlsafe(SESSION_BYTES)
        value = self._signer.dumps(
            [visitor.person.id, visitor.person.name, visitor.has_account, visitor.epoch, session]
        )
        return Cookie(
            COOKIE,
            value=str(value),
            max_age=A_YEAR,
            httponly=True,
            samesite="lax",
            secure=is_secure,
        )

    def seat_token(self, visitor: Visitor, room: str, now: float) -> str:
        """Return a token with which another device can play as this person in one room."""
        person = visitor.person
        return str(self._seats.dumps([room, person.id, person.name, visitor.has_account, visitor.epoch, now]))

    async def seated(self, token: str, room: str) -> Visitor | None:
        """Return the owner of a seat token, or None if it is invalid or for another room."""
        try:
            where, person, name, has_account, epoch, given_at = self._seats.loads(token, max_age=A_YEAR)
        except (BadData, ValueError):
            return None
        if where != room or given_at <= await self._people.seats_void_until(person, room):
            return None
        known = await self._people.known(person, name)
        if has_account or _with_id(person, known) is not None:  # the guest may have signed up meanwhile
            return await self._account(person, epoch)
        return Visitor(_guest(person, name, known))

    async def _session(self, cookie: str) -> Visitor | None:
        session = self._read(cookie)
        if session is None or await self._people.has_ended(session.id):
            return None
        if session.has_account:
            return await self._account(session.person, session.epoch, session.id)
        known = await self._people.known(session.person, session.name)
        account = _with_id(session.person, known)
        if account is not None and account.is_banned:
            raise ProblemError(403, "banned", "this session is closed")
        if account is not None:  # the guest has signed up elsewhere and must use the password now
            return None
        return Visitor(_guest(session.person, session.name, known), session=session.id)

    def _read(self, cookie: str) -> _Session | None:
        """Return the content of a valid cookie. A cookie of an earlier version has no id: its digest serves as one."""
        if not cookie:
            return None
        try:
            session = msgspec.convert(self._signer.loads(cookie, max_age=A_YEAR), _Session)
        except (BadData, msgspec.ValidationError):
            return None
        return session if session.id else replace(session, id=digest_of(cookie))

    async def _account(self, person: str, epoch: int, session: str = "") -> Visitor | None:
        account = await self._people.find(person)
        if account is None or account.epoch != epoch:
            return None
        if account.is_banned:
            raise ProblemError(403, "banned", "this account is closed")
        return Visitor(account.person, has_account=True, epoch=epoch, session=session)

    async def _program(self, token: str) -> Visitor | None:
        account = await self._people.with_token(digest_of(token))
        if account is None:
            return None
        if account.is_banned:
            raise ProblemError(403, "banned", "this account is closed")
        return Visitor(account.person, has_account=True, epoch=account.epoch)


def digest_of(token: str) -> str:
    """Return the stored digest of a token. Looking up a digest leaks nothing through timing."""
    return hashlib.sha256(token.encode()).hexdigest()


def guest_name(letters: str) -> str:
    """Return the name of a guest who has not chosen one."""
    return f"Guest {letters[:4].upper()}"


def _guest(person: str, name: str, known: tuple[Account, ...]) -> Person:
    """Return a guest. If an account has taken the guest's name since, the guest loses it."""
    return Person(person, guest_name(digest_of(person)) if known else name)


def _with_id(person: str, known: tuple[Account, ...]) -> Account | None:
    return next((account for account in known if account.id == person), None)


def expect_name(name: str) -> str:
    """Return the name with normalised spaces; raise ProblemError for an invalid name, or that of a bot."""
    clean = " ".join(name.split())
    is_short = 0 < len(clean) <= LONGEST_NAME and len(key_of(clean)) <= LONGEST_NAME  # some characters expand to many
    if not (is_short and clean.isprintable() and ":" not in clean):
        raise ProblemError(400, "bad-name", f"a name must have 1 to {LONGEST_NAME} printable characters and no colon")
    if NUMBERED.sub("", key_of(clean)) in BOTS:
        raise ProblemError(409, "name-taken", "this is the name of a bot")
    return clean
