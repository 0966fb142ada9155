"""A reading of a meld: the meaning of every tile in it."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from tilewise.core.tiles import DOUBLE, MIRROR, Colour, Meld, Tile
from tilewise.core.value import Value

Side = tuple[Tile, ...]
"""The places of a meld, or of one side of a mirror from the outside inwards; a double joker fills two places."""


_PLACES = {DOUBLE: 2, MIRROR: 0}


class Kind(StrEnum):
    """R-SET-01: the two kinds of meld."""

    GROUP = "group"
    RUN = "run"


class Slot(Value):
    """A place in a meld: its number, and the colours it can have; a colour-change joker has none of its own."""

    number: int
    colours: frozenset[Colour]

    def agrees_with(self, other: "Slot") -> bool:
        """Whether both can be the same tile."""
        return self.number == other.number and (bool(self.colours & other.colours) or self.colours == other.colours)


class Reading(Value):
    """One way to read a meld."""

    kind: Kind
    roles: tuple[tuple[Slot, ...], ...]
    """The slots that each tile fills: one, two for a double joker, none for a mirror."""

    @property
    def value(self) -> int:
        """The sum of all numbers; R-TW-16, TA-02: a mirror stands for none and adds nothing."""
        return sum(slot.number for role in self.roles for slot in role)


def places(tile: Tile) -> int:
    """R-TW-05: return the number of places a tile fills: two for a double joker, none for a mirror, otherwise one."""
    return _PLACES.get(tile, 1)


def expand(meld: Meld, slots: Sequence[Sequence[Slot]]) -> tuple[tuple[Slot, ...], ...]:
    """Assign the slots of each side to the tiles that fill them; the right side of a mirror reads backwards."""
    row = [*slots[0], *(slot for side in slots[1:] for slot in reversed(side))]
    return tuple(_dealt(meld, iter(row)))


def _dealt(meld: Meld, row: Iterator[Slot]) -> Iterator[tuple[Slot, ...]]:
    for tile in meld:
        role = tuple(next(row) for _ in range(places(tile)))
        yield tuple(sorted(role, key=lambda slot: slot.number))
