"""Reviews: the quality of a turn, the accuracy of a player, the turning point of a game."""

from collections.abc import Sequence

import pytest

from tests.games import a_game, a_record, the_beginning
from tilewise.analysis.review import (
    Quality,
    TurningPoint,
    TurnReview,
    positions_of,
    report_of,
    review,
    reviewed,
    unanswered,
)
from tilewise.analysis.review.turns import ReviewedPosition
from tilewise.core import notation
from tilewise.solver import Problem


def a_position(rack: str, table: str, laid: str) -> ReviewedPosition:
    problem = Problem.of(a_game(rack, table=table))
    return ReviewedPosition(1, 1, 0, problem, notation.rack(laid), problem.table, (9, 9))


def a_turn(turn: int, seat: int, tiles: Sequence[int], *, possible: int = 0, rack: int = 14) -> TurnReview:
    """Return a turn without a play."""
    return TurnReview(1, turn, seat, rack, 0, possible, 0, 0, Quality.BEST, tuple(tiles))


@pytest.mark.parametrize(
    ("rack", "laid", "quality"),
    [
        ("r4 k9", "r4", Quality.BEST),
        ("k9 k11", "-", Quality.BEST),
        ("r4 r5 k9", "r4", Quality.CLOSE),
        ("r4 r5 k9", "-", Quality.MISSED),
        ("r4 r5 r6 r7 k9", "-", Quality.BIG_MISS),
        ("r4", "-", Quality.BIG_MISS),
    ],
    ids=["all", "nothing to lay", "one left", "two left", "four left", "the way out"],
)
def test_quality_compares_tiles_laid_with_tiles_possible(rack: str, laid: str, quality: Quality) -> None:
    assert reviewed(a_position(rack, "[r1 r2 r3]", laid)).quality is quality


def test_missed_play_is_shown_step_by_step() -> None:
    best = reviewed(a_position("r4 r5 k9", "[r1 r2 r3]", "-")).best

    assert best is not None
    assert best.laid == notation.rack("r4 r5")
    assert best.moves[-1].table == notation.table("[r1 r2 r3 r4 r5]")


def test_unanswered_turn_has_unknown_quality() -> None:
    turn = unanswered(a_position("r4 r5 k9", "[r1 r2 r3]", "r4"))

    assert (turn.quality, turn.laid, turn.possible) == (Quality.UNKNOWN, 1, 1)


def test_no_turn_lays_more_than_possible() -> None:
    report = review(the_beginning(a_record("Ann", "Bob"), turns=40))

    assert all(turn.laid <= turn.possible for game in report.games for turn in game.turns)
    assert all(0 <= seat.accuracy <= 1 for game in report.games for seat in game.seats)


def test_review_has_every_turn_of_the_record() -> None:
    record = a_record("Ann", "Bob")

    assert len(list(positions_of(record))) == len(record.games[0].actions)


def test_turning_point_where_a_seat_could_go_out() -> None:
    (game,) = report_of([a_turn(1, 0, (3, 9), possible=2, rack=2), a_turn(2, 1, (3, 2))]).games

    assert [turn.turning_point for turn in game.turns] == [TurningPoint.COULD_GO_OUT, TurningPoint.TOOK_THE_LEAD]


def test_turning_point_where_lead_is_taken_for_good() -> None:
    turns = [a_turn(1, 0, (8, 9)), a_turn(2, 1, (8, 5)), a_turn(3, 0, (4, 5)), a_turn(4, 1, (4, 6))]

    (game,) = report_of(turns).games

    assert [turn.turn for turn in game.turns if turn.turning_point] == [3]


def test_biggest_miss_is_marked() -> None:
    turns = [a_turn(1, 0, (9, 9), possible=4), a_turn(2, 1, (9, 9), possible=6)]

    (game,) = report_of(turns).games

    assert game.turns[1].turning_point is TurningPoint.BIGGEST_MISS
