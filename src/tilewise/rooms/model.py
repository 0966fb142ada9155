"""A room at one moment: chairs, clock and match. Never changed; `evolve` makes the next one."""

from enum import StrEnum

from tilewise.core.deal import Deal
from tilewise.core.events import Result
from tilewise.core.match import Match
from tilewise.core.state import State
from tilewise.core.value import Value
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.events import WhyOver
from tilewise.rooms.people import Chair


class Phase(StrEnum):
    """What a room is doing."""

    GATHERING = "gathering"
    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"


class NextDeal(Value):
    """What the coming game will be dealt from: the secret that was committed to, and what the seats added so far."""

    commitment: str
    secret: str
    contributions: tuple[str | None, ...]


class Answered(Value):
    """An ask that was granted: asking again gives the same answer."""

    by: str
    request: str
    version: int


class Room(Value):
    """The whole truth about a room. Only the service sees it; people get a view."""

    id: str
    config: RoomConfig
    host: str
    chairs: tuple[Chair, ...]
    opened_at: float
    version: int = 1
    game_version: int = 1
    """The version at which the match last moved; who has not seen it may not act."""
    phase: Phase = Phase.GATHERING
    banned: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    """Persons whom the host does not let talk."""
    match: Match | None = None
    deals: tuple[Deal, ...] = ()
    """What the games were dealt from, the one being played included."""
    next_deal: NextDeal | None = None
    since: float = 0.0
    """When the phase, or the turn, began; later by the time the server was away."""
    given_back_until: float = 0.0
    """The end of the last absence of the server whose time was given back here."""
    banks: tuple[float, ...] = ()
    """Seconds that each seat had left in the game when the turn began."""
    answered: tuple[Answered, ...] = ()
    rematch: str | None = None
    why_over: WhyOver | None = None

    @property
    def game(self) -> State | None:
        """The game being played, or the last one."""
        return self.match.game if self.match is not None else None

    @property
    def played(self) -> State:
        """The game that is being played; asking when there is none is a mistake."""
        if self.phase is not Phase.PLAYING or self.game is None:
            msg = f"room {self.id} is {self.phase}: no game is being played"
            raise ValueError(msg)
        return self.game

    @property
    def earlier(self) -> tuple[Result, ...]:
        """The results of the games of the match before this one."""
        return self.match.earlier if self.match is not None else ()

    @property
    def to_move(self) -> int | None:
        """Whose turn it is while a game is being played."""
        return self.played.to_move if self.phase is Phase.PLAYING else None

    @property
    def bot_to_move(self) -> str | None:
        """The bot whose turn it is, if it is a bot's."""
        return None if self.to_move is None else self.chairs[self.to_move].bot

    @property
    def is_left_to_bots(self) -> bool:
        """Whether every person has given up the game that is being played, so that only bots finish it."""
        people = {seat for seat, chair in enumerate(self.chairs) if chair.person is not None}
        return bool(people) and people.isdisjoint(self.played.active)

    @property
    def games_over(self) -> int:
        """How many games of the match are over."""
        return len(self.match.results) if self.match is not None else 0

    def chair_of(self, person: str) -> int | None:
        """The chair of a person; None for who only watches."""
        seats = (seat for seat, chair in enumerate(self.chairs) if chair.person and chair.person.id == person)
        return next(seats, None)

    def answer_to(self, by: str, request: str) -> int | None:
        """The version that an ask led to, if it was granted not long ago."""
        known = (old.version for old in self.answered if old.by == by and old.request == request)
        return next(known, None) if request else None
