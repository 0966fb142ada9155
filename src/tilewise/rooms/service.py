"""The room service: decide each command, append its events to the log, broadcast them. Knows no socket or database."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from tilewise.core.actions import Action, Draw, Pass, Play, RunOutOfTime
from tilewise.core.record import GameRecord
from tilewise.core.state import State
from tilewise.core.tiles import Table, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import view_of
from tilewise.core.violations import RefusedError
from tilewise.rooms import clock, commands
from tilewise.rooms.commands import Command
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.decide import decide, decide_server_command
from tilewise.rooms.decide.before_match import expect_seat
from tilewise.rooms.decide.new_room import continued_room_events, new_room_events
from tilewise.rooms.events import Entry, Opened, RematchOpened, RoomEvent
from tilewise.rooms.evolve import complete, evolve, open_room
from tilewise.rooms.inputs import BotActs, Deadline, Inputs, ServerCommand
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.ports import Alarms, Clock, ConflictError, Dice, Draft, Hub, Store, Thinker
from tilewise.rooms.rejections import DeclinedError, Reason, StaleError
from tilewise.rooms.step import Step

ROOMS_CACHED = 4096
TRIES = 5
DIGEST_LENGTH = 16
POSITIONAL = commands.Play | commands.Draw | commands.Pass
"""Commands that are valid only in the position that the sender has seen."""


class Accepted(Value):
    """The result of a successful command: the version of its entry, and the current room."""

    version: int
    room: Room


class RoomService:
    """Runs rooms, from the first seat to the rematch. Handles one command at a time per room."""

    def __init__(  # noqa: PLR0913  # one argument for each port
        self,
        *,
        store: Store,
        hub: Hub,
        clock: Clock,
        dice: Dice,
        alarms: Alarms,
        thinker: Thinker,
        is_shared: bool = False,
    ) -> None:
        """`is_shared`: whether other nodes write to the same store."""
        self._store = store
        self._hub = hub
        self._clock = clock
        self._dice = dice
        self._alarms = alarms
        self._thinker = thinker
        self._is_shared = is_shared
        self._cache: OrderedDict[str, Room] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._bot_turns: set[tuple[str, int]] = set()
        """The rooms whose bot is thinking or waiting for its turn to think, with the version of the game."""

    async def open(self, config: RoomConfig, host: Person) -> Room:
        """Open a room with the host on the first seat."""
        name = self._dice.name()
        return await self._open(new_room_events(Opened(name, config, host)), host)

    async def continue_game(
        self, config: RoomConfig, host: Person, seat: int, bots: tuple[str, ...], games: tuple[GameRecord, ...]
    ) -> Room:
        """Open a room in the middle of an old game. The host takes this seat; `bots` names the bot of every seat."""
        name = self._dice.name()
        return await self._open(continued_room_events(Opened(name, config, host), seat, bots, games), host)

    async def get(self, name: str) -> Room:
        """Return the current state of a room; raise UnknownRoomError if there is none."""
        room = await self._cached(name)
        if self._is_shared:
            for entry in await self._store.entries(name, after=room.version):
                room = evolve(room, entry)
        return self._put_in_cache(room)

    def update_cache(self, room: Room) -> None:
        """Replace the cached state of a room that another writer has changed. Another node has set the next alarm."""
        cached = self._cache.get(room.id)
        if cached is not None and cached.version < room.version:
            self._put_in_cache(room)
            if self._is_shared:
                self._alarms.set(room.id, None)

    def drop_from_cache(self, *, before: float) -> None:
        """Drop the rooms that were over before this time. The store may have deleted them."""
        old = [room.id for room in self._cache.values() if room.phase is Phase.OVER and room.since < before]
        for name in old:
            del self._cache[name]

    async def submit(
        self, name: str, who: Person, command: Command, *, seen: int | None = None, request: str = ""
    ) -> Accepted:
        """Run a person's command; raise RefusedError, DeclinedError or StaleError if it is rejected.

        `seen` is the latest version the person has seen. `request` is the client's id for the command: a repeated
        request returns the version of the first one.
        """
        async with self._lock(name):
            if self._is_shared:  # try the cached room first; it may be outdated, so a rejection is checked below
                with suppress(RefusedError, DeclinedError, StaleError, ConflictError):
                    return await self._handle(await self._cached(name), who, command, seen, request)
            for _ in range(TRIES):
                with suppress(ConflictError):
                    return await self._handle(await self.get(name), who, command, seen, request)
                self._cache.pop(name, None)
        raise ConflictError(name)

    async def _handle(self, room: Room, who: Person, command: Command, seen: int | None, request: str) -> Accepted:
        room = await self._apply_deadlines(room)
        digest = _digest(command)
        handled = room.handled_request(who.id, request)
        if handled is not None:
            if handled.digest not in ("", digest):
                raise DeclinedError(Reason.REQUEST_ID_USED)
            return Accepted(handled.version, room)
        is_stale = seen is not None and seen < room.game_version and isinstance(command, POSITIONAL)
        if is_stale and room.seat_of(who.id) is not None:
            raise StaleError(room, seen or 0)
        visitors = self._hub.visitors(room.id) if isinstance(command, commands.Mute) else frozenset[str]()
        step = decide(room, command, who, replace(self._inputs(), visitors=visitors))
        await self._open_rematch(room, step, who)
        after = await self._append(room, step, by=who.id, request=request, digest=digest)
        if isinstance(command, commands.Rematch):
            await self._declare_ready(after.rematch or "", who)
        return Accepted(after.version, after)

    async def _open_rematch(self, room: Room, step: Step, who: Person) -> None:
        for event in step.events:
            if isinstance(event, RematchOpened):
                config = replace(room.config, chairs=len(room.seats), origin=None, fill_after=None)
                await self._open(new_room_events(Opened(event.room, config, who), room.seats), who)

    async def _declare_ready(self, name: str, who: Person) -> None:
        """Declare a person ready for the rematch, which begins once everyone is."""
        with suppress(DeclinedError):  # the rematch has begun, or the person has given up the seat
            await self.submit(name, who, commands.Ready())

    async def execute(self, name: str, command: ServerCommand) -> Room:
        """Run a command of the server itself and return the room after it."""
        async with self._lock(name):
            return await self._execute(await self.get(name), command)

    async def draft(self, name: str, who: Person, table: Table) -> None:
        """Store and broadcast an unfinished move. If time runs out, the last draft is judged."""
        room = await self.get(name)
        seat = expect_seat(room, who)
        if room.to_move != seat or not room.seats[seat].is_attended or not is_draft(room.current_game, table):
            raise DeclinedError(Reason.NOT_A_DRAFT)
        draft = Draft(seat, room.game_version, table)
        await self._store.keep_draft(name, draft)
        await self._hub.show_draft(room, draft)

    async def wake(self, name: str) -> None:
        """Apply the deadlines of a room that have passed, and let the bot to move act."""
        async with self._lock(name):
            room = await self._apply_deadlines(await self.get(name))
            wake_at = self._wake_at(room)
        if room.bot_to_move is None or wake_at is None or wake_at > self._clock.now():
            if not self._is_shared:  # otherwise the node that wrote the last entry has set the alarm
                self._alarms.set(name, wake_at)
            return
        if (name, room.game_version) in self._bot_turns:  # an overdue room is woken again while its bot waits
            return
        action = await self._ask_bot(room)
        async with self._lock(name):
            await self._act_for_bot(await self.get(name), room.game_version, action)

    def _lock(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())

    def _inputs(self) -> Inputs:
        return Inputs(self._clock.now(), self._dice.secret(), self._dice.name(), self._thinker.bots)

    async def _cached(self, name: str) -> Room:
        """Return the room from the cache or the store. Another node may have changed it since."""
        room = self._cache.get(name)
        return room if room is not None else self._put_in_cache(await self._store.load(name))

    def _put_in_cache(self, room: Room) -> Room:
        self._cache[room.id] = room
        self._cache.move_to_end(room.id)
        if len(self._cache) > ROOMS_CACHED:
            self._cache.popitem(last=False)
        return room

    async def _open(self, events: tuple[RoomEvent, ...], host: Person) -> Room:
        entry = Entry(1, self._clock.now(), events, by=host.id)
        return await self._persist(open_room(entry), entry)

    async def _append(self, room: Room, step: Step, *, by: str = "", request: str = "", digest: str = "") -> Room:
        if not step.events:
            return room
        kept = digest if request else ""
        entry = Entry(room.version + 1, self._clock.now(), step.events, by=by, request=request, digest=kept)
        return await self._persist(complete(room, step.room, entry), entry)

    async def _persist(self, room: Room, entry: Entry) -> Room:
        """Append the entry to the log, and only then broadcast it."""
        wake_at = self._wake_at(room)
        await self._store.append(room, entry, wake_at)
        self._put_in_cache(room)
        self._alarms.set(room.id, wake_at)
        await self._hub.announce(room, entry)
        return room

    async def _execute(self, room: Room, command: ServerCommand) -> Room:
        for _ in range(TRIES):
            try:
                return await self._append(room, decide_server_command(room, command, self._inputs()))
            except ConflictError:
                self._cache.pop(room.id, None)
                room = await self.get(room.id)
        raise ConflictError(room.id)

    async def _apply_deadlines(self, room: Room) -> Room:
        """Return the room after a deadline that has passed."""
        deadline = clock.deadline(room)
        if deadline is None or deadline > self._clock.now():
            return room
        draft = await self._store.draft(room.id)
        is_current = draft is not None and draft.game_version == room.game_version
        table = draft.table if draft is not None and is_current else None
        return await self._execute(room, Deadline(table, self._absent(room)))

    def _absent(self, room: Room) -> tuple[int, ...]:
        people = ((number, seat.person) for number, seat in enumerate(room.seats))
        return tuple(number for number, person in people if person and self._hub.is_absent(room.id, person.id))

    def _wake_at(self, room: Room) -> float | None:
        times = [clock.deadline(room)]
        if room.bot_to_move is not None:
            times.append(room.since + self._thinker.pace(room))
        return min((time for time in times if time is not None), default=None)

    async def _ask_bot(self, room: Room) -> Action | None:
        """Return the action the bot chooses, or None if the bot fails."""
        game, position = room.current_game, (room.id, room.game_version)
        view = view_of(game, game.to_move, room.earlier_results)
        self._bot_turns.add(position)
        try:
            return await self._thinker.think(room, view, lambda: self._is_current(*position))
        except Exception:  # noqa: BLE001  # a failing bot must not stop the game
            return None
        finally:
            self._bot_turns.discard(position)

    def _is_current(self, name: str, game_version: int) -> bool:
        """Whether a game has not moved on, as far as this node knows."""
        room = self._cache.get(name)
        return room is None or room.game_version == game_version

    async def _act_for_bot(self, room: Room, game_version: int, wanted: Action | None) -> None:
        """Carry out a bot's action. If it is illegal, the bot draws, passes or runs out of time."""
        if room.game_version != game_version or room.bot_to_move is None:
            return
        for action in bot_actions(room.current_game, wanted):
            with suppress(RefusedError):
                await self._execute(room, BotActs(action))
                return


def _digest(command: Command) -> str:
    """Return a digest that differs for commands with different content."""
    return sha256(msgspec.json.encode(command)).hexdigest()[:DIGEST_LENGTH]


def bot_actions(game: State, wanted: Action | None) -> Iterator[Action]:
    """Yield the actions to try for the bot to move: its own, then those for a bot that failed."""
    seat = game.to_move
    if isinstance(wanted, Play | Draw | Pass) and wanted.seat == seat:
        yield wanted
    yield from (Draw(seat), Pass(seat), RunOutOfTime(seat))


def is_draft(game: State, table: Table) -> bool:
    """Whether the table holds only tiles that lay on it before the turn and tiles from the player's rack."""
    laid = tiles_of(table) - tiles_of(game.table)
    return all(table) and laid <= Counter(game.player.rack)
