"""The OpenAPI document says of every route how it refuses: always with a `Problem`."""

from litestar.openapi.datastructures import ResponseSpec
from litestar.plugins.base import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from tilewise.wire.http import Problem

WHY = {
    400: "What was sent cannot be read, or cannot be.",
    401: "Nobody we know: say who you are first.",
    403: "Not for you.",
    404: "There is no such thing.",
    405: "Nothing of that kind can be done here.",
    409: "Not now: the detail says what stands in the way.",
    413: "Too large.",
    429: "Too fast.",
    503: "Not just now: the node starts, stops, or is busy.",
}
REFUSALS = {
    status: ResponseSpec(Problem, description=why, generate_examples=False, media_type="application/json")
    for status, why in WHY.items()
}


class Refusals(ReceiveRoutePlugin):
    """Adds the refusals to every route as it is registered."""

    def receive_route(self, route: BaseRoute) -> None:
        """A route was registered."""
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                handler.responses = REFUSALS | dict(handler.responses or {})
