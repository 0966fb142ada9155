"""A room in one line, for lobbies and lists. Holds nothing that anybody may not know."""

from tilewise.core.value import Value
from tilewise.rooms.config import TimeControl
from tilewise.rooms.model import Phase, Room


class RoomSummary(Value):
    """What a list says about a room."""

    id: str
    edition: str
    house_rules: int
    """How many house rules differ from the printed edition; 0 for the game by the book."""
    phase: Phase
    names: tuple[str, ...]
    chairs: int
    time: TimeControl
    is_rated: bool
    is_public: bool
    is_quick: bool
    """Whether it begins by itself as soon as two people are there."""
    opened_at: float
    games_over: int
    winners: tuple[str, ...]
    """Who leads when the match is over."""
    bots: tuple[str, ...] = ()
    """Which of the names are of bots; lines that were kept by earlier versions do not tell."""


def summary_of(room: Room, house_rules: int) -> RoomSummary:
    """The line for this room."""
    return RoomSummary(
        id=room.id,
        edition=room.config.edition.name,
        house_rules=house_rules,
        phase=room.phase,
        names=tuple(chair.name for chair in room.chairs if not chair.is_free),
        chairs=len(room.chairs),
        time=room.config.time,
        is_rated=room.config.is_rated,
        is_public=room.config.is_public,
        is_quick=room.config.fill_after is not None,
        opened_at=room.opened_at,
        games_over=room.games_over,
        winners=_winners(room),
        bots=tuple(chair.name for chair in room.chairs if chair.person is None and chair.bot is not None),
    )


def _winners(room: Room) -> tuple[str, ...]:
    if room.phase is not Phase.OVER or room.match is None or not room.match.results:
        return ()
    return tuple(room.chairs[standing.seat].name for standing in room.match.standings if standing.rank == 1)
