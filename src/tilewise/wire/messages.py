"""The messages of a room's socket, both ways. JSON objects, told apart by `type`; see docs/protocol.md."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.rooms.commands import Ask
from tilewise.rooms.people import Person
from tilewise.rooms.rejections import Reason
from tilewise.rooms.view import RoomView, Told

PROTOCOL = 1
"""The newest version of the protocol that we speak; grows when a client would have to change."""
PROTOCOLS = (1,)
"""Every version that we speak."""
LARGEST_FRAME = 32 * 1024
LONGEST_CHAT = 280

RequestId = Annotated[str, Meta(min_length=1, max_length=64)]
RoomVersion = Annotated[int, Meta(ge=0)]


class Emote(StrEnum):
    """What can be said with one tap."""

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
    """The first message: which versions of the protocol the client speaks."""

    protocols: Annotated[tuple[int, ...], Meta(max_length=16)]
    seat: Annotated[str, Meta(max_length=1000)] | None = None
    """A seat token, to go on playing on another device; see `POST /api/rooms/{room}/seat-token`."""


class Do(Value, tag="do"):
    """Ask the room for something. The answer is `done` or `refused`, with the same id."""

    id: RequestId
    """The client's own name for the ask. Sent again after a lost connection, it is done once."""
    ask: Ask
    seen: RoomVersion | None = None
    """The version of the last update; a turn asked for in an older position is refused as out of date."""


class Draft(Value, tag="draft"):
    """My move in the making: the table as it lies now, with the tiles that I laid. Shown to the others."""

    table: Table


class Say(Value, tag="say"):
    """Chat."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class SendEmote(Value, tag="emote"):
    """Chat, with one tap."""

    emote: Emote


class Ping(Value, tag="ping"):
    """Ask for a sign of life, and the time."""

    id: RequestId


FromClient = Hello | Do | Draft | Say | SendEmote | Ping

# ── from the server ──────────────────────────────────────────────────────────────────────────────


class Welcome(Value, tag="welcome"):
    """The answer to `hello`; an `update` with the whole view follows."""

    protocol: int
    """The newest version that both speak."""
    you: Person
    now: float
    """The server's time, in seconds since 1970. All times are given by this clock."""
    heartbeat: float = 5.0
    """How many seconds a client waits between two pings; after three of these without a word the line is dead."""


class Update(Value, tag="update"):
    """Something happened. The view is the truth; the events are what to animate, and may be missing."""

    now: float
    events: tuple[Told, ...]
    view: RoomView


class Done(Value, tag="done"):
    """The ask was granted and is kept; nothing can undo it."""

    id: str
    version: int


class Refused(Value, tag="refused"):
    """The ask was not granted, and nothing has changed."""

    id: str | None
    """The ask; null when the message could not be read that far."""
    reason: Reason
    violations: tuple[Violation, ...] = ()
    """Every rule that was broken, when the reason is `rules-broken`."""
    detail: str = ""
    """For programmers: what could not be understood."""
    view: RoomView | None = None
    """How things are now, when the reason is `out-of-date`."""


class DraftShown(Value, tag="draft-shown"):
    """Somebody's move in the making."""

    seat: int
    table: Table


class Said(Value, tag="said"):
    """Somebody said something; the seat is null for a spectator."""

    seat: int | None
    name: str
    person: str
    """The public id of who said it."""
    text: str = ""
    emote: Emote | None = None
    at: float = 0.0
    """When, by the server's clock."""


class Happened(Value):
    """What one ask, or the clock, led to."""

    at: float
    """When, by the server's clock."""
    events: tuple[Told, ...]


class Recent(Value, tag="recent"):
    """The latest events and words, oldest first. Sent once, after the first `update` of a connection."""

    log: tuple[Happened, ...]
    said: tuple[Said, ...]


class Presence(Value, tag="presence"):
    """Who is connected: one entry for each chair, and how many watch."""

    chairs: tuple[bool, ...]
    watching: int


class Pong(Value, tag="pong"):
    """The answer to `ping`."""

    id: str
    now: float


class WhyGoodbye(StrEnum):
    """Why the server hangs up."""

    NO_COMMON_PROTOCOL = "no-common-protocol"
    RESTARTING = "restarting"
    TOO_MANY_MISTAKES = "too-many-mistakes"
    TROUBLE = "trouble"
    SIGNED_OUT = "signed-out"
    NOT_FOR_YOU = "not-for-you"


class Goodbye(Value, tag="goodbye"):
    """The server hangs up."""

    why: WhyGoodbye
    come_back: bool
    """Whether connecting again makes sense."""


FromServer = Welcome | Update | Done | Refused | DraftShown | Said | Recent | Presence | Pong | Goodbye

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromClient).decode
decode_answer = msgspec.json.Decoder(FromServer).decode


def common_protocol(offered: tuple[int, ...]) -> int | None:
    """The newest version of the protocol that both sides speak."""
    return max(set(offered) & set(PROTOCOLS), default=None)
