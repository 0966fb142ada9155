"""Tiles: thirteen numbers in four colours, and the jokers."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from operator import attrgetter

LOWEST, HIGHEST = 1, 13


class Colour(StrEnum):
    """R-CONT-04: red, blue, black and a fourth colour, called yellow or orange by the edition."""

    RED = "r"
    BLUE = "b"
    YELLOW = "y"
    BLACK = "k"

    __hash__ = str.__hash__  # Enum's own hash is Python code, and colours are hashed all the time


class Tile(StrEnum):
    """A tile, written as in the notation: `r7` is red seven, `J` the classic joker.

    Alike tiles are equal: there are no serial numbers, so count tiles, never look one up with `in`.
    Members are made by a loop: `Tile("r7")`.
    """

    _ignore_ = ["_colour", "_number", "_code"]  # noqa: RUF012  # read by Enum itself

    for _colour in "rbyk":
        for _number in range(LOWEST, HIGHEST + 1):
            vars()[f"{_colour}{_number}"] = f"{_colour}{_number}"
    for _code in "JDCM":
        vars()[_code] = _code

    __hash__ = str.__hash__

    number: int
    """The printed number; 0 for a joker."""

    colour: Colour | None
    """The printed colour; R-CONT-05: a joker has none that means anything."""

    is_joker: bool

    order: int
    """The place of this tile in the box when it is sorted: by colour, then number, jokers last."""

    def __init__(self, code: str) -> None:
        self.is_joker = code in "JDCM"
        self.number = 0 if self.is_joker else int(code[1:])
        self.colour = None if self.is_joker else Colour(code[0])
        self.order = 52 + "JDCM".index(code) if self.is_joker else "rbyk".index(code[0]) * 13 + self.number - 1


CLASSIC = Tile("J")
DOUBLE = Tile("D")
COLOUR_CHANGE = Tile("C")
MIRROR = Tile("M")

NUMBER_TILES = tuple(tile for tile in Tile if not tile.is_joker)
JOKERS = (CLASSIC, DOUBLE, COLOUR_CHANGE, MIRROR)

Meld = tuple[Tile, ...]
"""Tiles in a row, left to right; whether they make a group or a run is for the rules to say."""

Table = tuple[Meld, ...]
"""All that lies on the table."""


_ORDER = attrgetter("order")


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The same tiles, sorted as a box is sorted: by colour, then number, jokers last."""
    return tuple(sorted(tiles, key=_ORDER))


def tiles_of(table: Table) -> Counter[Tile]:
    """How many of each tile lie on a table."""
    return Counter(chain.from_iterable(table))


def number_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Those of the tiles that are no jokers."""
    return tuple([tile for tile in tiles if not tile.is_joker])
