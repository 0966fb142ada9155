"""Every meld that some tiles can form, built slot by slot: the columns of the model.

This code shares nothing with the kernel or the core's search. `test_rows.py` compares it with all rows of small sets
of tiles, judged by the rules. The order of a group means nothing (A-34), so a group is listed once, sorted.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import readings
from tilewise.core.tiles import (
    CLASSIC,
    COLOUR_CHANGE,
    DOUBLE,
    HIGHEST,
    LOWEST,
    MIRROR,
    Meld,
    Tile,
    in_order,
    number_tiles,
)

COLOURS = "rbyk"
TILE = {(colour, number): Tile(f"{colour}{number}") for colour in COLOURS for number in range(LOWEST, HIGHEST + 1)}
SMALLEST = 3
LARGEST_GROUP = 4

Pair = tuple[Tile | None, Tile | None]
"""The tiles in one place on either side of a mirror; None where a double joker continues."""


Cut = Callable[[Meld, Meld], bool]
"""Whether a piece can lie by itself, and the rest without it, however the rest goes on, and no rule minds."""


def all_rows(tiles: Counter[Tile], edition: Edition, cut: Cut | None = None) -> set[Meld]:
    """Return every meld of these tiles; with `cut`, leave out long ones that could also be several melds.

    Rows with the same tiles and the same joker meanings are listed once: a group sorted, a mirrored run rising
    towards the mirror, the lesser side first.
    """
    found = {*_groups(tiles), *_runs(tiles, edition, cut)}
    enough = {row for row in found if len(number_tiles(row)) >= edition.min_number_tiles_per_set}
    if tiles[MIRROR]:
        rows = {*_mirrored_runs(tiles, cut), *_mirrored_groups(tiles)}
        enough |= {row for row in rows if len(row) >= SMALLEST and readings(row, edition)}
    return enough


def rows_of(tiles: Meld, edition: Edition) -> set[Meld]:
    """Return every order in which exactly these tiles are a meld. Short rows are tried in all orders."""
    if len(tiles) <= 7:
        return {order for order in permutations(tiles) if readings(order, edition)}
    found = {row for row in all_rows(Counter(tiles), edition) if len(row) == len(tiles)}
    return found | {tuple(reversed(row)) for row in found if MIRROR in row}


def _groups(tiles: Counter[Tile]) -> Iterator[Meld]:
    for number in range(LOWEST, HIGHEST + 1):
        real = [TILE[colour, number] for colour in COLOURS if tiles[TILE[colour, number]]]
        for size in range(LARGEST_GROUP + 1):
            for chosen in combinations(real, size):
                for jokers in _joker_choices(tiles, LARGEST_GROUP - size):
                    row = in_order((*chosen, *jokers))
                    if len(row) >= SMALLEST:
                        yield row


def _joker_choices(tiles: Counter[Tile], places: int) -> Iterator[Meld]:
    """Yield choices of classic and double jokers that fill at most this many places."""
    for doubles in range(min(tiles[DOUBLE], places // 2) + 1):
        for classics in range(min(tiles[CLASSIC], places - 2 * doubles) + 1):
            yield (CLASSIC,) * classics + (DOUBLE,) * doubles


@dataclass(frozen=True, slots=True)
class _Run:
    """A partial run, built from the low end; `named` is the colour of its last segment, if known."""

    row: Meld
    number: int
    named: str | None
    other_than: str | None
    """The colour of the segment before, which this one must not have."""


def _runs(tiles: Counter[Tile], edition: Edition, cut: Cut | None) -> Iterator[Meld]:
    for start in range(LOWEST, HIGHEST + 1):
        jokers = {joker: tiles[joker] for joker in (CLASSIC, DOUBLE, COLOUR_CHANGE)}
        if not edition.colour_change_at_start:
            yield from _grown(_Run((), start, None, None), tiles, {**jokers, COLOUR_CHANGE: 0}, cut, jokers)
        else:
            yield from _grown(_Run((), start, None, None), tiles, jokers, cut, None)


def _grown(
    run: _Run, tiles: Counter[Tile], jokers: dict[Tile, int], cut: Cut | None, later: dict[Tile, int] | None
) -> Iterator[Meld]:
    """Yield the run and all its extensions; `later` are the jokers available from the second tile on."""
    if cut is not None and any(cut(run.row[:at], run.row[at:]) for at in range(SMALLEST, len(run.row) - 2)):
        return
    if len(run.row) >= SMALLEST:
        yield run.row
    if run.number > HIGHEST:
        return
    for colour in (run.named,) if run.named else COLOURS:
        tile = TILE[colour, run.number]
        if tiles[tile] and colour != run.other_than:
            longer = _Run((*run.row, tile), run.number + 1, colour, None)
            yield from _grown(longer, tiles, later or jokers, cut, None)
    for joker, left in jokers.items():
        if left and (joker is not DOUBLE or run.number < HIGHEST):
            rest = {**(later or jokers)}
            rest[joker] -= 1
            yield from _grown(_with_joker(run, joker), tiles, rest, cut, None)


def _with_joker(run: _Run, joker: Tile) -> _Run:
    """A segment of jokers alone always has a free colour: there are four colours, and at most two neighbours."""
    row = (*run.row, joker)
    if joker is COLOUR_CHANGE:
        return _Run(row, run.number + 1, None, run.named)
    other_than = run.other_than if run.named is None else None
    return _Run(row, run.number + (2 if joker is DOUBLE else 1), run.named, other_than)


@dataclass(frozen=True, slots=True)
class _Sides:
    """The two sides of a partial mirror meld, built from the outside inwards."""

    left: Meld = ()
    right: Meld = ()
    left_is_filled: bool = False
    """The place at hand is the second of a double joker."""
    right_is_filled: bool = False
    even: tuple[tuple[int, int], ...] = ()
    """How long the sides were whenever they were even."""

    @property
    def are_even(self) -> bool:
        return bool(self.left) and not self.left_is_filled and not self.right_is_filled

    @property
    def meld(self) -> Meld:
        return (*self.left, MIRROR, *reversed(self.right))

    def joined_by(self, pair: Pair) -> "_Sides":
        left, right = pair
        longer = replace(
            self,
            left=self.left if left is None else (*self.left, left),
            right=self.right if right is None else (*self.right, right),
            left_is_filled=left is DOUBLE,
            right_is_filled=right is DOUBLE,
        )
        return replace(longer, even=(*self.even, (len(longer.left), len(longer.right)))) if longer.are_even else longer

    def fall_apart(self, cut: Cut) -> bool:
        """Whether the outer tiles form a run on each side and the rest is a mirror meld without them."""
        for left, right in self.even[:-1]:
            if min(left, right) >= SMALLEST:
                rest = (*self.left[left:], MIRROR, *reversed(self.right[right:]))
                if cut(self.left[:left], rest) and cut(self.right[:right], rest):
                    return True
        return False

    def last_blocks(self) -> tuple[tuple[Meld, Meld], tuple[Meld, Meld]]:
        """Return the last two parts between places where both sides had the same length."""
        (a, b), (c, d), (e, f) = ((0, 0), *self.even)[-3:]
        return (self.left[a:c], self.right[b:d]), (self.left[c:e], self.right[d:f])


def _mirrored_runs(tiles: Counter[Tile], cut: Cut | None) -> Iterator[Meld]:
    for start in range(LOWEST, HIGHEST + 1):
        yield from _deeper_run(_Sides(), start, tiles, cut)


def _deeper_run(sides: _Sides, number: int, left: Counter[Tile], cut: Cut | None) -> Iterator[Meld]:
    if sides.are_even:
        if sides.left > sides.right or (cut is not None and sides.fall_apart(cut)):
            return
        yield sides.meld
    if number > HIGHEST:
        return
    real = [TILE[colour, number] for colour in COLOURS if left[TILE[colour, number]]]
    for pair in _pairs(sides, real, left):
        if not _breaks_colour(sides.left, pair[0]) and not _breaks_colour(sides.right, pair[1]):
            rest = left - Counter(tile for tile in pair if tile is not None)
            yield from _deeper_run(sides.joined_by(pair), number + 1, rest, cut)


def _pairs(sides: _Sides, real: list[Tile], left: Counter[Tile]) -> Iterator[Pair]:
    """Yield the pairs for the next place on both sides: equal number tiles, or jokers."""
    jokers = [joker for joker in (CLASSIC, DOUBLE, COLOUR_CHANGE) if left[joker]]
    ones = [None] if sides.left_is_filled else [*real, *jokers]
    others = [None] if sides.right_is_filled else [*real, *jokers]
    for one, other in product(ones, others):
        colours = {tile.colour for tile in (one, other) if tile is not None and tile.colour is not None}
        twice = one is other and one is not None and left[one] < 2
        if len(colours) < 2 and not twice:
            yield one, other


def _breaks_colour(side: Meld, tile: Tile | None) -> bool:
    """Whether a number tile has another colour than the last one of its segment."""
    if tile is None or tile.colour is None:
        return False
    for before in reversed(side):
        if before is COLOUR_CHANGE:
            return False
        if before.colour is not None:
            return before.colour is not tile.colour
    return False


def _mirrored_groups(tiles: Counter[Tile]) -> Iterator[Meld]:
    jokers = tiles.copy()
    jokers[COLOUR_CHANGE] = 0
    for number in range(LOWEST, HIGHEST + 1):
        real = [TILE[colour, number] for colour in COLOURS if tiles[TILE[colour, number]]]
        yield from _deeper_group(_Sides(), 0, real, jokers)


def _deeper_group(sides: _Sides, depth: int, real: list[Tile], left: Counter[Tile]) -> Iterator[Meld]:
    """The parts of a group can be exchanged, so only the rising order is listed."""
    if sides.are_even:
        if len(sides.even) > 1 and operator.gt(*sides.last_blocks()):
            return
        yield sides.meld
    if depth == LARGEST_GROUP:
        return
    taken = {tile.colour for tile in sides.left + sides.right if tile.colour is not None}
    for pair in _pairs(sides, [tile for tile in real if tile.colour not in taken], left):
        rest = left - Counter(tile for tile in pair if tile is not None)
        yield from _deeper_group(sides.joined_by(pair), depth + 1, real, rest)
