"""Actions: the commands of a game. Events record what came of them."""

from typing import TYPE_CHECKING

from msgspec.structs import force_setattr

from tilewise.core import notation
from tilewise.core.errors import expect
from tilewise.core.tiles import Table
from tilewise.core.value import Value


class Play(Value, tag="play"):
    """Lay tiles. `table` is the whole table after the turn, as a value or as text."""

    seat: int
    table: Table

    if TYPE_CHECKING:

        def __init__(self, seat: int, table: Table | str) -> None: ...

    def __post_init__(self) -> None:
        given: object = self.table
        if isinstance(given, str):
            force_setattr(self, "table", notation.table(given))
            return
        expect(given, tuple, "a table, such as '[r3 r4 r5] [k9 y9 J]',")


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
