"""Every meld that a handful of tiles can make around one of them: plain and complete."""

from collections import Counter
from collections.abc import Iterator

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import SMALLEST_MELD, readings
from tilewise.core.search.orders import orders_with
from tilewise.core.tiles import Meld, Tile

LONGEST_NEEDED = 5
"""A run of number tiles longer than this is two runs."""


def melds_with(tile: Tile, tiles: Counter[Tile], edition: Edition, *, longest: int = LONGEST_NEEDED) -> Iterator[Meld]:
    """Every meld that holds this number tile, made of these tiles; plain runs of six and more only if asked for."""
    seen: set[Meld] = set()
    for row in orders_with(tile, tiles):
        if len(row) < SMALLEST_MELD or row in seen or not readings(row, edition):
            continue
        seen.add(row)
        if len(row) <= longest or any(each.is_joker for each in row):
            yield row
