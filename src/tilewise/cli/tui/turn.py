"""A turn in the hands of a person: where the cursor is, what is picked up, and the draft that comes of it.

Nothing is judged here: a slip of the hands (a tile that cannot be there) is a ValueError in words, everything else is
for the rules to say when the turn ends.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum

from tilewise.cli.prompt import draft as drafts
from tilewise.cli.prompt.draft import Draft
from tilewise.cli.show.render import Sorting, sections
from tilewise.core.position import Position
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Meld, Table, Tile
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.core.violations import Rule, Violation


class Area(StrEnum):
    """Where a spot is; the hand lies beside the rack."""

    RACK = "rack"
    TABLE = "table"


class Spot(Value):
    """A place for a tile: on the rack by its number there, on the table by row and place."""

    area: Area
    row: int
    place: int


FIRST = Spot(Area.RACK, 0, 0)


class Turn:
    """What a person does between two confirmations."""

    def __init__(self, view: View, *, sorting: Sorting = Sorting.RUNS, spot: Spot = FIRST) -> None:
        self.view = view
        self.sorting = sorting
        self.draft: Draft = drafts.begun(Position(view.edition, view.table, view.rack, view.has_melded))
        self.spot = self._nearest(spot)
        self.picked: list[Spot] = []
        self.wrong: frozenset[Spot] = frozenset()

    @property
    def rack_sections(self) -> list[Meld]:
        """The rack as it is sorted; tiles in the hand come first, as a section of their own."""
        hand = [self.draft.in_hand] if self.draft.in_hand else []
        return [*hand, *sections(self.draft.rack, self.sorting)]

    @property
    def rack_tiles(self) -> Meld:
        """All of it in a row; the number of a rack spot counts along this."""
        return tuple(tile for section in self.rack_sections for tile in section)

    def tile_at(self, spot: Spot) -> Tile | None:
        """The tile at a spot; None behind the last meld, where a new one can be laid, and on an empty rack."""
        row = self.rack_tiles if spot.area is Area.RACK else (*self.draft.table, ())[spot.row]
        return row[spot.place] if spot.place < len(row) else None

    def go(self, spot: Spot) -> None:
        """Put the cursor there."""
        self.spot = self._nearest(spot)

    def pick(self) -> None:
        """Pick the tile under the cursor up, or put it down again; on the rack the cursor goes on to the next."""
        if self.tile_at(self.spot) is None:
            msg = "there is no tile here to pick up"
            raise ValueError(msg)
        self._toggle([self.spot])
        if self.spot.area is Area.RACK:
            self.go(Spot(Area.RACK, 0, self.spot.place + 1))

    def pick_meld(self) -> None:
        """Pick up the whole meld under the cursor."""
        row, _ = self._meld_here()
        self._toggle([Spot(Area.TABLE, self.spot.row, place) for place in range(len(row))])

    def drop(self) -> None:
        """Put down all that was picked up."""
        self.picked.clear()

    def place(self) -> None:
        """Bring what is picked up to the meld under the cursor; on the rack or behind the melds it is a new one."""
        if not self.picked:
            self.pick()
        elif self.spot.area is Area.RACK and all(spot.area is Area.TABLE for spot in self.picked):
            self.back()
        elif self.spot.area is Area.RACK or self.spot.row == len(self.draft.table):
            self.new_meld()
        else:
            number = self.spot.row + 1
            self._edit(lambda draft: drafts.move(draft, self._picks(), number))

    def insert(self) -> None:
        """Bring what is picked up exactly before the tile under the cursor."""
        _, number = self._meld_here()
        self._edit(lambda draft: drafts.move(draft, self._picks(), number, before=self.spot.place))

    def new_meld(self) -> None:
        """Lay what is picked up as a meld of its own."""
        self._edit(lambda draft: drafts.move(draft, self._picks()))

    def split(self) -> None:
        """Cut the meld before the tile under the cursor."""
        _, number = self._meld_here()
        self._edit(lambda draft: drafts.split(draft, number, self.spot.place))

    def back(self) -> None:
        """Take tiles from the table: those picked up, or the one under the cursor."""
        spots = [spot for spot in self.picked if spot.area is Area.TABLE] or [self.spot]
        if spots == [self.spot]:
            self._meld_here()
        self._edit(lambda draft: drafts.take_all(draft, [(spot.row + 1, spot.place) for spot in spots]))

    def undo(self) -> None:
        """Take the last change back."""
        self._edit(drafts.undo)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._edit(drafts.redo)

    def reset(self) -> None:
        """Lay everything as it was when the turn began."""
        self._edit(drafts.reset)

    def lay_all(self, table: Table) -> None:
        """Lay the whole table like this."""
        self._edit(lambda draft: drafts.whole(draft, table))

    def sort(self) -> None:
        """Sort the rack by runs, or by groups."""
        self.sorting = Sorting.GROUPS if self.sorting is Sorting.RUNS else Sorting.RUNS
        self.picked = [spot for spot in self.picked if spot.area is Area.TABLE]

    def refuse(self, violations: Iterable[Violation]) -> None:
        """Mark the tiles that break rules; the next change takes the marks away."""
        self.wrong = frozenset(spot for violation in violations for spot in self._concerned(violation))

    def _picks(self) -> list[Tile | drafts.Place]:
        if not self.picked:
            msg = "pick tiles up first, with the space bar"
            raise ValueError(msg)
        rack = self.rack_tiles
        return [rack[spot.place] if spot.area is Area.RACK else (spot.row + 1, spot.place) for spot in self.picked]

    def _toggle(self, spots: list[Spot]) -> None:
        if all(spot in self.picked for spot in spots):
            self.picked = [spot for spot in self.picked if spot not in spots]
        else:
            self.picked += [spot for spot in spots if spot not in self.picked]

    def _meld_here(self) -> tuple[Meld, int]:
        """The meld under the cursor, and its number."""
        if self.spot.area is Area.RACK or self.spot.row >= len(self.draft.table):
            msg = "move to a meld on the table first"
            raise ValueError(msg)
        return self.draft.table[self.spot.row], self.spot.row + 1

    def _edit(self, change: Callable[[Draft], Draft]) -> None:
        self.draft = change(self.draft)
        self.picked.clear()
        self.wrong = frozenset()
        self.go(self.spot)

    def _nearest(self, spot: Spot) -> Spot:
        """The spot, or the nearest there is to it now."""
        if spot.area is Area.RACK:
            return Spot(Area.RACK, 0, max(0, min(spot.place, len(self.rack_tiles) - 1)))
        row = min(spot.row, len(self.draft.table))
        length = len((*self.draft.table, ())[row])
        return Spot(Area.TABLE, row, max(0, min(spot.place, length - 1)))

    def _concerned(self, violation: Violation) -> Iterable[Spot]:
        """R-TURN-05 is about tiles in the hand; other rules name a row, or tiles in what was changed."""
        if violation.rule is Rule.TABLE_TO_RACK:
            return [Spot(Area.RACK, 0, place) for place in range(len(self.draft.in_hand))]
        table = list(enumerate(self.draft.table))
        rows = [(number, row) for number, row in table if row in (violation.tiles, violation.meld)]
        if not rows:
            changed = Change(self.view.table, self.draft.table, self.view.edition).arrived
            rows = [(number, row) for number, row in table if row in changed]
        named = {*violation.tiles} if violation.tiles and not violation.meld else set(Tile)
        return [
            Spot(Area.TABLE, number, place) for number, row in rows for place, tile in enumerate(row) if tile in named
        ]
