"""Statistics of the caller's own games."""

from litestar import Router, get

from tilewise.server.http.request import TheNode, TheVisitor
from tilewise.wire.statistics import Statistics


@get("/my/statistics")
async def my_statistics(node: TheNode, visitor: TheVisitor) -> Statistics:
    """Return results, tiles, times, and the tiles the solver could have laid, game by game."""
    return await node.statistics.of(visitor.person.id)


ROUTER = Router("/api", route_handlers=[my_statistics], tags=["people"])
