"""Reviews by win chance, of finished matches and of records that visitors open."""

import asyncio

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from tilewise.core.record import Record
from tilewise.rooms.model import Phase
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.records import not_over, read_match
from tilewise.server.http.request import TheNode, TheVisitor, expect_hint_rate, expect_in_time, expect_question, lane_of
from tilewise.server.node import Node
from tilewise.server.replays import read_record
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.reviews import key_of
from tilewise.wire.analysis import ReviewProgress, TriedTurn, TryTurn
from tilewise.wire.http import LARGEST_RECORD, RecordText, TryRecordTurn


@get("/rooms/{room:str}/review")
async def read_review(request: AnyRequest, room: FromPath[str], node: TheNode, visitor: TheVisitor) -> ReviewProgress:
    """Review a finished match by win chance. The answer grows: ask again until `done` equals `turns`."""
    found = await node.service.get(room)
    if found.phase is not Phase.OVER:
        raise not_over()
    progress = await node.reviews.of_room(room, lambda: read_match(node, room), lane_of(request, visitor, room))
    return ReviewProgress(progress.done, progress.turns, progress.review, found.seat_of(visitor.person.id))


@post("/rooms/{room:str}/review/try", status_code=200)
async def try_again(
    request: AnyRequest, room: FromPath[str], data: JSONBody[TryTurn], node: TheNode, visitor: TheVisitor
) -> TriedTurn:
    """Judge another action in place of the one that was taken in a turn, against the same players."""
    await expect_question(node, request)
    return await _tried(node, await read_match(node, room), data, lane_of(request, visitor))


@post("/records/review", status_code=200, request_max_body_size=LARGEST_RECORD)
async def review_record(
    request: AnyRequest, data: JSONBody[RecordText], node: TheNode, visitor: TheVisitor
) -> ReviewProgress:
    """Review a written record, as for a room. A refusal is a `RecordProblem`."""
    if not node.reviews.is_known(key_of(data.text)):
        await expect_hint_rate(node, request, visitor.person)
    return await node.reviews.of_text(data.text, lane_of(request, visitor))


@post("/records/review/try", status_code=200, request_max_body_size=LARGEST_RECORD)
async def try_record_again(
    request: AnyRequest, data: JSONBody[TryRecordTurn], node: TheNode, visitor: TheVisitor
) -> TriedTurn:
    """Judge another action in place of one in a written record."""
    await expect_question(node, request)
    record = await asyncio.to_thread(read_record, data.text)
    return await _tried(node, record, data.turn, lane_of(request, visitor))


async def _tried(node: Node, record: Record, wanted: TryTurn, lane: Lane) -> TriedTurn:
    if wanted.game > len(record.games) or wanted.turn > len(record.games[wanted.game - 1].actions):
        raise ProblemError(404, "no-such-position", "no such turn")
    with expect_in_time():
        return await node.reviews.tried(record, wanted, lane)


ROUTER = Router("/api", route_handlers=[read_review, try_again, review_record, try_record_again], tags=["help"])
