"""Melds: when a row of tiles is a group or a run, how its jokers are read, and why a row is neither."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from tilewise.core.edition import Edition
from tilewise.core.rules import special_jokers
from tilewise.core.rules.reading import Kind, Reading, Side, Slot, expand, places
from tilewise.core.search.orders import orders_with
from tilewise.core.tiles import (
    CLASSIC,
    COLOUR_CHANGE,
    HIGHEST,
    LOWEST,
    MIRROR,
    Meld,
    Tile,
    number_tiles,
)
from tilewise.core.value import Value

SMALLEST_MELD = 3
LARGEST_GROUP = 4
_MOST_TO_ARRANGE = 7


class MeldFault(StrEnum):
    """Why a row of tiles is not a meld."""

    TOO_FEW_TILES = "too-few-tiles"
    TOO_FEW_NUMBERS = "too-few-numbers"
    REPEATED_COLOUR = "repeated-colour"
    TOO_MANY_IN_GROUP = "too-many-in-group"
    STRAY_IN_GROUP = "stray-in-group"
    MIXED_COLOURS = "mixed-colours"
    REPEATED_NUMBER = "repeated-number"
    NOT_CONSECUTIVE = "not-consecutive"
    NOTHING_IN_COMMON = "nothing-in-common"
    BEYOND_THE_ENDS = "beyond-the-ends"
    OUT_OF_ORDER = "out-of-order"
    COLOUR_CHANGE_IN_GROUP = "colour-change-in-group"
    COLOUR_CHANGE_AT_START = "colour-change-at-start"
    COLOUR_DOES_NOT_CHANGE = "colour-does-not-change"
    TWO_MIRRORS = "two-mirrors"
    MIRROR_SIDE_TOO_SHORT = "mirror-side-too-short"
    MIRROR_SIDES_DIFFER = "mirror-sides-differ"


@lru_cache(maxsize=1 << 16)
def readings(meld: Meld, edition: Edition) -> tuple[Reading, ...]:
    """R-JOK-02, R-JOK-03, A-12, TA-16: return every reading of a row as a meld, the most valuable first.

    The order on the table decides what a joker stands for; where several readings remain, the player's best counts.
    """
    if size_fault(meld, edition) is not None:
        return ()
    sides = special_jokers.sides_of(meld)
    found = (*_groups(meld, sides), *_runs(meld, sides, edition))
    return tuple(sorted(found, key=lambda reading: -reading.value))


def is_meld(meld: Meld, edition: Edition) -> bool:
    """Whether a row of tiles may lie on the table."""
    return bool(readings(meld, edition))


def value_of(meld: Meld, edition: Edition) -> int:
    """R-SET-05, R-MELD-04: return the sum of the numbers; a joker counts what it stands for, a non-meld counts 0."""
    found = readings(meld, edition)
    return found[0].value if found else 0


def size_fault(meld: Meld, edition: Edition) -> MeldFault | None:
    """R-SET-01, R-TW-02, A-13, TA-06: three tiles at least, also with a double; number tiles; one mirror at most."""
    if len(meld) < SMALLEST_MELD:
        return MeldFault.TOO_FEW_TILES
    if len(number_tiles(meld)) < edition.min_number_tiles_per_set:
        return MeldFault.TOO_FEW_NUMBERS
    if meld.count(MIRROR) > 1:
        return MeldFault.TWO_MIRRORS
    if MIRROR in meld and special_jokers.mirror_side(meld) < edition.mirror_min_side:
        return MeldFault.MIRROR_SIDE_TOO_SHORT
    return None


def _groups(meld: Meld, sides: Sequence[Side]) -> Iterator[Reading]:
    """R-SET-02: three or four tiles of one number, all of different colours; R-TW-11: never a colour-change joker."""
    if COLOUR_CHANGE in meld or len(sides[0]) > LARGEST_GROUP:
        return
    colours = special_jokers.group_colours(sides)
    if colours is None:
        return
    numbers = {tile.number for tile in meld if not tile.is_joker}
    if len(numbers) > 1:
        return
    for number in numbers or range(LOWEST, HIGHEST + 1):
        slots = [[Slot(number, possible) for possible in colours] for _ in sides]
        yield Reading(Kind.GROUP, expand(meld, slots))


def _runs(meld: Meld, sides: Sequence[Side], edition: Edition) -> Iterator[Reading]:
    """R-SET-03, R-SET-04, A-34: three or more consecutive numbers in one colour, 1 lowest, 13 highest.

    Runs rise from left to right; TA-07: the sides of a mirror may also fall towards it.
    """
    steps = (1, -1) if len(sides) > 1 else (1,)
    starts = [(step, first) for step in steps for first in _first_numbers(sides, step)]
    colours = special_jokers.run_colours(sides) if starts else None
    if colours is None:
        return
    for step, first in starts:
        if special_jokers.starts_with_colour_change(sides, step) and not edition.colour_change_at_start:
            continue
        slots = [[Slot(first + step * place, possible) for place, possible in enumerate(side)] for side in colours]
        yield Reading(Kind.RUN, expand(meld, slots))


def _first_numbers(sides: Sequence[Side], step: int) -> Iterator[int]:
    """R-TW-10, TA-13: the numbers that the outermost place of a run can have; all places have one from 1 to 13."""
    length = len(sides[0])
    named = {tile.number - step * place for side in sides for place, tile in enumerate(side) if not tile.is_joker}
    if len(named) > 1:
        return
    for first in named or range(LOWEST, HIGHEST + 1):
        if LOWEST <= first <= HIGHEST and LOWEST <= first + step * (length - 1) <= HIGHEST:
            yield first


def fault_of(meld: Meld, edition: Edition) -> MeldFault | None:
    """Return why this row is not a meld, as a player would say it; None if it is one."""
    if readings(meld, edition):
        return None
    fault = size_fault(meld, edition)
    if fault is not None and not (fault is MeldFault.TOO_FEW_TILES and _is_hopeless(meld)):
        return fault
    if arranged(meld, edition) is not None:
        return MeldFault.OUT_OF_ORDER
    if MIRROR in meld:
        return MeldFault.MIRROR_SIDES_DIFFER
    numbers = {tile.number for tile in meld if not tile.is_joker}
    colours = {tile.colour for tile in meld if not tile.is_joker}
    if len(numbers) == 1:
        return _group_fault(meld)
    if len(colours) == 1 or COLOUR_CHANGE in meld:
        return _run_fault(meld, edition)
    return _mixed_fault(meld, edition)


def _is_hopeless(meld: Meld) -> bool:
    """Whether the row is two number tiles that no third tile can complete."""
    if len(meld) != SMALLEST_MELD - 1 or len(number_tiles(meld)) != len(meld):
        return False
    one, other = meld
    if one.number == other.number:
        return one.colour is other.colour
    return one.colour is not other.colour or abs(one.number - other.number) >= SMALLEST_MELD


def _group_fault(meld: Meld) -> MeldFault:
    if COLOUR_CHANGE in meld:
        return MeldFault.COLOUR_CHANGE_IN_GROUP
    colours = [tile.colour for tile in meld if not tile.is_joker]
    return MeldFault.TOO_MANY_IN_GROUP if len(set(colours)) == len(colours) else MeldFault.REPEATED_COLOUR


class Nearest(Value):
    """The group or run that fits most number tiles of a row, and the tiles that do not fit."""

    kind: Kind
    of: Tile
    """A tile of the row that fits: its number is that of the group, its colour that of the run."""
    strays: tuple[Tile, ...]


def nearest_meld(meld: Meld) -> Nearest | None:
    """Return the meld with the fewest changed tiles; None if that is half of the number tiles or more."""
    numbers = number_tiles(meld)
    if len(numbers) >= 2 * HIGHEST:
        return None  # at most 13 of them fit; the search below would take seconds for a huge row
    length = min(HIGHEST, sum(map(places, meld)))
    runs = [(_most_in_run(numbers, tile, length), Kind.RUN, tile) for tile in numbers]
    groups = [(_most_in_group(numbers, tile), Kind.GROUP, tile) for tile in numbers]
    fits, kind, of = max((*runs, *groups), key=lambda found: found[0], default=(0, Kind.RUN, CLASSIC))
    if 2 * fits <= len(numbers):
        return None
    if kind is Kind.GROUP:
        return Nearest(kind, of, tuple([tile for tile in numbers if tile.number != of.number]))
    return Nearest(kind, of, tuple([tile for tile in numbers if tile.colour is not of.colour]))


def _most_in_group(numbers: Sequence[Tile], of: Tile) -> int:
    return len({tile.colour for tile in numbers if tile.number == of.number})


def _most_in_run(numbers: Sequence[Tile], of: Tile, length: int) -> int:
    """Count the places that the tiles fill in a run of this colour and length that begins with this tile."""
    run = range(of.number, of.number + length)
    return len({tile.number for tile in numbers if tile.colour is of.colour and tile.number in run})


def _mixed_fault(meld: Meld, edition: Edition) -> MeldFault:
    """Name the fault of a row in which both numbers and colours differ."""
    near = nearest_meld(meld)
    if near is not None:
        return MeldFault.STRAY_IN_GROUP if near.kind is Kind.GROUP else MeldFault.MIXED_COLOURS
    one_colour = tuple([tile if tile.is_joker else Tile(f"r{tile.number}") for tile in meld])
    if len(meld) < SMALLEST_MELD:
        has_run_numbers = not _is_hopeless(one_colour)
    else:
        has_run_numbers = arranged(one_colour, edition) is not None
    return MeldFault.MIXED_COLOURS if has_run_numbers else MeldFault.NOTHING_IN_COMMON


def _run_fault(meld: Meld, edition: Edition) -> MeldFault:
    (side,) = special_jokers.sides_of(meld)
    if special_jokers.starts_with_colour_change((side,), 1) and not edition.colour_change_at_start:
        return MeldFault.COLOUR_CHANGE_AT_START
    if len(side) > HIGHEST:
        return MeldFault.BEYOND_THE_ENDS
    if special_jokers.run_colours((side,)) is None:
        return MeldFault.COLOUR_DOES_NOT_CHANGE
    firsts = {tile.number - place for place, tile in enumerate(side) if not tile.is_joker}
    if len(firsts) == 1 or _wraps(side):
        return MeldFault.BEYOND_THE_ENDS
    numbers = [tile.number for tile in number_tiles(meld)]
    return MeldFault.NOT_CONSECUTIVE if len(set(numbers)) == len(numbers) else MeldFault.REPEATED_NUMBER


def _wraps(side: Side) -> bool:
    """Whether a 1 is laid after a 13, or before numbers that lead up to 13 (R-SET-04)."""
    numbers = [tile.number for tile in side if not tile.is_joker]
    skips = [(before, after) for before, after in pairwise(numbers) if after != before + 1]
    if (HIGHEST, LOWEST) in skips:
        return True
    goes_round = (numbers[0], numbers[-1], len(numbers)) == (LOWEST, HIGHEST, len(side))
    return goes_round and len(skips) == 1 and skips[0][1] > skips[0][0] + 2  # one tile would fill a smaller gap


def arranged(tiles: Meld, edition: Edition) -> Meld | None:
    """Return the tiles in an order that makes a meld: as they are, or rising; None if there is none."""
    if readings(tiles, edition):
        return tiles
    if set(tiles) <= {CLASSIC, *number_tiles(tiles)}:
        return _rising(tiles, edition)
    named = number_tiles(tiles)
    if not named or len(tiles) > _MOST_TO_ARRANGE:
        return None
    orders = orders_with(named[0], Counter(tiles))
    return next((row for row in orders if len(row) == len(tiles) and readings(row, edition)), None)


def _rising(tiles: Meld, edition: Edition) -> Meld | None:
    """Return a run of number tiles and classic jokers: jokers fill gaps, spare ones go to the top, then the bottom."""
    numbers = sorted(number_tiles(tiles), key=lambda tile: tile.number)
    jokers = [tile for tile in tiles if tile.is_joker]
    row: list[Tile] = []
    for tile in numbers:
        while row and jokers and _number_after(row) < tile.number:
            row.append(jokers.pop())
        row.append(tile)
    while jokers and row and _number_after(row) <= HIGHEST:
        row.append(jokers.pop())
    meld = (*jokers, *row)
    return meld if readings(meld, edition) else None


def _number_after(row: Sequence[Tile]) -> int:
    """Return the next number of a rising row that begins with a number tile."""
    return row[0].number + len(row)
