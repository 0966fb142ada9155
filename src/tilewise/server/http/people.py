"""People and their games: own games, profiles, leaderboards, and the archive of public games."""

import gzip
from collections.abc import AsyncIterator

from litestar import Router, get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from tilewise.core.record import Record
from tilewise.rooms.log.ranking import FAMILIES
from tilewise.rooms.log.record import record_of
from tilewise.rooms.log.summary import RoomSummary
from tilewise.server.http.problems import AnyRequest, ProblemError, too_many
from tilewise.server.http.request import TheNode, TheVisitor, address_of
from tilewise.server.node import Node
from tilewise.storage.ratings import Rated
from tilewise.wire.http import Leaderboard, Profile, RatingChange, RatingLine, Rooms, RunningGame, RunningGames
from tilewise.wire.messages import encode

MOST_RUNNING = 5
"""How many running matches the home page may offer to continue."""


@get("/my/rooms")
async def my_rooms(node: TheNode, visitor: TheVisitor) -> Rooms:
    """List the caller's games, latest first."""
    return Rooms(await node.store.rooms_of(visitor.person.id, limit=200))


@get("/my/running")
async def my_running_games(node: TheNode, visitor: TheVisitor) -> RunningGames:
    """List the caller's running matches, latest first, with the player to move."""
    lines = await node.store.running_rooms_of(visitor.person.id, limit=MOST_RUNNING)
    games = [await _running(node, line, visitor.person.id) for line in lines]
    return RunningGames(tuple(game for game in games if game is not None))


@get("/people/{person:str}")
async def read_profile(person: FromPath[str], node: TheNode) -> Profile:
    """Return the public profile of an account, found by id or by name."""
    account = await node.people.find(person) or await node.people.named(person)
    if account is None or account.is_guest:
        raise ProblemError(404, "unknown-person", "no account has this id or name")
    lines = tuple(map(_line, await node.ratings.of(account.id)))
    history = tuple(
        RatingChange(match.room, match.family, match.rank, match.points, match.at)
        for match in await node.ratings.history(account.id)
    )
    return Profile(account.id, account.name, account.is_bot, account.password is not None, lines, history)


@get("/people/{person:str}/rooms")
async def read_games(person: FromPath[str], node: TheNode) -> Rooms:
    """List the public games of a person."""
    return Rooms(await node.store.rooms_of(person, limit=200, only_public=True))


@get("/leaderboard/{family:str}")
async def read_leaderboard(family: FromPath[str], node: TheNode) -> Leaderboard:
    """Return the leaderboard of a family of editions."""
    if family not in FAMILIES:
        raise ProblemError(404, "unknown-family", f"no such family; choose from: {', '.join(FAMILIES)}")
    return Leaderboard(family, tuple(map(_line, await node.ratings.best(family))))


@get("/archive")
async def search_archive(node: TheNode, edition: FromQuery[str] = "", name: FromQuery[str] = "") -> Rooms:
    """List finished public games, latest first, filtered by edition and player name."""
    found = await node.store.archive(edition=edition, name=name)
    return Rooms(found)


@get("/archive.jsonl.gz", media_type="application/gzip")
async def export_archive(request: AnyRequest, node: TheNode) -> Stream:
    """Download all finished public games as one compressed file, with one JSON record per line."""
    if not await node.limits.exports.take(address_of(request)):
        raise too_many()
    disposition = {"content-disposition": 'attachment; filename="tilewise-games.jsonl.gz"'}
    return Stream(compressed(node), media_type="application/gzip", headers=disposition)


async def compressed(node: Node) -> AsyncIterator[bytes]:
    """Generate the records of all finished public matches, each as a compressed JSON line."""
    async for record in _records(node):
        yield gzip.compress(encode(record) + b"\n")  # concatenated gzip members form one gzip file


async def _records(node: Node) -> AsyncIterator[Record]:
    """Generate the records of all finished public matches."""
    for room in await node.store.archived():
        try:
            yield record_of(await node.store.entries(room))
        except ValueError:
            continue  # the room was closed before a match began


async def _running(node: Node, line: RoomSummary, person: str) -> RunningGame | None:
    """Return one running match, or None if the person no longer has a seat there."""
    room = await node.service.get(line.id)
    seat, to_move = room.seat_of(person), room.to_move
    if seat is None:
        return None
    name = None if to_move is None else room.seats[to_move].name
    return RunningGame(line, name, is_my_turn=seat == to_move, has_stand_in=room.seats[seat].has_stand_in)


def _line(rated: Rated) -> RatingLine:
    return RatingLine(rated.person, rated.name, rated.is_bot, rated.family, rated.points, rated.games)


ROUTER = Router(
    "/api",
    route_handlers=[
        my_rooms,
        my_running_games,
        read_profile,
        read_games,
        read_leaderboard,
        search_archive,
        export_archive,
    ],
    tags=["people"],
)
