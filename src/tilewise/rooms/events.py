"""The events of a room, together with the core's events of its games.

Class tags and field names are stored in logs: never rename them.
"""

from enum import StrEnum

from tilewise.core.actions import Action
from tilewise.core.events import Event
from tilewise.core.record import GameRecord
from tilewise.core.value import Value
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.people import Person
from tilewise.solver.hints import HintLevel


class WhyAway(StrEnum):
    """Why a bot stands in."""

    LEFT = "left"
    LATE = "late"
    CALLED = "called"


class WhyOver(StrEnum):
    """Why a room is over."""

    FINISHED = "finished"
    ABANDONED = "abandoned"
    CLOSED = "closed"


class Opened(Value, tag="opened"):
    """A room was opened."""

    room: str
    config: RoomConfig
    host: Person


class SatDown(Value, tag="sat-down"):
    """A person took a seat."""

    chair: int
    person: Person
    name: str


class BotSatDown(Value, tag="bot-sat-down"):
    """A bot took a seat."""

    chair: int
    bot: str
    name: str


class StoodUp(Value, tag="stood-up"):
    """A seat became free."""

    chair: int
    is_banned: bool = False
    is_sent_away: bool = False
    """Whether the host kicked the occupant."""


class HostChanged(Value, tag="host-changed"):
    """The room has a new host."""

    person: str


class HintsAllowed(Value, tag="hints-allowed"):
    """The host changed the strongest hint allowed; null means none."""

    level: HintLevel | None
    wins: bool = False
    """Whether hints may also say what wins."""


class LiveCurveAllowed(Value, tag="live-curve-allowed"):
    """The host changed whether spectators, and players who have given up, may see win chances."""

    is_allowed: bool


class SaidReady(Value, tag="said-ready"):
    """A player is ready, or no longer ready."""

    chair: int
    is_ready: bool


class MatchBegan(Value, tag="match-began"):
    """The match began, with the players in this order. Free seats were removed."""

    names: tuple[str, ...]


class Committed(Value, tag="committed"):
    """The server committed itself to a secret for the next game. Clients receive only the commitment."""

    game: int
    commitment: str
    secret: str | None


class SeatCommitted(Value, tag="seat-committed"):
    """A player committed to a contribution. Clients receive only the hash."""

    seat: int
    hash: str
    text: str | None = None
    """The contribution, if the player entrusted it to the server."""


class CommitmentsClosed(Value, tag="commitments-closed"):
    """Every contribution to the next deal is fixed. The players now reveal them."""


class Contributed(Value, tag="contributed"):
    """A player revealed a contribution to the next deal."""

    seat: int
    text: str


class PlayedOn(Value, tag="played-on"):
    """The match continues another one, whose games are given; the last of them is unfinished."""

    games: tuple[GameRecord, ...]


class Acted(Value, tag="acted"):
    """A player or the clock took this action. The events that follow are its result."""

    action: Action


class Revealed(Value, tag="revealed"):
    """The secret of a finished game was revealed, so that anyone can check the deal."""

    game: int
    secret: str


class StoodIn(Value, tag="stood-in"):
    """A bot now plays for an absent person."""

    seat: int
    bot: str
    why: WhyAway


class CameBack(Value, tag="came-back"):
    """A person took over from the stand-in bot."""

    seat: int


class Muted(Value, tag="muted"):
    """The host muted or unmuted a person."""

    person: str
    is_muted: bool


class Recognised(Value, tag="recognised"):
    """A guest signed in: the seat now belongs to the account."""

    chair: int
    person: Person


class TimeGivenBack(Value, tag="time-given-back"):
    """The server was down for `seconds`; the clocks were moved forward by that time."""

    seconds: float
    until: float = 0.0
    """When the server was back; 0 in logs of early versions."""


class RematchOpened(Value, tag="rematch-opened"):
    """A rematch was opened in another room."""

    room: str


class Ended(Value, tag="ended"):
    """The room is over. Only a rematch can follow."""

    why: WhyOver


RoomEvent = (
    Opened
    | SatDown
    | BotSatDown
    | StoodUp
    | HostChanged
    | HintsAllowed
    | LiveCurveAllowed
    | SaidReady
    | MatchBegan
    | Committed
    | SeatCommitted
    | CommitmentsClosed
    | Contributed
    | PlayedOn
    | Acted
    | Revealed
    | StoodIn
    | CameBack
    | Muted
    | Recognised
    | TimeGivenBack
    | RematchOpened
    | Ended
    | Event
)


class Entry(Value):
    """One entry of a room's log: the events of one command. Versions count the entries, from 1."""

    version: int
    at: float
    """The time in seconds since 1970."""
    events: tuple[RoomEvent, ...]
    by: str = ""
    """The id of the person who sent the command; empty for commands of the server."""
    request: str = ""
    """The client's id for the command, so that sending it twice has no further effect."""
    digest: str = ""
    """A digest of the command, so that its id cannot stand for another one; empty in logs of early versions."""
