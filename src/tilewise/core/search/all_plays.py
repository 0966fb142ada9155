"""List every legal play of a position, one by one.

Two tables are the same play if they differ only in the order of the melds, in the order of the tiles of a group, or
in the end from which a mirrored meld is read. The search covers all tiles of the table, and some of the rack, with
melds. The next meld is always one around the lowest tile that is left.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

from tilewise.core.edition import Edition
from tilewise.core.position import Position, broken_in
from tilewise.core.rules.melds import SMALLEST_MELD, readings
from tilewise.core.rules.reading import Kind
from tilewise.core.search.melds import melds_with
from tilewise.core.tiles import HIGHEST, MIRROR, Meld, Table, Tile, in_order, tiles_of

LONGEST = 2 * HIGHEST + 1
"""Tiles of the longest meld: thirteen on each side of a mirror joker."""


def all_plays(position: Position) -> Iterator[Table]:
    """Yield the table after each legal play. Plays that lay fewer tiles come first."""
    edition, search = position.edition, _Covers(position.edition)
    must_stay = not position.has_melded and not edition.manipulate_in_initial_turn
    lying = Counter[Tile]() if must_stay else tiles_of(position.table)
    for count in range(1, len(position.rack) + 1):
        for melds in search.covers(lying, Counter(position.rack), count):
            table = position.table + melds if must_stay else _in_place(melds, position.table, edition)
            if not broken_in(position, table):
                yield table


def same_play(table: Table, edition: Edition) -> Counter[Meld]:
    """Return what all tables that are the same play have in common."""
    return Counter(_same(meld, edition) for meld in table)


def _same(meld: Meld, edition: Edition) -> Meld:
    if all(reading.kind is Kind.GROUP for reading in readings(meld, edition)):
        return in_order(meld)
    return min(meld, meld[::-1], key=_order) if MIRROR in meld else meld


def _in_place(melds: Table, before: Table, edition: Edition) -> Table:
    """Let unchanged melds lie as they lay, in their old order, with the new ones behind them."""
    new: dict[Meld, list[Meld]] = {}
    for meld in melds:
        new.setdefault(_same(meld, edition), []).append(meld)
    stay = []
    for meld in before:
        if alike := new.get(_same(meld, edition)):
            alike.pop()
            stay.append(meld)
    return (*stay, *(meld for alike in new.values() for meld in alike))


class _Covers:
    """Covers of tiles by melds, by depth-first search. Remainders without any cover are remembered."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.dead: set[tuple[object, ...]] = set()
        self.known: dict[tuple[Tile, frozenset[tuple[Tile, int]]], list[Meld]] = {}

    def covers(self, table: Counter[Tile], rack: Counter[Tile], count: int, last: Meld = ()) -> Iterator[Table]:
        """Yield melds that use all tiles of the table and `count` tiles of the rack, each choice of melds once.

        Melds around the same tile come in order; `last` is the one before.
        """
        if not count:
            rack = Counter()
        if not table and not count:
            yield ()
            return
        if rack.total() < count:
            return
        tile = min(table | rack, key=_height)
        last = last if last and min(last, key=_height) is tile else ()
        remainder = (frozenset(table.items()), frozenset(rack.items()), count, last)
        if remainder in self.dead:
            return
        is_dead = True
        for melds in self._with_tile(tile, table, rack, count, last):
            is_dead = False
            yield melds
        if not table[tile]:
            without = Counter({other: left for other, left in rack.items() if other is not tile})
            for melds in self.covers(table, without, count):
                is_dead = False
                yield melds
        if is_dead:
            self.dead.add(remainder)

    def _with_tile(
        self, tile: Tile, table: Counter[Tile], rack: Counter[Tile], count: int, last: Meld
    ) -> Iterator[Table]:
        """Yield the covers that begin with a meld around this tile."""
        for row in self._rows(tile, table + rack):
            if _order(row) < _order(last):
                continue
            used = Counter(row)
            from_rack = used - table
            if (left := count - from_rack.total()) >= 0:
                for rest in self.covers(table - used, rack - from_rack, left, row):
                    yield (row, *rest)

    def _rows(self, tile: Tile, tiles: Counter[Tile]) -> list[Meld]:
        """Return the melds of these tiles around their lowest one, in order, one of each."""
        key = (tile, frozenset(tiles.items()))
        if key not in self.known:
            rows = self._rows_of_jokers(tile, tiles) if tile.is_joker else self._rows_with(tile, tiles)
            different = {_same(row, self.edition): row for row in rows}
            self.known[key] = sorted(different.values(), key=_order)
        return self.known[key]

    def _rows_with(self, tile: Tile, tiles: Counter[Tile]) -> Iterator[Meld]:
        return melds_with(tile, tiles, self.edition, longest=LONGEST)

    def _rows_of_jokers(self, tile: Tile, jokers: Counter[Tile]) -> Iterator[Meld]:
        """A-13: yield the melds of jokers alone, where the house allows them."""
        if self.edition.min_number_tiles_per_set:
            return
        for length in range(SMALLEST_MELD, jokers.total() + 1):
            for row in permutations(jokers.elements(), length):
                if tile in row and readings(row, self.edition):
                    yield row


def _height(tile: Tile) -> tuple[bool, int, int]:
    """Sort number tiles by number, then colour; jokers last."""
    return tile.is_joker, tile.number, tile.order


def _order(meld: Meld) -> tuple[int, ...]:
    return tuple([tile.order for tile in meld])
