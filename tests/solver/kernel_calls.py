"""The kernel as the tests call it: positions become bytes and options, solutions become tiles again."""

from collections.abc import Iterable

from tests.solver.model import POINTS, TILES, Weights
from tests.solver.positions import Position
from tilewise import _kernel
from tilewise.core.edition import Edition, JokerRetrieval, JokerReuse
from tilewise.core.tiles import Meld, Table, Tile

BY_CODE = {tile.order: tile for tile in Tile}
MELD_END = 0xFF

WEIGHTS, MOST_POINTS, FEWEST_TILES = 0, 1, 2
"""The goals of an initial meld."""


def coded(tiles: Iterable[Tile]) -> bytes:
    """Encode tiles as bytes."""
    return bytes(tile.order for tile in tiles)


def coded_table(table: Table) -> bytes:
    """Encode a table as bytes; 0xFF ends each meld."""
    return b"".join(coded(meld) + bytes([MELD_END]) for meld in table)


def tiles_of_code(code: bytes) -> tuple[Tile, ...]:
    """Decode tiles."""
    return tuple(BY_CODE[each] for each in code)


def table_of_code(code: bytes) -> Table:
    """Decode a table."""
    melds: list[Meld] = [tiles_of_code(part) for part in code.split(bytes([MELD_END]))]
    assert melds.pop() == ()
    return tuple(melds)


def options_for(
    edition: Edition, *, has_melded: bool = True, aims: tuple[Weights, Weights] = (TILES, POINTS)
) -> _kernel.Options:
    """Return the kernel's options for an edition: most tiles, then most points, unless other aims are given."""
    options = _kernel.Options()
    options.has_melded = has_melded
    options.threshold = edition.initial_meld_min
    options.joker_in_initial_meld = edition.joker_in_initial_meld
    options.joker_reuse_any_set = edition.joker_reuse is JokerReuse.ANY_SET
    options.exact_tile_retrieval = edition.joker_retrieval is JokerRetrieval.EXACT_TILE
    options.group3_both_colours = edition.group3_both_colours
    options.joker_swap_by_joker = edition.joker_swap_by_joker
    options.min_number_tiles = edition.min_number_tiles_per_set
    options.mirror_min_side = edition.mirror_min_side
    options.colour_change_at_start = edition.colour_change_at_start
    first, second = aims
    options.set_weights([first[tile] for tile in BY_CODE.values()], [second[tile] for tile in BY_CODE.values()])
    return options


def options_of(position: Position, aims: tuple[Weights, Weights] = (TILES, POINTS)) -> _kernel.Options:
    """Return the kernel's options for a position."""
    return options_for(position.edition, has_melded=position.has_melded, aims=aims)


def question(position: Position) -> tuple[bytes, bytes]:
    """Encode the table and the rack of a position."""
    return coded_table(position.table), coded(position.rack)


def solve(position: Position, options: _kernel.Options | None = None) -> _kernel.Solution:
    """Return the kernel's answer to a position."""
    return _kernel.solve(*question(position), options or options_of(position))
