"""List the orders in which tiles might form a meld; the rules then decide which of them are melds.

`left` counts the tiles that are not in the current order; the generators update it in place.
"""

from collections.abc import Iterator, Mapping, Sequence

from tilewise.core.rules.reading import Side, places
from tilewise.core.rules.special_jokers import ALL_COLOURS, sides_of
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

Left = dict[Tile, int]
"""The number of each tile that is not in the row yet."""

_COLOURS = tuple(Colour)
_ONLY = {colour: frozenset({colour}) for colour in Colour}
_NONE = dict.fromkeys(Tile, 0)
_TILE = {(tile.colour, tile.number): tile for tile in Tile}


def orders_with(tile: Tile, tiles: Mapping[Tile, int]) -> Iterator[Meld]:
    """Yield orders of these tiles that hold this number tile: every meld, some twice, and some that are no melds."""
    if tile.colour is None:
        return
    left = {**_NONE, **tiles}
    left[tile] -= 1
    yield from _groups(tile, tile.colour, left)
    yield from _runs(tile, tile.colour, left)


def _groups(tile: Tile, own: Colour, left: Left) -> Iterator[Meld]:
    others = tuple(_TILE[colour, tile.number] for colour in _COLOURS if colour is not own)
    for companions in _companions((*others, CLASSIC, DOUBLE), len(others), left):
        group = (tile, *companions)
        yield group
        if left[MIRROR]:
            yield from _mirrored(group, [tile.number] * len(_COLOURS), left)


def _runs(tile: Tile, own: Colour, left: Left) -> Iterator[Meld]:
    for before in _extensions(tile.number, -1, _ONLY[own], left):
        for after in _extensions(tile.number, 1, _ONLY[own], left):
            run = (*before[::-1], tile, *after)
            yield run
            if left[MIRROR]:
                yield from _mirrored(run, range(tile.number - sum(map(places, before)), HIGHEST + 1), left)


def _companions(choices: Meld, room: int, left: Left) -> Iterator[Meld]:
    """Yield rows that fill up to `room` places of a group: number tiles of different colours, then jokers."""
    yield ()
    for index, tile in enumerate(choices):
        if not left[tile] or places(tile) > room:
            continue
        left[tile] -= 1
        for rest in _companions(choices[index + (not tile.is_joker) :], room - places(tile), left):
            yield (tile, *rest)
        left[tile] += 1


def _extensions(number: int, step: int, colours: frozenset[Colour], left: Left) -> Iterator[Meld]:
    """Yield rows that continue from a number, upwards or downwards, in one of these colours."""
    yield ()
    following = number + step
    if not LOWEST <= following <= HIGHEST:
        return
    for colour in _COLOURS:
        if colour in colours and left[_TILE[colour, following]]:
            yield from _then(_TILE[colour, following], following, step, _ONLY[colour], left)
    if left[CLASSIC]:
        yield from _then(CLASSIC, following, step, colours, left)
    if left[DOUBLE] and LOWEST <= following + step <= HIGHEST:
        yield from _then(DOUBLE, following + step, step, colours, left)
    if left[COLOUR_CHANGE]:
        others = ALL_COLOURS - colours if len(colours) == 1 else ALL_COLOURS
        yield from _then(COLOUR_CHANGE, following, step, others, left)


def _then(tile: Tile, number: int, step: int, colours: frozenset[Colour], left: Left) -> Iterator[Meld]:
    left[tile] -= 1
    for rest in _extensions(number, step, colours, left):
        yield (tile, *rest)
    left[tile] += 1


def _mirrored(side: Meld, numbers: Sequence[int], left: Left) -> Iterator[Meld]:
    """Yield the melds in which this row is one side of a mirror, rising or falling towards it."""
    (filled,) = sides_of(side)
    for image in _images(filled, numbers, left):
        yield (*side, MIRROR, *reversed(image))
        yield (*reversed(side), MIRROR, *image)


def _images(side: Side, numbers: Sequence[int], left: Left) -> Iterator[Meld]:
    """Yield rows that can lie opposite: each tile again, or jokers in its place."""
    if not side:
        yield ()
        return
    same = (_TILE[colour, numbers[0]] for colour in _COLOURS) if side[0].is_joker else side[:1]
    for tile in (*same, CLASSIC, COLOUR_CHANGE, DOUBLE):
        filled = places(tile)
        if not left[tile] or filled > len(side):
            continue
        left[tile] -= 1
        for rest in _images(side[filled:], numbers[filled:], left):
            yield (tile, *rest)
        left[tile] += 1
