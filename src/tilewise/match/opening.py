"""How a room is opened: for the first time, or once more with the same people."""

from tilewise.match.events import BotSatDown, Opened, RoomEvent, SatDown
from tilewise.match.people import Chair


def opening_events(opening: Opened, chairs: tuple[Chair, ...] = ()) -> tuple[RoomEvent, ...]:
    """The opening, and everybody on the chair they had; without earlier chairs, the host on the first one."""
    if not chairs:
        return opening, SatDown(0, opening.host, opening.host.name)
    return opening, *(_again(number, chair) for number, chair in enumerate(chairs))


def _again(number: int, chair: Chair) -> RoomEvent:
    if chair.person is not None:
        return SatDown(number, chair.person, chair.name)
    return BotSatDown(number, chair.bot or "", chair.name)
