"""Print the scores of a game and the score sheet of a match."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Sheet

from tilewise.core.events import Result
from tilewise.core.match import Match, winners
from tilewise.core.words import counted


def scores_in_words(result: Result, seats: Sequence[str]) -> str:
    """Format the scores of a game, such as `Ann +61, Bob −61`."""
    return ", ".join(f"{name} {_signed(score)}" for name, score in zip(seats, result.scores, strict=True))


def standings_in_words(match: Match) -> str:
    """Name the leader or the winner of a match."""
    first = match.standings[0]
    names = " and ".join(match.seats[seat] for seat in winners(match.standings))
    title = "Match won by" if match.is_over else "In the lead:"
    return f"{title} {names} ({counted(first.games_won, 'game')} won, {_signed(first.score)} points)."


def print_score_sheet(match: Match, screen: Console) -> None:
    """Print the score sheet."""
    screen.print(score_sheet(match))


def score_sheet(match: Match) -> Sheet:
    """R-SCORE-05: list the score of each game with its winners marked, then games won and total points."""
    sheet = Sheet(box=None, pad_edge=False, show_edge=False)
    sheet.add_column(style="dim")
    for name in match.seats:
        sheet.add_column(f"{name} ", justify="right")
    for number, result in enumerate(match.results, start=1):
        sheet.add_row(f"Game {number}", *(_entry(result, seat) for seat in range(len(match.seats))))
    by_seat = sorted(match.standings, key=lambda standing: standing.seat)
    sheet.add_row("Won", *(f"{standing.games_won} " for standing in by_seat))
    sheet.add_row("Points", *(f"{_signed(standing.score)} " for standing in by_seat))
    return sheet


def _entry(result: Result, seat: int) -> str:
    return f"{_signed(result.scores[seat])}{'*' if seat in result.winners else ' '}"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")
