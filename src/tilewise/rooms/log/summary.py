"""A short public summary of a room, for lobbies and lists. Summaries are stored: never rename a field."""

from tilewise.core.value import Value
from tilewise.rooms.config import TimeControl
from tilewise.rooms.model import Phase, Room


class RoomSummary(Value):
    """One room in a list of rooms."""

    id: str
    edition: str
    house_rules: int
    """The number of rules that differ from the printed edition."""
    phase: Phase
    names: tuple[str, ...]
    chairs: int
    time: TimeControl
    is_rated: bool
    is_public: bool
    is_quick: bool
    """Whether this is quick play, which begins on its own once two people are seated."""
    opened_at: float
    games_over: int
    winners: tuple[str, ...]
    """The names of the winners when the match is over."""
    bots: tuple[str, ...] = ()
    """The names that belong to bots; empty in summaries of early versions."""


def summary_of(room: Room, house_rules: int) -> RoomSummary:
    """Return the summary of a room with this number of house rules."""
    return RoomSummary(
        id=room.id,
        edition=room.config.edition.name,
        house_rules=house_rules,
        phase=room.phase,
        names=tuple(seat.name for seat in room.seats if not seat.is_free),
        chairs=len(room.seats),
        time=room.config.time,
        is_rated=room.config.is_rated,
        is_public=room.config.is_public,
        is_quick=room.config.fill_after is not None,
        opened_at=room.opened_at,
        games_over=room.games_over,
        winners=_winners(room),
        bots=tuple(seat.name for seat in room.seats if seat.person is None and seat.bot is not None),
    )


def _winners(room: Room) -> tuple[str, ...]:
    if room.phase is not Phase.OVER or room.match is None or not room.match.results:
        return ()
    return tuple(room.seats[standing.seat].name for standing in room.match.standings if standing.rank == 1)
