"""Puzzles: the daily puzzle, answers, hints, solutions and timed runs."""

from litestar import Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from tilewise.server.http.request import TheNode, TheVisitor
from tilewise.wire.puzzles import (
    NewRun,
    PuzzleAsked,
    PuzzleHint,
    PuzzleOverview,
    PuzzleRun,
    PuzzleSolution,
    PuzzleTable,
    PuzzleVerdict,
    RunAnswer,
)


@get("/")
async def read_overview(node: TheNode, visitor: TheVisitor) -> PuzzleOverview:
    """Return the number of puzzles of each kind, and the caller's progress."""
    return await node.puzzle_service.overview(visitor.person.id)


@get("/daily")
async def read_daily(node: TheNode, visitor: TheVisitor) -> PuzzleAsked:
    """Return today's puzzle, which is the same for everyone."""
    return await node.puzzle_service.daily(visitor.person.id)


@get("/next")
async def read_next(
    node: TheNode,
    visitor: TheVisitor,
    edition: FromQuery[str] = "",
    kind: FromQuery[str] = "",
    level: FromQuery[int] = 0,
) -> PuzzleAsked:
    """Return a puzzle the caller has not solved. Without a level, its difficulty is near the caller's rating."""
    return await node.puzzle_service.following(visitor.person.id, edition=edition, kind=kind, level=level)


@get("/{puzzle:str}")
async def read_puzzle(puzzle: FromPath[str], node: TheNode, visitor: TheVisitor) -> PuzzleAsked:
    """Return a puzzle without its solution."""
    return await node.puzzle_service.read(visitor.person.id, puzzle)


@post("/{puzzle:str}/answer", status_code=200)
async def answer_puzzle(
    puzzle: FromPath[str], data: JSONBody[PuzzleTable], node: TheNode, visitor: TheVisitor
) -> PuzzleVerdict:
    """Judge an answer, and list everything that is wrong with it."""
    return await node.puzzle_service.answer(visitor.person.id, puzzle, data.table)


@post("/{puzzle:str}/hint", status_code=200)
async def hint_puzzle(puzzle: FromPath[str], node: TheNode, visitor: TheVisitor) -> PuzzleHint:
    """Return a hint, with one step more each time. A puzzle solved with hints counts less."""
    return await node.puzzle_service.hint(visitor.person.id, puzzle)


@post("/{puzzle:str}/solution", status_code=200)
async def give_up_puzzle(puzzle: FromPath[str], node: TheNode, visitor: TheVisitor) -> PuzzleSolution:
    """Give up and return the solution."""
    return await node.puzzle_service.solution(visitor.person.id, puzzle)


@post("/runs", status_code=201)
async def begin_run(data: JSONBody[NewRun], node: TheNode, visitor: TheVisitor) -> PuzzleRun:
    """Begin a timed run."""
    return await node.puzzle_service.begin_run(visitor.person.id, data.edition)


@post("/runs/{run:str}", status_code=200)
async def answer_run(run: FromPath[str], data: JSONBody[RunAnswer], node: TheNode, visitor: TheVisitor) -> PuzzleRun:
    """Answer or skip a puzzle of a timed run."""
    return await node.puzzle_service.answer_in_run(visitor.person.id, run, data.puzzle, data.table)


ROUTER = Router(
    "/api/puzzles",
    route_handlers=[
        read_overview,
        read_daily,
        read_next,
        read_puzzle,
        answer_puzzle,
        hint_puzzle,
        give_up_puzzle,
        begin_run,
        answer_run,
    ],
    tags=["puzzles"],
)
