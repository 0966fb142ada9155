"""Rooms: open one, find one, look into one, play at once."""

from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from tilewise.core import knobs
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition
from tilewise.match import asks
from tilewise.match.config import NoClock, PerTurn, RoomConfig, TimeControl
from tilewise.match.people import Person
from tilewise.match.refusals import DeclinedError, Reason
from tilewise.match.room import Phase, Room
from tilewise.match.summary import RoomSummary
from tilewise.match.view import RoomView, view_room
from tilewise.server.node import Node
from tilewise.server.problems import AnyRequest, ProblemError
from tilewise.server.routes.asking import TheNode, TheVisitor, expect_attempt, expect_new_room
from tilewise.server.watching import as_it_was, is_welcome, watches_late
from tilewise.wire.http import EditionInfo, OpenRoom, QuickPlay, RoomLinks, Rooms, Rulebook, SeatToken

CODE_TRIES = 20


@get("/rulebook")
async def read_rulebook(node: TheNode) -> Rulebook:
    """Everything that can be chosen when a room is opened."""
    editions, house_rules = tuple(map(_info, EDITIONS.values())), knobs.knobs_of(Edition)
    return Rulebook(editions, house_rules, node.thinkers.bots, node.thinkers.about)


@get("/rooms")
async def list_rooms(node: TheNode) -> Rooms:
    """Public rooms that wait for players, and those that can be watched."""
    return Rooms(await node.store.public_rooms([Phase.GATHERING, Phase.DEALING, Phase.PLAYING]))


@post("/rooms")
async def open_room(data: JSONBody[OpenRoom], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Open a room, and sit down in it."""
    config = _config(data)
    if len(data.bots) >= data.chairs or not {data.bot, *data.bots} <= {*node.thinkers.bots}:
        raise ProblemError(400, "bad-bots", f"bots are {', '.join(node.thinkers.bots)}, one less than chairs at most")
    expect_new_room(node, visitor.person)
    room = await _opened(node, config, visitor.person)
    for bot in data.bots:
        await node.service.ask(room.id, visitor.person, asks.AddBot(bot))
    if data.start:
        await node.service.ask(room.id, visitor.person, asks.Begin())
    return await links(node, room.id)


@post("/quick")
async def quick_play(data: JSONBody[QuickPlay], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Play at once: join a room that waits, or open one that bots fill after a few seconds."""
    expect_new_room(node, visitor.person)
    for line in await node.store.public_rooms([Phase.GATHERING], limit=200):
        if _fits(line, data) and await _joined(node, line.id, visitor.person):
            return await links(node, line.id)
    wanted = OpenRoom(data.edition, chairs=data.chairs, is_public=True)
    room = await _opened(node, _config(wanted, fill_after=data.wait), visitor.person)
    await node.service.ask(room.id, visitor.person, asks.Ready())
    return await links(node, room.id)


@get("/rooms/{room:str}")
async def look_into_room(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> RoomView:
    """A room as the asker may see it."""
    found = await node.service.look(room)
    if not is_welcome(found, visitor.person):
        raise ProblemError(403, "not-for-you", "this room is not open to spectators")
    shown = await as_it_was(node, found) if watches_late(found, visitor.person) else found
    return view_room(shown, shown.chair_of(visitor.person.id))


@get("/rooms/{room:str}/links")
async def read_links(room: FromPath[str], node: TheNode) -> RoomLinks:
    """How to invite somebody."""
    await node.service.look(room)
    return await links(node, room)


@post("/rooms/{room:str}/seat-token")
async def give_seat_token(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> SeatToken:
    """A token for the asker's own chair: with it in `hello`, any device goes on playing there."""
    if (await node.service.look(room)).chair_of(visitor.person.id) is None:
        raise DeclinedError(Reason.NOT_SEATED)
    return SeatToken(node.identity.seat_token(visitor, room, node.clock.now()))


@delete("/rooms/{room:str}/seat-token", status_code=204)
async def void_seat_tokens(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> None:
    """Every token for the asker's chair that was given so far is void; devices that came with one are shown out."""
    await node.service.look(room)
    await node.people.void_seats(visitor.person.id, room, node.clock.now())
    await node.hub.show_out(visitor.person.id, come_back=True)


@get("/codes/{code:str}")
async def find_by_code(request: AnyRequest, code: FromPath[str], node: TheNode) -> RoomLinks:
    """The room of a short code. Guessing is slowed down."""
    expect_attempt(node, request)
    room = await node.housekeeping.room_of(code.upper())
    if room is None:
        raise ProblemError(404, "unknown-code", "no room has this code now")
    return await links(node, room)


async def links(node: Node, room: str) -> RoomLinks:
    """The links of a room; its code is made when it is first asked for."""
    code = await node.housekeeping.code_of(room)
    for _ in range(CODE_TRIES):
        if code is not None:
            return RoomLinks(room, code, f"/r/{room}")
        wanted = node.dice.code()
        if await node.housekeeping.give_code(room, wanted, node.clock.now()):
            code = wanted
        else:
            code = await node.housekeeping.code_of(room)
    msg = f"no free code for room {room}"
    raise RuntimeError(msg)


async def _opened(node: Node, config: RoomConfig, host: Person) -> Room:
    node.metrics.opened.inc()
    return await node.service.open(config, host)


def _config(data: OpenRoom, fill_after: int | None = None) -> RoomConfig:
    try:
        rules = edition(data.edition).with_rules(**data.rules)
        return RoomConfig(
            edition=rules,
            chairs=data.chairs,
            time=data.time or _printed_time(rules),
            is_rated=data.is_rated,
            is_public=data.is_public,
            watching=data.watching,
            hints=data.hints and not data.is_rated,
            hint_ceiling=data.hint_ceiling,
            fill_after=fill_after,
            bot=data.bot,
        )
    except ValueError as error:
        raise ProblemError(400, "bad-room", str(error)) from error


def _printed_time(rules: Edition) -> TimeControl:
    return PerTurn(rules.turn_seconds) if rules.turn_seconds else NoClock()


def _fits(line: RoomSummary, wanted: QuickPlay) -> bool:
    is_same = (line.edition, line.chairs, line.house_rules) == (wanted.edition, wanted.chairs, 0)
    return line.is_quick and is_same and len(line.names) < line.chairs


async def _joined(node: Node, room: str, person: Person) -> bool:
    try:
        await node.service.ask(room, person, asks.Sit())
        await node.service.ask(room, person, asks.Ready())
    except DeclinedError:
        return False
    return True


def _info(printed: Edition) -> EditionInfo:
    settings: dict[str, int | str | bool] = {
        knob.name: _plain(getattr(printed, knob.name)) for knob in knobs.knobs_of(Edition)
    }
    return EditionInfo(printed.name, printed.source, printed.min_players, printed.max_players, settings)


def _plain(setting: object) -> int | str | bool:
    return setting if isinstance(setting, int) else str(setting)


ROUTER = Router(
    "/api",
    route_handlers=[
        read_rulebook,
        list_rooms,
        open_room,
        quick_play,
        look_into_room,
        read_links,
        give_seat_token,
        void_seat_tokens,
        find_by_code,
    ],
    tags=["rooms"],
)
