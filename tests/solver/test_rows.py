"""The columns of the model are complete: compared with every order of every choice from a few tiles."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from tests.solver.chance import JOKER_KNOBS, dice
from tests.solver.rows import all_rows
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.rules.melds import readings
from tilewise.core.tiles import JOKERS, Meld, Tile, in_order

Roles = tuple[tuple[Tile, frozenset[object]], ...]


def roles(row: Meld, edition: Edition) -> Roles:
    found = readings(row, edition)
    return tuple(
        (tile, frozenset(reading.roles[index] for reading in found)) for index, tile in enumerate(row) if tile.is_joker
    )


def covers(mine: Roles, theirs: Roles) -> bool:
    """Whether the jokers of the first reading can stand for everything that those of the second can."""
    return any(
        all(one[0] is other[0] and one[1] >= other[1] for one, other in zip(order, theirs, strict=True))
        for order in permutations(mine)
    )


def a_handful(rng: Random, edition: Edition, size: int) -> list[Tile]:
    low, colours = rng.randint(1, 12), rng.sample("rbyk", rng.choice((1, 2, 4)))
    numbers = range(low, min(low + rng.choice((1, 2, 4)), 14))
    near = [tile for tile in edition.box.tiles if tile.colour in colours and tile.number in numbers]
    jokers = [tile for tile in edition.box.tiles if tile in JOKERS]
    wild = rng.randint(0, 4)
    return rng.sample(jokers, min(wild, len(jokers))) + rng.sample(near, min(size - wild, len(near)))


@pytest.mark.parametrize("seed", range(12))
def test_every_meld_is_listed_or_one_that_serves_as_well(seed: int) -> None:
    rng = dice(seed)
    edition = EDITIONS[rng.choice(("xp", "twist", "twist"))]
    for _ in range(4):
        house = edition.with_rules(**{name: rng.choice(choices) for name, choices in JOKER_KNOBS.items()})
        tiles = a_handful(rng, house, 6)
        listed = all_rows(Counter(tiles), house)
        orders = {row for size in range(3, len(tiles) + 1) for row in permutations(tiles, size) if readings(row, house)}

        served = {row for row in orders if is_served(row, listed, house)}

        assert all(readings(row, house) for row in listed)
        assert served == orders


def is_served(row: Meld, listed: set[Meld], edition: Edition) -> bool:
    if row in listed:
        return True
    alike = (other for other in listed if in_order(other) == in_order(row))
    return any(
        readings(other, edition)[0].value >= readings(row, edition)[0].value
        and covers(roles(other, edition), roles(row, edition))
        for other in alike
    )
