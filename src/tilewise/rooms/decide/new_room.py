"""The first events of a room: a new room, a rematch, or the continuation of an old game."""

from tilewise.core.record import GameRecord
from tilewise.rooms.events import BotSatDown, MatchBegan, Opened, PlayedOn, RoomEvent, SatDown
from tilewise.rooms.people import Seat, free_name


def new_room_events(opened: Opened, seats: tuple[Seat, ...] = ()) -> tuple[RoomEvent, ...]:
    """Open a room with these occupants; without any, with the host on the first seat."""
    if not seats:
        return opened, SatDown(0, opened.host, opened.host.name)
    return opened, *(_sat_down(number, seat) for number, seat in enumerate(seats))


def continued_room_events(
    opened: Opened, own: int, bots: tuple[str, ...], games: tuple[GameRecord, ...]
) -> tuple[RoomEvent, ...]:
    """Open a room in the middle of an old game: the host takes the seat `own`, `bots` names the bot of every seat."""
    seats: tuple[Seat, ...] = ()
    for number, name in enumerate(bots):
        host = Seat(opened.host, name=free_name(opened.host.name, seats))
        bot = Seat(bot=name, name=free_name(name, seats))
        seats += (host if number == own else bot,)
    names = tuple(seat.name for seat in seats)
    return *new_room_events(opened, seats), MatchBegan(names), PlayedOn(games)


def _sat_down(number: int, seat: Seat) -> RoomEvent:
    if seat.person is not None:
        return SatDown(number, seat.person, seat.name)
    return BotSatDown(number, seat.bot or "", seat.name)
