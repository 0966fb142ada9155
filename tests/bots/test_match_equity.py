"""What the end of a game is worth: a single game, the middle of a match, and the last game of it."""

from tests.games import a_game
from tilewise.bots.match_equity import Stakes
from tilewise.core.events import Ending, Result
from tilewise.core.view import view_of


def won_by(seat: int, points: int = 30, seats: int = 2) -> Result:
    scores = [-points // (seats - 1)] * seats
    scores[seat] = points
    return Result(Ending.RACK_OUT, (seat,), tuple(scores))


def stakes(*earlier: Result, seats: int = 2) -> Stakes:
    """Those of seat 0 after these games."""
    others = ("r13 b13", "k13 y13", "k12 y12")[: seats - 1]
    return Stakes(view_of(a_game(others=others), 0, earlier))


def test_alone_a_win_counts_far_more_than_points() -> None:
    alone = stakes()

    assert alone.worth((1, 0), (5, -5)) > alone.worth((0, 1), (-1, 1)) + 0.9
    assert alone.worth((0, 1), (-10, 10)) > alone.worth((0, 1), (-90, 90))


def test_who_leads_by_a_game_and_by_points_may_lose_the_last_one_by_little() -> None:
    ahead = stakes(won_by(0, 50))

    assert ahead.worth((0, 1), (-40, 40)) > 0.9
    assert ahead.worth((0, 1), (-60, 60)) < 0.1


def test_who_is_behind_needs_points_as_well_as_the_win() -> None:
    behind = stakes(won_by(1, 50))

    assert not behind.a_win_is_enough
    assert behind.worth((1, 0), (40, -40)) < 0.1
    assert behind.worth((1, 0), (60, -60)) > 0.9


def test_a_win_is_enough_before_the_last_game_and_for_who_leads() -> None:
    assert stakes().a_win_is_enough
    assert stakes(won_by(0)).a_win_is_enough
    assert stakes(won_by(1, seats=4), seats=4).a_win_is_enough


def test_with_games_to_come_it_matters_who_else_wins() -> None:
    """Seat 1 leads: when it wins again the match is all but lost, when another wins it is not."""
    match = stakes(won_by(1, seats=4), seats=4)

    lost, saved = match.worth((0, 1, 0, 0), (0, 0, 0, 0)), match.worth((0, 0, 1, 0), (0, 0, 0, 0))
    assert lost < saved < match.worth((1, 0, 0, 0), (0, 0, 0, 0))
