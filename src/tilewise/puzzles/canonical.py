"""Tell whether two positions are the same puzzle: colours may be exchanged, and melds may lie in any order."""

from itertools import permutations

from tilewise.core.tiles import Colour, Meld, Table, Tile, in_order

_PERMUTATIONS = tuple(dict(zip(Colour, order, strict=True)) for order in permutations(Colour))


def canonical(rack: tuple[Tile, ...], table: Table) -> str:
    """Return a text that is equal for two positions if exchanging colours and melds turns one into the other."""
    return min(_text(rack, table, colours) for colours in _PERMUTATIONS)


def _text(rack: tuple[Tile, ...], table: Table, colours: dict[Colour, Colour]) -> str:
    melds = sorted(_row(meld, colours) for meld in table)
    return f"{_tiles(in_order(_recoloured(tile, colours) for tile in rack))}|{'|'.join(melds)}"


def _row(meld: Meld, colours: dict[Colour, Colour]) -> str:
    """Return a meld as text. The order of a group does not count (A-34), so its tiles are sorted."""
    recoloured = tuple(_recoloured(tile, colours) for tile in meld)
    numbers = {tile.number for tile in recoloured if not tile.is_joker}
    return _tiles(in_order(recoloured) if len(numbers) == 1 else recoloured)


def _recoloured(tile: Tile, colours: dict[Colour, Colour]) -> Tile:
    return tile if tile.colour is None else _RECOLOURED[tile, colours[tile.colour]]


def _tiles(tiles: Meld) -> str:
    return " ".join(tiles)


_RECOLOURED = {
    (tile, colour): Tile(f"{colour}{tile.number}") for tile in Tile if tile.colour is not None for colour in Colour
}
