"""What comes in from outside besides the asks of people: time, chance, and orders of the server itself."""

from tilewise.core.actions import Action
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.rooms.people import Person


class Inputs(Value):
    """The time and the dice for one decision. Unused chance is thrown away."""

    now: float
    """Seconds since 1970."""
    fresh_secret: str
    """32 random bytes in hexadecimal, in case a game is to be dealt."""
    fresh_room: str
    """An unguessable name, in case a room is to be opened."""
    bots: tuple[str, ...] = ()
    """The bots there are."""


class Deadline(Value, tag="deadline"):
    """The time of the current step is up; the table lies as in `draft`, if it was touched."""

    draft: Table | None = None
    absent: tuple[int, ...] = ()
    """The chairs whose persons are known to have no connection."""


class BotActs(Value, tag="bot-acts"):
    """The bot whose turn it is has thought."""

    action: Action


class GiveTimeBack(Value, tag="give-time-back"):
    """The server was away for so many seconds, until then. It is given back once, however often it is ordered."""

    seconds: float
    until: float


class Close(Value, tag="close"):
    """The server's keeper closes the room, or the server itself when nobody has come for long."""

    is_forsaken: bool = False


class Recognise(Value, tag="recognise"):
    """A guest signed in: what was the guest's is the account's from now on."""

    guest: str
    account: Person


ServerCommand = Deadline | BotActs | GiveTimeBack | Close | Recognise
