"""Build the record of a match from the log of its room. Anyone can replay and verify it."""

from collections.abc import Iterable

from msgspec.structs import replace

from tilewise.core.events import GameEnded, GameStarted
from tilewise.core.record import GameRecord, Record
from tilewise.rooms.events import (
    Acted,
    BotSatDown,
    CommitmentsClosed,
    Committed,
    Contributed,
    Entry,
    MatchBegan,
    Opened,
    PlayedOn,
    RoomEvent,
    SatDown,
    SeatCommitted,
)
from tilewise.rooms.evolve import first_of_deal, next_deal_after
from tilewise.rooms.next_deal import NextDeal


def record_of(entries: Iterable[Entry]) -> Record:
    """Return the record of a match; raise ValueError if no match has begun."""
    events = [event for entry in entries for event in entry.events]
    edition = next((event.config.edition for event in events if isinstance(event, Opened)), None)
    names = next((event.names for event in events if isinstance(event, MatchBegan)), None)
    if edition is None or names is None:
        msg = "the match has not begun"
        raise ValueError(msg)
    games: list[GameRecord] = []
    pending: NextDeal | None = None
    for event in events:
        match event:
            case Committed():
                pending = first_of_deal(event, len(names))
            case SeatCommitted() | CommitmentsClosed() | Contributed():
                pending = next_deal_after(pending, event)
            case GameStarted() if pending is not None:
                games.append(GameRecord(pending.commitment, pending.deal(len(games) + 1)))
            case _:
                _add(games, event)
    bots = _bots(events)
    played = tuple(game for game in games if game.actions or game.result)
    return Record(edition, names, played, tuple(name for name in names if name in bots))


def _bots(events: Iterable[RoomEvent]) -> set[str]:
    """Return the names of the bots. A person who sits down later may reuse the name of a removed bot."""
    found = set()
    for event in events:
        match event:
            case BotSatDown():
                found.add(event.name)
            case SatDown():
                found.discard(event.name)
            case _:
                pass
    return found


def _add(games: list[GameRecord], event: RoomEvent) -> None:
    match event:
        case PlayedOn():
            games.extend(event.games)
        case Acted():
            games[-1] = replace(games[-1], actions=(*games[-1].actions, event.action))
        case GameEnded():
            games[-1] = replace(games[-1], result=event.result)
        case _:
            return
