"""Every play there is in a small position, by the rules themselves: so that a lesson can be judged without a server."""

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
    """Every table that a play can leave, melds sorted, each group in one order."""
    lying = tiles_of(position.table)
    found = {tuple(sorted(table)) for table in _tables(lying, lying + Counter(position.rack), position.edition)}
    return tuple(sorted(table for table in found if not broken_in(position, table)))


def is_unordered(row: Meld, edition: Edition) -> bool:
    """Whether it does not matter in which order the tiles of a meld lie: in a group without a mirror."""
    return MIRROR not in row and all(reading.kind is Kind.GROUP for reading in readings(row, edition))


def _tables(must: Tiles, there: Tiles, edition: Edition) -> Iterator[Table]:
    """Every way to lay melds of these tiles, in which none that must lie is left over."""
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
