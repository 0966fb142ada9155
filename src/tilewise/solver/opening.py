"""The initial meld where the house lets the same turn go on with manipulation (A-02).

The rack must hold melds of its own that are worth enough and stay as they are; what is left of it is then played as
in any later turn. So every smallest choice of such melds is tried, and each question is asked about the rest of it.
A play is an opening and what follows, so the answers about the rests, put together, are the answer about the whole.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

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
    found = [_together(problem, melds, solve(rest)) for melds, rest in _openings(problem)]
    return max(found, key=_rank, default=_nothing(problem))


def best_plays(problem: Problem, count: int, ask: Callable[[Problem], list[Solution]]) -> list[Solution]:
    """The best plays that differ in what leaves the rack; `ask` answers the same for a later turn."""
    return sorted(_different(_plays(problem, ask)), key=_rank, reverse=True)[:count]


def every_largest_play(problem: Problem, limit: int, ask: Callable[[Problem], list[Solution]]) -> list[Solution]:
    """Every play that no other play extends."""
    found = _different(_plays(problem, ask))
    laid = {play.laid: Counter(play.laid) for play in found}
    largest = [play for play in found if not any(laid[play.laid] < other for other in laid.values())]
    return sorted(largest, key=lambda play: (-len(play.laid), play.laid))[:limit]


def can_play(problem: Problem, ask: Callable[[Problem], tuple[Tile, ...]]) -> tuple[Tile, ...]:
    """The different rack tiles that some play lays."""
    tiles: set[Tile] = set()
    for melds, rest in _openings(problem):
        tiles.update(*melds, ask(rest))
    return in_order(tiles)


def can_play_all(problem: Problem, ask: Callable[[Problem], bool]) -> bool:
    """Whether the whole rack can go out at once."""
    size = len(problem.rack)
    for melds, rest in _openings(problem):
        if sum(map(len, melds)) + len(rest.rack) == size and (not rest.rack or ask(rest)):
            return True
    return False


def _rank(solution: Solution) -> tuple[int, int, int, int]:
    return solution.primary, solution.secondary, solution.kept, -solution.moved


def _nothing(problem: Problem) -> Solution:
    return Solution((), problem.table, 0, 0, len(problem.table), 0, is_proven=True, nodes=0)


def _openings(problem: Problem) -> Iterator[tuple[tuple[Meld, ...], Problem]]:
    """Every smallest opening, and the turn that goes on after it."""
    jokers_stay = not problem.edition.joker_in_initial_meld
    for melds in set(_smallest_openings(problem)):
        used = Counter(tile for meld in melds for tile in meld)
        rest = in_order((Counter(problem.rack) - used).elements())
        yield melds, replace(problem, rack=number_tiles(rest) if jokers_stay else rest, has_melded=True)


def _plays(problem: Problem, ask: Callable[[Problem], list[Solution]]) -> Iterator[Solution]:
    for melds, rest in _openings(problem):
        for after in (_nothing(problem), *ask(rest)):
            yield _together(problem, melds, after)


def _different(plays: Iterable[Solution]) -> list[Solution]:
    """Of plays that lay the same tiles, the calmest."""
    best_of: dict[tuple[Tile, ...], Solution] = {}
    for play in plays:
        known = best_of.get(play.laid)
        if known is None or _rank(play) > _rank(known):
            best_of[play.laid] = play
    return list(best_of.values())


def _together(problem: Problem, melds: tuple[Meld, ...], after: Solution) -> Solution:
    primary, secondary = native.weights_of(problem.objective, problem.edition)
    laid = in_order((*(tile for meld in melds for tile in meld), *after.laid))
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
