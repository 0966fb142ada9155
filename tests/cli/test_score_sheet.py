import io

from rich.console import Console

from tests.games import an_edition
from tilewise.cli.show.score_sheet import print_score_sheet, scores_in_words, standings_in_words
from tilewise.core.events import Ending, Result
from tilewise.core.match import Match

WON = Result(Ending.RACK_OUT, (0,), (12, -12))
LOST = Result(Ending.RACK_OUT, (1,), (-30, 30))


def test_scores_of_a_game_fit_in_a_line() -> None:
    assert scores_in_words(WON, ("Ann", "Bob")) == "Ann +12, Bob −12"


def test_score_sheet_has_a_row_for_each_game_and_the_totals() -> None:
    screen = Console(file=io.StringIO(), width=60, color_system=None)

    print_score_sheet(Match(an_edition(), ("Ann", "Bob"), (WON, LOST)), screen)

    assert isinstance(screen.file, io.StringIO)
    assert [line.split() for line in screen.file.getvalue().splitlines()] == [
        ["Ann", "Bob"],
        ["Game", "1", "+12*", "−12"],
        ["Game", "2", "−30", "+30*"],
        ["Won", "1", "1"],
        ["Points", "−18", "+18"],
    ]


def test_leader_or_winner_is_named() -> None:
    matches = [Match(an_edition(), ("Ann", "Bob"), results) for results in ((WON,), (WON, LOST))]

    assert [standings_in_words(match) for match in matches] == [
        "In the lead: Ann (1 game won, +12 points).",
        "Match won by Bob (1 game won, +18 points).",
    ]


def test_tied_match_names_all_winners() -> None:
    even = Result(Ending.EMPTY_POOL, (0, 1), (0, 0))

    assert "won by Ann and Bob (2 games won, 0 points)" in standings_in_words(
        Match(an_edition(), ("Ann", "Bob"), (even, even))
    )
