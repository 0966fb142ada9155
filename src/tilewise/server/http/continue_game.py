"""Continue a finished match, or a record that a visitor opens, from one of its positions, against bots."""

import asyncio

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from tilewise.core.record import BrokenRecordError, GameRecord, Record, replay
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.rooms.config import Origin, RoomConfig
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.records import read_match
from tilewise.server.http.request import TheNode, TheVisitor, expect_new_room
from tilewise.server.http.rooms import links
from tilewise.server.node import Node
from tilewise.server.replays import MOST_TURNS_PLAYED_ON, broken, read_record
from tilewise.server.security.identity import Visitor
from tilewise.wire.http import LARGEST_RECORD, PlayOn, PlayOnRecord, RoomLinks


class Continuation(Value):
    """What a continued match begins with."""

    record: Record
    wanted: PlayOn
    bots: tuple[str, ...]
    """The bot of every seat."""
    room: str | None = None
    """The room of the match; None for a record that a visitor opened."""


@post("/rooms/{room:str}/play-on")
async def play_on(
    request: AnyRequest, room: FromPath[str], data: JSONBody[PlayOn], node: TheNode, visitor: TheVisitor
) -> RoomLinks:
    """Open a casual room without a clock that begins with a position of this match."""
    await expect_new_room(node, request, visitor.person)
    record, old = await read_match(node, room), await node.service.get(room)
    bots = tuple(seat.bot if seat.bot and seat.person is None else data.bot for seat in old.seats)
    return await _open(node, visitor, Continuation(record, data, bots, room))


@post("/records/play-on", request_max_body_size=LARGEST_RECORD)
async def play_on_record(
    request: AnyRequest, data: JSONBody[PlayOnRecord], node: TheNode, visitor: TheVisitor
) -> RoomLinks:
    """Continue a written record in the same way. A seat named after a bot is played by it."""
    await expect_new_room(node, request, visitor.person)
    record, wanted = await asyncio.to_thread(read_record, data.text, MOST_TURNS_PLAYED_ON), data.position
    levels = (name.split(" ")[0] for name in record.seats)  # "casual 2" is the second
    bots = tuple(level if level in node.bots.bots else wanted.bot for level in levels)
    return await _open(node, visitor, Continuation(record, wanted, bots))


async def _open(node: Node, visitor: Visitor, found: Continuation) -> RoomLinks:
    record, wanted = found.record, found.wanted
    try:
        games = await asyncio.to_thread(_expect_position, record, wanted)
    except BrokenRecordError as error:
        raise broken(error) from error
    if wanted.bot not in node.bots.bots:
        raise ProblemError(400, "bad-bots", f"unknown bot; choose from: {', '.join(node.bots.bots)}")
    origin = Origin(found.room, wanted.game, wanted.turn)
    config = RoomConfig(edition=record.edition, chairs=len(record.seats), bot=wanted.bot, origin=origin)
    node.metrics.opened.inc()
    opened = await node.service.continue_game(config, visitor.person, wanted.seat, found.bots, games)
    return await links(node, opened.id)


def _expect_position(record: Record, wanted: PlayOn) -> tuple[GameRecord, ...]:
    """Return the games up to the position; raise ProblemError if there is no such position."""
    if wanted.game > len(record.games) or wanted.turn > len(record.games[wanted.game - 1].actions):
        sizes = ", ".join(f"game {at}: 0 to {len(game.actions)}" for at, game in enumerate(record.games, start=1))
        raise ProblemError(404, "no-such-position", f"no such turn; choose from: {sizes}")
    last = record.games[wanted.game - 1]
    begun = replace(last, actions=last.actions[: wanted.turn], result=None)
    games = (*record.games[: wanted.game - 1], begun)
    _expect_playable(_state_after(replace(record, games=games)), wanted.seat)
    return games


def _state_after(record: Record) -> State:
    *_, last = replay(record)
    return last.state


def _expect_playable(state: State, seat: int) -> None:
    if state.is_over:
        raise ProblemError(409, "game-is-over", "the game is already over at this turn; choose an earlier one")
    if seat not in state.active:
        raise ProblemError(
            409, "no-such-chair", f"choose a seat that is still playing: {', '.join(map(str, state.active))}"
        )


ROUTER = Router("/api", route_handlers=[play_on, play_on_record], tags=["rooms"])
