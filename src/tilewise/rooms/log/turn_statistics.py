"""What a seat did in the games of a room: tiles, time and results, from the log alone."""

from collections.abc import Iterable

from tilewise.core.actions import Concede
from tilewise.core.events import GameEnded, GameStarted, Played, Result
from tilewise.core.value import Value
from tilewise.rooms.events import Acted, Entry, RoomEvent


class TurnFacts(Value):
    """One turn of a seat."""

    laid: int
    seconds: float


class GameFacts(Value):
    """One game that is over, for one seat."""

    game: int
    at: float
    """When it ended, in seconds since 1970."""
    result: Result
    turns: tuple[TurnFacts, ...]


def facts_of(entries: Iterable[Entry], seat: int) -> tuple[GameFacts, ...]:
    """Every game of a log that is over, as a seat played it. A turn begins when the one before it ends."""
    games: list[GameFacts] = []
    turns: list[TurnFacts] = []
    began = 0.0
    for entry in entries:
        if any(_is_turn_of(event, seat) for event in entry.events):
            laid = sum(len(event.laid) for event in entry.events if isinstance(event, Played))
            turns.append(TurnFacts(laid, max(0.0, entry.at - began)))
        for event in entry.events:
            if isinstance(event, GameStarted):
                turns = []
            if isinstance(event, GameEnded):
                games.append(GameFacts(len(games) + 1, entry.at, event.result, tuple(turns)))
        began = entry.at
    return tuple(games)


def _is_turn_of(event: RoomEvent, seat: int) -> bool:
    """Giving up is no turn."""
    return isinstance(event, Acted) and event.action.seat == seat and not isinstance(event.action, Concede)
