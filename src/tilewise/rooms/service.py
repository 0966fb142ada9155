"""The judge: one ask at a time per room; decide, append, announce. Knows no socket and no database."""

import asyncio
from collections import Counter, OrderedDict
from contextlib import suppress
from weakref import WeakValueDictionary

from msgspec.structs import replace

from tilewise.core import engine
from tilewise.core.actions import Action, Draw, Pass, Play, RunOutOfTime
from tilewise.core.record import GameRecord
from tilewise.core.state import State
from tilewise.core.tiles import Table, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import view_of
from tilewise.core.violations import RefusedError
from tilewise.rooms import clock, commands
from tilewise.rooms.commands import Ask
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.decide import decide, decide_order
from tilewise.rooms.decide.before_match import expect_chair
from tilewise.rooms.decide.new_room import opening_events, playing_on_events
from tilewise.rooms.events import Entry, Opened, RematchOpened, RoomEvent
from tilewise.rooms.evolve import evolve, opened
from tilewise.rooms.inputs import BotActs, Deadline, Inputs, ServerCommand
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.ports import Alarms, Clock, ConflictError, Dice, Draft, Hub, Store, Thinker
from tilewise.rooms.rejections import DeclinedError, Reason, StaleError

ROOMS_CACHED = 4096
TRIES = 5
POSITIONAL = commands.Play | commands.Draw | commands.Pass
"""Asks that mean something only in the position that the asker saw."""


class Accepted(Value):
    """An ask was granted, at this version of the room; when it was asked twice, at the version of the first time."""

    version: int
    room: Room


class MatchService:
    """Rooms, from the first chair to the rematch. The same for tests, terminal, arena and sockets."""

    def __init__(  # noqa: PLR0913  # one argument for each door to the outside
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
        self._store = store
        self._hub = hub
        self._clock = clock
        self._dice = dice
        self._alarms = alarms
        self._thinker = thinker
        self._is_shared = is_shared
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self, config: RoomConfig, host: Person) -> Room:
        """Open a room; its host sits on the first chair."""
        name = self._dice.name()
        return await self._open(opening_events(Opened(name, config, host)), host)

    async def play_on(self, config: RoomConfig, host: Person, seat: int, games: tuple[GameRecord, ...]) -> Room:
        """Open a room in the middle of an old game; its host has this seat, bots have the others."""
        name = self._dice.name()
        return await self._open(playing_on_events(Opened(name, config, host), seat, games), host)

    async def look(self, name: str) -> Room:
        """The room as it is now; UnknownRoomError when there is none."""
        room = await self._known(name)
        if self._is_shared:
            for entry in await self._store.entries(name, after=room.version):
                room = evolve(room, entry)
        return self._remember(room)

    def hear_of(self, room: Room) -> None:
        """Somebody else wrote into a room; it is now like this."""
        known = self._rooms.get(room.id)
        if known is not None and known.version < room.version:
            self._remember(room)

    def forget(self, *, before: float) -> None:
        """Rooms that were over before this time may be kept nowhere any more: remember none of them."""
        old = [room.id for room in self._rooms.values() if room.phase is Phase.OVER and room.since < before]
        for name in old:
            del self._rooms[name]

    async def _known(self, name: str) -> Room:
        """The room as this node last saw it; another node may have gone on since."""
        room = self._rooms.get(name)
        return room if room is not None else self._remember(await self._store.load(name))

    async def ask(self, name: str, who: Person, ask: Ask, *, seen: int | None = None, request: str = "") -> Accepted:
        """Do what somebody asks; RefusedError, DeclinedError or StaleError say why not, and nothing has changed."""
        async with self._lock(name):
            if self._is_shared:  # the store says whether it was the latest; a refusal is worth a second look
                with suppress(RefusedError, DeclinedError, StaleError, ConflictError):
                    return await self._asked(await self._known(name), who, ask, seen, request)
            for _ in range(TRIES):
                with suppress(ConflictError):
                    return await self._asked(await self.look(name), who, ask, seen, request)
                self._rooms.pop(name, None)
        raise ConflictError(name)

    async def _asked(self, room: Room, who: Person, ask: Ask, seen: int | None, request: str) -> Accepted:
        room = await self._on_time(room)
        done = room.answer_to(who.id, request)
        if done is not None:
            return Accepted(done, room)
        is_late = seen is not None and seen < room.game_version and isinstance(ask, POSITIONAL)
        if is_late and room.chair_of(who.id) is not None:
            raise StaleError(room, seen or 0)
        granted = await self._grant(room, decide(room, ask, who, self._moment()), who, request)
        if isinstance(ask, commands.Rematch):
            await self._ready_again(granted.room.rematch or "", who)
        return granted

    async def _ready_again(self, name: str, who: Person) -> None:
        """Who asks for a rematch is ready for it; when all have asked, it begins."""
        with suppress(DeclinedError):  # it has begun, or the chair was given up meanwhile
            await self.ask(name, who, commands.Ready())

    async def order(self, name: str, order: ServerCommand) -> Room:
        """Do what the clock or the server itself wants."""
        async with self._lock(name):
            return await self._order(await self.look(name), order)

    async def draft(self, name: str, who: Person, table: Table) -> None:
        """Show the others a move in the making; the clock judges by the last one."""
        room = await self.look(name)
        seat = expect_chair(room, who)
        if room.to_move != seat or not room.chairs[seat].is_attended or not is_draft(room.played, table):
            raise DeclinedError(Reason.NOT_A_DRAFT)
        draft = Draft(seat, room.game_version, table)
        await self._store.keep_draft(name, draft)
        await self._hub.show_draft(room, draft)

    async def wake(self, name: str) -> None:
        """Look after a room: a deadline that has passed, a bot whose turn it is."""
        async with self._lock(name):
            room = await self._on_time(await self.look(name))
            wake_at = self._wake_at(room)
        if room.bot_to_move is None or wake_at is None or wake_at > self._clock.now():
            if not self._is_shared:  # else the alarm rings where the last entry was written
                self._alarms.set(name, wake_at)
            return
        action = await self._thought(room)
        async with self._lock(name):
            await self._bot_acts(await self.look(name), room.game_version, action)

    def _lock(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())

    def _moment(self) -> Inputs:
        return Inputs(self._clock.now(), self._dice.secret(), self._dice.name(), self._thinker.bots)

    def _remember(self, room: Room) -> Room:
        self._rooms[room.id] = room
        self._rooms.move_to_end(room.id)
        if len(self._rooms) > ROOMS_CACHED:
            self._rooms.popitem(last=False)
        return room

    async def _open(self, events: tuple[RoomEvent, ...], host: Person) -> Room:
        entry = Entry(1, self._clock.now(), events, by=host.id)
        return await self._kept(opened(entry), entry)

    async def _grant(self, room: Room, events: tuple[RoomEvent, ...], who: Person, request: str) -> Accepted:
        if not events:
            return Accepted(room.version, room)
        for event in events:
            if isinstance(event, RematchOpened):
                agreed = replace(room.config, chairs=len(room.chairs), origin=None, fill_after=None)
                await self._open(opening_events(Opened(event.room, agreed, who), room.chairs), who)
        after = await self._append(room, events, by=who.id, request=request)
        return Accepted(after.version, after)

    async def _append(self, room: Room, events: tuple[RoomEvent, ...], *, by: str = "", request: str = "") -> Room:
        entry = Entry(room.version + 1, self._clock.now(), events, by=by, request=request)
        return await self._kept(evolve(room, entry), entry)

    async def _kept(self, room: Room, entry: Entry) -> Room:
        """First the log, then everybody hears of it."""
        wake_at = self._wake_at(room)
        await self._store.append(room, entry, wake_at)
        self._remember(room)
        self._alarms.set(room.id, wake_at)
        await self._hub.announce(room, entry)
        return room

    async def _order(self, room: Room, order: ServerCommand) -> Room:
        for _ in range(TRIES):
            events = decide_order(room, order, self._moment())
            if not events:
                return room
            try:
                return await self._append(room, events)
            except ConflictError:
                self._rooms.pop(room.id, None)
                room = await self.look(room.id)
        raise ConflictError(room.id)

    async def _on_time(self, room: Room) -> Room:
        """The room after every deadline that has passed meanwhile."""
        limit = clock.due(room)
        if limit is None or limit > self._clock.now():
            return room
        draft = await self._store.draft(room.id)
        fresh = draft is not None and draft.game_version == room.game_version
        table = draft.table if draft is not None and fresh else None
        return await self._order(room, Deadline(table, self._absent(room)))

    def _absent(self, room: Room) -> tuple[int, ...]:
        people = ((number, chair.person) for number, chair in enumerate(room.chairs))
        return tuple(number for number, person in people if person and self._hub.is_absent(room.id, person.id))

    def _wake_at(self, room: Room) -> float | None:
        times = [clock.due(room)]
        if room.bot_to_move is not None:
            times.append(room.since + self._thinker.pace(room))
        return min((time for time in times if time is not None), default=None)

    async def _thought(self, room: Room) -> Action | None:
        """What the bot wants; None when it failed."""
        seat = room.played.to_move
        try:
            return await self._thinker.think(room.bot_to_move or "", view_of(room.played, seat, room.earlier))
        except Exception:  # noqa: BLE001  # whatever a bot does, the others play on
            return None

    async def _bot_acts(self, room: Room, game_version: int, action: Action | None) -> None:
        if room.game_version != game_version or room.bot_to_move is None:
            return
        await self._order(room, BotActs(lawful(room.played, action)))


def lawful(game: State, action: Action | None) -> Action:
    """What a bot wants if it may, else the first of drawing, passing and letting the time run out that it may."""
    seat = game.to_move
    wanted = [action] if isinstance(action, Play | Draw | Pass) and action.seat == seat else []
    choices = (*wanted, Draw(seat), Pass(seat))
    return next((choice for choice in choices if not engine.check(game, choice)), RunOutOfTime(seat))


def is_draft(game: State, table: Table) -> bool:
    """Whether a table can lie like this in the middle of a turn: nothing but its own tiles and tiles of the rack."""
    laid = tiles_of(table) - tiles_of(game.table)
    return all(table) and laid <= Counter(game.player.rack)
