"""Guesses of how a seat plays: from what the view shows, and open where it shows little."""

from pathlib import Path

from msgspec.structs import replace

from tests.games import a_game, a_player
from tilewise.analysis import Budget, analyse
from tilewise.analysis.review.judge import tasks_of
from tilewise.analysis.styles import HOLDOUT, KEEPER, KINDS, LATE, Style, beliefs_of
from tilewise.core.record.text import parse_record
from tilewise.core.view import view_of

RECORD = Path(__file__).parents[2] / "spec/games/classic-he-2014.game"
LARGE_RACK = "r1 r2 r5 r6 r9 b1 b4 b5 b8 b9 y2 y3 y6 y7 y10 k1 k4 k5 k8 k9 k12 k13"


def believed(rack: str, *, melded: bool = True, **seen: object) -> dict[Style, float]:
    """Return how likely each style of the other seat is, when it has played like this."""
    game = a_game()
    other = replace(a_player(rack, melded=melded), **seen)
    belief = beliefs_of(view_of(replace(game, players=(game.players[0], other)), 0))[1]
    total = sum(each.weight for each in belief)
    return {each.style: each.weight / total for each in belief}


def test_seat_without_a_turn_may_be_any_kind_of_player() -> None:
    belief = believed("r1 r2 r5 r6 r9 b1 b4 b5 b8 b9 y2 y3 y6 y7", melded=False)

    assert set(belief) == set(KINDS)
    assert max(belief.values()) < 0.2


def test_seat_that_keeps_drawing_with_a_large_rack_probably_holds_back() -> None:
    belief = believed(LARGE_RACK, quiet=9, laid=3)

    assert belief[HOLDOUT] + belief[KEEPER] > 0.9


def test_seat_with_few_tiles_hardly_holds_back() -> None:
    belief = believed("r1 r5 b9", quiet=1, laid=20)

    assert HOLDOUT not in belief
    assert LATE not in belief


def test_large_rack_without_initial_meld_probably_keeps_it_back() -> None:
    assert believed(LARGE_RACK + " k2 k6", melded=False, quiet=10)[LATE] > 0.9


def test_large_rack_of_a_position_set_up_by_hand_probably_holds_back() -> None:
    belief = believed(LARGE_RACK)

    assert belief[HOLDOUT] + belief[KEEPER] > 0.7


def test_waiting_is_not_hopeless_against_players_who_may_overlook_plays() -> None:
    view = next(task.view for task in tasks_of(parse_record(RECORD.read_text(encoding="utf-8"))) if task.turn == 43)

    wait = next(each for each in analyse(view, Budget(nodes=100_000)).candidates if each.is_wait)

    assert wait.win.mean > 0.2
