"""Rooms: open, list, join and view them; quick play, invitations and seat tokens."""

from collections.abc import Container

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
from tilewise.server.live.spectators import delayed_room, is_delayed, may_watch
from tilewise.server.node import Node
from tilewise.wire.http import EditionInfo, OpenRoom, QuickPlay, RoomLinks, Rooms, Rulebook, SeatToken

CODE_TRIES = 20


@get("/rulebook")
async def read_rulebook(node: TheNode) -> Rulebook:
    """Return the choices for opening a room: editions, house rules and bots."""
    editions, knobs = tuple(map(_info, EDITIONS.values())), house_rules.knobs_of(Edition)
    return Rulebook(editions, knobs, node.bots.bots, node.bots.about)


@get("/rooms")
async def list_rooms(node: TheNode) -> Rooms:
    """List the public rooms that are not over."""
    first = node.hub.waiting_rooms()
    return Rooms(await node.store.public_rooms([Phase.GATHERING, Phase.DEALING, Phase.PLAYING], first=first))


@post("/rooms")
async def open_room(request: AnyRequest, data: JSONBody[OpenRoom], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Open a room and take its first seat."""
    config = _config(data)
    if len(data.bots) >= data.chairs or not {data.bot, *data.bots} <= {*node.bots.bots}:
        raise ProblemError(400, "bad-bots", f"choose bots from {', '.join(node.bots.bots)}, fewer than there are seats")
    await expect_new_room(node, request, visitor.person, is_public=data.is_public)
    room = await _opened(node, config, visitor.person)
    for bot in data.bots:
        await node.service.submit(room.id, visitor.person, commands.AddBot(bot))
    if data.start:
        await node.service.submit(room.id, visitor.person, commands.Begin())
    return await links(node, room.id)


@post("/quick")
async def quick_play(request: AnyRequest, data: JSONBody[QuickPlay], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Find opponents: join a room where someone waits, or open one that others can join.

    Two searches that begin on different nodes at once may open two rooms. Until an opponent comes, repeat the request
    with its own `room`: the caller then moves to a room that has waited longer.
    """
    config = _search_config(data)
    async with node.searching:  # concurrent searches on this node must find each other
        own = await _own_search(node, data.room, visitor.person)
        found = await _find_opponents(node, config, visitor.person, own)
        if found is None:
            await expect_new_room(node, request, visitor.person, is_public=True)
            found = (await _opened(node, config, visitor.person)).id
        return await links(node, found)


async def _own_search(node: Node, room: str | None, person: Person) -> Room | None:
    """Return the quick-play room where a person waits already, or None."""
    if room is None:
        return None
    own = await node.service.get(room)
    is_search = own.phase is Phase.GATHERING and own.config.fill_after is not None
    return own if is_search and own.seat_of(person.id) is not None else None


async def _find_opponents(node: Node, wanted: RoomConfig, person: Person, own: Room | None) -> str | None:
    """Join a room where someone waits, preferably with the wanted edition, otherwise with a similar one.

    Return that room, or the person's own room, or None.
    """
    if own is not None and sum(seat.person is not None for seat in own.seats) > 1:
        return own.id
    here = node.hub.waiting_rooms()
    lines = await node.store.public_rooms([Phase.GATHERING], limit=200, first=here)
    fitting = [line for line in lines if _fits(line, wanted)]
    for line in sorted(fitting, key=lambda line: _preference(line, wanted, here)):
        if own is not None and (line.opened_at, line.id) >= (own.opened_at, own.id):
            continue
        if await _joined(node, line.id, person):
            if own is not None:
                await node.service.submit(own.id, person, commands.Stand())
            return line.id
    return own.id if own is not None else None


def _search_config(wanted: QuickPlay) -> RoomConfig:
    """Return the settings of quick play: one game, without hints."""
    rules: dict[str, int | str | bool] = {"games_per_round": 1}
    room = OpenRoom(wanted.edition, rules=rules, chairs=wanted.chairs, is_public=True, hints=False)
    return _config(room, fill_after=wanted.wait)


@post("/rooms/{room:str}/seat")
async def take_seat(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> RoomLinks:
    """Take a seat and be ready, unless the caller has a seat already."""
    if (await node.service.get(room)).seat_of(visitor.person.id) is None:
        await node.service.submit(room, visitor.person, commands.Sit(is_ready=True))
    return await links(node, room)


@get("/rooms/{room:str}")
async def read_room(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> RoomView:
    """Return a room as the caller may see it."""
    shown = await seen_by(node, await node.service.get(room), visitor.person)
    return view_room(shown, shown.seat_of(visitor.person.id))


async def seen_by(node: Node, room: Room, person: Person) -> Room:
    """Return the room as it is now, or as it was for a delayed spectator; raise ProblemError if it is closed."""
    if not may_watch(room, person):
        raise ProblemError(403, "not-for-you", "this room is not open to spectators")
    return await delayed_room(node, room) if is_delayed(room, person) else room


@get("/rooms/{room:str}/links")
async def read_links(room: FromPath[str], node: TheNode) -> RoomLinks:
    """Return the invitation links of a room."""
    await node.service.get(room)
    return await links(node, room)


@post("/rooms/{room:str}/seat-token")
async def give_seat_token(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> SeatToken:
    """Create a token for the caller's seat. With it in `hello`, another device can continue playing."""
    if (await node.service.get(room)).seat_of(visitor.person.id) is None:
        raise DeclinedError(Reason.NOT_SEATED)
    return SeatToken(node.identity.seat_token(visitor, room, node.clock.now()))


@delete("/rooms/{room:str}/seat-token", status_code=204)
async def void_seat_tokens(room: FromPath[str], node: TheNode, visitor: TheVisitor) -> None:
    """Invalidate all tokens for the caller's seat and disconnect the devices that use them."""
    await node.service.get(room)
    await node.people.void_seats(visitor.person.id, room, node.clock.now())
    await node.hub.disconnect(visitor.person.id, come_back=True)


@get("/codes/{code:str}")
async def find_by_code(request: AnyRequest, code: FromPath[str], node: TheNode) -> RoomLinks:
    """Find a room by its short code. The request is rate limited."""
    await expect_attempt(node, request)
    room = await node.housekeeping.room_of(code.upper())
    if room is None:
        raise ProblemError(404, "unknown-code", "no open room has this code")
    return await links(node, room)


async def links(node: Node, room: str) -> RoomLinks:
    """Return the links of a room, and create its code with the first request."""
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
            win_hints=data.win_hints,
            live_curve=data.live_curve and not data.is_rated,
            fill_after=fill_after,
            bot=data.bot,
        )
    except ValueError as error:
        raise ProblemError(400, "bad-room", str(error)) from error


def _printed_time(rules: Edition) -> TimeControl:
    return PerTurn(rules.turn_seconds) if rules.turn_seconds else NoClock()


def _preference(line: RoomSummary, wanted: RoomConfig, here: Container[str]) -> tuple[bool, bool, float, str]:
    """Return a sort key: rooms with a connected host first, then the wanted edition, then the longest wait."""
    return line.id not in here, line.edition != wanted.edition.name, line.opened_at, line.id


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
        read_room,
        read_links,
        give_seat_token,
        void_seat_tokens,
        find_by_code,
    ],
    tags=["rooms"],
)
