"""Helpers for all routes: the node, the visitor, the client address, rate limits and the origin check."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException

from tilewise.rooms.people import Person
from tilewise.server.http.problems import AnyRequest, ProblemError, too_many
from tilewise.server.node import Node
from tilewise.server.security.addresses import network_of
from tilewise.server.security.identity import AnyConnection, Visitor
from tilewise.server.workers.fair_queue import Lane
from tilewise.storage.people import key_of

SECURE = {"https": "https", "wss": "https"}
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}

REFUSAL_SECONDS = 1.0
"""The delay of the answer to a request beyond the rate limit. A refusal costs the server nearly as much as a page."""

FOREIGN = "requests from this origin are not allowed; behind a proxy with TLS, set behind_proxy"

TheNode = NamedDependency[Node]
TheVisitor = NamedDependency[Visitor]


async def find_visitor(request: AnyRequest, node: TheNode) -> Visitor:
    """Return the visitor; raise a 401 error if there is no session."""
    visitor = await node.identity.of(request)
    if visitor is None:
        raise ProblemError(401, "no-session", "no session; start one with POST /api/session")
    return visitor


def address_of(connection: AnyConnection) -> str:
    """Return the client address that limits count by."""
    return network_of(connection.client.host if connection.client is not None else "unknown")


def lane_of(request: AnyRequest, visitor: Visitor | None = None, room: str = "") -> Lane:
    """Return the lane in which a question of this request waits for a worker."""
    return Lane(address_of(request), visitor.person.id if visitor is not None else "", room)


async def expect_attempt(node: Node, request: AnyRequest) -> None:
    """Raise a 429 error after too many attempts to guess."""
    if not await node.limits.attempts.take(address_of(request)):
        raise too_many()


async def expect_password_rate(node: Node, name: str) -> None:
    """Raise a 429 error after too many passwords for one name, whether it exists or not."""
    if not await node.limits.passwords.take(key_of(name)):
        raise too_many()


async def expect_question(node: Node, request: AnyRequest) -> None:
    """Raise a 429 error after too many expensive requests."""
    if not await node.limits.questions.take(address_of(request)):
        raise too_many()


async def expect_hint_rate(node: Node, request: AnyRequest, person: Person) -> None:
    """Raise a 429 error after too many hints and reviews of one person or address."""
    if not await node.limits.hints.take(address_of(request), person.id):
        raise too_many()


@contextmanager
def expect_in_time(reason: str = "took-too-long", detail: str = "no answer found in time") -> Iterator[None]:
    """Raise a 503 error if a worker exceeds its time limit in this block."""
    try:
        yield
    except TimeoutError as error:
        raise ProblemError(503, reason, detail) from error


async def expect_new_room(node: Node, request: AnyRequest, person: Person, *, is_public: bool = False) -> None:
    """Raise a 429 error after a person or an address has opened too many rooms, or too many for the lobby."""
    address = address_of(request)
    if not await node.limits.rooms.take(address, person.id):
        raise too_many()
    if is_public and not await node.limits.lobby.take(address):
        raise too_many()


def is_own_page(connection: AnyConnection, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from our own pages, from an allowed site, or not from a page.

    A page of the same host without TLS is not ours if this request came with TLS: anyone on its way can replace it.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    scheme = SECURE.get(connection.url.scheme, "http")
    return origin == f"{scheme}://{connection.headers.get('host')}"


async def guard(request: AnyRequest) -> None:
    """Check the rate limit and reject cross-site requests, before every request."""
    node: Node = request.app.state.node
    if "\0" in request.scope["path"]:  # PostgreSQL cannot store it, so nothing has such a name
        raise NotFoundException
    if not node.limits.requests.take(address_of(request)):
        await asyncio.sleep(REFUSAL_SECONDS)
        raise too_many()
    if request.method in UNSAFE and not is_own_page(request, node.settings.origins):
        raise ProblemError(403, "foreign-origin", FOREIGN)


DEPENDENCIES = {"visitor": Provide(find_visitor)}
