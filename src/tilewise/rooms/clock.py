"""The clock of a room: how long each step may take. Pure arithmetic; what time it is comes from outside."""

from typing import assert_never

from msgspec.structs import replace

from tilewise.rooms.config import Correspondence, NoClock, PerGame, PerTurn
from tilewise.rooms.model import Phase, Room

SHORTEST_TURN_SECONDS = 5.0
"""What a turn lasts when the bank of a game is empty."""
DEAL_SECONDS = 10.0
"""How long the first deal waits for the seats to contribute …"""
PAUSE_SECONDS = 20.0
"""… and the deals of later games, while people look at the scores."""
COMPANY = 2
"""How many people quick play needs."""
COMPANY_SECONDS = 15.0
"""How long quick play waits for more people once there is company …"""
FULL_SECONDS = 5.0
"""… and before it begins when all chairs are taken."""
GATHER_SECONDS = 7200.0
"""A room that has not begun by then is closed; one by correspondence waits as long as for a turn."""
PATIENCE_SECONDS = 120.0
"""Without a clock, a stand-in may be called for who takes longer than this."""


def due(room: Room) -> float | None:
    """When the current step ends by itself; None when it may take for ever."""
    seconds = _allowed(room)
    return None if seconds is None else room.since + seconds


def seconds_for_turn(room: Room) -> float | None:
    """How long the turn of the seat to move may take; None without a clock."""
    time = room.config.time
    match time:
        case NoClock():
            return None
        case PerTurn():
            return float(time.seconds)
        case Correspondence():
            return time.hours * 3600.0
        case PerGame():
            return max(room.banks[room.played.to_move], SHORTEST_TURN_SECONDS)
        case _:
            assert_never(time)


def went_on(before: Room, after: Room, at: float) -> Room:
    """The room with its clock set again when the phase changed or a turn ended."""
    if _step(before) == _step(after):
        return after
    return replace(after, since=at, banks=_banks(before, after, at))


def _allowed(room: Room) -> float | None:
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
    if _people(room) < COMPANY:
        return float(room.config.fill_after)
    return COMPANY_SECONDS if any(chair.is_free for chair in room.chairs) else FULL_SECONDS


def _seconds_to_deal(room: Room) -> float | None:
    """Between games a person who plays alone against bots takes as long as they like."""
    if not room.games_over:
        return DEAL_SECONDS
    is_alone = sum(chair.is_attended for chair in room.chairs) == 1
    return None if is_alone else PAUSE_SECONDS


def _people(room: Room) -> int:
    return sum(chair.person is not None for chair in room.chairs)


def _hours(room: Room) -> int:
    return room.config.time.hours if isinstance(room.config.time, Correspondence) else 0


def _step(room: Room) -> tuple[object, ...]:
    """Quick play waits anew for the next person each time somebody sits down or stands up."""
    is_search = room.phase is Phase.GATHERING and room.config.fill_after is not None
    people = _people(room) if is_search else 0
    return room.phase, room.games_over, room.to_move, room.game.turn if room.game is not None else 0, people


def _banks(before: Room, after: Room, at: float) -> tuple[float, ...]:
    time = after.config.time
    if not isinstance(time, PerGame) or after.phase is not Phase.PLAYING:
        return ()
    if before.phase is not Phase.PLAYING:
        return (float(time.seconds),) * len(after.chairs)
    moved = before.played.to_move
    left = max(0.0, before.banks[moved] - (at - before.since)) + time.increment
    return (*before.banks[:moved], left, *before.banks[moved + 1 :])
