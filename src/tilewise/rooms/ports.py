"""The interfaces that the service needs: a store, a hub, a clock, randomness, alarms and bots."""

from collections.abc import Callable
from typing import Protocol

from tilewise.core.actions import Action
from tilewise.core.errors import TilewiseError
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.rooms.events import Entry
from tilewise.rooms.model import Room


class ConflictError(TilewiseError):
    """Another writer has appended this version already. Reload the room and decide again."""


class UnknownRoomError(TilewiseError, LookupError):
    """There is no such room."""


class Draft(Value):
    """An unfinished move: the table as the player last arranged it, and the position it belongs to."""

    seat: int
    game_version: int
    table: Table


class Store(Protocol):
    """Stores the log of every room. All other data can be derived from the logs."""

    async def append(self, room: Room, entry: Entry, wake_at: float | None) -> None:
        """Append an entry; raise ConflictError if its version exists.

        When this returns, the entry is durable. `room` is the room after the entry, `wake_at` the time at which it next
        needs attention.
        """

    async def load(self, room: str) -> Room:
        """Rebuild a room from its log; raise UnknownRoomError if there is none."""

    async def entries(self, room: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries of a room after a version."""

    async def keep_draft(self, room: str, draft: Draft) -> None:
        """Store a draft, replacing the previous one."""

    async def draft(self, room: str) -> Draft | None:
        """Return the latest draft."""

    async def claim(self, *, now: float, until: float, node: str, limit: int) -> tuple[str, ...]:
        """Claim rooms that need attention now. No other node gets them before `until`."""

    async def live(self) -> tuple[str, ...]:
        """Return the ids of all rooms that are not over."""


class Hub(Protocol):
    """Broadcasts to all connected clients, on this node and on others."""

    async def announce(self, room: Room, entry: Entry) -> None:
        """Broadcast an entry. `room` is the room after it."""

    async def show_draft(self, room: Room, draft: Draft) -> None:
        """Broadcast a draft."""

    def is_absent(self, room: str, person: str) -> bool:
        """Whether a person is not connected to a room; False if this node cannot tell."""

    def visitors(self, room: str) -> frozenset[str]:
        """Return the ids of people who are connected to a room or were until recently."""


class Clock(Protocol):
    """The time of day."""

    def now(self) -> float:
        """Return the seconds since 1970."""


class Dice(Protocol):
    """Randomness."""

    def secret(self) -> str:
        """Return 32 random bytes in hexadecimal."""

    def name(self) -> str:
        """Return an unguessable id."""


class Alarms(Protocol):
    """Wakes the service when a room needs attention. The store keeps the same times for other nodes."""

    def set(self, room: str, at: float | None) -> None:
        """Set the alarm of a room, replacing its previous one; None cancels it."""


class Thinker(Protocol):
    """Runs bots, in this process or elsewhere."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""

    async def think(self, room: Room, view: View, is_wanted: Callable[[], bool]) -> Action:
        """Return the action that the bot to move chooses, knowing only the view.

        This takes time and may fail. It should fail early once `is_wanted` returns False: the game has moved on.
        """

    def pace(self, room: Room) -> float:
        """Return how many seconds the bot to move waits before it acts, so that people can follow."""
