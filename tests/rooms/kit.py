"""Shared by tests of the room service: fakes for all its ports, and a `World` that connects them."""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from itertools import count
from typing import TypedDict, Unpack

from tilewise.core.actions import Action, Draw, Pass
from tilewise.core.editions import edition
from tilewise.core.search.any_play import initial_meld
from tilewise.core.tiles import Table
from tilewise.core.view import View
from tilewise.rooms import commands
from tilewise.rooms.config import NoClock, RoomConfig, TimeControl
from tilewise.rooms.events import Entry, RoomEvent
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.rooms.ports import Draft, Store
from tilewise.rooms.service import RoomService
from tilewise.storage.memory import MemoryStore

ANN, BOB, CLEO = Person("p-ann", "Ann"), Person("p-bob", "Bob"), Person("p-cleo", "Cleo")
NOON = 1_700_000_000.0


class Agreed(TypedDict, total=False):
    time: TimeControl
    rules: dict[str, object]
    fill_after: int


class FakeClock:
    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> float:
        return self.time


class FakeDice:
    def __init__(self, seed: str = "dice") -> None:
        self._seed = seed
        self._throws = count(1)

    def secret(self) -> str:
        return sha256(f"{self._seed} {next(self._throws)}".encode()).hexdigest()

    def name(self) -> str:
        return f"room-{next(self._throws)}"


class FakeHub:
    def __init__(self) -> None:
        self.received: list[tuple[Room, Entry]] = []
        self.drafts: list[Draft] = []
        self.absent: set[str] = set()
        self.present: set[str] = set()

    async def announce(self, room: Room, entry: Entry) -> None:
        self.received.append((room, entry))

    async def show_draft(self, room: Room, draft: Draft) -> None:
        assert room.game_version == draft.game_version
        self.drafts.append(draft)

    def is_absent(self, room: str, person: str) -> bool:
        assert room
        return person in self.absent

    def visitors(self, room: str) -> frozenset[str]:
        assert room
        return frozenset(self.present)


class FakeAlarms:
    def __init__(self) -> None:
        self.times: dict[str, float] = {}

    def set(self, room: str, at: float | None) -> None:
        self.times.pop(room, None)
        if at is not None:
            self.times[room] = at


class Drawer:
    """A bot that only draws. Replace `on_think` to change its behaviour."""

    bots = ("novice",)

    def __init__(self) -> None:
        self.on_think: Callable[[View], Awaitable[Action]] = self._draw
        self.is_wanted: Callable[[], bool] = lambda: False

    async def think(self, room: Room, view: View, is_wanted: Callable[[], bool]) -> Action:
        assert room.bot_to_move == "novice"
        self.is_wanted = is_wanted
        return await self.on_think(view)

    async def _draw(self, view: View) -> Action:
        return Draw(view.to_move) if view.pool else Pass(view.to_move)

    def pace(self, room: Room) -> float:
        assert room.bot_to_move
        return 2.0


class World:
    """The service with fake ports. `advance` moves the clock and triggers the alarms on the way."""

    def __init__(self, store: Store | None = None) -> None:
        self.clock, self.dice, self.hub = FakeClock(), FakeDice(), FakeHub()
        self.alarms, self.thinker = FakeAlarms(), Drawer()
        self.store: Store = store or MemoryStore()
        self.service = self.restarted()

    def restarted(self, *, is_shared: bool = False) -> RoomService:
        """Replace the service by a new one, which knows only the content of the store."""
        self.service = RoomService(
            store=self.store,
            hub=self.hub,
            clock=self.clock,
            dice=self.dice,
            alarms=self.alarms,
            thinker=self.thinker,
            is_shared=is_shared,
        )
        return self.service

    async def advance(self, seconds: float) -> None:
        end = self.clock.time + seconds
        while self.alarms.times:
            room, at = min(self.alarms.times.items(), key=lambda item: item[1])
            if at > end:
                break
            self.alarms.set(room, None)
            self.clock.time = max(self.clock.time, at)
            await self.service.wake(room)
        self.clock.time = end

    def events_of(self, room: str) -> list[RoomEvent]:
        return [event for heard, entry in self.hub.received if heard.id == room for event in entry.events]

    async def gathered(self, *people: Person, bots: int = 0, **config: Unpack[Agreed]) -> Room:
        """Open a room with all seats taken. Only the bots are ready."""
        room = await self.service.open(a_config(chairs=len(people) + bots, **config), people[0])
        for person in people[1:]:
            await self.service.submit(room.id, person, commands.Sit())
        for _ in range(bots):
            await self.service.submit(room.id, people[0], commands.AddBot("novice"))
        return await self.service.get(room.id)

    async def begun(self, *people: Person, bots: int = 0, **config: Unpack[Agreed]) -> Room:
        """Open a room and begin: the first game has just been dealt."""
        room = await self.gathered(*people, bots=bots, **config)
        for person in people:
            await self.service.submit(room.id, person, commands.Ready())
        for person in people:
            await self.service.submit(room.id, person, commands.Contribute(f"from {person.name}"))
        room = await self.service.get(room.id)
        assert room.phase is Phase.PLAYING
        return room


def a_config(chairs: int = 2, **agreed: Unpack[Agreed]) -> RoomConfig:
    rules = edition("classic-en").with_rules(initial_meld_min=0, **agreed.get("rules", {}))
    time, fill_after = agreed.get("time", NoClock()), agreed.get("fill_after")
    return RoomConfig(rules, chairs=chairs, time=time, fill_after=fill_after)


def mover(room: Room) -> Person:
    """Return the person to move."""
    person = room.seats[room.current_game.to_move].person
    assert person is not None
    return person


def waiter(room: Room) -> Person:
    """Return a person whose turn it is not."""
    to_move = room.current_game.to_move
    return next(seat.person for number, seat in enumerate(room.seats) if seat.person and number != to_move)


def a_table(room: Room) -> Table:
    """Return a legal play for the first player to move."""
    melds = initial_meld(room.current_game.player.rack, room.config.edition)
    assert melds is not None
    return melds
