"""A scene: the parts of a drawing, before they become SVG or text."""

from typing import NamedTuple, Protocol

from tilewise.core.errors import unexpected
from tilewise.core.tiles import Meld, Table, Tile, is_meld_of_tiles, is_table_of_tiles


class RackLine(NamedTuple):
    """A rack with its label; `tiles` is None if the rack is hidden."""

    label: str
    tiles: tuple[Tile, ...] | None
    is_to_move: bool = False


class Scene(NamedTuple):
    """A title, the melds on the table, and the racks below it."""

    title: str
    table: Table
    racks: tuple[RackLine, ...]


class Seat(Protocol):
    """What the label of a seat tells: a `Player` or a `SeatView`."""

    @property
    def has_melded(self) -> bool:
        """Whether the seat has made its initial meld."""

    @property
    def has_conceded(self) -> bool:
        """Whether the seat has given up the game."""


def seat_label(number: int, seat: Seat, *notes: str) -> str:
    """Return the label of a rack, such as `seat 1, 12 tiles, not opened`."""
    standing = ("conceded",) if seat.has_conceded else () if seat.has_melded else ("not opened",)
    return ", ".join((f"seat {number}", *notes, *standing))


def scene_of_tiles(tiles: Table | Meld) -> Scene:
    """Return the scene of a table, or of a rack."""
    if not (is_meld_of_tiles(tiles) or is_table_of_tiles(tiles)):
        raise unexpected(tiles, "a table or a rack")
    melds = tuple(each for each in tiles if not isinstance(each, Tile))
    rack = tuple(each for each in tiles if isinstance(each, Tile))
    return Scene("", melds, (RackLine("", rack),) if rack else ())
