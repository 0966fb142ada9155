"""Positions from whole games that greedy players play, dealt by a seed."""

from collections.abc import Iterator
from random import Random

from tests.solver import kernel_calls
from tests.solver.positions import Position
from tilewise import _kernel
from tilewise.core.edition import Edition

PATIENCE = 20_000
"""States that a player looks at before it plays the best it knows: a game needs good players, not perfect ones."""


def a_game(rng: Random, edition: Edition, players: int) -> Iterator[Position]:
    """Yield every decision of one game."""
    tiles = list(edition.box_for(players).tiles)
    rng.shuffle(tiles)
    options = kernel_calls.options_for(edition)
    options.node_budget = PATIENCE
    decisions = _kernel.self_play_positions(kernel_calls.coded(tiles), options, players, edition.hand_size)
    for table, rack, has_melded in decisions:
        yield Position(edition, kernel_calls.table_of_code(table), kernel_calls.tiles_of_code(rack), has_melded)


def a_moment(rng: Random, edition: Edition) -> Position:
    """Return one decision of one game; in one case of four, before the initial meld."""
    players = rng.randint(edition.min_players, edition.max_players)
    wanted = rng.random() < 0.75
    decisions = list(a_game(rng, edition, players))
    return rng.choice([each for each in decisions if each.has_melded == wanted] or decisions)
