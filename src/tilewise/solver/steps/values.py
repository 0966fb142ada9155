"""The steps of a turn, one motion of the hands each; `replay` shows what each one does.

Melds are numbered: those that lie on the table when the turn begins from 0, as they lie; every meld that a step makes
takes the next free number; the number of a meld that is gone is not used again. `row` is how a meld lies just before
the step, so that a step can be shown and told by itself.
"""

from tilewise.core.rules.reading import Slot
from tilewise.core.tiles import Meld, Tile
from tilewise.core.value import Value

Places = tuple[int, ...]
"""Where tiles lie in a row, from 0, rising."""


class Take(Value, tag="take"):
    """Take number tiles from a meld into the hand; the rest stays and closes up."""

    meld: int
    row: Meld
    places: Places


class Split(Value, tag="split"):
    """Draw a meld apart: the tiles at these places become a meld of their own."""

    meld: int
    row: Meld
    places: Places
    makes: int


class Reverse(Value, tag="reverse"):
    """Lay a row the other way round: half of a mirror's meld becomes a run."""

    meld: int
    row: Meld


class Join(Value, tag="join"):
    """Push two melds together: the other one goes to the right end of the first."""

    meld: int
    row: Meld
    other: int
    other_row: Meld


class Put(Value, tag="put"):
    """Put tiles from the rack or the hand to a meld."""

    meld: int
    row: Meld
    tiles: Meld
    places: Places
    """Where each of the tiles lies afterwards."""
    rack: Meld
    """Those of the tiles that come from the rack."""


class Lay(Value, tag="lay"):
    """Lay a new meld of tiles from the rack and the hand."""

    makes: int
    row: Meld
    rack: Meld
    """Those of the tiles that come from the rack."""


class ReplaceJoker(Value, tag="replace-joker"):
    """R-JOK-04: put the tiles of a joker in its place; the joker goes free, into the hand."""

    meld: int
    row: Meld
    place: int
    tiles: Meld
    rack: Meld
    """Those of the tiles that come from the rack."""
    becomes: tuple[Slot, ...]
    """R-JOK-11: what the joker will stand for: one place, two for a double joker, none for a mirror."""


class SplitAtJoker(Value, tag="split-at-joker"):
    """R-JOK-14: draw a meld apart where a joker lies; what lies right of it is a new meld, the joker goes free."""

    meld: int
    row: Meld
    place: int
    makes: int
    becomes: tuple[Slot, ...]


class TakeJoker(Value, tag="take-joker"):
    """R-JOK-14: take a joker that its meld does not need, or that is all that is left of it; it goes free."""

    meld: int
    row: Meld
    place: int
    becomes: tuple[Slot, ...]


Step = Take | Split | Reverse | Join | Put | Lay | ReplaceJoker | SplitAtJoker | TakeJoker


def tiles_at(row: Meld, places: Places) -> tuple[Tile, ...]:
    """The tiles that lie at these places of a row."""
    return tuple(row[place] for place in places)
