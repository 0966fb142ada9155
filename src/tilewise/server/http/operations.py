"""For those who run the server: is it alive, is it ready, what does it measure."""

from litestar import MediaType, Response, get
from sqlalchemy import text

from tilewise.server.http.problems import ProblemError
from tilewise.server.http.request import TheNode


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    """The process answers."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT)
async def readyz(node: TheNode) -> str:
    """The database answers, and the node takes new work."""
    if not node.is_ready:
        raise ProblemError(503, "not-ready", "this node is starting or stopping")
    try:
        async with node.database.read() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception as error:
        raise ProblemError(503, "no-database", "the database is not responding") from error
    return "ready"


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(node: TheNode) -> Response[bytes]:
    """For Prometheus."""
    node.metrics.rooms.set(len(node.hub.rooms))
    return Response(node.metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [healthz, readyz, metrics]
