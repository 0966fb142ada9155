"""The final ranking of a match, for ratings. Players who left rank behind everyone who stayed."""

from collections.abc import Iterable

from tilewise.core.edition import Edition
from tilewise.rooms.events import CameBack, Entry, StoodIn
from tilewise.rooms.model import Phase, Room


def family_of(edition: Edition) -> str:
    """Return the rating family of an edition, which depends on the tiles in the box."""
    if edition.box.double or edition.box.colour_change or edition.box.mirror:
        return "twist"
    return "xp" if edition.box.copies > 2 else "classic"  # noqa: PLR2004  # two of each tile in every classic box


FAMILIES = ("classic", "xp", "twist")


def left_early(entries: Iterable[Entry]) -> tuple[int, ...]:
    """Return the seats with a stand-in at the end, the last to leave first."""
    away: dict[int, None] = {}
    for event in (event for entry in entries for event in entry.events):
        match event:
            case StoodIn():
                away[event.seat] = None
            case CameBack():
                away.pop(event.seat, None)
            case _:
                continue
    return tuple(reversed(away))


def ranks_of(room: Room, entries: Iterable[Entry]) -> dict[int, int]:
    """Return the rank of each seat, from 1; equal players share a rank. Empty if the match is not over."""
    if room.match is None or room.phase is not Phase.OVER:
        return {}
    away = left_early(entries)
    stayed = {standing.seat: standing.rank for standing in room.match.standings if standing.seat not in away}
    order = sorted(set(stayed.values()))
    ranks = {seat: order.index(rank) + 1 for seat, rank in stayed.items()}
    return ranks | {seat: len(ranks) + place for place, seat in enumerate(away, start=1)}
