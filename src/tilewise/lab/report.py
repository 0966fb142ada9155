"""A tournament as a page with pictures: one HTML file that needs nothing else."""

from collections.abc import Iterable, Sequence
from html import escape

from tilewise.lab.summary import Row, Summary

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2733; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .3rem .7rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } tr:nth-child(even) { background: #f3f5f8; }
svg { max-width: 100%; height: auto; } .bar { fill: #2f6fb0; } .fair { stroke: #b03a2e; stroke-dasharray: 4 3; }
.whisker { stroke: #1d2733; stroke-width: 1.5; } text { font-size: 12px; fill: #1d2733; }
"""
_WIDTH, _LABEL, _ROW = 640, 120, 26


def page(summary: Summary) -> str:
    """The whole report."""
    parts = (
        f"<h1>Arena: {escape(summary.edition)}</h1><p>{summary.games} games on mirrored deals; intervals are 95 %.</p>",
        "<h2>Ladder</h2>",
        _ladder(summary.rows),
        _shares(summary.rows),
        "<h2>Who beat whom</h2>",
        _crosstable(summary),
        "<h2>Share of wins by seat</h2>",
        _bars([(f"seat {seat + 1}", share) for seat, share in enumerate(summary.share_by_seat)]),
        "<h2>How games ended</h2>",
        _bars([(ending, count / summary.games) for ending, count in sorted(summary.endings.items())]),
        "<h2>Length of games, in turns</h2>",
        _histogram(summary.turns),
        "<h2>What went wrong</h2>",
        _problems(summary),
    )
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Arena</title><style>{_STYLE}</style>'
    return head + "\n".join(parts) + "</html>\n"


def _problems(summary: Summary) -> str:
    if not summary.problems:
        return "<p>Nothing: every bot answered every turn in time and by the rules.</p>"
    rows = ((problem, str(count)) for problem, count in summary.problems.items())
    return "<p>Each of these turns was a draw.</p>" + _table(("bot and problem", "turns"), rows)


def _ladder(rows: Sequence[Row]) -> str:
    head = ("bot", "rating", "wins", "fair share", "points a game", "ms a turn", "faults")
    cells = (
        (
            row.bot,
            f"{row.rating.skill:.1f} ± {row.rating.margin:.1f}",
            f"{row.share.mean:.1%} ± {row.share.margin:.1%}",
            f"{row.fair:.0%}",
            f"{row.points.mean:+.1f} ± {row.points.margin:.1f}",
            f"{row.thinking_ms:.1f}",
            str(row.faults),
        )
        for row in rows
    )
    return _table(head, cells)


def _crosstable(summary: Summary) -> str:
    names = [row.bot for row in summary.rows]
    met = {(duel.bot, duel.other): duel.share for duel in summary.crosstable if duel.share.count}
    cells = (
        (name, *(f"{met[name, other].mean:.1%}" if (name, other) in met else "" for other in names)) for name in names
    )
    return _table(("wins of … against", *names), cells)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"


def _shares(rows: Sequence[Row]) -> str:
    """Share of wins with its interval, and the fair share as a broken line."""
    bars = _bar_lines([(row.bot, row.share.mean) for row in rows])
    whiskers = "".join(_whisker(row, place) for place, row in enumerate(rows))
    return _drawing(bars + whiskers, len(rows))


def _whisker(row: Row, place: int) -> str:
    middle = place * _ROW + 10
    low, high, fair = (_x(value) for value in (row.share.low, row.share.high, row.fair))
    return (
        f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}"/>'
        f'<line class="fair" x1="{fair:.1f}" x2="{fair:.1f}" y1="{middle - 9}" y2="{middle + 9}"/>'
    )


def _bars(values: Sequence[tuple[str, float]]) -> str:
    return _drawing(_bar_lines(values), len(values))


def _bar_lines(values: Sequence[tuple[str, float]]) -> str:
    return "".join(
        f'<text x="0" y="{place * _ROW + 15}">{escape(name)}</text>'
        f'<rect class="bar" x="{_LABEL}" y="{place * _ROW + 3}" width="{_x(share) - _LABEL:.1f}" height="14" rx="3"/>'
        f'<text x="{_WIDTH - 40}" y="{place * _ROW + 15}">{share:.1%}</text>'
        for place, (name, share) in enumerate(values)
    )


def _histogram(turns: Sequence[int]) -> str:
    width = max(1, (max(turns) - min(turns)) // 12 + 1) if turns else 1
    starts = range(min(turns), max(turns) + 1, width) if turns else range(0)
    shares = [(f"{start}-{start + width - 1}", _between(turns, start, width) / len(turns)) for start in starts]
    return _bars(shares)


def _between(turns: Sequence[int], start: int, width: int) -> int:
    return sum(start <= each < start + width for each in turns)


def _x(share: float) -> float:
    room = _WIDTH - _LABEL - 50
    return _LABEL + room * min(1.0, max(0.0, share))


def _drawing(content: str, rows: int) -> str:
    return f'<svg viewBox="0 0 {_WIDTH} {max(1, rows) * _ROW}" role="img">{content}</svg>'
