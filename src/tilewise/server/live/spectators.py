"""Who may look into a room without a chair, and how late."""

from tilewise.rooms.config import Watching
from tilewise.rooms.evolve import evolve, open_room
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.server.node import Node


def is_welcome(room: Room, person: Person) -> bool:
    """Everybody may come in who could sit down; later, those who sit, and spectators where they are allowed."""
    if room.seat_of(person.id) is not None:
        return True
    if person.id in room.banned:
        return False
    return room.phase is Phase.GATHERING or room.config.watching is not Watching.FORBIDDEN


def watches_late(room: Room, person: Person) -> bool:
    """Whether somebody sees everything a while later, so that nothing can be whispered to a seat."""
    is_late = room.config.watching is Watching.DELAYED and room.phase in (Phase.DEALING, Phase.PLAYING)
    return is_late and room.seat_of(person.id) is None


async def as_it_was(node: Node, room: Room) -> Room:
    """The room as it was when a late spectator's present happened."""
    until = node.clock.now() - node.settings.watch_delay_seconds
    log = await node.store.entries(room.id)
    state = open_room(log[0])
    for entry in log[1:]:
        if entry.at > until:
            break
        state = evolve(state, entry)
    return state
