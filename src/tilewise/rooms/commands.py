"""What somebody in a room can ask for. Who asks comes from the connection, never from the ask itself."""

from typing import Annotated

from msgspec import Meta

from tilewise.core import actions
from tilewise.core.deal import LONGEST_CONTRIBUTION
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.solver.hints import HintLevel

ChairNumber = Annotated[int, Meta(ge=0, le=5)]


class Sit(Value, tag="sit"):
    """Take a chair, or the first that is free."""

    chair: ChairNumber | None = None
    is_ready: bool = False
    """Whether to say at once: ready."""


class Stand(Value, tag="stand"):
    """Give the chair back before the match begins."""


class AddBot(Value, tag="add-bot"):
    """The host puts a bot on a free chair."""

    bot: Annotated[str, Meta(max_length=40)]
    chair: ChairNumber | None = None


class Kick(Value, tag="kick"):
    """The host frees a chair before the match begins, and may keep the person out."""

    chair: ChairNumber
    ban: bool = False


class AllowHints(Value, tag="allow-hints"):
    """The host decides how much the solver may tell at this table; null means nothing. Not at a rated table."""

    level: HintLevel | None


class Ready(Value, tag="ready"):
    """Ready to begin, or not; when all chairs are taken and all are ready the match begins."""

    is_ready: bool = True


class Begin(Value, tag="begin"):
    """The host begins with those who are there; free chairs are put away."""


class Contribute(Value, tag="contribute"):
    """Add to the deal: any text, best a random one. It also says: ready for this game."""

    text: Annotated[str, Meta(max_length=LONGEST_CONTRIBUTION)] = ""


class Play(Value, tag="play"):
    """Lay tiles: the whole table as it shall lie after the turn."""

    table: Table


class Draw(Value, tag="draw"):
    """Take a tile from the pool and end the turn."""


class Pass(Value, tag="pass"):
    """End the turn without a play when the pool is empty."""


class Concede(Value, tag="concede"):
    """Give up this game; the others go on."""


class Leave(Value, tag="leave"):
    """Go away in the middle of a match: a bot stands in."""


class Return(Value, tag="return"):
    """Come back and play on oneself."""


class CallStandIn(Value, tag="call-stand-in"):
    """Let a bot play for somebody who has kept the others waiting for long at a table without a clock."""

    chair: ChairNumber


class Mute(Value, tag="mute"):
    """The host lets somebody talk no more, or again; who only watches can be muted too."""

    person: Annotated[str, Meta(max_length=64)]
    """The public id of the person."""
    is_muted: bool = True


class Rematch(Value, tag="rematch"):
    """Once more, with the same people, under the same rules; who asks is ready, and it begins when all have asked."""


Turn = Play | Draw | Pass | Concede
Before = Sit | Stand | AddBot | Kick | AllowHints | Ready | Begin
During = Contribute | Turn | Leave | Return | CallStandIn
Anytime = Mute | Rematch
Ask = Before | During | Anytime


def action_of(ask: Turn, seat: int) -> actions.Action:
    """What an ask means to the rules when it comes from this seat."""
    match ask:
        case Play():
            return actions.Play(seat, ask.table)
        case Draw():
            return actions.Draw(seat)
        case Pass():
            return actions.Pass(seat)
        case Concede():
            return actions.Concede(seat)
