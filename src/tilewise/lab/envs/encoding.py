"""What an agent observes, as numbers: everything its view tells, and nothing else."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tilewise.core.edition import Box, Edition
from tilewise.core.rules.melds import LARGEST_GROUP
from tilewise.core.tiles import HIGHEST, Meld, Tile
from tilewise.core.view import View

KINDS = tuple(Tile)
"""Every kind of tile that any edition has; its place here is its number in observations and actions."""
NUMBER = {tile: number for number, tile in enumerate(KINDS)}
SEAT_NUMBERS = 6
TURN_NUMBERS = 4
HIGHEST_NUMBER = 4096
"""No count in a game comes near it."""

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]


def rows_for(box: Box) -> int:
    """Melds that can lie on the table at once, and one row for the next."""
    return box.size // 3 + 1


def longest_row(edition: Edition) -> int:
    """Tiles in the longest meld: a run from end to end, twice with its image around a mirror joker."""
    return max(LARGEST_GROUP, 2 * HIGHEST + 1 if edition.box.mirror else HIGHEST)


def counts(tiles: Iterable[Tile]) -> Numbers:
    """How many there are of each kind."""
    numbers = np.zeros(len(KINDS), np.int16)
    for tile in tiles:
        numbers[NUMBER[tile]] += 1
    return numbers


def table(rows: Sequence[Meld], count: int, length: int) -> Numbers:
    """Rows of tiles in their order: 1 and up for the kinds, 0 for nothing."""
    numbers = np.zeros((count, length), np.int16)
    for number, row in enumerate(rows):
        numbers[number, : len(row)] = [NUMBER[tile] + 1 for tile in row]
    return numbers.ravel()


def public(view: View) -> Numbers:
    """The pool, whose turn it is, and every seat, the own one first."""
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
