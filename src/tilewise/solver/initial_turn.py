"""The initial meld under the house rule that the same turn may go on to rearrange the table (A-02).

1. List every smallest choice of rack melds that is worth enough. These melds stay as they are.
2. For each choice, ask the kernel about the rest of the rack, as in any later turn.
3. Combine the answers: a play consists of the initial melds and a play of the rest.

The kernel must know the initial melds: jokers of one kind are equal, so a joker of the table may count as one in
these melds (A-07).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations

from msgspec.structs import replace

from tilewise.core.edition import Edition, JokerRetrieval
from tilewise.core.rules.melds import SMALLEST_MELD, readings, value_of
from tilewise.core.search.melds import LONGEST_NEEDED, melds_with
from tilewise.core.tiles import HIGHEST, MIRROR, Meld, Tile, in_order, number_tiles
from tilewise.solver import kernel
from tilewise.solver.problem import Objective, Problem, Solution


def may_manipulate(problem: Problem) -> bool:
    """Whether the initial meld is still to be made and its turn may rearrange the table."""
    return not problem.has_melded and problem.edition.manipulate_in_initial_turn and bool(problem.table)


def best(problem: Problem, solve: Callable[[Problem], Solution]) -> Solution:
    """Return the best play that makes the initial meld and goes on."""
    if problem.objective is Objective.FEWEST_TILES:  # going on would lay more tiles
        rules = problem.edition.with_rules(manipulate_in_initial_turn=False)
        return solve(replace(problem, edition=rules))
    rests = list(_continuations(problem))
    found = [_combined(problem, rest, solve(replace(rest, least_disruption=False))) for rest in rests]
    most = max(((each.primary, each.secondary) for each in found), default=None)
    if most is None:
        return _empty_solution(problem)
    is_proven = all(each.is_proven for each in found)
    if problem.least_disruption:
        both = zip(rests, found, strict=True)
        rests = [rest for rest, each in both if (each.primary, each.secondary) == most]
        found = [_combined(problem, rest, solve(rest)) for rest in rests]
    least_disruptive = max(found, key=_rank)
    return replace(least_disruptive, is_proven=is_proven and all(each.is_proven for each in found))


def best_plays(problem: Problem, count: int, ask: Callable[[Problem], list[Solution]]) -> list[Solution]:
    """Return the best plays that lay different tiles; `ask` answers the same question for a later turn."""
    return sorted(_different(_plays(problem, ask)), key=_rank, reverse=True)[:count]


def every_largest_play(problem: Problem, limit: int, ask: Callable[[Problem], list[Solution]]) -> list[Solution]:
    """Return every play that no other play extends."""
    found = _different(_plays(problem, ask))
    laid = {play.laid: Counter(play.laid) for play in found}
    largest = [play for play in found if not any(laid[play.laid] < other for other in laid.values())]
    return sorted(largest, key=lambda play: (-len(play.laid), play.laid))[:limit]


def can_play(problem: Problem, ask: Callable[[Problem], tuple[Tile, ...]]) -> tuple[Tile, ...]:
    """Return the different rack tiles that some play lays."""
    tiles: set[Tile] = set()
    for rest in _continuations(problem):
        tiles.update(*rest.initial_melds, ask(rest))
    return in_order(tiles)


def can_play_all(problem: Problem, ask: Callable[[Problem], bool]) -> bool:
    """Whether the whole rack can be laid at once."""
    size = len(problem.rack)
    for rest in _continuations(problem):
        if sum(map(len, rest.initial_melds)) + len(rest.rack) == size and (not rest.rack or ask(rest)):
            return True
    return False


def _rank(solution: Solution) -> tuple[int, int, int, int]:
    return solution.primary, solution.secondary, solution.kept, -solution.moved


def _empty_solution(problem: Problem) -> Solution:
    return Solution((), problem.table, 0, 0, len(problem.table), 0, is_proven=True, nodes=0)


def _continuations(problem: Problem) -> Iterator[Problem]:
    """Yield the rest of the turn after each smallest choice of initial melds."""
    jokers_stay = not problem.edition.joker_in_initial_meld
    for melds in set(_smallest_initial_melds(problem)):
        used = Counter(tile for meld in melds for tile in meld)
        rest = in_order((Counter(problem.rack) - used).elements())
        yield replace(problem, rack=number_tiles(rest) if jokers_stay else rest, has_melded=True, initial_melds=melds)


def _plays(problem: Problem, ask: Callable[[Problem], list[Solution]]) -> Iterator[Solution]:
    for rest in _continuations(problem):
        melded = replace(_empty_solution(problem), table=(*problem.table, *rest.initial_melds))
        for after in (melded, *ask(rest)):
            yield _combined(problem, rest, after)


def _different(plays: Iterable[Solution]) -> list[Solution]:
    """Keep, of plays that lay the same tiles, the one that disturbs the table least."""
    best_of: dict[tuple[Tile, ...], Solution] = {}
    for play in plays:
        known = best_of.get(play.laid)
        if known is None or _rank(play) > _rank(known):
            best_of[play.laid] = play
    return list(best_of.values())


def _combined(problem: Problem, rest: Problem, after: Solution) -> Solution:
    primary, secondary = kernel.weights_of(problem.objective, problem.edition)
    laid = in_order((*(tile for meld in rest.initial_melds for tile in meld), *after.laid))
    return replace(
        after,
        laid=laid,
        primary=sum(primary.get(tile, 0) for tile in laid),
        secondary=sum(secondary.get(tile, 0) for tile in laid),
    )


def _smallest_initial_melds(problem: Problem) -> Iterator[tuple[Meld, ...]]:
    """Yield every choice of rack melds that is worth enough, but not if one of them is left out."""
    edition = problem.edition
    tiles = problem.rack if edition.joker_in_initial_meld else number_tiles(problem.rack)
    for melds in _choices(Counter(tiles), edition.initial_meld_min, problem):
        worth = sum(value_of(meld, edition) for meld in melds)
        if all(worth - value_of(meld, edition) < max(1, edition.initial_meld_min) for meld in melds):
            yield tuple(sorted(melds))


def _choices(tiles: Counter[Tile], need: int, problem: Problem) -> Iterator[tuple[Meld, ...]]:
    names = in_order(number_tiles(tiles))
    for row in _rows_with(names[0], tiles, problem) if names else _rows_of_jokers(tiles, problem.edition):
        missing = need - value_of(row, problem.edition)
        if missing <= 0:
            yield (row,)
        else:
            yield from ((row, *others) for others in _choices(tiles - Counter(row), missing, problem))
    if names:
        yield from _choices(tiles - Counter({names[0]: tiles[names[0]]}), need, problem)


def _rows_with(tile: Tile, tiles: Counter[Tile], problem: Problem) -> Iterator[Meld]:
    """Yield melds with this tile, long runs included where a joker needs its exact tile (A-22)."""
    is_exact = problem.edition.joker_retrieval is JokerRetrieval.EXACT_TILE
    for row in melds_with(tile, tiles, problem.edition, longest=HIGHEST if is_exact else LONGEST_NEEDED):
        yield row
        if MIRROR in row and any(_resembles(old, row) for old in problem.table):
            yield from _orders(row, problem.edition)


def _resembles(old: Meld, row: Meld) -> bool:
    """Whether a row with a mirror could be reordered to an old meld, or to one with a joker swapped."""
    return len(old) == len(row) and sorted(number_tiles(old)) == sorted(number_tiles(row))


def _rows_of_jokers(tiles: Counter[Tile], edition: Edition) -> Iterator[Meld]:
    """A-13: yield melds without a number tile, where the house allows them."""
    if edition.min_number_tiles_per_set == 0:
        jokers = sorted(tiles.elements())
        for size in range(SMALLEST_MELD, len(jokers) + 1):
            for some in set(combinations(jokers, size)):
                yield from _orders(some, edition)


def _orders(tiles: Meld, edition: Edition) -> Iterator[Meld]:
    return (order for order in sorted(set(permutations(tiles))) if readings(order, edition))
