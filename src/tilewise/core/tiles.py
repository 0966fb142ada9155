"""Tiles: thirteen numbers in four colours, and the jokers."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from operator import attrgetter
from typing import TypeGuard

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

    Tiles have no serial numbers: two red sevens are equal. So count tiles, and never look one up with `in`.
    A loop makes the members: `Tile("r7")`.
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
    """The printed colour; None for a joker (R-CONT-05)."""

    is_joker: bool

    order: int
    """The place in a sorted box: by colour, then number, jokers last."""

    def __init__(self, code: str) -> None:
        self.is_joker = code in "JDCM"
        self.number = 0 if self.is_joker else int(code[1:])
        self.colour = None if self.is_joker else Colour(code[0])
        self.order = 52 + "JDCM".index(code) if self.is_joker else "rbyk".index(code[0]) * 13 + self.number - 1

    def __repr__(self) -> str:
        return self.value


CLASSIC = Tile("J")
DOUBLE = Tile("D")
COLOUR_CHANGE = Tile("C")
MIRROR = Tile("M")

NUMBER_TILES = tuple(tile for tile in Tile if not tile.is_joker)
JOKERS = (CLASSIC, DOUBLE, COLOUR_CHANGE, MIRROR)

Meld = tuple[Tile, ...]
"""Tiles in a row, left to right; the rules decide whether they are a group or a run."""

Table = tuple[Meld, ...]
"""All melds on the table."""


_ORDER = attrgetter("order")


def is_meld_of_tiles(value: object) -> TypeGuard[Meld]:
    """Whether a value is a tuple of tiles, as far as its types tell."""
    return isinstance(value, tuple) and {Tile}.issuperset(map(type, value))


def is_table_of_tiles(value: object) -> TypeGuard[Table]:
    """Whether a value is a tuple of tuples of tiles. No rule is checked."""
    return (
        isinstance(value, tuple)
        and {tuple}.issuperset(map(type, value))
        and {Tile}.issuperset(map(type, chain.from_iterable(value)))
    )


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles sorted by colour, then number, jokers last."""
    return tuple(sorted(tiles, key=_ORDER))


def tiles_of(table: Table) -> Counter[Tile]:
    """Return the count of each tile on a table."""
    return Counter(chain.from_iterable(table))


def number_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles that are not jokers."""
    return tuple([tile for tile in tiles if not tile.is_joker])
