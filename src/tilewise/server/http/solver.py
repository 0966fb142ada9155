"""The referee, the solver, the analysis board and its pictures."""

from litestar import Response, Router, post
from litestar.params import JSONBody

from tilewise.core.drawing import RackLine, Scene, to_svg
from tilewise.core.errors import InputError
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, expect_in_time, expect_question, lane_of
from tilewise.server.node import Node
from tilewise.server.workers.solver import expect_seats, rules_of
from tilewise.wire.analysis import AnalyseAnswer, AnalyseAsk
from tilewise.wire.solver import MOST_TILES, AskedPosition, RefereeAnswer, RefereeAsk, SolveAnswer, SolveAsk

SVG = "image/svg+xml"


@post("/referee", status_code=200)
async def ask_referee(request: AnyRequest, data: JSONBody[RefereeAsk], node: TheNode) -> RefereeAnswer:
    """Judge a play, and list every rule it breaks."""
    await _expect_question(request, node, data.position)
    with expect_in_time():
        return await node.solver_workers.judge(data, lane_of(request))


@post("/solve", status_code=200)
async def ask_solver(request: AnyRequest, data: JSONBody[SolveAsk], node: TheNode) -> SolveAnswer:
    """Return the best plays, with the steps of each."""
    await _expect_question(request, node, data.position)
    with expect_in_time():
        return await node.solver_workers.solve(data, lane_of(request))


@post("/analyse", status_code=200)
async def ask_analysis(request: AnyRequest, data: JSONBody[AnalyseAsk], node: TheNode) -> AnalyseAnswer:
    """Return the win chance of each sensible action of the player to move."""
    await _expect_question(request, node, data.position)
    try:
        expect_seats(data)
    except InputError as error:
        raise ProblemError(400, "bad-seats", str(error)) from error
    with expect_in_time():
        return await node.solver_workers.analyse(data, lane_of(request))


@post("/picture", status_code=200, media_type=SVG)
async def draw_picture(request: AnyRequest, data: JSONBody[AskedPosition], node: TheNode) -> Response[str]:
    """Draw the table and the rack of a position as SVG."""
    await expect_question(node, request)
    if sum(map(len, (*data.table, data.rack))) > MOST_TILES:
        raise ProblemError(400, "too-many-tiles", f"a picture shows at most {MOST_TILES} tiles")
    racks = (RackLine("", data.rack),) if data.rack else ()
    return Response(str(to_svg(Scene("", data.table, racks))), media_type=SVG)


async def _expect_question(request: AnyRequest, node: Node, asked: AskedPosition) -> None:
    await expect_question(node, request)
    try:
        rules_of(asked)
    except ValueError as error:
        raise ProblemError(400, "bad-rules", str(error)) from error


ROUTER = Router("/api", route_handlers=[ask_referee, ask_solver, ask_analysis, draw_picture], tags=["solver"])
