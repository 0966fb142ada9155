"""Encode a view as numbers."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tilewise.core.edition import Box, Edition
from tilewise.core.rules.melds import LARGEST_GROUP
from tilewise.core.tiles import HIGHEST, Meld, Tile
from tilewise.core.view import View

KINDS = tuple(Tile)
"""Every kind of tile in any edition. Its index is its number in observations and actions."""
NUMBER = {tile: number for number, tile in enumerate(KINDS)}
SEAT_NUMBERS = 6
TURN_NUMBERS = 4
HIGHEST_NUMBER = 4096
"""An upper bound of every count in a game."""

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]


def rows_for(box: Box) -> int:
    """The most melds on a table, plus one row for the next meld."""
    return box.size // 3 + 1


def longest_row(edition: Edition) -> int:
    """The most tiles in a meld: a run of 13, twice with a mirror joker."""
    return max(LARGEST_GROUP, 2 * HIGHEST + 1 if edition.box.mirror else HIGHEST)


def counts(tiles: Iterable[Tile]) -> Numbers:
    """Return the number of tiles of each kind."""
    numbers = np.zeros(len(KINDS), np.int16)
    for tile in tiles:
        numbers[NUMBER[tile]] += 1
    return numbers


def table(rows: Sequence[Meld], count: int, length: int) -> Numbers:
    """Encode rows of tiles in order: 0 for no tile, 1 and up for the kinds."""
    numbers = np.zeros((count, length), np.int16)
    for number, row in enumerate(rows):
        numbers[number, : len(row)] = [NUMBER[tile] + 1 for tile in row]
    return numbers.ravel()


def public(view: View) -> Numbers:
    """Encode the pool, the turn, and every seat, starting with the viewer's own."""
    seats, own = len(view.seats), view.seat or 0
    numbers = [
        view.pool,
        (view.to_move - own) % seats,
        len(view.passed),
        0 if view.last_turns is None else 1 + len(view.last_turns),
    ]
    for step in range(seats):
        seat = view.seats[(own + step) % seats]
        numbers += [seat.tiles, int(seat.has_melded), int(seat.has_conceded), seat.laid, seat.quiet, seat.drew]
    return np.array(numbers, np.int16)
