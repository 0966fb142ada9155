"""Laws of the position: every state and every view of a game in progress reads back from its line of text."""

from tests.laws.law import law
from tests.random_play import Game, played_lazily
from tilewise.core.position_text import parse_position, print_position
from tilewise.core.view import view_of


@law()
def test_printed_state_reads_back(game: Game) -> None:
    for turn in played_lazily(game):
        assert parse_position(print_position(turn.before)) == turn.before


@law()
def test_printed_view_reads_back(game: Game) -> None:
    for turn in played_lazily(game):
        for seat in (None, *range(game.players)):
            view = view_of(turn.before, seat)

            assert parse_position(print_position(view)) == view
