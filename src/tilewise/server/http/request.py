"""What every route may ask for: the node, who is asking, from where; and what it may not do too often."""

from ipaddress import AddressValueError, IPv6Address, IPv6Network

from litestar.di import NamedDependency, Provide

from tilewise.rooms.people import Person
from tilewise.server.http.problems import AnyRequest, ProblemError, too_many
from tilewise.server.node import Node
from tilewise.server.security.identity import AnyConnection, Visitor

UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
NETWORK = 64
"""How many bits of an IPv6 address a provider gives to one customer."""

TheNode = NamedDependency[Node]
TheVisitor = NamedDependency[Visitor]


async def find_visitor(request: AnyRequest, node: TheNode) -> Visitor:
    """Who is asking; 401 when nobody we know."""
    visitor = await node.identity.of(request)
    if visitor is None:
        raise ProblemError(401, "no-session", "no session; start one with POST /api/session")
    return visitor


def address_of(connection: AnyConnection) -> str:
    """Where a request comes from. Of IPv6 the network: whoever has one address there has billions."""
    host = connection.client.host if connection.client is not None else "unknown"
    try:
        address = IPv6Address(host)
    except AddressValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, NETWORK), strict=False))


def expect_attempt(node: Node, request: AnyRequest) -> None:
    """Guessing is slowed down."""
    if not node.limits.attempts.take(address_of(request)):
        raise too_many()


def expect_question(node: Node, request: AnyRequest) -> None:
    """What takes long to answer is not asked all the time."""
    if not node.limits.questions.take(address_of(request)):
        raise too_many()


def expect_new_room(node: Node, person: Person) -> None:
    """Nobody opens rooms by the hundred."""
    if not node.limits.rooms.take(person.id):
        raise too_many()


def is_own_page(connection: AnyConnection, allowed: tuple[str, ...]) -> bool:
    """Whether a request comes from our own pages, from an allowed site, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return origin.partition("://")[2] == connection.headers.get("host")


async def guard(request: AnyRequest) -> None:
    """Before every request: not too many, and nothing that another site's page sends in somebody's name."""
    node: Node = request.app.state.node
    if not node.limits.requests.take(address_of(request)):
        raise too_many()
    if request.method in UNSAFE and not is_own_page(request, node.settings.origins):
        raise ProblemError(403, "foreign-origin", "requests from this origin are not allowed")


DEPENDENCIES = {"visitor": Provide(find_visitor)}
