"""The referee, the solver and the analysis board."""

from collections.abc import Iterator
from contextlib import contextmanager

from litestar import Router, post
from litestar.params import JSONBody

from tilewise.core.errors import InputError
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, expect_question, lane_of
from tilewise.server.node import Node
from tilewise.server.workers.solver import expect_seats, rules_of
from tilewise.wire.analysis import AnalyseAnswer, AnalyseAsk
from tilewise.wire.solver import AskedPosition, RefereeAnswer, RefereeAsk, SolveAnswer, SolveAsk


@post("/referee", status_code=200)
async def ask_referee(request: AnyRequest, data: JSONBody[RefereeAsk], node: TheNode) -> RefereeAnswer:
    """Judge a play, and list every rule it breaks."""
    await _expect_question(request, node, data.position)
    with _in_time():
        return await node.solver_workers.judge(data, lane_of(request))


@post("/solve", status_code=200)
async def ask_solver(request: AnyRequest, data: JSONBody[SolveAsk], node: TheNode) -> SolveAnswer:
    """Return the best plays, with the steps of each."""
    await _expect_question(request, node, data.position)
    with _in_time():
        return await node.solver_workers.solve(data, lane_of(request))


@post("/analyse", status_code=200)
async def ask_analysis(request: AnyRequest, data: JSONBody[AnalyseAsk], node: TheNode) -> AnalyseAnswer:
    """Return the win chance of each sensible action of the player to move."""
    await _expect_question(request, node, data.position)
    try:
        expect_seats(data)
    except InputError as error:
        raise ProblemError(400, "bad-seats", str(error)) from error
    with _in_time():
        return await node.solver_workers.analyse(data, lane_of(request))


@contextmanager
def _in_time() -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise ProblemError(503, "took-too-long", "no answer found in time") from error


async def _expect_question(request: AnyRequest, node: Node, asked: AskedPosition) -> None:
    await expect_question(node, request)
    try:
        rules_of(asked)
    except ValueError as error:
        raise ProblemError(400, "bad-rules", str(error)) from error


ROUTER = Router("/api", route_handlers=[ask_referee, ask_solver, ask_analysis], tags=["solver"])
