"""The model agrees with an exhaustive search in tiny positions."""

from random import Random

import pytest

from tests.solver.brute import plays
from tests.solver.chance import BOXES, FIRST_KNOBS, JOKER_KNOBS, a_position, a_tiny_position, dice
from tests.solver.model import POINTS, TILES, Model, Weights
from tests.solver.moved import tiles_moved
from tests.solver.positions import Position, specified
from tilewise.core.editions import EDITIONS
from tilewise.core.rules.initial_meld import points_laid
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Table, Tile

POSITIONS_EACH = 10


def tiny_positions(box: str, seed: int, *, has_melded: bool) -> list[Position]:
    rng = dice(box, seed)
    found = []
    for _ in range(POSITIONS_EACH):
        knobs = {name: rng.choice(choices) for name, choices in {**JOKER_KNOBS, **FIRST_KNOBS}.items()}
        edition = EDITIONS[box].with_rules(**knobs) if rng.random() < 0.7 else EDITIONS[box]
        found.append(a_tiny_position(rng, edition, has_melded=has_melded, most=7))
    return found


def some_weights(rng: Random) -> Weights:
    return {tile: rng.randint(-3, 9) for tile in Tile}


def weight(laid: tuple[Tile, ...], weights: Weights) -> int:
    return sum(weights[tile] for tile in laid)


def kept(position: Position, table: Table) -> int:
    return len(position.table) - len(Change(position.table, table, position.edition).gone)


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seed", range(6))
def test_the_model_finds_the_best_play(box: str, seed: int) -> None:
    rng = dice(seed)
    for position in tiny_positions(box, seed, has_melded=True):
        weights = rng.choice((TILES, some_weights(rng)))
        every = list(plays(position))

        best = Model(position).best(weights, POINTS)

        expected = max(((weight(laid, weights), weight(laid, POINTS)) for laid, _ in every), default=None)
        assert (best.values if best is not None else None) == expected, position
        assert best is None or not position.violations(best.table), position


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seed", range(2))
def test_of_the_best_plays_the_model_finds_the_calmest(box: str, seed: int) -> None:
    for position in tiny_positions(box, 100 + seed, has_melded=True):
        every = [
            (len(laid), weight(laid, POINTS), kept(position, table), -tiles_moved(position, table))
            for laid, table in plays(position)
        ]

        best = Model(position, every_column=True).least_disruption(TILES, POINTS)

        assert (best.values if best is not None else None) == max(every, default=None), position


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seed", range(2))
def test_the_model_finds_every_initial_meld(box: str, seed: int) -> None:
    for position in tiny_positions(box, 200 + seed, has_melded=False):
        every = [
            (len(laid), points_laid(Change(position.table, table, position.edition))) for laid, table in plays(position)
        ]
        model = Model(position)

        most, worth, fewest = model.best(TILES), model.most_points(), model.fewest_tiles()

        if not every:
            assert (most, worth, fewest) == (None, None, None), position
            continue
        assert most is not None
        assert worth is not None
        assert fewest is not None
        assert most.values == (max(tiles for tiles, _ in every),), position
        assert worth.values == (max(points for _, points in every),), position
        assert fewest.values == (-min(tiles for tiles, _ in every),), position


@pytest.mark.parametrize("seed", range(6))
def test_columns_that_are_left_out_do_not_matter(seed: int) -> None:
    rng = dice(seed)
    box = EDITIONS[rng.choice(("classic-en", "classic-en", "twist"))]
    position = a_position(rng, box, melds=4, rack=6, jokers=0.2)

    some, every = Model(position).best(TILES, POINTS), Model(position, every_column=True).best(TILES, POINTS)

    assert (some and some.values) == (every and every.values), position


@pytest.mark.parametrize("position", [each for each in specified() if each.table == ()][:25], ids=lambda each: each.id)
def test_the_specification_agrees_with_the_model(position: Position) -> None:
    best = Model(position).best(TILES, POINTS)

    assert (best.values[0] if best is not None else None) == position.best.get("tiles")
