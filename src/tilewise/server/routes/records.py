"""Records: a match that is over, as text, as JSON, and checked."""

import asyncio

from litestar import MediaType, Response, Router, get
from litestar.params import FromPath

from tilewise.core.record import Record, verify
from tilewise.core.record_text import print_record
from tilewise.match.record import record_of
from tilewise.match.room import Phase
from tilewise.server.node import Node
from tilewise.server.problems import ProblemError
from tilewise.server.routes.asking import TheNode
from tilewise.solver import able
from tilewise.wire.http import Verdict


@get("/rooms/{room:str}/record.json")
async def read_record(room: FromPath[str], node: TheNode) -> Record:
    """The record as JSON."""
    return await read_match(node, room)


@get("/rooms/{room:str}/record.txt", media_type=MediaType.TEXT)
async def read_record_text(room: FromPath[str], node: TheNode) -> Response[str]:
    """The record as text; docs/notation.md tells how to read it."""
    text = await asyncio.to_thread(print_record, await read_match(node, room), able=able)
    disposition = {"content-disposition": f'attachment; filename="tilewise-{room[:8]}.txt"'}
    return Response(text, media_type=MediaType.TEXT, headers=disposition)


@get("/rooms/{room:str}/verdict")
async def check_record(room: FromPath[str], node: TheNode) -> Verdict:
    """Whether the match was dealt as promised and played by the rules: everything is dealt and played again."""
    findings = await asyncio.to_thread(verify, await read_match(node, room), able=able)
    return Verdict(not findings, tuple(finding.problem for finding in findings))


async def read_match(node: Node, room: str) -> Record:
    """The record of a match that is over; a problem says why there is none."""
    if (await node.service.look(room)).phase is not Phase.OVER:
        raise ProblemError(409, "not-over", "a match can be read when it is over")
    try:
        return record_of(await node.store.entries(room))
    except ValueError as error:
        raise ProblemError(404, "no-match", str(error)) from error


ROUTER = Router("/api", route_handlers=[read_record, read_record_text, check_record], tags=["records"])
