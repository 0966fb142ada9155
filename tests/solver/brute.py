"""Every play of a tiny position: all choices from the rack, all partitions into rows, judged by the rules."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from tests.solver.positions import Position
from tilewise.core.edition import Edition
from tilewise.core.rules.melds import readings
from tilewise.core.rules.reading import Kind
from tilewise.core.tiles import MIRROR, Meld, Table, Tile, in_order, tiles_of


def plays(position: Position) -> Iterator[tuple[tuple[Tile, ...], Table]]:
    """Yield every play that the rules accept: the tiles laid, and the table after it."""
    lying = tuple(tiles_of(position.table).elements())
    for size in range(1, len(position.rack) + 1):
        for laid in sorted(set(combinations(in_order(position.rack), size))):
            for table in _tables(position, in_order(lying + laid), laid):
                if not position.violations(table):
                    yield laid, table


def _tables(position: Position, tiles: tuple[Tile, ...], laid: tuple[Tile, ...]) -> Iterator[Table]:
    """TA-11 compares rows as they lie, so with two kinds of joker even the order of a group is tried."""
    every_order = len({tile for tile in tiles if tile.is_joker}) > 1
    if not position.has_melded and not position.goes_on:
        rows = _partings(laid, position.edition, every_order=False)
        yield from ((*position.table, *each) for each in rows)
        return
    yield from _partings(tiles, position.edition, every_order=every_order)


def _partings(tiles: tuple[Tile, ...], edition: Edition, *, every_order: bool) -> Iterator[Table]:
    """Yield every partition of tiles into melds. The meld of the first tile is chosen first, so none repeats."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for size in range(2, len(rest) + 1):
        for chosen in sorted(set(combinations(rest, size))):
            left = in_order((Counter(rest) - Counter(chosen)).elements())
            rows = _orders((first, *chosen), edition, every_order=every_order)
            if rows:
                yield from (
                    (row, *others) for row, others in product(rows, _partings(left, edition, every_order=every_order))
                )


@lru_cache(maxsize=1 << 17)
def _orders(tiles: tuple[Tile, ...], edition: Edition, *, every_order: bool) -> tuple[Meld, ...]:
    """Return every order in which the tiles are a meld. Without a mirror, numbers never fall in a group or a run.

    A-34: the order of a group means nothing, so one order is enough unless the caller asks for all.
    """
    orders = tuple(order for order in _permutations(tiles, rising=MIRROR not in tiles) if readings(order, edition))
    if every_order or MIRROR in tiles:
        return orders
    groups = [order for order in orders if all(each.kind is Kind.GROUP for each in readings(order, edition))]
    return (*groups[:1], *(order for order in orders if order not in groups))


def _permutations(tiles: tuple[Tile, ...], *, rising: bool) -> Iterator[Meld]:
    """Every different order; `rising`: the numbers never fall from left to right."""
    if not tiles:
        yield ()
        return
    for tile in sorted(set(tiles)):
        rest = list(tiles)
        rest.remove(tile)
        falls = not tile.is_joker and any(other.number < tile.number for other in rest if not other.is_joker)
        if not (rising and falls):
            yield from ((tile, *order) for order in _permutations(tuple(rest), rising=rising))
