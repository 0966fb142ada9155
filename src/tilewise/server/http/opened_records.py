"""Records that visitors open: verified and replayed, never stored."""

from litestar import Router, post
from litestar.params import JSONBody

from tilewise.server.http.problems import AnyRequest
from tilewise.server.http.request import TheNode, expect_in_time, expect_question, lane_of
from tilewise.wire.http import LARGEST_RECORD, OpenedRecord, RecordText


@post("/records/replay", status_code=200, request_max_body_size=LARGEST_RECORD)
async def replay_record(request: AnyRequest, data: JSONBody[RecordText], node: TheNode) -> OpenedRecord:
    """Verify a written record, and return the position after every turn. A refusal is a `RecordProblem`."""
    await expect_question(node, request)
    with expect_in_time(detail="the record takes too long to replay"):
        return await node.hint_workers.open_record(data.text, lane_of(request))


ROUTER = Router("/api", route_handlers=[replay_record], tags=["records"])
