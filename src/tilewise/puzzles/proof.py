"""Prove the claims of a puzzle: the rules accept its solution, and the solver confirms its kind."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from tilewise.core.edition import Edition
from tilewise.core.position import Position, expect_possible
from tilewise.core.rules.melds import readings
from tilewise.core.rules.reading import Reading
from tilewise.core.tiles import CLASSIC, Meld, Tile, number_tiles, tiles_of
from tilewise.puzzles.judge import judge
from tilewise.puzzles.puzzle import Kind, Puzzle
from tilewise.solver import Objective, Problem, best_plays, solve

_COPIES = 3
NODES = 200_000
"""Solver states for a proof. A position that needs more does not become a puzzle."""


def problem_of(position: Position) -> Problem:
    """Return a position as a problem for the solver."""
    return Problem(
        position.edition,
        position.rack,
        position.table,
        position.has_melded,
        Objective.TILES,
        least_disruption=False,
        node_budget=NODES,
    )


def flaws(puzzle: Puzzle) -> Iterator[str]:
    """Yield everything that is wrong with a puzzle, in words."""
    position = puzzle.position
    try:
        expect_possible(position, position.edition.max_players)
    except ValueError as error:
        yield str(error)
        return
    judged = judge(puzzle, puzzle.solution)
    if not judged.is_solved:
        yield f"its solution does not solve it: {judged.violations or judged.left}"
    if puzzle.kind is Kind.ONLY_PLAY and not has_one_play(position):
        yield "it is not proven that there is only one play"
    if puzzle.kind is Kind.FREE_JOKER and not needs_a_joker(position):
        yield "it is not proven that a joker must go free"


def has_one_play(position: Position) -> bool:
    """Whether the solver proves that exactly one set of tiles can be laid."""
    plays = best_plays(problem_of(position), 2)
    return len(plays) == 1 and plays[0].is_play and plays[0].is_proven


def needs_a_joker(position: Position) -> bool:
    """Whether the solver proves that the rack can be laid only by freeing a classic joker.

    1. Replace each classic joker on the table by a tile it stands for, in every possible reading.
    2. Such a tile may move freely, so it can do everything that the joker can do without being freed.
    3. If the rack still cannot be laid, a joker must be freed.
    """
    if not any(CLASSIC in meld for meld in position.table):
        return False
    stands = [tuple(_without_jokers(meld, position.edition)) for meld in position.table]
    if not all(stands):
        return False
    return all(_cannot_be_laid(replace(position, table=table)) for table in product(*stands))


def _cannot_be_laid(position: Position) -> bool:
    alike = tiles_of(position.table) + Counter(number_tiles(position.rack))
    if any(count > _COPIES for count in alike.values()):
        return False  # more equal tiles than the solver supports: not proven
    best = solve(problem_of(position))
    return best.is_proven and len(best.laid) < len(position.rack)


def _without_jokers(meld: Meld, edition: Edition) -> Iterator[Meld]:
    """Yield the meld with number tiles for its classic jokers, in every reading; nothing if it has special jokers."""
    if CLASSIC not in meld:
        yield meld
    elif all(tile is CLASSIC for tile in meld if tile.is_joker):
        rows = (row for reading in readings(meld, edition) for row in product(*_tiles_read(meld, reading)))
        yield from (row for row in dict.fromkeys(rows) if readings(row, edition))


def _tiles_read(meld: Meld, reading: Reading) -> Iterator[Meld]:
    """Yield the tiles that each place of a meld can stand for."""
    for tile, role in zip(meld, reading.roles, strict=True):
        colours = [(slot.number, colour) for slot in role for colour in sorted(slot.colours)]
        yield tuple(Tile(f"{colour}{number}") for number, colour in colours) if tile.is_joker else (tile,)


def is_proven(puzzle: Puzzle) -> bool:
    """Whether every claim of a puzzle is proven."""
    return not any(flaws(puzzle))
