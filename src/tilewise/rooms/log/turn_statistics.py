"""Statistics of one seat, from the log of a room: tiles laid, time taken and results."""

from collections.abc import Iterable

from tilewise.core.actions import Concede
from tilewise.core.events import GameEnded, GameStarted, Played, Result
from tilewise.core.value import Value
from tilewise.rooms.events import Acted, Entry, RoomEvent


class TurnStatistics(Value):
    """One turn of a seat."""

    laid: int
    seconds: float


class GameStatistics(Value):
    """One finished game of a seat."""

    game: int
    at: float
    """The end of the game, in seconds since 1970."""
    result: Result
    turns: tuple[TurnStatistics, ...]


def statistics_of(entries: Iterable[Entry], seat: int) -> tuple[GameStatistics, ...]:
    """Return the statistics of every finished game. A turn begins when the previous one ends."""
    games: list[GameStatistics] = []
    turns: list[TurnStatistics] = []
    began = 0.0
    for entry in entries:
        if any(_is_turn_of(event, seat) for event in entry.events):
            laid = sum(len(event.laid) for event in entry.events if isinstance(event, Played))
            turns.append(TurnStatistics(laid, max(0.0, entry.at - began)))
        for event in entry.events:
            if isinstance(event, GameStarted):
                turns = []
            if isinstance(event, GameEnded):
                games.append(GameStatistics(len(games) + 1, entry.at, event.result, tuple(turns)))
        began = entry.at
    return tuple(games)


def _is_turn_of(event: RoomEvent, seat: int) -> bool:
    """Whether the event is a turn of this seat. Conceding is not a turn."""
    return isinstance(event, Acted) and event.action.seat == seat and not isinstance(event.action, Concede)
