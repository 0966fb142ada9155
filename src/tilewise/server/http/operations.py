"""Health checks and metrics."""

from litestar import MediaType, Response, get
from sqlalchemy import text

from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode
from tilewise.server.security.addresses import is_in


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    """Report that the process is alive."""
    return "ok"


@get("/readyz", media_type=MediaType.TEXT)
async def readyz(node: TheNode) -> str:
    """Report whether the database responds and accepts changes, and the node accepts new work."""
    if not node.is_ready:
        raise ProblemError(503, "not-ready", "this node is starting or stopping")
    try:
        async with node.database.read() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception as error:
        raise ProblemError(503, "no-database", "the database is not responding") from error
    if not node.can_write:
        raise ProblemError(503, "read-only", "the database accepts no changes")
    return "ready"


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: AnyRequest, node: TheNode) -> Response[bytes]:
    """Return the metrics for Prometheus, to the addresses in `metrics_for`."""
    if not is_in(request.client.host if request.client is not None else "", node.settings.metrics_for):
        raise ProblemError(403, "not-for-you", "this address may not read the metrics; add it to metrics_for")
    node.metrics.rooms.set(len(node.hub.rooms))
    return Response(node.metrics.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [healthz, readyz, metrics]
