"""The other inputs of a decision, besides people's commands: time, randomness, and commands of the server itself."""

from tilewise.core.actions import Action
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.rooms.people import Person


class Inputs(Value):
    """The time and the random values for one decision. Unused values are discarded."""

    now: float
    """Seconds since 1970."""
    fresh_secret: str
    """32 random bytes in hexadecimal, in case a game is dealt."""
    fresh_room: str
    """An unguessable room id, in case a room is opened."""
    bots: tuple[str, ...] = ()
    """The names of the available bots."""
    visitors: frozenset[str] = frozenset()
    """The ids of people who are or were connected to the room, seated or not."""


class Deadline(Value, tag="deadline"):
    """The time for the current phase or turn is up."""

    draft: Table | None = None
    """The table as the player last arranged it; None if it was not touched."""
    absent: tuple[int, ...] = ()
    """The seats whose people are known to be disconnected."""


class BotActs(Value, tag="bot-acts"):
    """The bot to move has chosen its action."""

    action: Action


class GiveTimeBack(Value, tag="give-time-back"):
    """The server was down for `seconds`, until `until`. Repeating the command credits the time only once."""

    seconds: float
    until: float


class Close(Value, tag="close"):
    """Close the room, by order of an administrator or because it has not been used for days."""

    is_forsaken: bool = False


class Recognise(Value, tag="recognise"):
    """A guest signed in: hand the guest's seat to the account."""

    guest: str
    account: Person


ServerCommand = Deadline | BotActs | GiveTimeBack | Close | Recognise
