"""Samples, intervals and the sequential test."""

from math import inf, isclose, sqrt

import pytest

from tilewise.core.events import Ending, Result
from tilewise.lab.stats import PlayedGame, Sprt, Verdict, estimate, estimate_share, points, win_shares


def a_game(*lineup: str, won: tuple[int, ...], scores: tuple[int, ...] = (), deal: str = "1") -> PlayedGame:
    return PlayedGame(lineup, deal, Result(Ending.RACK_OUT, won, scores or (0,) * len(lineup)), turns=10)


def test_mirrored_games_of_a_deal_are_one_sample() -> None:
    games = [a_game("a", "b", won=(0,)), a_game("b", "a", won=(1,)), a_game("a", "b", won=(1,), deal="2")]

    assert win_shares(games, "a") == [1.0, 0.0]


def test_shared_win_counts_as_a_fraction() -> None:
    assert win_shares([a_game("a", "b", won=(0, 1))], "a") == [0.5]


def test_game_without_a_winner_counts_zero() -> None:
    assert win_shares([a_game("a", "b", won=())], "a") == [0.0]


def test_points_are_averaged_over_the_seats_of_a_bot() -> None:
    games = [a_game("a", "b", "b", won=(0,), scores=(30, -10, -20))]

    assert points(games, "b") == [-15.0]


def test_interval_is_that_of_the_normal_distribution() -> None:
    found = estimate([0.0, 1.0] * 50)

    assert found.mean == pytest.approx(0.5)
    assert isclose(found.margin, 1.959964 * sqrt(0.25 * 100 / 99 / 100))


def test_single_sample_has_an_infinite_margin() -> None:
    assert estimate([1.0]).margin == inf


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [
        ([1.0] * 10, Verdict.OPEN),
        ([1.0, 0.5] * 40, Verdict.BETTER),
        ([0.5, 0.0] * 40, Verdict.NOT_BETTER),
        ([0.5, 0.5, 1.0, 0.25] * 5, Verdict.OPEN),
    ],
)
def test_sequential_test_stops_when_the_result_is_clear(shares: list[float], verdict: Verdict) -> None:
    assert Sprt(worse=0.5, better=0.55).verdict(shares) is verdict


def test_share_of_single_games_has_wilsons_interval() -> None:
    found = estimate_share([1.0] * 8 + [0.0] * 2)

    assert (found.low, found.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


@pytest.mark.parametrize("samples", [[1.0] * 30, [0.0] * 30, [1.0] * 29 + [0.5], [1.0], [0.5] * 4, []])
def test_interval_of_a_share_stays_within_0_and_1(samples: list[float]) -> None:
    found = estimate_share(samples)

    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert found.low < found.high


def test_share_is_printed_with_its_range() -> None:
    assert str(estimate_share([1.0] * 30)) == "100.0% (88.6–100.0%)"
