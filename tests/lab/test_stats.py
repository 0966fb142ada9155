"""Numbers from games: what is one sample, how wide an interval is, and when a test may stop."""

from math import inf, isclose, sqrt

import pytest

from tilewise.core.events import Ending, Result
from tilewise.lab.stats import PlayedGame, Sprt, Verdict, estimate, estimate_share, points, win_shares


def a_game(*lineup: str, won: tuple[int, ...], scores: tuple[int, ...] = (), deal: str = "1") -> PlayedGame:
    return PlayedGame(lineup, deal, Result(Ending.RACK_OUT, won, scores or (0,) * len(lineup)), turns=10)


def test_mirrored_games_of_one_deal_are_one_sample() -> None:
    games = [a_game("a", "b", won=(0,)), a_game("b", "a", won=(1,)), a_game("a", "b", won=(1,), deal="2")]

    assert win_shares(games, "a") == [1.0, 0.0]


def test_a_shared_win_counts_its_part() -> None:
    assert win_shares([a_game("a", "b", won=(0, 1))], "a") == [0.5]


def test_a_game_that_nobody_wins_counts_nothing() -> None:
    assert win_shares([a_game("a", "b", won=())], "a") == [0.0]


def test_points_are_averaged_over_the_seats_of_a_bot() -> None:
    games = [a_game("a", "b", "b", won=(0,), scores=(30, -10, -20))]

    assert points(games, "b") == [-15.0]


def test_the_interval_is_that_of_the_normal_distribution() -> None:
    found = estimate([0.0, 1.0] * 50)

    assert found.mean == pytest.approx(0.5)
    assert isclose(found.margin, 1.959964 * sqrt(0.25 * 100 / 99 / 100))


def test_one_sample_says_nothing_about_the_margin() -> None:
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
def test_a_sequential_test_stops_when_it_knows(shares: list[float], verdict: Verdict) -> None:
    assert Sprt(worse=0.5, better=0.55).verdict(shares) is verdict


def test_a_bot_that_never_lost_has_an_interval_all_the_same() -> None:
    found = estimate_share([1.0] * 30)

    assert found.mean == 1.0
    assert 0.09 < found.margin < 0.1  # with a chance of 9.5 % to lose a deal, thirty without a loss are 5 % likely
