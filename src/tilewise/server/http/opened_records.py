"""Records that visitors open: replayed and reviewed, never stored."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from litestar import Router, post
from litestar.params import JSONBody

from tilewise.analysis.review import Review
from tilewise.core.record import BrokenRecordError
from tilewise.server.http.problems import AnyRequest, ProblemError, too_many
from tilewise.server.http.request import TheNode, TheVisitor, address_of, expect_hint_rate, expect_question, lane_of
from tilewise.server.node import Node
from tilewise.server.replays import broken, read_record
from tilewise.server.security.limits import TooManyError
from tilewise.wire.http import LARGEST_RECORD, OpenedRecord, RecordText

REVIEWS_AT_ONCE = 3
"""Reviews for one address. Each has one job in the queue of the hint workers, so hints need not wait for long."""


@post("/records/replay", status_code=200, request_max_body_size=LARGEST_RECORD)
async def replay_record(request: AnyRequest, data: JSONBody[RecordText], node: TheNode) -> OpenedRecord:
    """Verify a written record, and return the position after every turn. A refusal is a `RecordProblem`."""
    await expect_question(node, request)
    try:
        return await node.hint_workers.open_record(data.text, lane_of(request))
    except TimeoutError as error:
        raise ProblemError(503, "took-too-long", "the record takes too long to replay") from error


@post("/records/review", status_code=200, request_max_body_size=LARGEST_RECORD)
async def review_record(request: AnyRequest, data: JSONBody[RecordText], node: TheNode, visitor: TheVisitor) -> Review:
    """Review every turn of a written record. A refusal is a `RecordProblem`."""
    await expect_question(node, request)
    await expect_hint_rate(node, request, visitor.person)
    with _one_of_few(node, request):
        record = await asyncio.to_thread(read_record, data.text)
        try:
            return await node.hint_workers.review_record(record, lane_of(request, visitor))
        except BrokenRecordError as error:
            raise broken(error) from error


@contextmanager
def _one_of_few(node: Node, request: AnyRequest) -> Iterator[None]:
    try:
        with node.limits.reviews.hold((address_of(request), REVIEWS_AT_ONCE)):
            yield
    except TooManyError as error:
        raise too_many() from error


ROUTER = Router("/api", route_handlers=[replay_record, review_record], tags=["records"])
