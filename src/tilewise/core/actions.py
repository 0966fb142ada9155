"""Actions: the commands of a game. Events record what came of them."""

from tilewise.core.tiles import Table
from tilewise.core.value import Value


class Play(Value, tag="play"):
    """Lay tiles. `table` is the whole table after the turn."""

    seat: int
    table: Table


class Draw(Value, tag="draw"):
    """Take a tile from the pool and end the turn."""

    seat: int


class Pass(Value, tag="pass"):
    """End the turn without a play when the pool is empty."""

    seat: int


class RunOutOfTime(Value, tag="run-out-of-time"):
    """The time of a turn is up, with the table lying as in `draft` at that moment."""

    seat: int
    draft: Table | None = None
    """None if the table was not touched."""


class Concede(Value, tag="concede"):
    """Give up this game; the others go on."""

    seat: int


Action = Play | Draw | Pass | RunOutOfTime | Concede
