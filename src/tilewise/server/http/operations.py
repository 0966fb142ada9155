"""Health checks and metrics."""

from litestar import MediaType, Response, get
from sqlalchemy import text

from tilewise.server.http.problems import ProblemError
from tilewise.server.http.request import TheNode


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    """Report that the process is alive."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT)
async def readyz(node: TheNode) -> str:
    """Report whether the database responds and the node accepts new work."""
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
    """Return the metrics for Prometheus."""
    node.metrics.rooms.set(len(node.hub.rooms))
    return Response(node.metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [healthz, readyz, metrics]
