"""What is claimed of a puzzle, proven: the rules accept its solution, and the solver its promise."""

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
PATIENCE = 200_000
"""States that a proof may look at; what is not proven by then is no puzzle."""


def problem_of(position: Position) -> Problem:
    """A position as the solver takes it."""
    return Problem(
        position.edition,
        position.rack,
        position.table,
        position.has_melded,
        Objective.TILES,
        least_disruption=False,
        node_budget=PATIENCE,
    )


def flaws(puzzle: Puzzle) -> Iterator[str]:
    """Everything that is wrong with a puzzle, in words; nothing when all is proven."""
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
    """Whether exactly one set of tiles can be laid, as the solver proves."""
    plays = best_plays(problem_of(position), 2)
    return len(plays) == 1 and plays[0].is_play and plays[0].is_proven


def needs_a_joker(position: Position) -> bool:
    """Whether the rack cannot be laid while each classic joker of the table is the tile it stands for.

    A tile in the place of a joker may go anywhere, so it can do all that a joker can do without going free: if the rack
    cannot be laid with such tiles, whatever the jokers can be read as, then one of the jokers must go free.
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
        return False  # more alike tiles than the solver knows: not proven
    best = solve(problem_of(position))
    return best.is_proven and len(best.laid) < len(position.rack)


def _without_jokers(meld: Meld, edition: Edition) -> Iterator[Meld]:
    """A meld with tiles in the places of its classic jokers, however it is read; nothing if special ones lie there."""
    if CLASSIC not in meld:
        yield meld
    elif all(tile is CLASSIC for tile in meld if tile.is_joker):
        rows = (row for reading in readings(meld, edition) for row in product(*_tiles_read(meld, reading)))
        yield from (row for row in dict.fromkeys(rows) if readings(row, edition))


def _tiles_read(meld: Meld, reading: Reading) -> Iterator[Meld]:
    """For each place of a meld, the tiles that it can be."""
    for tile, role in zip(meld, reading.roles, strict=True):
        colours = [(slot.number, colour) for slot in role for colour in sorted(slot.colours)]
        yield tuple(Tile(f"{colour}{number}") for number, colour in colours) if tile.is_joker else (tile,)


def is_proven(puzzle: Puzzle) -> bool:
    """Whether all that is claimed of a puzzle is true."""
    return not any(flaws(puzzle))
