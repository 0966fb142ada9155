"""The messages of a room's WebSocket, in both directions: JSON objects with a `type`. See docs/protocol.md."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.rooms.commands import Command
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import Reason
from tilewise.rooms.view import PublicEvent, RoomView

PROTOCOL = 1
"""The newest protocol version. It grows with every change that clients must follow."""
PROTOCOLS = (1,)
"""All supported protocol versions."""
LARGEST_FRAME = 32 * 1024
LONGEST_CHAT = 280

RequestId = Annotated[str, Meta(min_length=1, max_length=64)]
RoomVersion = Annotated[int, Meta(ge=0)]


class Emote(StrEnum):
    """A chat message that is sent with one tap."""

    HELLO = "hello"
    WELL_PLAYED = "well-played"
    THANKS = "thanks"
    OOPS = "oops"
    WOW = "wow"
    HURRY = "hurry"
    SORRY = "sorry"
    GOODBYE = "goodbye"


# ── from the client ──────────────────────────────────────────────────────────────────────────────


class Hello(Value, tag="hello"):
    """The first message of a connection: the protocol versions the client supports."""

    protocols: Annotated[tuple[int, ...], Meta(max_length=16)]
    seat: Annotated[str, Meta(max_length=1000)] | None = None
    """A seat token, to continue playing on another device; see `POST /api/rooms/{room}/seat-token`."""


class Do(Value, tag="do"):
    """Send a command to the room. The answer is `done` or `refused`, with the same id."""

    id: RequestId
    """An id chosen by the client. A repeated command runs only once; another command with the same id is refused."""
    ask: Command
    """The command."""
    seen: RoomVersion | None = None
    """The version of the last update received. A turn based on an older position is refused as out of date."""


class Draft(Value, tag="draft"):
    """The sender's unfinished move: the table as it lies now. It is shown to the others."""

    table: Table


class Say(Value, tag="say"):
    """Send a chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class SendEmote(Value, tag="emote"):
    """Send an emote to the chat."""

    emote: Emote


class Ping(Value, tag="ping"):
    """Check the connection and ask for the server's time."""

    id: RequestId


FromClient = Hello | Do | Draft | Say | SendEmote | Ping

# ── from the server ──────────────────────────────────────────────────────────────────────────────


class Welcome(Value, tag="welcome"):
    """The answer to `hello`. An `update` with the whole view follows."""

    protocol: int
    """The newest version that both sides support."""
    you: Person
    now: float
    """The server's time in seconds since 1970. All times refer to this clock."""
    heartbeat: float = 5.0
    """Seconds between two pings of the client. After three intervals without a message the connection is dead."""


class Update(Value, tag="update"):
    """The room changed. Show the view; the events are for animation and may be missing."""

    now: float
    events: tuple[PublicEvent, ...]
    view: RoomView


class Done(Value, tag="done"):
    """The command succeeded and its result is stored."""

    id: str
    version: int


class Refused(Value, tag="refused"):
    """The command was rejected, and nothing has changed."""

    id: str | None
    """The id of the command; null if the message could not be decoded."""
    reason: Reason
    violations: tuple[Violation, ...] = ()
    """Every broken rule, if the reason is `rules-broken`."""
    detail: str = ""
    """For developers: why the message could not be decoded."""
    view: RoomView | None = None
    """The current view, if the reason is `out-of-date`."""


class DraftShown(Value, tag="draft-shown"):
    """Another player's unfinished move."""

    seat: int
    table: Table


class Said(Value, tag="said"):
    """A chat message. The seat is null for a spectator."""

    seat: int | None
    name: str
    person: str
    """The public id of the sender."""
    text: str = ""
    emote: Emote | None = None
    at: float = 0.0
    """The server's time."""


class Happened(Value):
    """The events of one command, or of the clock."""

    at: float
    """The server's time."""
    events: tuple[PublicEvent, ...]


class Recent(Value, tag="recent"):
    """The latest events and chat messages, oldest first. Sent once, after the first `update` of a connection."""

    log: tuple[Happened, ...]
    said: tuple[Said, ...]


class Presence(Value, tag="presence"):
    """Who is connected: one entry for each seat, and the number of spectators."""

    chairs: tuple[bool, ...]
    watching: int


class Pong(Value, tag="pong"):
    """The answer to `ping`."""

    id: str
    now: float


class WhyGoodbye(StrEnum):
    """Why the server closes the connection."""

    NO_COMMON_PROTOCOL = "no-common-protocol"
    RESTARTING = "restarting"
    TOO_MANY_MISTAKES = "too-many-mistakes"
    TROUBLE = "trouble"
    SIGNED_OUT = "signed-out"
    NOT_FOR_YOU = "not-for-you"


class Goodbye(Value, tag="goodbye"):
    """The server closes the connection."""

    why: WhyGoodbye
    come_back: bool
    """Whether the client should reconnect."""


FromServer = Welcome | Update | Done | Refused | DraftShown | Said | Recent | Presence | Pong | Goodbye

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromClient).decode
decode_answer = msgspec.json.Decoder(FromServer).decode


def common_protocol(offered: tuple[int, ...]) -> int | None:
    """Return the newest protocol version that both sides support, or None."""
    return max(set(offered) & set(PROTOCOLS), default=None)
