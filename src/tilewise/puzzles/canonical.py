"""When two positions are the same puzzle: colours can be exchanged, and melds lie in any order."""

from itertools import permutations

from tilewise.core.tiles import Colour, Meld, Table, Tile, in_order

_DYES = tuple(dict(zip(Colour, order, strict=True)) for order in permutations(Colour))


def canonical(rack: tuple[Tile, ...], table: Table) -> str:
    """A text that two positions share exactly when one is the other with colours exchanged and melds shuffled."""
    return min(_text(rack, table, dye) for dye in _DYES)


def _text(rack: tuple[Tile, ...], table: Table, dye: dict[Colour, Colour]) -> str:
    melds = sorted(_row(meld, dye) for meld in table)
    return f"{_tiles(in_order(_dyed(tile, dye) for tile in rack))}|{'|'.join(melds)}"


def _row(meld: Meld, dye: dict[Colour, Colour]) -> str:
    """A meld as text. A group has no order of its own (A-34), so its tiles are sorted."""
    dyed = tuple(_dyed(tile, dye) for tile in meld)
    numbers = {tile.number for tile in dyed if not tile.is_joker}
    return _tiles(in_order(dyed) if len(numbers) == 1 else dyed)


def _dyed(tile: Tile, dye: dict[Colour, Colour]) -> Tile:
    return tile if tile.colour is None else _DYED[tile, dye[tile.colour]]


def _tiles(tiles: Meld) -> str:
    return " ".join(tiles)


_DYED = {
    (tile, colour): Tile(f"{colour}{tile.number}") for tile in Tile if tile.colour is not None for colour in Colour
}
