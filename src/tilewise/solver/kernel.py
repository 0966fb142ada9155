"""Translate between Python values and the kernel: tiles as bytes, knobs as options."""

from functools import lru_cache

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.core.edition import Edition, JokerRetrieval, JokerReuse
from tilewise.core.errors import expect
from tilewise.core.tiles import Table, Tile, in_order
from tilewise.solver.problem import Objective, Problem, Solution, Weights

PLAYOUT_NODES = 2_000
"""States for one decision of a rollout."""

_BY_ORDER = in_order(Tile)
_BOX = _kernel.Box(_BY_ORDER)
_FEWEST_TILES, _BY_WEIGHT = 2, 0

packed = _BOX.packed
"""Pack a table for the kernel: the tiles of each meld, then an end mark."""

packed_rack = _BOX.packed_tiles
"""Pack a rack for the kernel."""

unpacked_meld = _BOX.unpacked_tiles
"""Unpack tiles from the kernel."""


def options_of(problem: Problem) -> _kernel.Options:
    """Return the kernel options of a problem."""
    budgets = (problem.node_budget, problem.time_budget_us)
    aims = (problem.objective, problem.least_disruption)
    return _options(problem.edition, problem.has_melded, *aims, budgets, problem.initial_melds)


def rules_of(edition: Edition) -> _kernel.Options:
    """Return the kernel options of an edition, for rollouts."""
    return _options(edition, True, Objective.TILES, False, (PLAYOUT_NODES, 0), ())  # noqa: FBT003  # a cache key


def solution_of(found: _kernel.Solution) -> Solution:
    """Convert a solution of the kernel."""
    return Solution(*_BOX.parts(found))


@lru_cache(maxsize=1 << 10)
def _options(  # noqa: PLR0913, PLR0917  # a cache key
    edition: Edition,
    has_melded: bool,  # noqa: FBT001  # a cache key: all arguments go by place
    objective: Objective | Weights,
    least_disruption: bool,  # noqa: FBT001  # as above
    budgets: tuple[int, int],
    initial_melds: Table,
) -> _kernel.Options:
    options = _kernel.Options()
    options.has_melded = has_melded
    options.threshold = edition.initial_meld_min
    options.joker_in_initial_meld = edition.joker_in_initial_meld
    options.initial_mode = _FEWEST_TILES if objective is Objective.FEWEST_TILES else _BY_WEIGHT
    options.joker_reuse_any_set = edition.joker_reuse is JokerReuse.ANY_SET
    options.exact_tile_retrieval = edition.joker_retrieval is JokerRetrieval.EXACT_TILE
    options.group3_both_colours = edition.group3_both_colours
    options.joker_swap_by_joker = edition.joker_swap_by_joker
    options.min_number_tiles = edition.min_number_tiles_per_set
    options.mirror_min_side = edition.mirror_min_side
    options.colour_change_at_start = edition.colour_change_at_start
    options.least_disruption = least_disruption
    options.node_budget, options.time_budget_us = budgets
    options.opening = packed(initial_melds)
    options.set_weights(*(_by_order(weights) for weights in weights_of(objective, edition)))
    return options


def weights_of(objective: Objective | Weights, edition: Edition) -> tuple[dict[Tile, int], dict[Tile, int]]:
    """Return the primary and the secondary weight of each tile."""
    if isinstance(objective, Weights):
        return dict(objective.primary), dict(objective.secondary)
    tiles = dict.fromkeys(Tile, 1)
    points = {tile: edition.joker_rack_penalty if tile.is_joker else tile.number for tile in Tile}
    match objective:
        case Objective.TILES | Objective.FEWEST_TILES:
            return tiles, {}
        case Objective.POINTS:
            return points, {}
        case Objective.TILES_THEN_POINTS:
            return tiles, points
        case Objective.POINTS_THEN_TILES:
            return points, tiles


def _by_order(weights: dict[Tile, int]) -> list[int]:
    found = [weights.get(tile, 0) for tile in _BY_ORDER]
    for weight in found:
        expect(weight, int, "a whole number as a weight")
    return found
