"""One node: everything a server is made of, put together in one place."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

import structlog

from tilewise.rooms.events import Ended, Entry
from tilewise.rooms.inputs import Close, GiveTimeBack
from tilewise.rooms.model import Room
from tilewise.rooms.ports import Clock, Thinker
from tilewise.rooms.service import RoomService
from tilewise.server.live.hub import LocalHub
from tilewise.server.live.lobby import Lobby
from tilewise.server.live.sheets import Sheets
from tilewise.server.ops.alarms import AlarmClock, poll
from tilewise.server.ops.metrics import Metrics
from tilewise.server.ops.rating import RatingUpdater
from tilewise.server.puzzles import PuzzleService
from tilewise.server.security.identity import Identity
from tilewise.server.security.limits import Buckets, Places
from tilewise.server.security.passwords import Passwords
from tilewise.server.settings import Settings, database_url, signing_key
from tilewise.server.statistics import StatisticsService
from tilewise.server.system import SystemDice, WallClock
from tilewise.server.workers.bots import BotWorkers
from tilewise.server.workers.hints import HintWorkers
from tilewise.server.workers.solver import SolverWorkers
from tilewise.storage.engine.database import Database
from tilewise.storage.housekeeping import Housekeeping
from tilewise.storage.people import PeopleStore
from tilewise.storage.puzzles import PuzzleStore
from tilewise.storage.ratings import Ratings
from tilewise.storage.rooms import SqlStore

BEAT_SECONDS = 1.0
SWEEP_SECONDS = 600.0
GOODBYE_SECONDS = 3.0
REDIS_SECONDS = 3.0
"""How long a node waits for Redis before it starts without."""
A_DAY = 24 * 3600
CHAT_BURST = 5.0
BANS_SECONDS = 5.0
"""How often a node looks whether the keeper has banned somebody who is connected."""

log = structlog.get_logger()


@dataclass
class Limits:
    """Who may do what how often."""

    requests: Buckets
    attempts: Buckets
    rooms: Buckets
    hints: Buckets
    chat: Buckets
    questions: Buckets
    sockets: Places = field(default_factory=Places)


class Node:
    """A server without its sockets."""

    def __init__(self, settings: Settings, clock: Clock | None = None, thinker: Thinker | None = None) -> None:
        self.settings = settings
        self.clock = clock or WallClock()
        self.dice = SystemDice()
        self.name = self.dice.name()
        self.metrics = Metrics()
        self.database = Database(database_url(settings), pool=settings.database_connections)
        self.store = SqlStore(self.database)
        self.people = PeopleStore(self.database)
        self.housekeeping = Housekeeping(self.database)
        self.ratings = Ratings(self.database)
        self.rating_updater = RatingUpdater(self.store, self.ratings, self.clock)
        self.passwords = Passwords()
        self.puzzles = PuzzleStore(self.database)
        self.puzzle_service = PuzzleService(self.puzzles, self.clock, self.dice)
        self.lobby = Lobby(self.store)
        self.hub = self._make_hub()
        self.alarms = AlarmClock(self.clock)
        self.bots = BotWorkers(settings, self.metrics)
        self.hint_workers = HintWorkers(settings)
        self.statistics = StatisticsService(self.store, self.hint_workers)
        self.solver_workers = SolverWorkers(settings)
        self.sheets = Sheets(self.clock)
        self.identity = Identity(signing_key(settings, self.dice.secret()), self.people)
        self.limits = _limits(settings, self.clock)
        self.is_ready = False
        self.searching = asyncio.Lock()
        """Held while a person looks for company."""
        self.service = RoomService(
            store=self.store,
            hub=self.hub,
            clock=self.clock,
            dice=self.dice,
            alarms=self.alarms,
            thinker=thinker or self.bots,
            is_shared=self.database.is_postgresql,
        )
        self.alarms.wake = self.service.wake
        self.hub.on_entry = self._when_over
        self.hub.on_remote_entry = self.service.update_cache
        self._chores: list[asyncio.Task[None]] = []
        self._settlings: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Migrate, give back the time that was lost, look after the rooms that live."""
        await self.database.reach()
        await self.database.migrate()
        away = await self.housekeeping.start(self.name, self.clock.now())
        await self._give_back()
        if not self.database.is_postgresql:
            for room in await self.store.live():
                self.alarms.ring(room)
        self._chores = [
            asyncio.create_task(poll(self.store, self.alarms, self.clock, self.name, self.metrics)),
            asyncio.create_task(self._beat()),
            asyncio.create_task(self._sweep()),
            asyncio.create_task(self._show_out_banned()),
        ]
        await self.rating_updater.catch_up()
        self._chores += [asyncio.create_task(chore) for chore in self.hub.chores()]
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hub.is_listening.wait(), REDIS_SECONDS)
        self.is_ready = True
        log.info("node started", node=self.name, seconds_away=round(away, 3))

    async def drain(self) -> None:
        """Take no new work; tell everybody to come back."""
        self.is_ready = False
        await self.hub.disconnect_all(GOODBYE_SECONDS)

    async def stop(self) -> None:
        """Finish what is under way, then let go of everything."""
        self.is_ready = False
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self.alarms.close()
        await asyncio.gather(*self._settlings, return_exceptions=True)
        self.bots.close()
        self.statistics.close()
        self.hint_workers.close()
        self.solver_workers.close()
        await self.hub.close()
        await self.housekeeping.stop(self.name, self.clock.now())
        await self.database.close()
        log.info("node stopped", node=self.name)

    def _make_hub(self) -> LocalHub:
        url = self.settings.redis
        if url and not self.database.is_postgresql:
            msg = "several nodes need one database: with redis, set database to postgresql+asyncpg://…"
            raise ValueError(msg)
        if not url:
            return LocalHub(self.store)
        from tilewise.server.live.redis_hub import RedisHub  # noqa: PLC0415  # a server of one node starts faster without

        return RedisHub(url, self.name, self.store, self.clock)

    def _when_over(self, room: Room, entry: Entry) -> None:
        if any(isinstance(event, Ended) for event in entry.events):
            task = asyncio.create_task(self.rating_updater.settle(room))
            self._settlings.add(task)
            task.add_done_callback(self._settlings.discard)

    async def _give_back(self) -> None:
        """Also what a node owed that was killed before every room had its time back."""
        for absence in await self.housekeeping.absences():
            for room in await self.store.live():
                await self.service.execute(room, GiveTimeBack(absence.seconds, absence.until))
            await self.housekeeping.settled(absence)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.housekeeping.beat(self.name, self.clock.now())
            except Exception:
                log.exception("heartbeat failed")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception:
                log.exception("cleanup failed")

    async def sweep(self) -> None:
        """Close the rooms that everybody has forsaken; forget rooms and guests' puzzles that are old enough."""
        for room in await self.store.idle_since(self._days_ago(self.settings.forsaken_days)):
            await self.service.execute(room, Close(is_forsaken=True))
        old = self._days_ago(self.settings.keep_days)
        while await self.housekeeping.sweep(before=old):
            pass
        while old and await self.puzzles.sweep(before=old):
            pass
        self.service.drop_from_cache(before=old)

    def _days_ago(self, days: int) -> float:
        """0 for 0: nothing is as old as that."""
        return self.clock.now() - days * A_DAY if days else 0.0

    async def _show_out_banned(self) -> None:
        while True:
            await asyncio.sleep(BANS_SECONDS)
            try:
                for person in self.hub.connected_people() & await self.people.banned():
                    self.hub.disconnect_local(person, come_back=False)
            except Exception:
                log.exception("checking bans failed")


def _limits(settings: Settings, clock: Clock) -> Limits:
    return Limits(
        requests=Buckets(clock, per_minute=settings.requests_per_minute),
        attempts=Buckets(clock, per_minute=settings.attempts_per_minute),
        rooms=Buckets(clock, per_minute=settings.rooms_per_minute),
        hints=Buckets(clock, per_minute=settings.hints_per_minute),
        chat=Buckets(clock, per_minute=settings.chat_per_minute, burst=CHAT_BURST),
        questions=Buckets(clock, per_minute=settings.questions_per_minute),
    )
