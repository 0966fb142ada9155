"""Hints during a game, and reviews of finished matches."""

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from tilewise.core.view import view_of
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.records import read_match
from tilewise.server.http.request import TheNode, TheVisitor, expect_hint_rate, lane_of
from tilewise.wire.analysis import ReviewProgress
from tilewise.wire.http import AskHint, HintGiven, MatchReview


@post("/rooms/{room:str}/hint", status_code=200)
async def ask_hint(
    request: AnyRequest, room: FromPath[str], data: JSONBody[AskHint], node: TheNode, visitor: TheVisitor
) -> HintGiven:
    """Return a hint for the caller's turn, based only on what the caller's seat can see."""
    found = await node.service.get(room)
    seat = _expect_turn(found, visitor.person)
    if data.level.tells_more_than(most := found.config.hint_ceiling):
        raise ProblemError(403, "hint-too-big", f"hints in this room go up to {most!r}, not {data.level!r}")
    await expect_hint_rate(node, request, visitor.person)
    try:
        view = view_of(found.current_game, seat)
        hint = await node.hint_workers.hint(view, data.level, lane_of(request, visitor, room))
    except TimeoutError as error:
        raise ProblemError(503, "no-hint", "the solver found no answer in time; try again") from error
    return HintGiven(found.game_version, hint)


@get("/rooms/{room:str}/review")
async def read_review(request: AnyRequest, room: FromPath[str], node: TheNode, visitor: TheVisitor) -> MatchReview:
    """Review a finished match: for each turn, the best play, what was missed, and the turning points."""
    record = await read_match(node, room)
    await expect_hint_rate(node, request, visitor.person)
    return MatchReview(room, await node.hint_workers.review(room, record, lane_of(request, visitor, room)))


@get("/rooms/{room:str}/decisions")
async def read_decisions(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> ReviewProgress:  # noqa: ARG001
    """Review a finished match by win chance. The answer grows: ask again until `done` equals `turns`."""
    return node.hint_workers.decisions.progress(room, await read_match(node, room))


def _expect_turn(room: Room, person: Person) -> int:
    """Return the caller's seat; raise ProblemError if hints are off or it is not the caller's turn."""
    seat = room.seat_of(person.id)
    if seat is None:
        raise ProblemError(403, "not-seated", "only seated players can ask for hints")
    if not room.config.hints:
        raise ProblemError(403, "no-hints-here", "hints are turned off at this table")
    if room.phase is not Phase.PLAYING or room.to_move != seat or room.seats[seat].has_stand_in:
        raise ProblemError(409, "not-your-turn", "hints are only available on your own turn")
    return seat


ROUTER = Router("/api", route_handlers=[ask_hint, read_review, read_decisions], tags=["help"])
