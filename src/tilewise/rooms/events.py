"""What happens in a room: its own events, and those of the game as the core tells them."""

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
    """Why a room is closed."""

    FINISHED = "finished"
    ABANDONED = "abandoned"
    CLOSED = "closed"


class Opened(Value, tag="opened"):
    """A room was opened; its host has the first chair."""

    room: str
    config: RoomConfig
    host: Person


class SatDown(Value, tag="sat-down"):
    """Somebody took a chair."""

    chair: int
    person: Person
    name: str


class BotSatDown(Value, tag="bot-sat-down"):
    """A bot took a chair."""

    chair: int
    bot: str
    name: str


class StoodUp(Value, tag="stood-up"):
    """A chair became free."""

    chair: int
    is_banned: bool = False
    is_sent_away: bool = False
    """Whether the host freed the chair."""


class HostChanged(Value, tag="host-changed"):
    """Somebody else looks after the room now."""

    person: str


class HintsAllowed(Value, tag="hints-allowed"):
    """The host changed how much the solver may tell; null means nothing."""

    level: HintLevel | None


class SaidReady(Value, tag="said-ready"):
    """Somebody is ready, or no longer."""

    chair: int
    is_ready: bool


class MatchBegan(Value, tag="match-began"):
    """The chairs that were taken are now the seats of a match, in this order."""

    names: tuple[str, ...]


class Committed(Value, tag="committed"):
    """The server bound itself to a secret for the next game. Others learn only the commitment."""

    game: int
    commitment: str
    secret: str | None


class Contributed(Value, tag="contributed"):
    """A seat added to the deal."""

    seat: int
    text: str


class PlayedOn(Value, tag="played-on"):
    """The match goes on from a position of another: these games came before, the last of them unfinished."""

    games: tuple[GameRecord, ...]


class Acted(Value, tag="acted"):
    """A seat, or the clock, asked this of the rules; what came of it follows."""

    action: Action


class Revealed(Value, tag="revealed"):
    """The game is over and its secret is shown: everybody can check the deal."""

    game: int
    secret: str


class StoodIn(Value, tag="stood-in"):
    """A bot plays for somebody who is away."""

    seat: int
    bot: str
    why: WhyAway


class CameBack(Value, tag="came-back"):
    """Somebody plays again, and the bot is gone."""

    seat: int


class Muted(Value, tag="muted"):
    """The host lets somebody talk no more, or again."""

    person: str
    is_muted: bool


class Recognised(Value, tag="recognised"):
    """Who sits here as a guest turned out to have an account: the chair belongs to the account now."""

    chair: int
    person: Person


class TimeGivenBack(Value, tag="time-given-back"):
    """The server was away for so long; no clock ran meanwhile."""

    seconds: float
    until: float = 0.0
    """When it was there again; logs of earlier versions do not tell."""


class RematchOpened(Value, tag="rematch-opened"):
    """It goes on in another room."""

    room: str


class Ended(Value, tag="ended"):
    """The room is closed; nothing happens here any more but a rematch."""

    why: WhyOver


RoomEvent = (
    Opened
    | SatDown
    | BotSatDown
    | StoodUp
    | HostChanged
    | HintsAllowed
    | SaidReady
    | MatchBegan
    | Committed
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
    """One line of a room's log: what one ask led to. The version is the number of the line, from 1."""

    version: int
    at: float
    """When, in seconds since 1970."""
    events: tuple[RoomEvent, ...]
    by: str = ""
    """The person who asked; nobody when it was the clock."""
    request: str = ""
    """The asker's own name for the ask, so that sending it twice does it once."""
