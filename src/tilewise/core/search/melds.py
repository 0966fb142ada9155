"""List every meld that some tiles can make around one of them."""

from collections import Counter
from collections.abc import Iterator

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import SMALLEST_MELD, readings
from tilewise.core.search.orders import orders_with
from tilewise.core.tiles import Meld, Tile

LONGEST_NEEDED = 5
"""A longer run of number tiles can be laid as two runs."""


def melds_with(tile: Tile, tiles: Counter[Tile], edition: Edition, *, longest: int = LONGEST_NEEDED) -> Iterator[Meld]:
    """Yield every meld of these tiles that holds this number tile; plain runs only up to `longest` tiles."""
    seen: set[Meld] = set()
    for row in orders_with(tile, tiles):
        if len(row) < SMALLEST_MELD or row in seen or not readings(row, edition):
            continue
        seen.add(row)
        if len(row) <= longest or any(each.is_joker for each in row):
            yield row
