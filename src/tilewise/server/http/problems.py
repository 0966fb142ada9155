"""Exceptions and the error responses they become."""

from collections.abc import Callable
from typing import Any

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from tilewise.core.errors import TilewiseError
from tilewise.core.violations import RefusedError
from tilewise.rooms.ports import UnknownRoomError
from tilewise.rooms.rejections import DeclinedError
from tilewise.server.replays import RecordProblemError
from tilewise.server.workers.pool import BusyError
from tilewise.storage.people import NameTakenError
from tilewise.wire.http import Problem, RecordProblem

log = structlog.get_logger()

AnyRequest = Request[Any, Any, Any]


class ProblemError(TilewiseError):
    """A request that fails, with an HTTP status, an error code and a description for developers."""

    def __init__(self, status: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.reason = reason
        self.detail = detail


def too_many() -> ProblemError:
    """Return the error for an exceeded rate limit."""
    return ProblemError(429, "too-fast", "too many requests; try again in a minute")


def answer(status: int, reason: str, detail: str) -> Response[Problem]:
    """Return an error response."""
    return Response(Problem(reason, detail), status_code=status, media_type=MediaType.JSON)


def on_problem(_: AnyRequest, error: ProblemError) -> Response[Problem]:
    """Handle an error of a route."""
    return answer(error.status, error.reason, error.detail)


def on_record_problem(_: AnyRequest, error: RecordProblemError) -> Response[RecordProblem]:
    """Answer with the place of the problem in an opened record."""
    return Response(error.problem, status_code=400, media_type=MediaType.JSON)


def on_declined(_: AnyRequest, error: DeclinedError) -> Response[Problem]:
    """Handle a command that the room rejects."""
    return answer(409, error.reason, f"the room rejected the command: {error.reason}")


def on_refused(_: AnyRequest, error: RefusedError) -> Response[Problem]:
    """Handle an action that breaks rules of the game."""
    return answer(409, "rules-broken", str(error))


def on_unknown_room(_: AnyRequest, __: UnknownRoomError) -> Response[Problem]:
    """Handle an unknown room."""
    return answer(404, "unknown-room", "no such room")


def on_name_taken(_: AnyRequest, __: NameTakenError) -> Response[Problem]:
    """Handle a taken name."""
    return answer(409, "name-taken", "this name is already taken")


def on_busy(_: AnyRequest, error: BusyError) -> Response[Problem]:
    """Handle a question that no worker can answer soon."""
    busy = answer(503, "busy", str(error))
    busy.set_header("Retry-After", str(error.retry_after))
    return busy


def on_http(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Handle an error of the framework, such as an invalid body or an unknown path."""
    reason = {400: "not-understood", 404: "not-found", 405: "not-allowed", 413: "too-large"}.get(error.status_code)
    extra = error.extra if error.status_code == 400 and error.extra else ""  # noqa: PLR2004  # bad request
    return answer(error.status_code, reason or "refused", f"{error.detail} {extra}".strip())


def on_nested_too_deeply(_: AnyRequest, __: RecursionError) -> Response[Problem]:
    """Handle a body that is nested too deeply to be decoded."""
    return answer(400, "not-understood", "the request is nested too deeply")


def on_bug(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Handle a bug: log it once and hide the details from the client."""
    log.error("request failed", method=request.method, route=request.scope.get("path_template"), exc_info=error)
    return answer(500, "trouble", "internal server error; see the server log")


HANDLERS: dict[int | type[Exception], Callable[[AnyRequest, Any], Response[Any]]] = {
    ProblemError: on_problem,
    RecordProblemError: on_record_problem,
    DeclinedError: on_declined,
    RefusedError: on_refused,
    UnknownRoomError: on_unknown_room,
    NameTakenError: on_name_taken,
    BusyError: on_busy,
    HTTPException: on_http,
    RecursionError: on_nested_too_deeply,
    Exception: on_bug,
}
