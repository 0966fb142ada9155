"""Write a tournament report as a self-contained HTML page."""

from collections.abc import Iterable, Sequence
from html import escape

from tilewise.core.events import Ending
from tilewise.core.words import counted
from tilewise.lab import plots
from tilewise.lab.plots import SHARES, Line, axis_around, columns, intervals
from tilewise.lab.stats import Estimate
from tilewise.lab.summary import LADDER, Row, Summary

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2733; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; } .wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .3rem .7rem; text-align: right; }
th { white-space: nowrap; } td { font-variant-numeric: tabular-nums; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tr:nth-child(even) { background: #f3f5f8; }
p.note { color: #5b6775; font-size: .9rem; margin: 0; } td:empty { background: #e9edf2; }
"""


def page(summary: Summary) -> str:
    """Return the report as HTML."""
    parts = (
        f"<h1>Arena: {escape(summary.edition)}</h1>",
        f"<p>{counted(summary.games, 'game')} on mirrored deals; intervals are 95%.</p>",
        "" if summary.test is None else f"<p>{escape(str(summary.test))}.</p>",
        "<h2>Ladder</h2>",
        _rating_plot(summary.rows),
        _table(LADDER, (row.cells() for row in summary.rows)),
        "<h2>Games won</h2>",
        _share_plot(summary.rows),
        _without_luck(summary.rows),
        "<h2>Who beat whom</h2>",
        _crosstable(summary),
        "<h2>Games won by seat</h2>",
        _seat_plot(summary),
        "<h2>How games ended</h2>",
        _ending_plot(summary),
        "<h2>Length of games, in turns</h2>",
        columns(summary.turns, title="Games by their number of turns"),
        "<h2>What went wrong</h2>",
        _problems(summary),
    )
    head = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Arena</title><style>{_STYLE}{plots.STYLE}</style>"
    )
    return head + "\n".join(parts) + "</html>\n"


def _rating_plot(rows: Sequence[Row]) -> str:
    """Plot the ratings with their intervals, strongest first."""
    lines = [
        Line(
            row.bot,
            Estimate(row.rating.skill, row.rating.margin, row.rating.games),
            f"{row.rating.skill:.1f} ± {row.rating.margin:.1f}",
        )
        for row in rows
    ]
    return intervals(lines, axis_around(lines), title="Ratings with their 95% intervals")


def _share_plot(rows: Sequence[Row]) -> str:
    lines = [Line(row.bot, row.share, str(row.share), row.fair) for row in rows]
    return intervals(lines, SHARES, title="Share of games won", with_bars=True) + _FAIR


def _without_luck(rows: Sequence[Row]) -> str:
    cells = [(row.bot, f"{row.adjusted:.1%}") for row in rows if row.adjusted]
    return _table(("bot", "wins without luck"), cells) if cells else ""


def _seat_plot(summary: Summary) -> str:
    fair = 1 / max(1, len(summary.share_by_seat))
    lines = [Line(f"seat {seat + 1}", share, str(share), fair) for seat, share in enumerate(summary.share_by_seat)]
    return intervals(lines, SHARES, title="Share of games won by seat", with_bars=True) + _FAIR


def _ending_plot(summary: Summary) -> str:
    lines = [
        Line(
            _ENDINGS[Ending(ending)],
            Estimate(count / summary.games, 0.0, count),
            f"{count} ({count / summary.games:.0%})",
        )
        for ending, count in sorted(summary.endings.items())
    ]
    return intervals(lines, SHARES, title="How games ended", with_bars=True)


_ENDINGS = {
    Ending.RACK_OUT: "someone went out",
    Ending.EMPTY_POOL: "the pool ran out",
    Ending.LAST_PLAYER: "everyone else resigned",
}
_FAIR = '<p class="note">The dashed line is the fair share.</p>'


def _problems(summary: Summary) -> str:
    again = f"<p>{counted(summary.played_again, 'game')} replayed because the process died.</p>"
    lost = again if summary.played_again else ""
    if not summary.problems:
        return lost + "<p>No bot failed: every turn was in time and within the rules.</p>"
    rows = ((problem, str(count)) for problem, count in summary.problems.items())
    return (
        lost + "<p>On each of these turns the bot drew a tile instead.</p>" + _table(("bot and problem", "turns"), rows)
    )


def _crosstable(summary: Summary) -> str:
    names = [row.bot for row in summary.rows]
    met = {(duel.bot, duel.other): duel.share for duel in summary.crosstable if duel.share.count}
    cells = (
        (name, *(f"{met[name, other].mean:.1%}" if (name, other) in met else "" for other in names)) for name in names
    )
    return _table(("wins against", *names), cells)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{top}</tr>{body}</table></div>'
