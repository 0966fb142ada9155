"""Every meld that a handful of tiles can make around one of them: plain and complete, not fast."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import LARGEST_GROUP, readings
from tilewise.core.rules.special_jokers import ALL_COLOURS
from tilewise.core.tiles import (
    CLASSIC,
    COLOUR_CHANGE,
    DOUBLE,
    HIGHEST,
    LOWEST,
    MIRROR,
    Colour,
    Meld,
    Tile,
)

LONGEST_NEEDED = 5
"""A run of number tiles longer than this is two runs."""


def rows_with(tile: Tile, tiles: Counter[Tile], edition: Edition) -> Iterator[Meld]:
    """Every meld that holds this number tile, made of these tiles; plain runs of six and more are left out."""
    seen: set[Meld] = set()
    sides = chain(_groups(tile, tiles), _runs(tile, tiles))
    for side in sides:
        for row in (side, *_mirrored(side, tiles)):
            if row in seen or not readings(row, edition):
                continue
            seen.add(row)
            if len(row) <= LONGEST_NEEDED or any(each.is_joker for each in row):
                yield row


def _groups(tile: Tile, tiles: Counter[Tile]) -> Iterator[Meld]:
    others = [
        other for colour in Colour if colour is not tile.colour and tiles[other := Tile(f"{colour}{tile.number}")]
    ]
    jokers = [CLASSIC] * tiles[CLASSIC] + [DOUBLE] * tiles[DOUBLE]
    for size in range(LARGEST_GROUP):
        for real in combinations(others, size):
            for count in range(LARGEST_GROUP - size):
                for chosen in sorted(set(combinations(jokers, count))):
                    yield (tile, *real, *chosen)


def _runs(tile: Tile, tiles: Counter[Tile]) -> Iterator[Meld]:
    if tile.colour is None:
        return
    rest = tiles - Counter([tile])
    own = frozenset({tile.colour})
    for before in _extensions(tile.number, -1, own, rest):
        for after in _extensions(tile.number, 1, own, rest - Counter(before)):
            yield (*reversed(before), tile, *after)


def _extensions(number: int, step: int, colours: frozenset[Colour], tiles: Counter[Tile]) -> Iterator[Meld]:
    """Rows that go on from a number, upwards or downwards, in one of these colours."""
    yield ()
    following = number + step
    if not LOWEST <= following <= HIGHEST:
        return
    for colour in colours:
        tile = Tile(f"{colour}{following}")
        if tiles[tile]:
            yield from _then(tile, following, step, frozenset({colour}), tiles)
    if tiles[CLASSIC]:
        yield from _then(CLASSIC, following, step, colours, tiles)
    if tiles[DOUBLE] and LOWEST <= following + step <= HIGHEST:
        yield from _then(DOUBLE, following + step, step, colours, tiles)
    if tiles[COLOUR_CHANGE]:
        others = ALL_COLOURS - colours if len(colours) == 1 else ALL_COLOURS
        yield from _then(COLOUR_CHANGE, following, step, others, tiles)


def _then(tile: Tile, number: int, step: int, colours: frozenset[Colour], tiles: Counter[Tile]) -> Iterator[Meld]:
    for rest in _extensions(number, step, colours, tiles - Counter([tile])):
        yield (tile, *rest)


def _mirrored(side: Meld, tiles: Counter[Tile]) -> Iterator[Meld]:
    """The melds in which this row is one side of a mirror, rising or falling towards it."""
    if not tiles[MIRROR]:
        return
    rest = tiles - Counter(side)
    for image in _images(side, rest):
        yield (*side, MIRROR, *reversed(image))
        yield (*reversed(side), MIRROR, *image)


def _images(side: Meld, rest: Counter[Tile]) -> Iterator[Meld]:
    """Rows of the remaining tiles that can lie opposite: each tile again, or jokers in its place."""
    jokers = [joker for joker in (CLASSIC, COLOUR_CHANGE, DOUBLE) if rest[joker]]
    numbers = {tile.number for tile in side if not tile.is_joker}
    near = range(min(numbers) - len(side) * 2, max(numbers) + len(side) * 2 + 1)
    for length in range((len(side) + 1) // 2, len(side) * 2 + 1):
        choices = [[*_alike(side, near, rest), *jokers]] * length
        for image in product(*choices) if len(choices[0]) ** length <= _MOST_IMAGES else ():
            if not Counter(image) - rest:
                yield image


_MOST_IMAGES = 5_000


def _alike(side: Meld, near: range, rest: Counter[Tile]) -> list[Tile]:
    plain = all(not tile.is_joker for tile in side)
    wanted = set(side) if plain else {tile for tile in rest if tile.number in near}
    return [tile for tile in rest if tile in wanted and not tile.is_joker]
