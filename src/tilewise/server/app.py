"""The web application of a node: routes, error handlers and common headers."""

from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tilewise.server.http import (
    accounts,
    continue_game,
    hints,
    live_curve,
    opened_records,
    operations,
    pages,
    people,
    puzzles,
    records,
    reviews,
    rooms,
    sessions,
    sheets,
    solver,
    statistics,
)
from tilewise.server.http.openapi_errors import ErrorResponses
from tilewise.server.http.problems import HANDLERS
from tilewise.server.http.request import DEPENDENCIES, guard
from tilewise.server.live import sockets
from tilewise.server.node import Node

LARGEST_BODY = 64 * 1024

SAFE_HEADERS = {
    "content-security-policy": pages.POLICY,
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def make_app(node: Node) -> Litestar:
    """Create the web application of a node."""
    folder = Path(node.settings.web) if node.settings.web else pages.BUILT
    return Litestar(
        route_handlers=[
            *operations.HANDLERS,
            sessions.ROUTER,
            accounts.ROUTER,
            people.ROUTER,
            puzzles.ROUTER,
            statistics.ROUTER,
            rooms.ROUTER,
            records.ROUTER,
            opened_records.ROUTER,
            reviews.ROUTER,
            hints.ROUTER,
            live_curve.ROUTER,
            continue_game.ROUTER,
            solver.ROUTER,
            sheets.ROUTER,
            sockets.ROUTER,
            *pages.pages(folder),
        ],
        dependencies={"node": Provide(lambda: node, sync_to_thread=False), **DEPENDENCIES},
        before_request=guard,
        exception_handlers=HANDLERS,
        state=State({"node": node}),
        openapi_config=OpenAPIConfig("Tilewise", "1", path="/api/schema", render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=LARGEST_BODY,
        response_headers=SAFE_HEADERS,
        compression_config=CompressionConfig("gzip", exclude=r"archive[.]jsonl[.]gz"),
        plugins=[ErrorResponses()],
        logging_config=None,
    )
