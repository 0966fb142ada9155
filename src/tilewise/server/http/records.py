"""Records of finished matches: as text, as JSON, and verified."""

import asyncio

from litestar import MediaType, Response, Router, get
from litestar.params import FromPath
from msgspec.structs import replace

from tilewise.core.record import BrokenRecordError, Record, verify_games
from tilewise.core.record.text import print_record
from tilewise.rooms.log.record import record_of
from tilewise.rooms.model import Phase
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, TheVisitor, expect_question
from tilewise.server.node import Node
from tilewise.server.replays import replay_of
from tilewise.wire.http import GameVerdict, MatchReplay, Verdict


@get("/rooms/{room:str}/record.json")
async def read_record(room: FromPath[str], node: TheNode) -> Record:
    """Return the record as JSON."""
    return await read_match(node, room)


@get("/rooms/{room:str}/record.txt", media_type=MediaType.TEXT)
async def read_record_text(request: AnyRequest, room: FromPath[str], node: TheNode) -> Response[str]:
    """Return the record as text, in the format of docs/notation.md."""
    await expect_question(node, request)
    text = await asyncio.to_thread(print_record, await read_match(node, room))
    disposition = {"content-disposition": f'attachment; filename="tilewise-{room[:8]}.txt"'}
    return Response(text, media_type=MediaType.TEXT, headers=disposition)


@get("/rooms/{room:str}/replay")
async def read_replay(request: AnyRequest, room: FromPath[str], node: TheNode) -> MatchReplay:
    """Return the position after every turn, with all racks."""
    await expect_question(node, request)
    record = await read_match(node, room)
    try:
        return await asyncio.to_thread(replay_of, record)
    except BrokenRecordError as error:
        raise ProblemError(409, "broken-record", str(error)) from error


@get("/rooms/{room:str}/verdict")
async def check_record(request: AnyRequest, room: FromPath[str], node: TheNode) -> Verdict:
    """Verify a match: deal and play it again, and check the commitments and the rules."""
    await expect_question(node, request)
    games = await _verdicts(await read_match(node, room))
    problems = tuple(f"game {game.game}: {problem}" for game in games for problem in game.findings)
    return Verdict(not problems, problems, games)


@get("/rooms/{room:str}/games/{game:int}/verdict")
async def check_game(
    request: AnyRequest, room: FromPath[str], game: FromPath[int], node: TheNode, visitor: TheVisitor
) -> GameVerdict:
    """Verify one finished game. While the match is running, only its players may ask."""
    await expect_question(node, request)
    found = await node.service.get(room)
    if found.phase is not Phase.OVER and found.seat_of(visitor.person.id) is None:
        raise not_over()
    record = await _read(node, room)
    over = record.games if found.phase is Phase.OVER else tuple(game for game in record.games if game.result)
    if not 1 <= game <= len(over):
        raise ProblemError(404, "no-such-game", f"no such game; finished games: {len(over)}, counted from 1")
    return (await _verdicts(replace(record, games=over[:game])))[-1]


async def _verdicts(record: Record) -> tuple[GameVerdict, ...]:
    found = await asyncio.to_thread(verify_games, record)
    return tuple(
        GameVerdict(number, len(game.actions), not findings, tuple(finding.problem for finding in findings))
        for number, (game, findings) in enumerate(zip(record.games, found, strict=True), start=1)
    )


async def read_match(node: Node, room: str) -> Record:
    """Return the record of a finished match; raise ProblemError if there is none."""
    if (await node.service.get(room)).phase is not Phase.OVER:
        raise not_over()
    return await _read(node, room)


async def _read(node: Node, room: str) -> Record:
    try:
        return record_of(await node.store.entries(room))
    except ValueError as error:
        raise ProblemError(404, "no-match", str(error)) from error


def not_over() -> ProblemError:
    """Return the error for a match that is still being played."""
    return ProblemError(409, "not-over", "the match is not over yet")


ROUTER = Router(
    "/api",
    route_handlers=[read_record, read_record_text, read_replay, check_record, check_game],
    tags=["records"],
)
