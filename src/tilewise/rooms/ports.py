"""What the service needs from outside: a store, a hub, a clock, dice, alarms, and bots that think."""

from typing import Protocol

from tilewise.core.actions import Action
from tilewise.core.errors import TilewiseError
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.rooms.events import Entry
from tilewise.rooms.model import Room


class ConflictError(TilewiseError):
    """Somebody else has appended that version already: read again, decide again."""


class UnknownRoomError(TilewiseError, LookupError):
    """There is no such room."""


class Draft(Value):
    """A move in the making: how the table lay when it was last seen, and in which position of the game."""

    seat: int
    game_version: int
    table: Table


class Store(Protocol):
    """Keeps the log of every room. The log is the truth; all else follows from it."""

    async def append(self, room: Room, entry: Entry, wake_at: float | None) -> None:
        """Add an entry, after which the room is like this; ConflictError when its version is taken.

        When this returns, the entry survives the death of the process. `wake_at`: when the room next needs care.
        """

    async def load(self, room: str) -> Room:
        """The room as its log tells; UnknownRoomError when there is none."""

    async def entries(self, room: str, after: int = 0) -> tuple[Entry, ...]:
        """The log of a room, from behind a version on."""

    async def keep_draft(self, room: str, draft: Draft) -> None:
        """Remember a draft in place of the one before."""

    async def draft(self, room: str) -> Draft | None:
        """The draft that was last kept."""

    async def claim(self, *, now: float, until: float, node: str, limit: int) -> tuple[str, ...]:
        """Rooms that need looking after now; nobody else is told of them before `until`."""

    async def live(self) -> tuple[str, ...]:
        """Every room that is not over."""


class Hub(Protocol):
    """Tells everybody who listens, on this node and on others."""

    async def announce(self, room: Room, entry: Entry) -> None:
        """Something happened; the room is now like this."""

    async def show_draft(self, room: Room, draft: Draft) -> None:
        """A move is in the making."""

    def is_absent(self, room: str, person: str) -> bool:
        """Whether a person has no connection to a room; False when this node cannot tell."""


class Clock(Protocol):
    """What time it is."""

    def now(self) -> float:
        """Seconds since 1970."""


class Dice(Protocol):
    """Chance."""

    def secret(self) -> str:
        """32 random bytes in hexadecimal."""

    def name(self) -> str:
        """A name that nobody can guess."""


class Alarms(Protocol):
    """Wakes the service when a room needs looking after; a store remembers the same for other nodes."""

    def set(self, room: str, at: float | None) -> None:
        """Ring at this time, in place of any earlier wish; None: not at all."""


class Thinker(Protocol):
    """Bots, wherever they think."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots there are."""

    async def think(self, bot: str, view: View) -> Action:
        """What a bot does; it takes time, and may fail."""

    def pace(self, room: Room) -> float:
        """How many seconds a bot seems to think about this position."""
