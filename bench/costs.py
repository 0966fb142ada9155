"""Measure what a game costs a host, for docs/scaling.md. `python bench/server.py` measures the rest.

    python bench/costs.py             a minute or two
    python bench/costs.py --games 20

Rooms of four novices are played through the room service on an SQLite file. All times are processor time.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from server import NO_LIMITS, SERVE, started

from tests.rooms.kit import World
from tests.server.attacks import a_table_of_four
from tests.server.kit import HERE, my_game, turn_of
from tests.services import free_port, redis_at
from tilewise.analysis.review.judge import review_decisions
from tilewise.bots import BOTS, USUAL, Budget, by_name
from tilewise.core import engine
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.record import Record
from tilewise.core.view import view_of
from tilewise.rooms import commands
from tilewise.rooms.config import NoClock, RoomConfig
from tilewise.rooms.log.record import record_of
from tilewise.rooms.people import Person
from tilewise.server.live.hub import Broadcast
from tilewise.server.live.redis_hub import CHANNEL, Batch, NodePresence, RedisHub, RoomChanged, RoomPresence
from tilewise.server.system import SteadyClock
from tilewise.storage.engine.database import Database
from tilewise.storage.rooms import SqlStore
from tilewise.wire.messages import Draft, DraftShown, encode

SEATS = 4
PEOPLE = [Person(f"g-person-{number:010}", f"Guest {number}") for number in range(SEATS)]
NAMES = tuple(person.name for person in PEOPLE)
MESSAGES = 5000
ROOMS_REPORTED = 10_000
DRAFTS = 500
BOT_BUDGET = Budget(milliseconds=500)


async def a_game(world: World) -> str:
    """Play a room of one game with four novices."""
    config = RoomConfig(edition("classic-en").with_rules(games_per_round=1), chairs=SEATS, time=NoClock())
    room = (await world.service.open(config, PEOPLE[0])).id
    for person in PEOPLE[1:]:
        await world.service.submit(room, person, commands.Sit())
    for ask in (commands.Ready(), commands.Contribute("x" * 32)):
        for person in PEOPLE:
            await world.service.submit(room, person, ask)
    state = await world.service.get(room)
    while state.to_move is not None:
        game = state.current_game
        ask = turn_of(BOTS["novice"].choose(view_of(game, game.to_move), USUAL))
        state = (await world.service.submit(room, PEOPLE[state.to_move], ask, request="x" * 20 + str(game.turn))).room
    return room


async def games(count: int) -> tuple[dict[str, float], Record]:
    """Measure the rows and bytes of a game, on disk and on the wire; return one record as well."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/costs.db")
        await database.migrate()
        world = World(SqlStore(database))
        rooms = [await a_game(world) for _ in range(count)]
        record = record_of(await world.store.entries(rooms[0]))
        await database.close()  # moves the write-ahead log into the file
        size = os.stat(f"{folder}/costs.db").st_size  # noqa: PTH116  # nothing else runs
    actions = [(room, entry) for room, entry in world.hub.received if room.game is not None]
    frames = [len(Broadcast(room, entry).frame_for(seat, 0.0)) for room, entry in actions for seat in range(SEATS)]
    drafts = [len(encode(DraftShown(0, room.game.table))) for room, _ in actions if room.game is not None]
    figures = {
        "rows a game": len(world.hub.received) / count,
        "actions a game": len(actions) / count,
        "kB on disk a game": size / count / 1e3,
        "bytes an update": mean(frames),
        "bytes a draft": mean(drafts),
    }
    return figures, record


async def draft() -> dict[str, float]:
    """Measure what a node spends on a draft that it stores and sends to three others."""
    free = NO_LIMITS | {"TILEWISE_DRAFTS_PER_SECOND": "100000", "TILEWISE_MESSAGES_PER_SECOND": "100000"}
    with tempfile.TemporaryDirectory() as folder:
        async with started([*SERVE, "--data", folder], free) as server, a_table_of_four(server.port, HERE) as players:
            view = await players[0].until(lambda view: view.phase == "playing")
            mover = players[my_game(view).to_move]
            began = server.cpu_seconds
            for _ in range(DRAFTS):
                await mover.send(Draft(()))
                for player in players:
                    if player is not mover:
                        await player.receive(DraftShown)
            spent = server.cpu_seconds - began
    return {"node CPU ms a draft": 1000 * spent / DRAFTS}


def bots() -> dict[str, float]:
    """Measure the processor time of a turn of each bot, in a game of four."""
    found = {}
    for name in BOTS:
        match, _ = begin_game(Match(edition("classic-en"), NAMES), deal_from("costs", SEATS))
        game, times = match.game, list[float]()
        while game is not None and not game.is_over:
            began = time.process_time()
            action = by_name(name).choose(view_of(game, game.to_move), BOT_BUDGET)
            times.append(time.process_time() - began)
            game = engine.act(game, action)
            match = with_game(match, game)
        found[f"ms a turn of {name}"] = 1000 * mean(times)
    return found


def review(record: Record) -> dict[str, float]:
    """Measure the review of a game of four."""
    began = time.process_time()
    review_decisions(record)
    return {"seconds a review": time.process_time() - began}


class CountingHub(RedisHub):
    """A hub that counts the messages of other nodes."""

    heard = 0
    heard_all = asyncio.Event()

    def _receive(self, data: bytes) -> None:
        super()._receive(data)
        self.heard += 1
        if self.heard == MESSAGES:
            self.heard_all.set()


async def notifications() -> dict[str, float]:
    """Measure what a node spends on a notification about a room that none of its clients is in."""
    if shutil.which("redis-benchmark") is None:
        return {}
    port, database = free_port(), Database("sqlite+aiosqlite://")
    with redis_at(port):
        hub = CountingHub(f"redis://127.0.0.1:{port}", "here", SqlStore(database), SteadyClock())
        listening = asyncio.create_task(hub.listen())
        await hub.is_listening.wait()
        messages = msgspec.json.encode([RoomChanged("x1YkT0aUuBmWcQ9fJ3nE")])
        message = msgspec.json.encode(Batch("elsewhere", msgspec.Raw(messages))).decode()
        load = ["redis-benchmark", "-p", str(port), "-c", "1", "-n", str(MESSAGES), "-q", "PUBLISH", CHANNEL, message]
        began = time.process_time()
        await asyncio.to_thread(subprocess.run, load, check=True, stdout=subprocess.DEVNULL)
        await hub.heard_all.wait()
        spent = time.process_time() - began
        listening.cancel()
        spent_on_presence = _presence(hub)
        await hub.close()
    await database.close()
    return {
        "µs of a node for a message": 1e6 * spent / MESSAGES,
        "µs of a node for a room in a presence report": 1e6 * spent_on_presence / ROOMS_REPORTED,
    }


def _presence(hub: RedisHub) -> float:
    """Measure what a node spends on a report about rooms that none of its clients is in."""
    rooms = tuple(RoomPresence(f"room-of-another-{number}", (PEOPLE[0].id,), False) for number in range(ROOMS_REPORTED))  # noqa: FBT003
    messages = msgspec.json.encode([NodePresence(rooms)])
    report = msgspec.json.encode(Batch("elsewhere", msgspec.Raw(messages)))
    began = time.process_time()
    hub._receive(report)  # noqa: SLF001  # without the cost of Redis
    return time.process_time() - began


async def main(count: int) -> None:
    """Run all measurements."""
    figures, record = await games(count)
    figures |= await draft() | bots() | review(record) | await notifications()
    print(json.dumps({name: round(value, 2) for name, value in figures.items()}, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5)
    asyncio.run(main(parser.parse_args().games))
