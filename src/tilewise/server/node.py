"""The composition root: one node with all its services."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
from tilewise.server.ops.background import attempt, end, supervised
from tilewise.server.ops.metrics import Metrics
from tilewise.server.ops.rating import RatingUpdater
from tilewise.server.puzzles import PuzzleService
from tilewise.server.security.identity import A_YEAR, Identity
from tilewise.server.security.limits import Buckets, ConnectionCounts, Pace, Quota
from tilewise.server.security.passwords import Passwords
from tilewise.server.settings import Settings, database_url, signing_key
from tilewise.server.statistics import StatisticsService
from tilewise.server.system import SteadyClock, SystemDice
from tilewise.server.workers.bots import BotWorkers
from tilewise.server.workers.hints import HintWorkers
from tilewise.server.workers.solver import SolverWorkers
from tilewise.storage.engine.database import Database
from tilewise.storage.housekeeping import Housekeeping
from tilewise.storage.people import PeopleStore
from tilewise.storage.puzzles import PuzzleStore
from tilewise.storage.ratings import Ratings
from tilewise.storage.reviews import ReviewStore
from tilewise.storage.rooms import SqlStore

if TYPE_CHECKING:
    from tilewise.server.security.shared_limits import SharedLimits

HEARTBEAT_SECONDS = 1.0
SWEEP_SECONDS = 600.0
GOODBYE_SECONDS = 3.0
STEP_SECONDS = 3.0
"""The time limit of each step when the node stops."""
REDIS_SECONDS = 3.0
"""How long a node waits for Redis before it starts without it."""
A_DAY = 24 * 3600
CHAT_BURST = 5.0
EXPORT_BURST = 3.0
WRITABLE_SECONDS = 5.0
"""A node whose last heartbeat was stored longer ago is not ready."""
BANS_SECONDS = 5.0
"""How often a node checks for banned people who are connected."""

log = structlog.get_logger()


@dataclass
class Limits:
    """The rate limits of a node."""

    requests: Buckets
    """HTTP requests by address, on this node alone, because they protect the node itself."""
    messages: Pace
    """Messages of sockets by address, also on this node alone. They wait instead of being refused."""
    attempts: Quota
    rooms: Quota
    lobby: Quota
    hints: Quota
    chat: Quota
    questions: Quota
    exports: Quota
    passwords: Quota
    """Counts by account, so that many addresses together cannot guess faster."""
    shared: "SharedLimits | None"
    sockets: ConnectionCounts = field(default_factory=ConnectionCounts)


class Node:
    """A server without its network interface."""

    def __init__(self, settings: Settings, clock: Clock | None = None, thinker: Thinker | None = None) -> None:
        self.settings = settings
        self.clock = clock or SteadyClock()
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
        self.hub = self._make_hub()
        self.lobby = Lobby(self.store, self.hub)
        self.alarms = AlarmClock(self.clock)
        self.bots = BotWorkers(settings, self.metrics, self.hub.address_of)
        self.hint_workers = HintWorkers(settings, ReviewStore(self.database))
        self.reviews = self.hint_workers.reviews
        self.statistics = StatisticsService(self.store, self.reviews)
        self.solver_workers = SolverWorkers(settings)
        self.sheets = Sheets(self.clock)
        self.identity = Identity(signing_key(settings, self.dice.secret()), self.people)
        self.limits = _limits(settings, self.clock)
        self.is_ready = False
        self._written_at = 0.0
        """When the database last accepted a heartbeat, on the system's monotonic clock."""
        self.searching = asyncio.Lock()
        """Held during a search for opponents."""
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
        self.hub.on_entry = self._rate_if_over
        self.hub.on_remote_entry = self.service.update_cache
        self._background: list[asyncio.Task[None]] = []
        self._rating_tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Migrate the database, credit the downtime to the rooms, and start the background tasks."""
        await self.database.check_connection()
        await self.database.migrate()
        await self._report_loss()
        away = await self.housekeeping.start(self.name, self.clock.now())
        self._written_at = time.monotonic()
        await self._credit_downtime()
        if not self.database.is_postgresql:
            for room in await self.store.live():
                self.alarms.ring(room)
        self._run_in_background(
            {
                "polling for late rooms failed": self._wake_late_rooms,
                "heartbeat failed": self._send_heartbeats,
                "cleanup failed": self._sweep_regularly,
                "checking bans failed": self._disconnect_banned,
            }
        )
        await self.rating_updater.catch_up()
        self._run_in_background(self.hub.background_loops())
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hub.is_listening.wait(), REDIS_SECONDS)
        self.is_ready = True
        log.info("node started", node=self.name, seconds_away=round(away, 3))

    @property
    def can_write(self) -> bool:
        """Whether the database has accepted a heartbeat recently."""
        return time.monotonic() - self._written_at < WRITABLE_SECONDS

    async def drain(self) -> None:
        """Stop accepting work and ask all clients to reconnect."""
        self.is_ready = False
        await self.hub.disconnect_all(GOODBYE_SECONDS)

    async def stop(self) -> None:
        """Stop the background tasks and close all resources. A step that takes too long is abandoned.

        No step is needed to keep a play: those that were acknowledged are in the database.
        """
        self.is_ready = False
        await attempt(end(self._background), STEP_SECONDS, "background tasks did not end")
        await attempt(self._finish_jobs(), STEP_SECONDS, "alarms and ratings were not finished")
        self.bots.close()
        self.statistics.close()
        self.hint_workers.close()
        self.solver_workers.close()
        await attempt(self._disconnect_redis(), STEP_SECONDS, "redis was not disconnected")
        await attempt(self.housekeeping.stop(self.name, self.clock.now()), STEP_SECONDS, "the stop was not stored")
        await attempt(self.database.close(), STEP_SECONDS, "the database was not closed")
        log.info("node stopped", node=self.name)

    async def _finish_jobs(self) -> None:
        await self.alarms.close()
        await asyncio.gather(*self._rating_tasks, return_exceptions=True)

    async def _disconnect_redis(self) -> None:
        await self.hub.close()
        if self.limits.shared is not None:
            await self.limits.shared.close()

    def _make_hub(self) -> LocalHub:
        url = self.settings.redis
        if url and not self.database.is_postgresql:
            msg = "several nodes need one database: with redis, set database to postgresql+asyncpg://…"
            raise ValueError(msg)
        if not url:
            return LocalHub(self.store)
        from tilewise.server.live.redis_hub import RedisHub  # noqa: PLC0415  # a single node starts faster without it

        return RedisHub(url, self.name, self.store, self.clock)

    def _rate_if_over(self, room: Room, entry: Entry) -> None:
        if any(isinstance(event, Ended) for event in entry.events):
            task = asyncio.create_task(self.rating_updater.rate(room))
            self._rating_tasks.add(task)
            task.add_done_callback(self._rating_tasks.discard)

    async def _report_loss(self) -> None:
        """Log an error if the database is older than it was."""
        loss = await self.housekeeping.loss()
        if loss is not None:
            log.error(
                "changes are missing from the database, because its write-ahead log was deleted or damaged",
                seconds=round(loss.until - loss.since) if loss.since else "all",
                advice="restore the latest backup with `tilewise admin restore`",
            )

    async def _credit_downtime(self) -> None:
        """Credit all stored downtimes, including those that a killed node has left."""
        for absence in await self.housekeeping.absences():
            for room in await self.store.live():
                await self.service.execute(room, GiveTimeBack(absence.seconds, absence.until))
            await self.housekeeping.delete_absence(absence)

    def _run_in_background(self, loops: Mapping[str, Callable[[], Awaitable[None]]]) -> None:
        self._background += [asyncio.create_task(supervised(loop, failure)) for failure, loop in loops.items()]

    async def _wake_late_rooms(self) -> None:
        await poll(self.store, self.alarms, self.clock, self.name, self.metrics)

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await self.housekeeping.beat(self.name, self.clock.now())
            self._written_at = time.monotonic()

    async def _sweep_regularly(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self.sweep()

    async def sweep(self) -> None:
        """Close abandoned rooms; delete old rooms and the puzzle progress of guests."""
        for room in await self.store.idle_since(self._days_ago(self.settings.forsaken_days)):
            await self.service.execute(room, Close(is_forsaken=True))
        old = self._days_ago(self.settings.keep_days)
        while await self.housekeeping.sweep(before=old):
            pass
        while old and await self.puzzles.sweep(before=old):
            pass
        await self.people.drop_ended_sessions(before=self.clock.now() - A_YEAR)
        self.service.drop_from_cache(before=old)

    def _days_ago(self, days: int) -> float:
        """Return the time this many days ago; 0 for 0 days, because nothing is that old."""
        return self.clock.now() - days * A_DAY if days else 0.0

    async def _disconnect_banned(self) -> None:
        while True:
            await asyncio.sleep(BANS_SECONDS)
            for person in self.hub.connected_people() & await self.people.banned():
                self.hub.disconnect_local(person, come_back=False)


def _limits(settings: Settings, clock: Clock) -> Limits:
    shared = _shared_limits(settings)
    several = settings.people_per_address

    def quota(name: str, per_minute: float, people: float = 1.0, burst: float | None = None) -> Quota:
        return Quota(name, clock, per_minute=per_minute, people_per_address=people, burst=burst, shared=shared)

    return Limits(
        requests=Buckets(clock, per_minute=settings.requests_per_minute),
        messages=Pace(per_second=settings.messages_per_address, burst=settings.messages_per_second),
        attempts=quota("attempts", settings.attempts_per_minute),
        rooms=quota("rooms", settings.rooms_per_minute, several),
        lobby=quota("lobby", settings.lobby_per_minute),
        hints=quota("hints", settings.hints_per_minute, several),
        chat=quota("chat", settings.chat_per_minute, several, CHAT_BURST),
        questions=quota("questions", settings.questions_per_minute),
        exports=quota("exports", settings.exports_per_minute, burst=EXPORT_BURST),
        passwords=quota("passwords", settings.passwords_per_minute),
        shared=shared,
    )


def _shared_limits(settings: Settings) -> "SharedLimits | None":
    if not settings.redis:
        return None
    from tilewise.server.security.shared_limits import SharedLimits  # noqa: PLC0415  # as for the hub

    return SharedLimits(settings.redis)
