"""Spectators: who may watch a room, and with what delay."""

from tilewise.rooms.config import Watching
from tilewise.rooms.evolve import evolve, open_room
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.people import Person
from tilewise.server.node import Node


def may_watch(room: Room, person: Person) -> bool:
    """Whether a person may see a room: players always, others while it gathers or if spectators are allowed."""
    if room.seat_of(person.id) is not None:
        return True
    if person.id in room.banned:
        return False
    return room.phase is Phase.GATHERING or room.config.watching is not Watching.FORBIDDEN


def is_delayed(room: Room, person: Person) -> bool:
    """Whether a person sees the room with a delay, so that spectators cannot help a player."""
    is_late = room.config.watching is Watching.DELAYED and room.phase in (Phase.DEALING, Phase.PLAYING)
    return is_late and room.seat_of(person.id) is None


async def delayed_room(node: Node, room: Room) -> Room:
    """Return the room as a delayed spectator sees it now."""
    until = node.clock.now() - node.settings.watch_delay_seconds
    log = await node.store.entries(room.id)
    state = open_room(log[0])
    for entry in log[1:]:
        if entry.at > until:
            break
        state = evolve(state, entry)
    return state
