"""Add the error responses to every route of the OpenAPI document. Their body is always a `Problem`."""

from litestar.openapi.datastructures import ResponseSpec
from litestar.plugins.base import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from tilewise.wire.http import Problem

DESCRIPTIONS = {
    400: "The request is invalid.",
    401: "No session. Start one with POST /api/session.",
    403: "Not allowed.",
    404: "Not found.",
    405: "The method is not allowed here.",
    409: "Not possible in the current state; see `detail`.",
    413: "The request is too large.",
    429: "Too many requests.",
    503: "The node is starting, stopping or busy.",
}
ERRORS = {
    status: ResponseSpec(Problem, description=why, generate_examples=False, media_type="application/json")
    for status, why in DESCRIPTIONS.items()
}


class ErrorResponses(ReceiveRoutePlugin):
    """Adds the error responses to every route."""

    def receive_route(self, route: BaseRoute) -> None:
        """Add the error responses to a new route."""
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                handler.responses = ERRORS | dict(handler.responses or {})
