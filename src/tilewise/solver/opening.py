"""The initial meld where the house lets the same turn go on with manipulation (A-02).

The rack must hold melds of its own that are worth enough and stay as they are; what is left of it is then played as
in any later turn. So every smallest choice of such melds is tried, and the rest of each solved exactly.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import value_of
from tilewise.core.rules.rows import rows_with
from tilewise.core.tiles import Meld, Tile, in_order, number_tiles
from tilewise.solver import native
from tilewise.solver.problem import Problem, Solution


def may_manipulate(problem: Problem) -> bool:
    """Whether this is the initial meld, and the table may be touched in its turn."""
    return not problem.has_melded and problem.edition.manipulate_in_initial_turn and bool(problem.table)


def best(problem: Problem, solve: Callable[[Problem], Solution]) -> Solution:
    """The best of all ways to make the initial meld and go on."""
    found = [_completed(problem, melds, solve) for melds in set(_smallest_openings(problem))]
    nothing = Solution((), problem.table, 0, 0, len(problem.table), 0, is_proven=True, nodes=0)
    return max(found, key=_rank, default=nothing)


def _rank(solution: Solution) -> tuple[int, int, int, int]:
    return solution.primary, solution.secondary, solution.kept, -solution.moved


def _completed(problem: Problem, melds: tuple[Meld, ...], solve: Callable[[Problem], Solution]) -> Solution:
    used = Counter(tile for meld in melds for tile in meld)
    rest = in_order((Counter(problem.rack) - used).elements())
    jokers_stay = not problem.edition.joker_in_initial_meld
    playable = number_tiles(rest) if jokers_stay else rest
    after = solve(replace(problem, rack=playable, has_melded=True))
    primary, secondary = native.weights_of(problem.objective, problem.edition)
    laid = in_order((*used.elements(), *after.laid))
    return replace(
        after,
        laid=laid,
        table=(*after.table, *melds),
        primary=sum(primary.get(tile, 0) for tile in laid),
        secondary=sum(secondary.get(tile, 0) for tile in laid),
    )


def _smallest_openings(problem: Problem) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds from the rack that is worth enough, and is not when one of them is left out."""
    edition = problem.edition
    tiles = problem.rack if edition.joker_in_initial_meld else number_tiles(problem.rack)
    for melds in _choices(Counter(tiles), edition.initial_meld_min, edition):
        worth = sum(value_of(meld, edition) for meld in melds)
        if all(worth - value_of(meld, edition) < max(1, edition.initial_meld_min) for meld in melds):
            yield tuple(sorted(melds))


def _choices(tiles: Counter[Tile], need: int, edition: Edition) -> Iterator[tuple[Meld, ...]]:
    names = in_order(number_tiles(tiles))
    if not names:
        return
    first = names[0]
    for row in rows_with(first, tiles, edition):
        missing = need - value_of(row, edition)
        if missing <= 0:
            yield (row,)
        else:
            yield from ((row, *others) for others in _choices(tiles - Counter(row), missing, edition))
    yield from _choices(tiles - Counter({first: tiles[first]}), need, edition)
