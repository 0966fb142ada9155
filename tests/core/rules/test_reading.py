"""All readings of a row, compared with a brute force over every number and colour in every place."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from tests.games import an_edition
from tilewise.core import notation
from tilewise.core.deal import Dice
from tilewise.core.edition import Edition
from tilewise.core.rules.melds import readings, value_of
from tilewise.core.tiles import COLOUR_CHANGE, DOUBLE, MIRROR, NUMBER_TILES, Meld, Tile

COLOURS = "rbyk"
CHANGES = tuple(before + after for before, after in product(COLOURS, repeat=2) if before != after)
"""The changes of a colour-change joker: from one colour to another."""

Place = tuple[int, tuple[str, ...]]
"""A number and its possible colours."""

Roles = tuple[tuple[Place, ...], ...]
"""The meaning of each tile of a row."""


def naive_readings(meld: Meld, edition: Edition) -> set[tuple[str, Roles]]:
    """Follow the rulings literally: fill the places in every way and keep the melds."""
    axis = meld.index(MIRROR) if MIRROR in meld else len(meld)
    sides = [places(meld[:axis]), places(meld[axis + 1 :])] if MIRROR in meld else [places(meld)]
    if not is_big_enough(meld, edition) or len({len(side) for side in sides}) > 1:
        return set()
    return {
        (kind, roles(meld, numbers, colours))
        for kind in ("group", "run")
        if (colours := naive_colours(kind, sides))
        for numbers in naive_numbers(kind, sides, edition)
    }


def places(tiles: Meld) -> list[Tile]:
    return [tile for tile in tiles for _ in range(2 if tile is DOUBLE else 1)]


def is_big_enough(meld: Meld, edition: Edition) -> bool:
    numbers = [tile for tile in meld if tile in NUMBER_TILES]
    if len(meld) < 3 or len(numbers) < edition.min_number_tiles_per_set:
        return False
    if MIRROR not in meld:
        return True
    axis = meld.index(MIRROR)
    return meld.count(MIRROR) == 1 and min(axis, len(meld) - 1 - axis) >= edition.mirror_min_side


def naive_numbers(kind: str, sides: list[list[Tile]], edition: Edition) -> Iterator[tuple[int, ...]]:
    """Yield every row of numbers, left to right, that the number tiles allow."""
    size, row = len(sides[0]), [tile for side in sides for tile in side]
    steps = (0,) if kind == "group" else (1, -1) if len(sides) > 1 else (1,)
    for step, first in product(steps, range(1, 14)):
        left = [first + step * place for place in range(size)]
        numbers = tuple(left + left[::-1] if len(sides) > 1 else left)
        low_end = [tile for tile, number in zip(row, numbers, strict=True) if number == min(numbers)]
        barred = kind == "run" and COLOUR_CHANGE in low_end and not edition.colour_change_at_start
        fits = all(tile.number in (0, number) for tile, number in zip(row, numbers, strict=True))
        if fits and not barred and all(1 <= number <= 13 for number in numbers):
            yield numbers


def naive_colours(kind: str, sides: list[list[Tile]]) -> list[tuple[str, ...]]:
    """Return the colours of each place, left to right, over all colourings; empty if there is none."""
    legal = [[colours for colours in product(*map(choices, side)) if is_legal(kind, colours)] for side in sides]
    seen = defaultdict[int, set[str]](set)
    for colouring in product(*legal):
        row = [colour for side in colouring for colour in side]
        if len(sides) == 1 or is_mirrored(row):
            for place, colour in enumerate(row):
                seen[place].add(colour if len(colour) == 1 else "")
    return [tuple(sorted(seen[place] - {""})) for place in sorted(seen)]


def choices(tile: Tile) -> tuple[str, ...]:
    if tile is COLOUR_CHANGE:
        return CHANGES
    return tuple(COLOURS) if tile.is_joker else (tile[0],)


def is_legal(kind: str, colours: tuple[str, ...]) -> bool:
    if kind == "run":
        return all(before[-1] == after[0] for before, after in pairwise(colours))
    return all(len(colour) == 1 for colour in colours) and len(set(colours)) == len(colours)


def is_mirrored(row: list[str]) -> bool:
    """The colour of a colour-change joker is not compared."""
    return all(one == other or len(one + other) > 2 for one, other in zip(row, reversed(row), strict=True))


def roles(meld: Meld, numbers: tuple[int, ...], colours: list[tuple[str, ...]]) -> Roles:
    row = iter(zip(numbers, colours, strict=True))
    sizes = [{DOUBLE: 2, MIRROR: 0}.get(tile, 1) for tile in meld]
    return tuple(tuple(sorted(next(row) for _ in range(size))) for size in sizes)


def core_readings(meld: Meld, edition: Edition) -> set[tuple[str, Roles]]:
    """Return the readings of the core in the same form."""
    return {
        (
            reading.kind.value,
            tuple(tuple(sorted((slot.number, tuple(sorted(slot.colours))) for slot in role)) for role in reading.roles),
        )
        for reading in readings(meld, edition)
    }


class Rows:
    """Random rows: melds, melds with jokers, and broken melds."""

    def __init__(self, seed: str) -> None:
        self.dice = Dice(seed.encode())

    def one_of(self, *things: str) -> str:
        return things[self.dice.below(len(things))]

    def row(self) -> Meld:
        side = self.side()
        if self.dice.below(2):
            other = side[::-1] if self.dice.below(3) else self.side()[::-1]
            side = [*side, "M", *other]
        return notation.meld(" ".join(self.spoilt(tile) for tile in side))

    def side(self) -> list[str]:
        size, colours = 1 + self.dice.below(4), COLOURS[self.dice.below(4) :] + COLOURS
        if self.dice.below(3) == 0:
            number = 1 + self.dice.below(13)
            return [f"{colour}{number}" for colour in colours[:size]]
        first, step = 1 + self.dice.below(13), -1 if self.dice.below(4) == 0 else 1
        return [f"{colours[0]}{min(13, max(1, first + step * place))}" for place in range(size)]

    def spoilt(self, tile: str) -> str:
        """Return mostly the tile itself, often a joker, sometimes another colour or number."""
        if tile == "M":
            return tile
        kind = self.dice.below(12)
        return tile if kind < 6 else self.one_of("J", "J", "D", "C", "C", f"{self.one_of(*COLOURS)}{tile[1:]}")


HOUSES = {
    "twist": an_edition("twist"),
    "two on each side of a mirror": an_edition("twist", mirror_min_side=2),
    "three on each side of a mirror": an_edition("twist", mirror_min_side=3),
    "no colour change at the low end": an_edition("twist", colour_change_at_start=False),
    "two number tiles": an_edition("twist", min_number_tiles_per_set=2),
    "no number tile needed": an_edition("twist", min_number_tiles_per_set=0),
}


@pytest.mark.parametrize("house", HOUSES)
def test_every_reading_is_found_and_no_other(house: str) -> None:
    """R-SET-01, R-SET-02, R-SET-03, R-SET-04, R-TW-05, R-TW-12, R-TW-15, TA-04, TA-05, TA-07, TA-13, TA-14."""
    edition, rows, melds = HOUSES[house], Rows(house), 0

    for _ in range(1500):
        row = rows.row()
        expected = naive_readings(row, edition)
        melds += bool(expected)

        assert core_readings(row, edition) == expected, notation.print_meld(row)

    assert 150 < melds < 1000


@pytest.mark.parametrize("house", HOUSES)
def test_a_row_is_worth_its_best_reading(house: str) -> None:
    """A-12, R-MELD-08, R-TW-16, TA-16."""
    edition, rows = HOUSES[house], Rows(f"value {house}")

    for _ in range(300):
        row = rows.row()
        worth = [sum(number for role in roles_ for number, _ in role) for _, roles_ in naive_readings(row, edition)]

        assert value_of(row, edition) == max(worth, default=0), notation.print_meld(row)
