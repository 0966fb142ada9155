"""The table: a turn is judged by the table before and after, never by single moves."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import fault_of, readings
from tilewise.core.rules.reading import Kind
from tilewise.core.state import Player
from tilewise.core.tiles import MIRROR, Meld, Table, Tile, in_order, tiles_of
from tilewise.core.violations import Rule, Violation


class Change:
    """The change of the table by a play. R-MAN-01, R-MAN-04: any technique is allowed; before and after count."""

    def __init__(self, before: Table, after: Table, edition: Edition) -> None:
        self.before = before
        self.after = after
        self.edition = edition

    @cached_property
    def laid(self) -> Counter[Tile]:
        """Tiles that are new on the table."""
        old, new = self._rows
        return tiles_of(new) - tiles_of(old)

    @cached_property
    def taken(self) -> Counter[Tile]:
        """Tiles that have left the table."""
        old, new = self._rows
        return tiles_of(old) - tiles_of(new)

    @cached_property
    def arrived(self) -> tuple[Meld, ...]:
        """Melds that are new on the table, equal ones counted (A-26)."""
        old, new = self._rows
        return _without(new, old, self.edition)

    @cached_property
    def gone(self) -> tuple[Meld, ...]:
        """Melds that are no longer on the table as they were."""
        old, new = self._rows
        return _without(old, new, self.edition)

    @cached_property
    def _rows(self) -> tuple[Table, Table]:
        """Rows only before and rows only after. Most rows stay, so this saves work."""
        old, new = Counter(self.before), list[Meld]()
        for row in self.after:
            if old[row]:
                old[row] -= 1
            else:
                new.append(row)
        return tuple(old.elements()), tuple(new)


def _without(melds: Table, others: Table, edition: Edition) -> tuple[Meld, ...]:
    """Return the melds that are not among the others, one for one."""
    alike = Counter(as_it_counts(meld, edition) for meld in others)
    different = []
    for meld in melds:
        key = as_it_counts(meld, edition)
        if alike[key]:
            alike[key] -= 1
        else:
            different.append(meld)
    return tuple(different)


def as_it_counts(meld: Meld, edition: Edition) -> Meld:
    """A-34: return a group sorted, because its order does not count, and a run as it lies."""
    found = readings(meld, edition)
    is_group = bool(found) and MIRROR not in meld and all(reading.kind is Kind.GROUP for reading in found)
    return in_order(meld) if is_group else meld


def tiles_come_from_the_own_rack(player: Player, change: Change) -> Iterator[Violation]:
    """R-MELD-03, R-TURN-06: tiles come from the player's own rack as it was when the turn began."""
    foreign = change.laid - Counter(player.rack)
    if foreign:
        yield Violation(Rule.TILE_NOT_ON_RACK, tiles=in_order(foreign.elements()))


def tiles_stay_on_the_table(change: Change) -> Iterator[Violation]:
    """R-TURN-05, R-JOK-07: tiles and jokers never return from the table to the rack."""
    if change.taken:
        yield Violation(Rule.TABLE_TO_RACK, tiles=in_order(change.taken.elements()))


def at_least_one_tile_is_laid(change: Change) -> Iterator[Violation]:
    """R-TURN-02, R-JOK-09: rearranging the table alone is not a play."""
    if not change.laid:
        yield Violation(Rule.NO_RACK_TILE, have=0, need=1)


def only_melds_lie_on_the_table(change: Change) -> Iterator[Violation]:
    """R-MAN-03, R-SET-01: at the end of a turn everything on the table is a group or a run; no tile is loose."""
    for meld in change.arrived:
        fault = fault_of(meld, change.edition)
        if fault is not None:
            yield Violation(Rule.NOT_A_MELD, tiles=meld, why=fault)
