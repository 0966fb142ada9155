"""The value of a game's end: a single game, the middle of a match, its last game."""

from tests.games import a_game
from tilewise.analysis.match_equity import MatchEquity
from tilewise.core.events import Ending, Result
from tilewise.core.view import view_of


def won_by(seat: int, points: int = 30, seats: int = 2) -> Result:
    scores = [-points // (seats - 1)] * seats
    scores[seat] = points
    return Result(Ending.RACK_OUT, (seat,), tuple(scores))


def equity(*earlier: Result, seats: int = 2) -> MatchEquity:
    """Return the equity of seat 0 after these games."""
    others = ("r13 b13", "k13 y13", "k12 y12")[: seats - 1]
    return MatchEquity(view_of(a_game(others=others), 0, earlier))


def test_win_counts_far_more_than_points_in_single_game() -> None:
    alone = equity()

    assert alone.value((1, 0), (5, -5)) > alone.value((0, 1), (-1, 1)) + 0.9
    assert alone.value((0, 1), (-10, 10)) > alone.value((0, 1), (-90, 90))


def test_leader_can_afford_a_narrow_loss_in_last_game() -> None:
    ahead = equity(won_by(0, 50))

    assert ahead.value((0, 1), (-40, 40)) > 0.9
    assert ahead.value((0, 1), (-60, 60)) < 0.1


def test_trailing_seat_needs_points_as_well_as_the_win() -> None:
    behind = equity(won_by(1, 50))

    assert not behind.win_is_enough
    assert behind.value((1, 0), (40, -40)) < 0.1
    assert behind.value((1, 0), (60, -60)) > 0.9


def test_win_is_enough_before_last_game_and_for_the_leader() -> None:
    assert equity().win_is_enough
    assert equity(won_by(0)).win_is_enough
    assert equity(won_by(1, seats=4), seats=4).win_is_enough


def test_winner_among_opponents_matters_with_games_to_come() -> None:
    """Seat 1 leads: its next win all but decides the match, a win of another seat does not."""
    match = equity(won_by(1, seats=4), seats=4)

    lost, saved = match.value((0, 1, 0, 0), (0, 0, 0, 0)), match.value((0, 0, 1, 0), (0, 0, 0, 0))
    assert lost < saved < match.value((1, 0, 0, 0), (0, 0, 0, 0))
