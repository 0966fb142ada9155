"""Hints during a game."""

from litestar import Router, post
from litestar.params import FromPath, JSONBody

from tilewise.core.view import View, view_of
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, TheVisitor, expect_hint_rate, expect_in_time, lane_of
from tilewise.solver.hints import HintLevel
from tilewise.wire.http import AskHint, HintGiven, WinHintGiven

NO_HINT = ("no-hint", "the solver found no answer in time; try again")


@post("/rooms/{room:str}/hint", status_code=200)
async def ask_hint(
    request: AnyRequest, room: FromPath[str], data: JSONBody[AskHint], node: TheNode, visitor: TheVisitor
) -> HintGiven:
    """Return a hint for the caller's turn, based only on what the caller's seat can see."""
    found = await node.service.get(room)
    view = _expect_turn(found, visitor.person, data.level)
    await expect_hint_rate(node, request, visitor.person)
    with expect_in_time(*NO_HINT):
        hint = await node.hint_workers.hint(view, data.level, lane_of(request, visitor, room))
    return HintGiven(found.game_version, hint)


@post("/rooms/{room:str}/win-hint", status_code=200)
async def ask_win_hint(
    request: AnyRequest, room: FromPath[str], data: JSONBody[AskHint], node: TheNode, visitor: TheVisitor
) -> WinHintGiven:
    """Return what wins in the caller's turn, based only on what the caller's seat can see."""
    found = await node.service.get(room)
    view = _expect_turn(found, visitor.person, data.level)
    if not found.config.win_hints:
        raise ProblemError(403, "no-win-hints-here", "hints at this table do not say what wins")
    await expect_hint_rate(node, request, visitor.person)
    with expect_in_time(*NO_HINT):
        hint = await node.hint_workers.win_hint(view, data.level, lane_of(request, visitor, room))
    return WinHintGiven(found.game_version, hint)


def _expect_turn(room: Room, person: Person, level: HintLevel) -> View:
    """Return the caller's view; raise ProblemError if such hints are off or it is not the caller's turn."""
    seat = room.seat_of(person.id)
    if seat is None:
        raise ProblemError(403, "not-seated", "only seated players can ask for hints")
    if not room.config.hints:
        raise ProblemError(403, "no-hints-here", "hints are turned off at this table")
    if room.phase is not Phase.PLAYING or room.to_move != seat or room.seats[seat].has_stand_in:
        raise ProblemError(409, "not-your-turn", "hints are only available on your own turn")
    if level.tells_more_than(most := room.config.hint_ceiling):
        raise ProblemError(403, "hint-too-big", f"hints in this room go up to {most!r}, not {level!r}")
    return view_of(room.current_game, seat)


ROUTER = Router("/api", route_handlers=[ask_hint, ask_win_hint], tags=["help"])
