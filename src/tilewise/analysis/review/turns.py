"""Review single turns: the position, the play, and the best play."""

from collections.abc import Iterator
from itertools import pairwise

from tilewise.analysis.review.values import Quality, TurnReview
from tilewise.core.actions import Concede
from tilewise.core.events import Played
from tilewise.core.record import Record, Step, replay
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.solver.kernel import weights_of
from tilewise.solver.problem import Objective, Problem
from tilewise.solver.suggest import Suggestion, moves, suggest

CLOSE, MISSED = 1, 3
"""The most tiles left unlaid in a turn that counts as close, and in one that counts as missed."""


class ReviewedPosition(Value):
    """A turn to review, small enough to send to another process."""

    game: int
    turn: int
    seat: int
    problem: Problem
    laid: tuple[Tile, ...]
    after: Table
    tiles: tuple[int, ...]


def positions_of(record: Record) -> Iterator[ReviewedPosition]:
    """Yield every turn of a match except concessions."""
    for before, step in pairwise(replay(record)):
        if step.action is None or isinstance(step.action, Concede):
            continue
        tiles = tuple(len(player.rack) for player in step.state.players)
        problem = Problem.of(before.state)
        yield ReviewedPosition(step.game, step.turn, step.action.seat, problem, _laid(step), step.state.table, tiles)


def reviewed(position: ReviewedPosition) -> TurnReview:
    """Compare a turn with its best play."""
    found = suggest(position.problem, with_moves=False)
    possible = len(found.laid) if found is not None else 0
    quality = _quality(possible, position)
    best = _shown(position, found) if quality not in (Quality.BEST, Quality.UNKNOWN) else None
    points = _points(position, position.laid)
    return _review(
        position, max(possible, len(position.laid)), max(found.points if found else 0, points), quality, best
    )


def unanswered(position: ReviewedPosition) -> TurnReview:
    """Return the review of a turn that the solver did not answer in time: the play counts as the best."""
    return _review(position, len(position.laid), _points(position, position.laid), Quality.UNKNOWN, None)


def _review(
    position: ReviewedPosition, possible: int, possible_points: int, quality: Quality, best: Suggestion | None
) -> TurnReview:
    return TurnReview(
        game=position.game,
        turn=position.turn,
        seat=position.seat,
        rack=len(position.problem.rack),
        laid=len(position.laid),
        possible=possible,
        points=_points(position, position.laid),
        possible_points=possible_points,
        quality=quality,
        tiles=position.tiles,
        best=best,
    )


def _quality(possible: int, position: ReviewedPosition) -> Quality:
    undone = possible - len(position.laid)
    if undone <= 0:
        return Quality.BEST
    if possible == len(position.problem.rack) or undone > MISSED:
        return Quality.BIG_MISS
    return Quality.CLOSE if undone <= CLOSE else Quality.MISSED


def _shown(position: ReviewedPosition, found: Suggestion | None) -> Suggestion | None:
    if found is None:
        return None
    way = tuple(moves(position.problem, found.table, found.laid))
    return Suggestion(found.laid, found.points, found.table, way, found.is_proven)


def _laid(step: Step) -> tuple[Tile, ...]:
    return next((event.laid for event in step.events if isinstance(event, Played)), ())


def _points(position: ReviewedPosition, tiles: tuple[Tile, ...]) -> int:
    worth, _ = weights_of(Objective.POINTS, position.problem.edition)
    return sum(worth[tile] for tile in tiles)
