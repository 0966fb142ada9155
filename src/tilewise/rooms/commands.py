"""The commands a person can send to a room. The sender is known from the connection, not from the command.

The turn commands have the tags and fields of the core's actions, without the seat: a client cannot act for another
seat. A test compares the two. See docs/decisions/0011.
"""

from typing import Annotated

from msgspec import Meta

from tilewise.core import actions
from tilewise.core.deal import LONGEST_CONTRIBUTION
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.solver.hints import HintLevel

SeatNumber = Annotated[int, Meta(ge=0, le=5)]


class Sit(Value, tag="sit"):
    """Take a seat: the given one, or the first free one."""

    chair: SeatNumber | None = None
    is_ready: bool = False
    """Whether to be ready at once."""


class Stand(Value, tag="stand"):
    """Give up the seat before the match begins."""


class AddBot(Value, tag="add-bot"):
    """Host only: put a bot on a free seat."""

    bot: Annotated[str, Meta(max_length=40)]
    chair: SeatNumber | None = None


class Kick(Value, tag="kick"):
    """Host only: free a seat before the match begins, and optionally ban the person."""

    chair: SeatNumber
    ban: bool = False


class AllowHints(Value, tag="allow-hints"):
    """Host only: set the strongest hint allowed; null forbids hints. Rated matches have none."""

    level: HintLevel | None
    wins: bool = False
    """Whether hints may also say what wins."""
    live_curve: bool = False
    """Whether spectators, and players who have given up, may see the win chances of the running game."""


class Ready(Value, tag="ready"):
    """Declare oneself ready, or not. The match begins when every seat is taken and ready."""

    is_ready: bool = True


class Begin(Value, tag="begin"):
    """Host only: begin with the players present. Free seats are removed."""


class Commit(Value, tag="commit"):
    """Commit to a contribution to the next deal, by its SHA-256. The sender is then ready for the game."""

    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Contribute(Value, tag="contribute"):
    """Reveal the contribution. Without `commit` first, the server keeps the text until all seats have committed."""

    text: Annotated[str, Meta(max_length=LONGEST_CONTRIBUTION)] = ""


class Play(Value, tag="play"):
    """Lay tiles. `table` is the whole table after the turn."""

    table: Table


class Draw(Value, tag="draw"):
    """Draw a tile from the pool and end the turn."""


class Pass(Value, tag="pass"):
    """End the turn without a play when the pool is empty."""


class Concede(Value, tag="concede"):
    """Give up this game. The other players continue."""


class Leave(Value, tag="leave"):
    """Leave a running match. A bot stands in."""


class Return(Value, tag="return"):
    """Take over from the stand-in bot."""


class CallStandIn(Value, tag="call-stand-in"):
    """In a match without a clock, let a bot play for a person who has kept the others waiting for too long."""

    chair: SeatNumber


class Mute(Value, tag="mute"):
    """Host only: mute or unmute a person in the chat, spectators included."""

    person: Annotated[str, Meta(max_length=64)]
    """The public id of the person."""
    is_muted: bool = True


class Rematch(Value, tag="rematch"):
    """Play again with the same people and rules. The rematch begins when everyone has asked for it."""


Turn = Play | Draw | Pass | Concede
BeforeMatch = Sit | Stand | AddBot | Kick | AllowHints | Ready | Begin
DuringMatch = Commit | Contribute | Turn | Leave | Return | CallStandIn
Command = BeforeMatch | DuringMatch | Mute | Rematch


def action_of(turn: Turn, seat: int) -> actions.Action:
    """Return the game action that a turn command means when it comes from this seat."""
    match turn:
        case Play():
            return actions.Play(seat, turn.table)
        case Draw():
            return actions.Draw(seat)
        case Pass():
            return actions.Pass(seat)
        case Concede():
            return actions.Concede(seat)
