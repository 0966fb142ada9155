"""The steps of a turn. `replay` defines what each one does.

Melds have numbers. The melds at the beginning of the turn are numbered from 0, in the order of the table. A meld that
a step makes gets the next number; numbers are not reused. `row` is the meld just before the step, so that a step can
be displayed by itself.
"""

from tilewise.core.rules.reading import Slot
from tilewise.core.tiles import Meld, Tile
from tilewise.core.value import Value

Places = tuple[int, ...]
"""Indexes of tiles in a row, ascending."""


class Take(Value, tag="take"):
    """Take number tiles from a meld into the hand; the other tiles close up."""

    meld: int
    row: Meld
    places: Places


class Split(Value, tag="split"):
    """Split a meld: the tiles at these places become a meld of their own."""

    meld: int
    row: Meld
    places: Places
    makes: int


class Reverse(Value, tag="reverse"):
    """Reverse a row: half of a meld with a mirror becomes a run."""

    meld: int
    row: Meld


class Join(Value, tag="join"):
    """Join two melds: the other one goes to the right end of the first."""

    meld: int
    row: Meld
    other: int
    other_row: Meld


class Put(Value, tag="put"):
    """Add tiles from the rack or the hand to a meld."""

    meld: int
    row: Meld
    tiles: Meld
    places: Places
    """The place of each tile afterwards."""
    rack: Meld
    """The tiles that come from the rack."""


class Lay(Value, tag="lay"):
    """Lay a new meld of tiles from the rack and the hand."""

    makes: int
    row: Meld
    rack: Meld
    """The tiles that come from the rack."""


class ReplaceJoker(Value, tag="replace-joker"):
    """R-JOK-04: replace a joker by its tiles; the joker goes into the hand."""

    meld: int
    row: Meld
    place: int
    tiles: Meld
    rack: Meld
    """The tiles that come from the rack."""
    becomes: tuple[Slot, ...]
    """R-JOK-11: the joker's next meaning: one slot, two for a double joker, none for a mirror."""


class SplitAtJoker(Value, tag="split-at-joker"):
    """R-JOK-14: split a meld at a joker; the tiles right of it become a new meld, and the joker is free."""

    meld: int
    row: Meld
    place: int
    makes: int
    becomes: tuple[Slot, ...]


class TakeJoker(Value, tag="take-joker"):
    """R-JOK-14: take a joker that its meld does not need, or that is the only tile left."""

    meld: int
    row: Meld
    place: int
    becomes: tuple[Slot, ...]


Step = Take | Split | Reverse | Join | Put | Lay | ReplaceJoker | SplitAtJoker | TakeJoker


def tiles_at(row: Meld, places: Places) -> tuple[Tile, ...]:
    """Return the tiles at these places of a row."""
    return tuple(row[place] for place in places)
