"""Laws of the turn: it goes to the left; initial melds and concessions are final."""

from itertools import pairwise

from tests.laws.law import law
from tests.random_play import Game, played_wildly
from tilewise.core.state import State


def states(game: Game) -> list[State]:
    return [game.start, *(turn.after for turn in played_wildly(game))]


@law()
def test_an_initial_meld_and_a_concession_are_never_undone(game: Game) -> None:
    for before, after in pairwise(states(game)):
        for was, has_become in zip(before.players, after.players, strict=True):
            assert has_become.has_melded >= was.has_melded
            assert has_become.has_conceded >= was.has_conceded


@law()
def test_seat_to_move_is_still_in_the_game(game: Game) -> None:
    assert all(state.to_move in state.active for state in states(game))


@law()
def test_turns_go_to_the_left_one_by_one(game: Game) -> None:
    for before, after in pairwise(states(game)):
        between = range(
            before.to_move + 1, after.to_move + (len(before.players) if after.to_move <= before.to_move else 0)
        )

        assert after.turn - before.turn in (0, 1)
        assert after.to_move == before.to_move or not any(
            seat % len(before.players) in after.active for seat in between
        )
