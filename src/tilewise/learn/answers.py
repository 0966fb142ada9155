"""List every play of a small position, so that the page can judge a lesson without a server."""

from collections import Counter
from collections.abc import Iterator

from tilewise.core.edition import Edition
from tilewise.core.position import Position, broken_in
from tilewise.core.rules.melds import readings
from tilewise.core.rules.reading import Kind
from tilewise.core.search.orders import orders_with
from tilewise.core.tiles import MIRROR, Meld, Table, Tile, in_order, number_tiles, tiles_of

Tiles = Counter[Tile]


def every_play(position: Position) -> tuple[Table, ...]:
    """Return every table that a play can lead to, with sorted melds and each group in one order."""
    lying = tiles_of(position.table)
    found = {tuple(sorted(table)) for table in _tables(lying, lying + Counter(position.rack), position.edition)}
    return tuple(sorted(table for table in found if not broken_in(position, table)))


def is_unordered(row: Meld, edition: Edition) -> bool:
    """Whether the order of a meld does not matter: it is a group without a mirror joker."""
    return MIRROR not in row and all(reading.kind is Kind.GROUP for reading in readings(row, edition))


def _tables(must: Tiles, there: Tiles, edition: Edition) -> Iterator[Table]:
    """Yield every set of melds from the tiles in `there` that uses all tiles in `must`."""
    first = next(iter(in_order(number_tiles(there))), None)
    if first is None:
        if not must:
            yield ()
        return
    for row in {_in_one_order(row, edition) for row in orders_with(first, there) if readings(row, edition)}:
        used = Counter(row)
        for rest in _tables(must - used, there - used, edition):
            yield (row, *rest)
    if not must[first]:
        yield from _tables(must, there - Counter({first: there[first]}), edition)


def _in_one_order(row: Meld, edition: Edition) -> Meld:
    return in_order(row) if is_unordered(row, edition) else row
