"""Accounts, and access tokens for programs."""

import secrets
from contextlib import suppress

from litestar import Response, Router, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec.structs import replace

from tilewise.rooms import commands
from tilewise.rooms.inputs import Recognise
from tilewise.rooms.model import Phase
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, TheVisitor, expect_attempt, expect_password_rate
from tilewise.server.http.sessions import answer
from tilewise.server.node import Node
from tilewise.server.security.identity import COOKIE, Visitor, digest_of, expect_name
from tilewise.storage.people import Account
from tilewise.wire.http import Credentials, CurrentPassword, Me, NewName, NewPassword, Token

NO_SESSION = Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax")
"""A cookie that deletes the session."""


@post("/account")
async def sign_up(request: AnyRequest, data: JSONBody[Credentials], node: TheNode, visitor: TheVisitor) -> Response[Me]:
    """Turn the guest into an account with a name and a password. The guest's games stay in the account."""
    await expect_attempt(node, request)
    if visitor.has_account:
        raise ProblemError(409, "has-account", "you already have an account")
    kept = await node.passwords.hash(data.password)
    account = _account(Person(visitor.person.id, expect_name(data.name)), password=kept)
    await node.people.add(account, node.clock.now())
    return answer(request, node, Visitor(account.person, has_account=True, session=visitor.session), status=201)


@post("/sign-in", status_code=200)
async def sign_in(request: AnyRequest, data: JSONBody[Credentials], node: TheNode) -> Response[Me]:
    """Sign in to an account. Games played as a guest move to the account."""
    await expect_attempt(node, request)
    await expect_password_rate(node, data.name)
    account = await node.people.named(data.name)
    is_right = await node.passwords.is_right(account.password if account else None, data.password)
    if account is None or not is_right or account.is_banned:
        raise ProblemError(401, "wrong-password", "wrong name or password")
    guest = await node.identity.of(request)
    if guest is not None and not guest.has_account:
        await _move_games(node, guest.person.id, account.person)
        await node.puzzles.move(guest.person.id, account.id)
    return answer(request, node, Visitor(account.person, has_account=True, epoch=account.epoch))


@post("/account/password", status_code=200)
async def change_password(
    request: AnyRequest, data: JSONBody[NewPassword], node: TheNode, visitor: TheVisitor
) -> Response[Me]:
    """Change the password. All other sessions of the account end."""
    account = await _with_password(request, node, visitor, data.old)
    await node.people.set_password(account.id, await node.passwords.hash(data.new))
    await node.hub.disconnect(account.id, come_back=True)  # only the sockets of this session can reconnect
    return answer(request, node, replace(visitor, epoch=account.epoch + 1))


@post("/sign-out", status_code=204, response_cookies=[NO_SESSION])
async def sign_out(request: AnyRequest, node: TheNode) -> None:
    """End the session of this browser. Copies of its cookie stop working."""
    person = await node.identity.end_session(request, node.clock.now())
    if person is not None:
        await node.hub.disconnect(person, come_back=True)  # only other sessions can reconnect


@post("/sign-out-everywhere", status_code=204, response_cookies=[NO_SESSION])
async def sign_out_everywhere(node: TheNode, visitor: TheVisitor) -> None:
    """Invalidate all sessions and access tokens of the account."""
    _expect_account(visitor)
    people = await node.people.with_programs(visitor.person.id)
    await node.people.next_epoch(visitor.person.id)
    await _disconnect(node, people)


@post("/account/delete", status_code=204, response_cookies=[NO_SESSION])
async def delete_account(
    request: AnyRequest, data: JSONBody[CurrentPassword], node: TheNode, visitor: TheVisitor
) -> None:
    """Delete the account with its ratings, programs and list of games. Bots stand in for it in running matches."""
    await _with_password(request, node, visitor, data.password)
    people = await node.people.with_programs(visitor.person.id)
    for person in people:
        await _leave_all(node, person)
    await node.people.forget(visitor.person.id)
    await node.puzzles.forget(visitor.person.id)
    await _disconnect(node, people)


@post("/programs")
async def add_program(request: AnyRequest, data: JSONBody[NewName], node: TheNode, visitor: TheVisitor) -> Token:
    """Create a program with an access token. It is marked as a bot and rated like any account."""
    await expect_attempt(node, request)
    _expect_account(visitor)
    program = Person(f"b-{node.dice.name()}", expect_name(data.name), is_bot=True)
    await node.people.add(_account(program, owner=visitor.person.id), node.clock.now())
    token = f"tw_{secrets.token_urlsafe(32)}"
    await node.people.add_token(digest_of(token), program.id, node.clock.now())
    return Token(program.id, program.name, token)


async def _move_games(node: Node, guest: str, account: Person) -> None:
    """Move a guest's games, and the seats in running matches, to the account."""
    for line in await node.store.rooms_of(guest, limit=200):
        if line.phase is not Phase.OVER:
            await node.service.execute(line.id, Recognise(guest, account))
    await node.people.move_games(guest, account.id)
    await node.hub.disconnect(guest, come_back=True)


async def _leave_all(node: Node, person: str) -> None:
    """Leave all running matches of a person."""
    who = Person(person, "")
    for line in await node.store.rooms_of(person, limit=200):
        if line.phase is not Phase.OVER:
            with suppress(DeclinedError):  # a stand-in plays already
                await node.service.submit(
                    line.id, who, commands.Stand() if line.phase is Phase.GATHERING else commands.Leave()
                )


async def _disconnect(node: Node, people: tuple[str, ...]) -> None:
    for person in people:
        await node.hub.disconnect(person)


def _account(person: Person, *, password: str | None = None, owner: str | None = None) -> Account:
    return Account(person.id, person.name, password, person.is_bot, owner, epoch=0, is_banned=False)


async def _with_password(request: AnyRequest, node: Node, visitor: Visitor, password: str) -> Account:
    """Return the visitor's account; raise ProblemError if this is not its password."""
    await expect_attempt(node, request)
    _expect_account(visitor)
    await expect_password_rate(node, visitor.person.name)
    account = await node.people.find(visitor.person.id)
    if account is None or not await node.passwords.is_right(account.password, password):
        raise ProblemError(403, "wrong-old-password", "this is not the current password")
    return account


def _expect_account(visitor: Visitor) -> None:
    if not visitor.has_account or visitor.person.is_bot:
        raise ProblemError(403, "no-account", "you need an account for this")


ROUTER = Router(
    "/api",
    route_handlers=[sign_up, sign_in, change_password, sign_out, sign_out_everywhere, delete_account, add_program],
    tags=["people"],
)
