"""Reviews by win chance: errors, grades, luck."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games import a_record, the_beginning
from tilewise.analysis import Budget
from tilewise.analysis.board import Board, OtherSeat, view_of_board
from tilewise.analysis.engine import PLANS
from tilewise.analysis.review import (
    Decision,
    DecisionReview,
    DecisionTask,
    ExplanationKind,
    Grade,
    Lapse,
    decision_review,
    judge,
    review_decisions,
    tasks_of,
)
from tilewise.analysis.review.fit import seen_turn
from tilewise.analysis.styles import GREEDY, only
from tilewise.analysis.values import Measured
from tilewise.core.actions import Draw, Play
from tilewise.core.editions import edition
from tilewise.core.notation import rack, table
from tilewise.core.record import Record
from tilewise.core.record.text import parse_record

LITTLE = Budget(nodes=5_000)
GAMES = Path(__file__).parent / "games"


@pytest.fixture(scope="module")
def record() -> Record:
    return a_record("Ann", "Bob")


@pytest.fixture(scope="module")
def last_tasks(record: Record) -> list[DecisionTask]:
    return list(tasks_of(record))[-12:]


@pytest.fixture(scope="module")
def review(record: Record) -> DecisionReview:
    return review_decisions(record, LITTLE)


def test_start_less_errors_plus_luck_is_the_result(review: DecisionReview) -> None:
    for player in review.players:
        assert player.start - player.error + player.luck == pytest.approx(player.result, abs=1e-9)


PART = st.floats(0, 1)


@given(st.data())
@settings(max_examples=30)
def test_start_less_errors_plus_luck_is_the_result_whatever_was_measured(
    record: Record, last_tasks: list[DecisionTask], data: st.DataObject
) -> None:
    decisions = [data.draw(any_decision(task)) for task in last_tasks]

    players = decision_review(record, last_tasks, decisions).players

    for player in players:
        assert player.start - player.error + player.luck == pytest.approx(player.result, abs=1e-9)


@st.composite
def any_decision(draw: st.DrawFn, task: DecisionTask) -> Decision:
    decision = Decision(
        task.game, task.turn, task.view.to_move, draw(st.booleans()), (), task.seen.laid, task.seen.most
    )
    if not decision.has_choice:
        return decision
    done, lost, *planned = draw(st.tuples(PART, PART, *(PART for _ in PLANS)))
    return replace(
        decision,
        done=Measured(done),
        error=Lapse(lost),
        plan=draw(st.integers(0, len(PLANS) - 1)),
        planned=tuple(Measured(each) for each in planned),
    )


def test_player_who_keeps_to_the_plan_gives_nothing_up() -> None:
    record = parse_record((GAMES / "holdout-greedy-1.game").read_text())
    task = next(each for each in tasks_of(record) if each.turn == 32)

    waited = judge(replace(task, made=Draw(1)), Budget(nodes=400_000), has_curve=False)

    assert waited.done is not None
    assert 0 < waited.done.mean < 1
    assert waited.planned[waited.plan].mean == pytest.approx(waited.done.mean)


def test_luck_begins_where_the_plan_of_the_last_decision_left_off(review: DecisionReview) -> None:
    own = [each for each in review.games[0].decisions if each.has_choice and each.seat == 0]

    for before, after in pairwise(own):
        assert before.done is not None
        assert before.done.mean + before.fortune == pytest.approx(after.planned[before.plan].mean)


def test_every_turn_of_the_record_is_in_the_review(review: DecisionReview, record: Record) -> None:
    (game,) = review.games

    assert len(game.decisions) == len(record.games[0].actions)


def test_turn_without_choice_has_no_error(review: DecisionReview) -> None:
    forced = [each for game in review.games for each in game.decisions if not each.has_choice]

    assert forced
    assert all(each.error.grade is Grade.BEST and not each.candidates for each in forced)


def test_error_is_timing_and_choice(review: DecisionReview) -> None:
    for decision in review.games[0].decisions:
        assert decision.timing.win + decision.choice.win == pytest.approx(decision.error.win)


def test_difference_that_is_not_significant_is_no_error(review: DecisionReview) -> None:
    for decision in review.games[0].decisions:
        assert decision.error.win == 0 or decision.error.win > 2 * decision.error.error


def test_curve_ends_with_the_result(review: DecisionReview, record: Record) -> None:
    (game,), result = review.games, record.games[0].result

    assert result is not None
    assert game.curve[-1].chances == tuple(float(seat in result.winners) for seat in range(2))


def test_result_counts_once_every_turn_is_judged(record: Record) -> None:
    tasks = list(tasks_of(record))
    first = judge(tasks[0], LITTLE)

    (game,) = decision_review(record, tasks, [first]).games

    assert [point.turn for point in game.curve] == [0]


def test_unfinished_game_can_be_reviewed(record: Record) -> None:
    assert len(review_decisions(the_beginning(record, turns=6), LITTLE).games[0].decisions) == 6


def test_play_is_compared_with_waiting_and_with_the_best_play() -> None:
    own, lying = rack("r9 r13 b5 b9 b11 y12 k3 J"), table("[k4 k5 k6] [r1 b1 y1] [y9 y10 y11]")
    view = view_of_board(Board(edition("classic-en"), own, (OtherSeat(12), OtherSeat(14)), lying))
    made = Play(0, table("[k3 k4 k5 k6] [r1 b1 y1] [y9 y10 y11 y12] [r9 b9 J]"))
    task = DecisionTask(1, 1, view, made, view, (only(GREEDY),) * 3, seen_turn(view, 5))

    decision = judge(task, Budget(nodes=1_000_000))

    assert decision.candidates[0].is_wait
    assert ExplanationKind.JOKER_KEPT not in {each.kind for each in decision.reasons}
    assert ExplanationKind.JOKER_KEPT in {each.kind for each in decision.choice_reasons}


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.game")), ids=lambda path: path.stem)
def test_winner_is_graded_better_than_loser(path: Path) -> None:
    """Holdout wins by waiting. A review by tiles laid graded it far worse than greedy, who lost."""
    record = parse_record(path.read_text())
    result = record.games[0].result
    assert result is not None

    players = review_decisions(record).players

    assert min(players, key=lambda player: player.average_error).seat == result.winners[0]
