"""Reasons for rejecting a command, other than broken rules of the game, which are the core's violations."""

from enum import StrEnum

from tilewise.core.errors import TilewiseError
from tilewise.rooms.model import Room


class Reason(StrEnum):
    """The reason for a rejection."""

    NOT_SEATED = "not-seated"
    NOT_THE_HOST = "not-the-host"
    NO_SUCH_CHAIR = "no-such-chair"
    CHAIR_IS_TAKEN = "chair-is-taken"
    ROOM_IS_FULL = "room-is-full"
    ALREADY_SEATED = "already-seated"
    BANNED = "banned"
    UNKNOWN_BOT = "unknown-bot"
    NOT_WHILE_GATHERING = "not-while-gathering"
    NOT_WHILE_DEALING = "not-while-dealing"
    NOT_WHILE_PLAYING = "not-while-playing"
    MATCH_IS_OVER = "match-is-over"
    NOT_ALL_READY = "not-all-ready"
    TOO_FEW_PLAYERS = "too-few-players"
    TEXT_TOO_LONG = "text-too-long"
    ALREADY_CONTRIBUTED = "already-contributed"
    NOT_AS_COMMITTED = "not-as-committed"
    AWAY = "away"
    NOT_AWAY = "not-away"
    TOO_EARLY = "too-early"
    TOO_LATE = "too-late"
    NOT_A_DRAFT = "not-a-draft"
    RATED = "rated"
    UNKNOWN_PERSON = "unknown-person"
    REQUEST_ID_USED = "request-id-used"

    # raised by the connection, not by the room
    RULES_BROKEN = "rules-broken"
    OUT_OF_DATE = "out-of-date"
    NOT_UNDERSTOOD = "not-understood"
    TOO_FAST = "too-fast"
    MUTED = "muted"


class DeclinedError(TilewiseError):
    """The room rejects a command; its state is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class StaleError(TilewiseError):
    """The sender had not seen the latest move. `room` is the current state."""

    def __init__(self, room: Room, seen: int) -> None:
        super().__init__(f"room {room.id} moved on at version {room.game_version}; the sender saw version {seen}")
        self.room = room
