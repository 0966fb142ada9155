"""Sessions. Every new visitor gets a guest session."""

from litestar import Response, Router, get, post
from litestar.params import JSONBody
from msgspec.structs import replace

from tilewise.rooms.people import Person
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, TheVisitor
from tilewise.server.node import Node
from tilewise.server.security.identity import Visitor, expect_name, guest_name
from tilewise.storage.people import NameTakenError
from tilewise.wire.http import Me, NewName


@post("/session", status_code=200)
async def begin_session(request: AnyRequest, node: TheNode) -> Response[Me]:
    """Return the current visitor. A new visitor becomes a guest."""
    visitor = await node.identity.of(request)
    return answer(request, node, visitor or Visitor(_new_guest(node)))


@get("/session")
async def read_session(visitor: TheVisitor) -> Me:
    """Return the current visitor."""
    return me(visitor)


@post("/session/name", status_code=200)
async def rename(request: AnyRequest, data: JSONBody[NewName], node: TheNode, visitor: TheVisitor) -> Response[Me]:
    """Change the name of a guest, for rooms entered from now on. Accounts cannot be renamed, nor lend their names."""
    if visitor.has_account:
        raise ProblemError(409, "has-account", "the name of an account cannot be changed")
    name = expect_name(data.name)
    if await node.people.named(name) is not None:
        raise NameTakenError(name)
    return answer(request, node, replace(visitor, person=Person(visitor.person.id, name)))


def answer(request: AnyRequest, node: Node, visitor: Visitor, status: int = 200) -> Response[Me]:
    """Return the visitor, with the session cookie."""
    is_secure = request.url.scheme == "https"
    cookie = node.identity.cookie(visitor, is_secure=is_secure)
    return Response(me(visitor), status_code=status, cookies=[cookie])


def me(visitor: Visitor) -> Me:
    """Return the response body for a visitor."""
    person = visitor.person
    return Me(person.id, person.name, visitor.has_account, person.is_bot)


def _new_guest(node: Node) -> Person:
    return Person(f"g-{node.dice.name()}", guest_name(node.dice.code()))


ROUTER = Router("/api", route_handlers=[begin_session, read_session, rename], tags=["people"])
