"""The report of a tournament contains all plots, with the right figures."""

import re

from tilewise.core.events import Ending, Result
from tilewise.lab.report import page
from tilewise.lab.store import StoredGame
from tilewise.lab.summary import summary_of

WON = Result(Ending.RACK_OUT, (0,), (10, -10))
DRY = Result(Ending.EMPTY_POOL, (1,), (-4, 4))


def a_game(number: int, result: Result) -> StoredGame:
    return StoredGame(
        ("strong", "<weak>"), str(number), result, 40 + number, str(number), "classic-en", thinking_ms=(1, 1), faults=()
    )


GAMES = [a_game(number, DRY if number % 5 == 0 else WON) for number in range(20)]
PAGE = page(summary_of(GAMES, played_again=2))


def drawing(title: str) -> str:
    found = re.search(rf'<svg[^>]*aria-label="{title}".*?</svg>', PAGE)
    assert found is not None, title
    return found[0]


def test_ladder_has_an_interval_for_every_bot() -> None:
    ladder = drawing("Ratings with their 95% intervals")

    assert ladder.count('class="dot"') == 2
    assert ladder.index("strong") < ladder.index("&lt;weak&gt;")


def test_seat_plot_shows_the_fair_share() -> None:
    seats = drawing("Share of games won by seat")

    assert seats.count('class="fair"') == 2
    assert "80.0%" in seats
    assert "20.0%" in seats


def test_plots_of_endings_and_lengths_cover_every_game() -> None:
    assert "16 (80%)" in drawing("How games ended")
    columns = drawing("Games by their number of turns")
    counts = [int(count) for count in re.findall(r'y="[\d.]+" text-anchor="middle">(\d+)</text>', columns)]
    assert sum(counts[: columns.count("<rect")]) == len(GAMES)


def test_report_mentions_games_played_again() -> None:
    assert "2 games replayed" in PAGE


def test_bot_names_are_escaped() -> None:
    assert "<weak>" not in PAGE
