"""The curve of win chances: a line of blocks on the terminal, or an SVG file."""

from collections.abc import Sequence
from html import escape

from tilewise.analysis.review import CurvePoint

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT, LEFT, FOOT = 640, 240, 40, 24
COLOURS = ("#1f5c99", "#b03a2e", "#2e7d32", "#8e5ea2", "#c77c11", "#5b6775")


def sparkline(curve: Sequence[CurvePoint], seat: int, width: int = 60) -> str:
    """Draw the win chance of a seat, from the deal to the end, in at most `width` characters."""
    step = max(1.0, len(curve) / width)
    points = [curve[int(place * step)] for place in range(int(len(curve) / step))]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(point.chances[seat] * len(BLOCKS)))] for point in points)


def svg(curve: Sequence[CurvePoint], names: Sequence[str], title: str) -> str:
    """Draw the win chances of all seats over the turns of a game."""
    last = max(1, curve[-1].turn)

    def at(point: CurvePoint, seat: int) -> str:
        x = LEFT + (WIDTH - LEFT) * point.turn / last
        return f"{x:.1f},{HEIGHT * (1 - point.chances[seat]):.1f}"

    def line(seat: int, name: str) -> str:
        colour, points = COLOURS[seat % len(COLOURS)], " ".join(at(point, seat) for point in curve)
        return (
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>'
            f'<text x="{LEFT + 110 * seat}" y="{HEIGHT + FOOT - 6}" fill="{colour}">{escape(name)}</text>'
        )

    lines = "".join(line(seat, name) for seat, name in enumerate(names))
    grid = "".join(
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}" stroke="#e1e6ec"/><text x="0" y="{y + 4}">{share:.0%}</text>'
        for share in (0, 0.5, 1)
        for y in (HEIGHT * (1 - share),)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -8 {WIDTH} {HEIGHT + FOOT + 8}" '
        f'font-family="sans-serif" font-size="12"><title>{escape(title)}</title>{grid}{lines}</svg>\n'
    )
