"""A decision about a room: the events it leads to, and the room after them."""

from functools import reduce

from msgspec.structs import replace

from tilewise.core import engine
from tilewise.core.match import with_game
from tilewise.core.value import Value
from tilewise.rooms.events import RoomEvent
from tilewise.rooms.evolve import apply_event
from tilewise.rooms.model import Room


class Step(Value):
    """A room, and the events that led to it since its last log entry."""

    room: Room
    events: tuple[RoomEvent, ...] = ()

    def then(self, *events: RoomEvent) -> "Step":
        """Add events and apply them to the room."""
        return Step(reduce(apply_event, events, self.room), (*self.events, *events))

    def then_game(self, game: engine.Step) -> "Step":
        """Add the events of a game action. The game was evolved with them already, so it is taken as it is."""
        if self.room.match is None:
            msg = f"room {self.room.id}: a game without a match"
            raise ValueError(msg)
        room = replace(self.room, match=with_game(self.room.match, game.state))
        return Step(room, (*self.events, *game.events))
