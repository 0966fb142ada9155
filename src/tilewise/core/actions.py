"""Actions: the commands of a game. Events record what came of them."""

from typing import TYPE_CHECKING

from msgspec.structs import force_setattr

from tilewise.core import notation
from tilewise.core.errors import unexpected
from tilewise.core.tiles import Table, is_table_of_tiles
from tilewise.core.value import Value


class Play(Value, tag="play"):
    """Lay tiles. `table` is the whole table after the turn, as a value or as text."""

    seat: int
    table: Table

    if TYPE_CHECKING:

        def __init__(self, seat: int, table: Table | str) -> None: ...

    def __post_init__(self) -> None:
        force_setattr(self, "table", _as_table(self.table))

    def __repr__(self) -> str:
        return f"Play({self.seat}, {notation.print_table(self.table)!r})"


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

    if TYPE_CHECKING:

        def __init__(self, seat: int, draft: Table | str | None = None) -> None: ...

    def __post_init__(self) -> None:
        if self.draft is not None:
            force_setattr(self, "draft", _as_table(self.draft, empty_rows=True))


class Concede(Value, tag="concede"):
    """Give up this game. The other players continue."""

    seat: int


Action = Play | Draw | Pass | RunOutOfTime | Concede
AN_ACTION = "an action, such as Draw(0) or Play(0, '[r3 r4 r5]'),"


def _as_table(given: object, *, empty_rows: bool = False) -> Table:
    """Return a table that was given as a value or as text."""
    if isinstance(given, str):
        return notation.table(given, empty_rows=empty_rows)
    if is_table_of_tiles(given):
        return given
    raise unexpected(given, "a table, such as '[r3 r4 r5] [k9 y9 J]',")
