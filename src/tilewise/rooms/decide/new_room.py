"""How a room is opened: for the first time, or once more with the same people."""

from tilewise.core.record import GameRecord
from tilewise.rooms.events import BotSatDown, MatchBegan, Opened, PlayedOn, RoomEvent, SatDown
from tilewise.rooms.people import Chair, free_name


def opening_events(opening: Opened, chairs: tuple[Chair, ...] = ()) -> tuple[RoomEvent, ...]:
    """The opening, and everybody on the chair they had; without earlier chairs, the host on the first one."""
    if not chairs:
        return opening, SatDown(0, opening.host, opening.host.name)
    return opening, *(_again(number, chair) for number, chair in enumerate(chairs))


def playing_on_events(opening: Opened, seat: int, games: tuple[GameRecord, ...]) -> tuple[RoomEvent, ...]:
    """Somebody takes over a seat of an old game, bots the others, and it goes on where it was left."""
    chairs: tuple[Chair, ...] = ()
    for number in range(opening.config.chairs):
        own = Chair(opening.host, name=free_name(opening.host.name, chairs))
        bot = Chair(bot=opening.config.bot, name=free_name(opening.config.bot, chairs))
        chairs += (own if number == seat else bot,)
    names = tuple(chair.name for chair in chairs)
    return *opening_events(opening, chairs), MatchBegan(names), PlayedOn(games)


def _again(number: int, chair: Chair) -> RoomEvent:
    if chair.person is not None:
        return SatDown(number, chair.person, chair.name)
    return BotSatDown(number, chair.bot or "", chair.name)
