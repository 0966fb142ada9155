"""What a review says of a turn, of a player, and of the point where a game turned."""

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
    """A turn in which nothing was laid."""
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
def test_a_turn_is_measured_by_the_tiles_that_could_go_down(rack: str, laid: str, quality: Quality) -> None:
    assert reviewed(a_position(rack, "[r1 r2 r3]", laid)).quality is quality


def test_what_was_missed_is_shown_step_by_step() -> None:
    best = reviewed(a_position("r4 r5 k9", "[r1 r2 r3]", "-")).best

    assert best is not None
    assert best.laid == notation.rack("r4 r5")
    assert best.moves[-1].table == notation.table("[r1 r2 r3 r4 r5]")


def test_a_turn_without_an_answer_counts_as_what_it_was() -> None:
    turn = unanswered(a_position("r4 r5 k9", "[r1 r2 r3]", "r4"))

    assert (turn.quality, turn.laid, turn.possible) == (Quality.UNKNOWN, 1, 1)


def test_nobody_finds_more_than_there_is() -> None:
    report = review(the_beginning(a_record("Ann", "Bob"), turns=40))

    assert all(turn.laid <= turn.possible for game in report.games for turn in game.turns)
    assert all(0 <= seat.accuracy <= 1 for game in report.games for seat in game.seats)


def test_every_turn_of_the_record_is_there() -> None:
    record = a_record("Ann", "Bob")

    assert len(list(positions_of(record))) == len(record.games[0].actions)


def test_a_game_turns_where_somebody_could_go_out() -> None:
    (game,) = report_of([a_turn(1, 0, (3, 9), possible=2, rack=2), a_turn(2, 1, (3, 2))]).games

    assert [turn.turning_point for turn in game.turns] == [TurningPoint.COULD_GO_OUT, TurningPoint.TOOK_THE_LEAD]


def test_a_game_turns_where_the_lead_is_taken_for_good() -> None:
    turns = [a_turn(1, 0, (8, 9)), a_turn(2, 1, (8, 5)), a_turn(3, 0, (4, 5)), a_turn(4, 1, (4, 6))]

    (game,) = report_of(turns).games

    assert [turn.turn for turn in game.turns if turn.turning_point] == [3]


def test_the_biggest_miss_is_marked() -> None:
    turns = [a_turn(1, 0, (9, 9), possible=4), a_turn(2, 1, (9, 9), possible=6)]

    (game,) = report_of(turns).games

    assert game.turns[1].turning_point is TurningPoint.BIGGEST_MISS
