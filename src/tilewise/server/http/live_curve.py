"""The live curve of a running game, for those who do not play in it."""

from litestar import Router, get
from litestar.params import FromPath

from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, TheVisitor, lane_of
from tilewise.server.http.rooms import seen_by
from tilewise.wire.analysis import LiveCurve


@get("/rooms/{room:str}/curve")
async def read_curve(request: AnyRequest, room: FromPath[str], node: TheNode, visitor: TheVisitor) -> LiveCurve:
    """Return the win chances after the turns of the running game, from public information.

    The answer comes when the current turn is computed. Under load turns are skipped.
    """
    found = await node.service.get(room)
    shown = await seen_by(node, found, visitor.person)
    _expect_viewer(found, visitor.person)
    if shown.phase is not Phase.PLAYING:
        raise ProblemError(409, "not-playing", "no game is being played")
    return await node.hint_workers.curves.of(shown, lane_of(request, visitor, room))


def _expect_viewer(room: Room, person: Person) -> None:
    """Raise ProblemError for a player of the running game, and where the host does not allow the curve."""
    if not room.config.live_curve:
        raise ProblemError(403, "no-curve-here", "this table has no live curve")
    seat = room.seat_of(person.id)
    if seat is not None and (room.game is None or not room.game.players[seat].has_conceded):
        raise ProblemError(403, "still-playing", "players of the running game cannot see its curve")


ROUTER = Router("/api", route_handlers=[read_curve], tags=["help"])
