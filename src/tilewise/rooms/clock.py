"""The clock of a room: how long each phase and turn may take. Pure arithmetic; the current time is an argument."""

from typing import assert_never

from msgspec.structs import replace

from tilewise.rooms.config import Correspondence, NoClock, PerGame, PerTurn
from tilewise.rooms.model import Phase, Room

SHORTEST_TURN_SECONDS = 5.0
"""The length of a turn when the time bank of the game is empty."""
DEAL_SECONDS = 10.0
"""How long the first deal waits for seats to commit."""
PAUSE_SECONDS = 20.0
"""How long later deals wait, while people look at the scores."""
REVEAL_SECONDS = 10.0
"""How long a deal waits for seats to reveal what they have committed to."""
QUICK_PLAY_PEOPLE = 2
"""How many people quick play needs."""
MORE_PEOPLE_SECONDS = 15.0
"""How long quick play waits for more people once it has enough."""
FULL_ROOM_SECONDS = 5.0
"""How long quick play waits before it begins when every seat is taken."""
GATHER_SECONDS = 7200.0
"""A match that has not begun by then is closed. A correspondence match waits at least as long as a turn."""
PATIENCE_SECONDS = 120.0
"""Without a clock, players may call a stand-in for a person who takes longer than this."""


def deadline(room: Room) -> float | None:
    """Return the time at which the current phase or turn ends, or None if it is unlimited."""
    seconds = _seconds_allowed(room)
    return None if seconds is None else room.since + seconds


def seconds_for_turn(room: Room) -> float | None:
    """Return the length of the current turn, or None without a clock."""
    time = room.config.time
    match time:
        case NoClock():
            return None
        case PerTurn():
            return float(time.seconds)
        case Correspondence():
            return time.hours * 3600.0
        case PerGame():
            return max(room.banks[room.current_game.to_move], SHORTEST_TURN_SECONDS)
        case _:
            assert_never(time)


def restart_if_moved(before: Room, after: Room, at: float) -> Room:
    """Return the room with its clock restarted if the phase changed or a turn ended."""
    if _clock_key(before) == _clock_key(after):
        return after
    return replace(after, since=at, banks=_banks(before, after, at))


def _seconds_allowed(room: Room) -> float | None:
    match room.phase:
        case Phase.GATHERING:
            return _seconds_to_gather(room)
        case Phase.DEALING:
            return _seconds_to_deal(room)
        case Phase.PLAYING:
            return seconds_for_turn(room)
        case Phase.OVER:
            return None
        case _:
            assert_never(room.phase)


def _seconds_to_gather(room: Room) -> float:
    if room.config.fill_after is None:
        return max(GATHER_SECONDS, _hours(room) * 3600.0)
    if _people(room) < QUICK_PLAY_PEOPLE:
        return float(room.config.fill_after)
    return MORE_PEOPLE_SECONDS if any(seat.is_free for seat in room.seats) else FULL_ROOM_SECONDS


def _seconds_to_deal(room: Room) -> float | None:
    """Between games, a person who plays alone against bots has unlimited time."""
    if _is_revealing(room):
        return REVEAL_SECONDS
    if not room.games_over:
        return DEAL_SECONDS
    is_alone = sum(seat.is_attended for seat in room.seats) == 1
    return None if is_alone else PAUSE_SECONDS


def _is_revealing(room: Room) -> bool:
    return room.next_deal is not None and room.next_deal.is_closed


def _people(room: Room) -> int:
    return sum(seat.person is not None for seat in room.seats)


def _hours(room: Room) -> int:
    return room.config.time.hours if isinstance(room.config.time, Correspondence) else 0


def _clock_key(room: Room) -> tuple[object, ...]:
    """Return a key that changes whenever the clock restarts. In quick play, every arrival and departure restarts it."""
    is_search = room.phase is Phase.GATHERING and room.config.fill_after is not None
    people = _people(room) if is_search else 0
    turn = room.game.turn if room.game is not None else 0
    return room.phase, room.games_over, _is_revealing(room), room.to_move, turn, people


def _banks(before: Room, after: Room, at: float) -> tuple[float, ...]:
    time = after.config.time
    if not isinstance(time, PerGame) or after.phase is not Phase.PLAYING:
        return ()
    if before.phase is not Phase.PLAYING:
        return (float(time.seconds),) * len(after.seats)
    moved = before.current_game.to_move
    left = max(0.0, before.banks[moved] - (at - before.since)) + time.increment
    return (*before.banks[:moved], left, *before.banks[moved + 1 :])
