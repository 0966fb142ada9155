"""Why a request is not granted: exceptions, and the answers they become."""

from typing import Any

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from tilewise.core.errors import TilewiseError
from tilewise.core.violations import RefusedError
from tilewise.rooms.ports import UnknownRoomError
from tilewise.rooms.rejections import DeclinedError
from tilewise.storage.people import NameTakenError
from tilewise.wire.http import Problem

log = structlog.get_logger()

AnyRequest = Request[Any, Any, Any]


class ProblemError(TilewiseError):
    """A request that cannot be granted: the status, a word for programs, a sentence for those who write them."""

    def __init__(self, status: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.reason = reason
        self.detail = detail


def too_many() -> ProblemError:
    """Slow down."""
    return ProblemError(429, "too-fast", "too many requests; try again in a minute")


def answer(status: int, reason: str, detail: str) -> Response[Problem]:
    """The body of every refusal."""
    return Response(Problem(reason, detail), status_code=status, media_type=MediaType.JSON)


def on_problem(_: AnyRequest, error: ProblemError) -> Response[Problem]:
    """What we refused ourselves."""
    return answer(error.status, error.reason, error.detail)


def on_declined(_: AnyRequest, error: DeclinedError) -> Response[Problem]:
    """What the room refused."""
    return answer(409, error.reason, f"the room declined: {error.reason}")


def on_refused(_: AnyRequest, error: RefusedError) -> Response[Problem]:
    """What the rules refused."""
    return answer(409, "rules-broken", str(error))


def on_unknown_room(_: AnyRequest, __: UnknownRoomError) -> Response[Problem]:
    """A room that does not exist, or no longer."""
    return answer(404, "unknown-room", "no such room")


def on_name_taken(_: AnyRequest, __: NameTakenError) -> Response[Problem]:
    """A name that somebody has."""
    return answer(409, "name-taken", "this name is already taken")


def on_http(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """What the framework refused: a body that cannot be read, a path that is not there."""
    reason = {400: "not-understood", 404: "not-found", 405: "not-allowed", 413: "too-large"}.get(error.status_code)
    extra = error.extra if error.status_code == 400 and error.extra else ""  # noqa: PLR2004  # bad request
    return answer(error.status_code, reason or "refused", f"{error.detail} {extra}".strip())


def on_bug(request: AnyRequest, error: Exception) -> Response[Problem]:
    """What nobody thought of: told once, to who keeps the server."""
    log.error("request failed", method=request.method, route=request.scope.get("path_template"), exc_info=error)
    return answer(500, "trouble", "internal server error; see the server log")


HANDLERS = {
    ProblemError: on_problem,
    DeclinedError: on_declined,
    RefusedError: on_refused,
    UnknownRoomError: on_unknown_room,
    NameTakenError: on_name_taken,
    HTTPException: on_http,
    Exception: on_bug,
}
