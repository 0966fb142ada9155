"""Reasons for an error: the most telling observation comes first, and each speaks for the better action."""

from msgspec.structs import replace

from tilewise.analysis.board import Board, OtherSeat, view_of_board
from tilewise.analysis.review import ExplanationKind
from tilewise.analysis.review.reasons import reasons_for
from tilewise.analysis.values import Candidate, CandidateKind, Measured, Outlook
from tilewise.core.editions import edition
from tilewise.core.notation import rack

VIEW = view_of_board(Board(edition("classic-en"), rack("r1 r5 b9 J"), (OtherSeat(3), OtherSeat(14))))
EVEN = Outlook(next_out=0.0, outs=(0.3, 0.3, 0.3), dry=0.1, first_dry=(0.0, 0.0, 0.0), turns=20.0)


def an_action(win: float, laid: str = "-", *kinds: CandidateKind, **seen: object) -> Candidate:
    tiles, nothing = rack(laid), Measured(0.0)
    outlook = replace(EVEN, **seen)
    table = (tiles,) if tiles else None
    return Candidate(kinds, table, tiles, Measured(win), nothing, nothing, nothing, (win, 0.0, 0.0), outlook, 64)


def first_reason(best: Candidate, made: Candidate) -> tuple[ExplanationKind, int | None]:
    reason = reasons_for(best, made, VIEW, (best, made))[0]
    return reason.kind, reason.seat


def test_next_player_who_goes_out_tells_more_than_the_own_wins() -> None:
    best = an_action(0.6, outs=(0.6, 0.1, 0.3), next_out=0.1)
    made = an_action(0.3, "r5", outs=(0.3, 0.4, 0.3), next_out=0.3)

    assert first_reason(best, made) == (ExplanationKind.NEXT_GOES_OUT, 1)


def test_player_who_must_lay_first_on_an_empty_pool_tells_more_than_the_own_wins() -> None:
    best = an_action(0.8, outs=(0.8, 0.2, 0.0), first_dry=(0.0, 0.8, 0.0))
    made = an_action(0.4, "r5", outs=(0.4, 0.6, 0.0), first_dry=(0.0, 0.4, 0.0))

    assert first_reason(best, made) == (ExplanationKind.POOL_RUNS_DRY, 1)


def test_observation_that_explains_little_of_the_loss_comes_later() -> None:
    best = an_action(0.8, outs=(0.8, 0.1, 0.1), next_out=0.0)
    made = an_action(0.4, "r5", outs=(0.4, 0.5, 0.1), next_out=0.06)

    assert first_reason(best, made) == (ExplanationKind.OPPONENT_GOES_OUT, 1)


def test_larger_play_is_explained_by_the_own_wins() -> None:
    best = an_action(0.8, "r5 b9", outs=(0.8, 0.1, 0.1))
    made = an_action(0.4, outs=(0.4, 0.5, 0.1))

    assert first_reason(best, made) == (ExplanationKind.GOES_OUT, 0)


def test_observation_that_speaks_for_the_action_that_was_taken_is_no_reason() -> None:
    best = an_action(0.8, "r5", outs=(0.8, 0.1, 0.1), next_out=0.3, first_dry=(0.5, 0.0, 0.0))
    made = an_action(0.4, outs=(0.4, 0.5, 0.1), next_out=0.0, first_dry=(0.0, 0.5, 0.0))

    kinds = {each.kind for each in reasons_for(best, made, VIEW, (best, made))}

    assert kinds == {ExplanationKind.GOES_OUT, ExplanationKind.OPPONENT_GOES_OUT}


def test_kept_joker_counts_against_the_largest_play_that_keeps_it() -> None:
    small, whole = an_action(0.7, "r5"), an_action(0.6, "r5 b9", CandidateKind.WITHOUT_JOKERS)
    made = an_action(0.4, "r5 b9 J")

    (reason,) = reasons_for(small, made, VIEW, (small, whole, made))

    assert (reason.kind, reason.best, reason.made) == (ExplanationKind.JOKER_KEPT, 0.6, 0.4)


def test_waiting_is_not_explained_by_a_joker() -> None:
    wait, whole = an_action(0.7), an_action(0.6, "r5 b9", CandidateKind.WITHOUT_JOKERS)
    made = an_action(0.4, "r5 b9 J")

    assert reasons_for(wait, made, VIEW, (wait, whole, made)) == ()


def test_going_out_comes_first() -> None:
    best = an_action(1.0, "r1 r5 b9 J", CandidateKind.GOES_OUT, outs=(1.0, 0.0, 0.0))
    made = an_action(0.5, "r5", outs=(0.5, 0.5, 0.0), next_out=0.5)

    assert first_reason(best, made) == (ExplanationKind.COULD_GO_OUT, None)
