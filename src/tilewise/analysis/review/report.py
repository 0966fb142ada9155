"""Turn reviewed turns into a report: the accuracy of each seat, and the turning points."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from tilewise.analysis.review.turns import MISSED
from tilewise.analysis.review.values import GameReview, Quality, Review, SeatReview, TurningPoint, TurnReview


def report_of(turns: Iterable[TurnReview]) -> Review:
    """Return the report for turns given in the order of play."""
    games = groupby(turns, key=lambda turn: turn.game)
    return Review(tuple(_game(number, list(played)) for number, played in games))


def _game(number: int, turns: list[TurnReview]) -> GameReview:
    why = _turning_points(turns)
    marked = tuple(replace(turn, turning_point=why.get(turn.turn)) for turn in turns)
    return GameReview(number, marked, tuple(_seats(turns)))


def _seats(turns: Sequence[TurnReview]) -> Iterator[SeatReview]:
    for seat in range(len(turns[0].tiles)):
        own = [turn for turn in turns if turn.seat == seat]
        qualities = [turn.quality for turn in own]
        yield SeatReview(
            seat=seat,
            turns=len(own),
            laid=sum(turn.laid for turn in own),
            possible=sum(turn.possible for turn in own),
            best=qualities.count(Quality.BEST),
            close=qualities.count(Quality.CLOSE),
            missed=qualities.count(Quality.MISSED),
            big_misses=qualities.count(Quality.BIG_MISS),
        )


def _turning_points(turns: Sequence[TurnReview]) -> dict[int, TurningPoint]:
    """Return the turning points by turn number; a missed chance to go out takes precedence."""
    found: dict[int, TurningPoint] = {}
    lead = _lead_for_good(turns)
    if lead is not None:
        found[lead.turn] = TurningPoint.TOOK_THE_LEAD
    worst = max(turns, key=_undone)
    if _undone(worst) > MISSED:
        found[worst.turn] = TurningPoint.BIGGEST_MISS
    ways_out = [turn for turn in turns if turn.laid < turn.possible == turn.rack]
    first = {turn.seat: turn for turn in reversed(ways_out)}  # the first chance of each seat
    return found | {turn.turn: TurningPoint.COULD_GO_OUT for turn in first.values()}


def _undone(turn: TurnReview) -> int:
    return turn.possible - turn.laid


def _lead_for_good(turns: Sequence[TurnReview]) -> TurnReview | None:
    """Return the turn since which one seat alone has had the fewest tiles; None if no seat leads at the end."""
    leader = _leader(turns[-1])
    if leader is None:
        return None
    taken = turns[-1]
    for turn in reversed(turns):
        if _leader(turn) != leader:
            break
        taken = turn
    return taken


def _leader(turn: TurnReview) -> int | None:
    fewest = min(turn.tiles)
    return turn.tiles.index(fewest) if turn.tiles.count(fewest) == 1 else None
