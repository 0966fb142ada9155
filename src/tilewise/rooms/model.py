"""The state of a room: its seats, clock and match. Rooms are immutable; `evolve` returns the next one."""

from enum import StrEnum

from tilewise.core.deal import Deal
from tilewise.core.events import Result
from tilewise.core.match import Match
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.events import WhyOver
from tilewise.rooms.next_deal import NextDeal
from tilewise.rooms.people import Seat


class Phase(StrEnum):
    """The phase of a room, from the first player who sits down to the end of the match."""

    GATHERING = "gathering"
    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"


class HandledRequest(Value):
    """A request that succeeded. Sending it again returns the same version."""

    by: str
    request: str
    version: int
    digest: str = ""
    """A digest of the command; empty in logs of early versions."""


class Room(Value):
    """The complete state of a room, secrets included. Clients get a `RoomView` instead."""

    id: str
    config: RoomConfig
    host: str
    seats: tuple[Seat, ...]
    opened_at: float
    version: int = 1
    game_version: int = 1
    """The version at which the match last changed. A turn based on an older version is rejected."""
    phase: Phase = Phase.GATHERING
    banned: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    """The ids of the people whom the host has muted."""
    match: Match | None = None
    deals: tuple[Deal, ...] = ()
    """The deals of all games so far, the current one included."""
    next_deal: NextDeal | None = None
    since: float = 0.0
    """The start of the current phase or turn, moved forward by the time the server was down."""
    given_back_until: float = 0.0
    """The end of the last server downtime that was credited to this room."""
    banks: tuple[float, ...] = ()
    """The seconds each seat had left in the game when the turn began."""
    handled_requests: tuple[HandledRequest, ...] = ()
    rematch: str | None = None
    why_over: WhyOver | None = None

    @property
    def game(self) -> State | None:
        """The game being played, or the last one."""
        return self.match.game if self.match is not None else None

    @property
    def current_game(self) -> State:
        """The game being played; raise ValueError if there is none."""
        if self.phase is not Phase.PLAYING or self.game is None:
            msg = f"room {self.id} is {self.phase}: no game is being played"
            raise ValueError(msg)
        return self.game

    @property
    def earlier_results(self) -> tuple[Result, ...]:
        """The results of the games before this one."""
        return self.match.earlier if self.match is not None else ()

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None if no game is being played."""
        return self.current_game.to_move if self.phase is Phase.PLAYING else None

    @property
    def bot_to_move(self) -> str | None:
        """The bot to move, or None if it is a person's turn."""
        return None if self.to_move is None else self.seats[self.to_move].bot

    @property
    def is_left_to_bots(self) -> bool:
        """Whether every person has conceded the current game, so that only bots finish it."""
        people = {number for number, seat in enumerate(self.seats) if seat.person is not None}
        return bool(people) and people.isdisjoint(self.current_game.active)

    @property
    def games_over(self) -> int:
        """The number of finished games."""
        return len(self.match.results) if self.match is not None else 0

    def seat_of(self, person: str) -> int | None:
        """Return the seat number of a person, or None for a spectator."""
        numbers = (number for number, seat in enumerate(self.seats) if seat.person and seat.person.id == person)
        return next(numbers, None)

    def handled_request(self, by: str, request: str) -> HandledRequest | None:
        """Return the recent request with this id, or None if the request is new."""
        handled = (old for old in self.handled_requests if old.by == by and old.request == request)
        return next(handled, None) if request else None
