"""Continue a finished match from one of its positions, against bots."""

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from tilewise.core.record import GameRecord, Record, replay
from tilewise.core.state import State
from tilewise.rooms.config import Origin, RoomConfig
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.records import read_match
from tilewise.server.http.request import TheNode, TheVisitor, expect_new_room
from tilewise.server.http.rooms import links
from tilewise.wire.http import PlayOn, RoomLinks


@post("/rooms/{room:str}/play-on")
async def play_on(
    request: AnyRequest, room: FromPath[str], data: JSONBody[PlayOn], node: TheNode, visitor: TheVisitor
) -> RoomLinks:
    """Open a casual room without a clock that begins with a position of this match."""
    record = await read_match(node, room)
    games = _expect_position(record, data)
    if data.bot not in node.bots.bots:
        raise ProblemError(400, "bad-bots", f"unknown bot; choose from: {', '.join(node.bots.bots)}")
    await expect_new_room(node, request, visitor.person)
    origin = Origin(room, data.game, data.turn)
    config = RoomConfig(edition=record.edition, chairs=len(record.seats), bot=data.bot, origin=origin)
    node.metrics.opened.inc()
    old = await node.service.get(room)
    bots = tuple(seat.bot if seat.bot and seat.person is None else data.bot for seat in old.seats)
    opened = await node.service.continue_game(config, visitor.person, data.seat, bots, games)
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


ROUTER = Router("/api", route_handlers=[play_on], tags=["rooms"])
