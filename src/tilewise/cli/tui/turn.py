"""The state of the person's turn: cursor, picked tiles and draft.

An edit that is impossible (a tile that is not there) raises `ValueError`. The rules are checked when the turn ends.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum

from tilewise.cli.prompt import draft as drafts
from tilewise.cli.prompt.draft import Draft
from tilewise.cli.show.render import Sorting, sections
from tilewise.core.errors import InputError
from tilewise.core.position import Position
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Meld, Table, Tile
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.core.violations import Rule, Violation


class Area(StrEnum):
    """Where a spot is. Tiles in hand are shown with the rack."""

    RACK = "rack"
    TABLE = "table"


class Spot(Value):
    """A place for a tile: an index on the rack, or row and index on the table."""

    area: Area
    row: int
    place: int


FIRST = Spot(Area.RACK, 0, 0)


class Turn:
    """One turn of the person, from its start until it is confirmed."""

    def __init__(self, view: View, *, sorting: Sorting = Sorting.RUNS, spot: Spot = FIRST) -> None:
        self.view = view
        self.sorting = sorting
        self.draft: Draft = drafts.new_draft(Position(view.edition, view.table, view.rack, view.has_melded))
        self.spot = self._nearest(spot)
        self.picked: list[Spot] = []
        self.wrong: frozenset[Spot] = frozenset()

    @property
    def rack_sections(self) -> list[Meld]:
        """The sorted rack. Tiles in hand come first, as a section of their own."""
        hand = [self.draft.in_hand] if self.draft.in_hand else []
        return [*hand, *sections(self.draft.rack, self.sorting)]

    @property
    def rack_tiles(self) -> Meld:
        """All tiles of the rack area in a row. The place of a rack spot is an index into it."""
        return tuple(tile for section in self.rack_sections for tile in section)

    def tile_at(self, spot: Spot) -> Tile | None:
        """Return the tile at a spot; None after the last meld and on an empty rack."""
        row = self.rack_tiles if spot.area is Area.RACK else (*self.draft.table, ())[spot.row]
        return row[spot.place] if spot.place < len(row) else None

    def go(self, spot: Spot) -> None:
        """Move the cursor."""
        self.spot = self._nearest(spot)

    def pick(self) -> None:
        """Pick up the tile under the cursor, or put it down. On the rack the cursor moves on."""
        if self.tile_at(self.spot) is None:
            msg = "there is no tile here to pick up"
            raise InputError(msg)
        self._toggle([self.spot])
        if self.spot.area is Area.RACK:
            self.go(Spot(Area.RACK, 0, self.spot.place + 1))

    def pick_meld(self) -> None:
        """Pick up the whole meld under the cursor."""
        row, _ = self._meld_here()
        self._toggle([Spot(Area.TABLE, self.spot.row, place) for place in range(len(row))])

    def drop(self) -> None:
        """Put all picked tiles down."""
        self.picked.clear()

    def place(self) -> None:
        """Add the picked tiles to the meld under the cursor. On the rack or after the last meld they form a new one."""
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
        """Insert the picked tiles before the tile under the cursor."""
        _, number = self._meld_here()
        self._edit(lambda draft: drafts.move(draft, self._picks(), number, before=self.spot.place))

    def new_meld(self) -> None:
        """Lay the picked tiles as a new meld."""
        self._edit(lambda draft: drafts.move(draft, self._picks()))

    def split(self) -> None:
        """Split the meld before the tile under the cursor."""
        _, number = self._meld_here()
        self._edit(lambda draft: drafts.split(draft, number, self.spot.place))

    def back(self) -> None:
        """Take tiles off the table: the picked ones, or the one under the cursor."""
        spots = [spot for spot in self.picked if spot.area is Area.TABLE] or [self.spot]
        if spots == [self.spot]:
            self._meld_here()
        self._edit(lambda draft: drafts.take_all(draft, [(spot.row + 1, spot.place) for spot in spots]))

    def undo(self) -> None:
        """Undo the last change."""
        self._edit(drafts.undo)

    def redo(self) -> None:
        """Redo the last undone change."""
        self._edit(drafts.redo)

    def reset(self) -> None:
        """Go back to the start of the turn."""
        self._edit(drafts.reset)

    def lay_all(self, table: Table) -> None:
        """Replace the whole table."""
        self._edit(lambda draft: drafts.set_table(draft, table))

    def sort(self) -> None:
        """Switch between sorting by runs and by groups."""
        self.sorting = Sorting.GROUPS if self.sorting is Sorting.RUNS else Sorting.RUNS
        self.picked = [spot for spot in self.picked if spot.area is Area.TABLE]

    def refuse(self, violations: Iterable[Violation]) -> None:
        """Mark the tiles that break rules, until the next change."""
        self.wrong = frozenset(spot for violation in violations for spot in self._concerned(violation))

    def _picks(self) -> list[Tile | drafts.Place]:
        if not self.picked:
            msg = "pick tiles up first, with the space bar"
            raise InputError(msg)
        rack = self.rack_tiles
        return [rack[spot.place] if spot.area is Area.RACK else (spot.row + 1, spot.place) for spot in self.picked]

    def _toggle(self, spots: list[Spot]) -> None:
        if all(spot in self.picked for spot in spots):
            self.picked = [spot for spot in self.picked if spot not in spots]
        else:
            self.picked += [spot for spot in spots if spot not in self.picked]

    def _meld_here(self) -> tuple[Meld, int]:
        """Return the meld under the cursor and its number."""
        if self.spot.area is Area.RACK or self.spot.row >= len(self.draft.table):
            msg = "move to a meld on the table first"
            raise InputError(msg)
        return self.draft.table[self.spot.row], self.spot.row + 1

    def _edit(self, change: Callable[[Draft], Draft]) -> None:
        self.draft = change(self.draft)
        self.picked.clear()
        self.wrong = frozenset()
        self.go(self.spot)

    def _nearest(self, spot: Spot) -> Spot:
        """Return the spot, or the nearest one that exists."""
        if spot.area is Area.RACK:
            return Spot(Area.RACK, 0, max(0, min(spot.place, len(self.rack_tiles) - 1)))
        row = min(spot.row, len(self.draft.table))
        length = len((*self.draft.table, ())[row])
        return Spot(Area.TABLE, row, max(0, min(spot.place, length - 1)))

    def _concerned(self, violation: Violation) -> Iterable[Spot]:
        """Return the spots of a violation. R-TURN-05 is about tiles in hand; other rules name a row or tiles."""
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
