"""Rooms: open one, find one, look into one, play at once."""

from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from tilewise.core import house_rules
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition
from tilewise.rooms import commands
from tilewise.rooms.config import NoClock, PerTurn, RoomConfig, TimeControl
from tilewise.rooms.log.ranking import family_of
from tilewise.rooms.log.summary import RoomSummary
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import DeclinedError, Reason
from tilewise.rooms.view import RoomView, view_room
from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, TheVisitor, expect_attempt, expect_new_room
from tilewise.server.live.spectators import as_it_was, is_welcome, watches_late
from tilewise.server.node import Node
from tilewise.wire.http import EditionInfo, OpenRoom, QuickPlay, RoomLinks, Rooms, Rulebook, SeatToken

CODE_TRIES = 20


@get("/rulebook")
async def read_rulebook(node: TheNode) -> Rulebook:
    """Everything that can be chosen when a room is opened."""
    editions, knobs = tuple(map(_info, EDITIONS.values())), house_rules.knobs_of(Edition)
    return Rulebook(editions, knobs, node.bots.bots, node.bots.about)


@get("/rooms")
async def list_rooms(node: TheNode) -> Rooms:
    """Public rooms that wait for players, and those that can be watched."""
    return Rooms(await node.store.public_rooms([Phase.GATHERING, Phase.DEALING, Phase.PLAYING]))


@post("/rooms")
async def open_room(data: JSONBody[OpenRoom], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Open a room, and sit down in it."""
    config = _config(data)
    if len(data.bots) >= data.chairs or not {data.bot, *data.bots} <= {*node.bots.bots}:
        raise ProblemError(
            400, "bad-bots", f"choose bots from {', '.join(node.bots.bots)}, fewer than there are chairs"
        )
    expect_new_room(node, visitor.person)
    room = await _opened(node, config, visitor.person)
    for bot in data.bots:
        await node.service.submit(room.id, visitor.person, commands.AddBot(bot))
    if data.start:
        await node.service.submit(room.id, visitor.person, commands.Begin())
    return await links(node, room.id)


@post("/quick")
async def quick_play(data: JSONBody[QuickPlay], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Find company: join a room in which somebody waits, or open one in which others find the asker.

    A search that was begun on two nodes at once ends in two rooms. Ask again with one's own `room` while nobody
    comes: the later of the two searchers moves to the room of the earlier.
    """
    config = _search_config(data)
    async with node.searching:  # two who search at once on this node do not miss each other
        own = await _own_search(node, data.room, visitor.person)
        found = await _company(node, config, visitor.person, own)
        if found is None:
            expect_new_room(node, visitor.person)
            found = (await _opened(node, config, visitor.person)).id
        return await links(node, found)


async def _own_search(node: Node, room: str | None, person: Person) -> Room | None:
    """The room in which a person waits already."""
    if room is None:
        return None
    own = await node.service.get(room)
    is_search = own.phase is Phase.GATHERING and own.config.fill_after is not None
    return own if is_search and own.seat_of(person.id) is not None else None


async def _company(node: Node, wanted: RoomConfig, person: Person, own: Room | None) -> str | None:
    """Sit down with somebody who waits, under the wanted edition if possible, else under one that feels alike.

    Return the room; with nobody there the asker's own, or None.
    """
    if own is not None and sum(chair.person is not None for chair in own.seats) > 1:
        return own.id
    lines = [line for line in await node.store.public_rooms([Phase.GATHERING], limit=200) if _fits(line, wanted)]
    for line in sorted(lines, key=lambda line: (line.edition != wanted.edition.name, line.opened_at, line.id)):
        if own is not None and (line.opened_at, line.id) >= (own.opened_at, own.id):
            continue
        if await _joined(node, line.id, person):
            if own is not None:
                await node.service.submit(own.id, person, commands.Stand())
            return line.id
    return own.id if own is not None else None


def _search_config(wanted: QuickPlay) -> RoomConfig:
    """One game, without hints."""
    rules: dict[str, int | str | bool] = {"games_per_round": 1}
    room = OpenRoom(wanted.edition, rules=rules, chairs=wanted.chairs, is_public=True, hints=False)
    return _config(room, fill_after=wanted.wait)


@post("/rooms/{room:str}/seat")
async def take_seat(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Sit down in a room, ready to play; who sits there already stays."""
    if (await node.service.get(room)).seat_of(visitor.person.id) is None:
        await node.service.submit(room, visitor.person, commands.Sit(is_ready=True))
    return await links(node, room)


@get("/rooms/{room:str}")
async def look_into_room(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> RoomView:
    """A room as the asker may see it."""
    found = await node.service.get(room)
    if not is_welcome(found, visitor.person):
        raise ProblemError(403, "not-for-you", "this room is not open to spectators")
    shown = await as_it_was(node, found) if watches_late(found, visitor.person) else found
    return view_room(shown, shown.seat_of(visitor.person.id))


@get("/rooms/{room:str}/links")
async def read_links(room: FromPath[str], node: TheNode) -> RoomLinks:
    """How to invite somebody."""
    await node.service.get(room)
    return await links(node, room)


@post("/rooms/{room:str}/seat-token")
async def give_seat_token(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> SeatToken:
    """A token for the asker's own chair: with it in `hello`, any device goes on playing there."""
    if (await node.service.get(room)).seat_of(visitor.person.id) is None:
        raise DeclinedError(Reason.NOT_SEATED)
    return SeatToken(node.identity.seat_token(visitor, room, node.clock.now()))


@delete("/rooms/{room:str}/seat-token", status_code=204)
async def void_seat_tokens(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> None:
    """Every token for the asker's chair that was given so far is void; devices that came with one are shown out."""
    await node.service.get(room)
    await node.people.void_seats(visitor.person.id, room, node.clock.now())
    await node.hub.disconnect(visitor.person.id, come_back=True)


@get("/codes/{code:str}")
async def find_by_code(request: AnyRequest, code: FromPath[str], node: TheNode) -> RoomLinks:
    """The room of a short code. Guessing is slowed down."""
    expect_attempt(node, request)
    room = await node.housekeeping.room_of(code.upper())
    if room is None:
        raise ProblemError(404, "unknown-code", "no open room has this code")
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


def _fits(line: RoomSummary, wanted: RoomConfig) -> bool:
    printed = EDITIONS.get(line.edition)
    is_alike = printed is not None and family_of(printed) == family_of(wanted.edition)
    return line.is_quick and is_alike and line.chairs == wanted.chairs and len(line.names) < line.chairs


async def _joined(node: Node, room: str, person: Person) -> bool:
    try:
        await node.service.submit(room, person, commands.Sit())
    except DeclinedError as declined:
        return declined.reason is Reason.ALREADY_SEATED
    return True


def _info(printed: Edition) -> EditionInfo:
    settings: dict[str, int | str | bool] = {
        knob.name: _plain(getattr(printed, knob.name)) for knob in house_rules.knobs_of(Edition)
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
        take_seat,
        look_into_room,
        read_links,
        give_seat_token,
        void_seat_tokens,
        find_by_code,
    ],
    tags=["rooms"],
)
