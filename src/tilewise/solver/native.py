"""Over the border to the kernel and back: tiles as bytes, knobs as options. Nothing is decided here."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.core.edition import Edition, JokerRetrieval, JokerReuse
from tilewise.core.tiles import Meld, Table, Tile
from tilewise.solver.problem import Objective, Problem, Solution, Weights

END_OF_MELD = b"\xff"
PLAYOUT_NODES = 2_000
"""States for one decision of an imagined game."""

_BY_ORDER = {tile.order: tile for tile in Tile}
_ORDER_OF = {tile: tile.order for tile in Tile}
_FEWEST_TILES, _BY_WEIGHT = 2, 0


MOST_REMEMBERED = 1 << 16


Key = TypeVar("Key")
Made = TypeVar("Made")


class _Remembered(dict[Key, Made]):
    """Melds met before, looked up in one step of C: tables are made of the same few melds again and again."""

    def __init__(self, make: Callable[[Key], Made]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> Made:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        made = self[key] = self._make(key)
        return made


def packed(table: Table) -> bytes:
    """A table as the kernel takes it: the tiles of each meld, and an end after it."""
    return b"".join(map(_packed_melds.__getitem__, table))


def packed_rack(rack: tuple[Tile, ...]) -> bytes:
    """A rack as the kernel takes it."""
    return _packed_racks[rack]


def unpacked(table: bytes) -> Table:
    """A table as the kernel gives it."""
    return tuple(map(_unpacked_melds.__getitem__, table.split(END_OF_MELD)[:-1]))


def unpacked_meld(tiles: bytes) -> Meld:
    """Tiles as the kernel gives them."""
    return _unpacked_melds[tiles]


def _packed_tiles(tiles: tuple[Tile, ...]) -> bytes:
    return bytes(map(_ORDER_OF.__getitem__, tiles))


def _packed_meld(meld: Meld) -> bytes:
    return _packed_tiles(meld) + END_OF_MELD


def _unpacked_tiles(tiles: bytes) -> tuple[Tile, ...]:
    return tuple(map(_BY_ORDER.__getitem__, tiles))


_packed_melds = _Remembered(_packed_meld)
_packed_racks = _Remembered(_packed_tiles)
_unpacked_melds = _Remembered(_unpacked_tiles)


def options_of(problem: Problem) -> _kernel.Options:
    """The knobs of a problem that the kernel knows."""
    budgets = (problem.node_budget, problem.time_budget_us)
    return _options(problem.edition, problem.has_melded, problem.objective, problem.least_disruption, budgets)


def rules_of(edition: Edition) -> _kernel.Options:
    """The knobs of an edition that the kernel knows, for questions about whole games."""
    return _options(edition, True, Objective.TILES, False, (PLAYOUT_NODES, 0))  # noqa: FBT003  # a cache key


def solution_of(found: _kernel.Solution) -> Solution:
    """What the kernel found."""
    laid, table, primary, secondary, kept, moved, is_proven, nodes = found.parts
    return Solution(unpacked_meld(laid), unpacked(table), primary, secondary, kept, moved, is_proven, nodes)


@lru_cache(maxsize=1 << 10)
def _options(
    edition: Edition,
    has_melded: bool,  # noqa: FBT001  # a cache key: all arguments go by place
    objective: Objective | Weights,
    least_disruption: bool,  # noqa: FBT001  # as above
    budgets: tuple[int, int],
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
    options.set_weights(*(_by_order(weights) for weights in weights_of(objective, edition)))
    return options


def weights_of(objective: Objective | Weights, edition: Edition) -> tuple[dict[Tile, int], dict[Tile, int]]:
    """What each tile is worth, first and second."""
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
    return [weights.get(_BY_ORDER[order], 0) for order in range(len(_BY_ORDER))]
