"""Static SVG plots for reports: values with intervals, and columns."""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, isfinite, log10

from tilewise.core.drawing import Svg
from tilewise.core.value import Value
from tilewise.lab.stats import Estimate, Share

STYLE = """
.plot { display: block; width: 100%; max-width: 40rem; height: auto; margin: .5rem 0; }
.plot text { font: 13px system-ui, sans-serif; fill: #1d2733; }
.plot .tick { fill: #5b6775; font-size: 12px; }
.plot .grid { stroke: #e1e6ec; } .plot .zero { stroke: #9aa5b1; }
.plot .bar { fill: #8fb4d9; } .plot .dot { fill: #1f5c99; }
.plot .whisker { stroke: #1f5c99; stroke-width: 2; }
.plot .fair { stroke: #b03a2e; stroke-width: 1.5; stroke-dasharray: 4 3; }
"""
WIDTH = 560
LETTER = 7.2
"""Approximate width of a letter, for the space of labels."""
MOST_LABEL = 220
VALUE_ROOM = 140
ROW, TOP, FOOT = 28, 6, 26
COLUMNS_HEIGHT = 180
MOST_COLUMNS = 16


class Line(Value):
    """One row of an interval plot."""

    name: str
    value: Estimate | Share
    text: str
    """The value as text."""
    fair: float | None = None
    """A reference value, drawn as a dashed line."""


class Axis(Value):
    """The range of a plot and the format of its ticks."""

    low: float
    high: float
    is_share: bool = False

    def ticks(self) -> list[float]:
        """Return round numbers within the range."""
        step = _round_step((self.high - self.low) / 7)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def written(self, tick: float) -> str:
        """Format a tick."""
        return f"{tick:.0%}" if self.is_share else f"{tick:g}"


SHARES = Axis(0.0, 1.0, is_share=True)


def axis_around(lines: Sequence[Line]) -> Axis:
    """Return an axis that covers all intervals."""
    ends = [end for line in lines for end in (line.value.low, line.value.high, line.value.mean) if isfinite(end)]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = max((high - low) * 0.05, 0.5)
    return Axis(low - room, high + room)


def intervals(lines: Sequence[Line], axis: Axis, *, title: str, with_bars: bool = False) -> str:
    """Draw a dot and a whisker for each value, with optional bars from the left."""
    label = min(MOST_LABEL, 16 + LETTER * max((len(line.name) for line in lines), default=0))
    scale = _Scale(axis, label, WIDTH - VALUE_ROOM)
    height = TOP + ROW * len(lines)
    rows = "".join(
        _row(line, scale, TOP + ROW * place + ROW // 2, with_bars=with_bars) for place, line in enumerate(lines)
    )
    return _drawing(_grid(scale, height) + rows, height + FOOT, title)


def columns(values: Sequence[int], *, title: str) -> str:
    """Draw a histogram with columns of equal width."""
    if not values:
        return ""
    width = max(1, ceil((max(values) - min(values) + 1) / MOST_COLUMNS))
    first = min(values) // width * width
    counts = [sum(start <= each < start + width for each in values) for start in range(first, max(values) + 1, width)]
    axis = Axis(first, first + width * len(counts))
    scale, most = _Scale(axis, 8, WIDTH - 8), max(counts)
    return _drawing(
        "".join(_column(scale, first + width * place, width, count, most) for place, count in enumerate(counts))
        + _ticks(scale, TOP + COLUMNS_HEIGHT),
        TOP + COLUMNS_HEIGHT + FOOT,
        title,
    )


def as_picture(plot: str) -> Svg:
    """Return a plot as a document of its own on a white ground, which a notebook shows."""
    root, _, rest = plot.partition(">")
    root = root.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return Svg(f'{root}><style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>{rest}')


class _Scale(Value):
    """Maps values to horizontal positions."""

    axis: Axis
    left: float
    right: float

    def at(self, value: float) -> float:
        """Return the position of a value, clipped to the axis."""
        share = (value - self.axis.low) / (self.axis.high - self.axis.low)
        return self.left + (self.right - self.left) * min(1.0, max(0.0, share))


def _row(line: Line, scale: _Scale, middle: int, *, with_bars: bool) -> str:
    value = line.value
    parts = [f'<text x="0" y="{middle + 4}">{escape(_shortened(line.name))}</text>']
    if with_bars:
        width = scale.at(value.mean) - scale.left
        parts.append(f'<rect class="bar" x="{scale.left:.1f}" y="{middle - 8}" width="{width:.1f}" height="16"/>')
    if line.fair is not None:
        parts.append(_upright("fair", scale.at(line.fair), middle - 12, middle + 12))
    if isfinite(value.low) and value.low < value.high:
        low, high = scale.at(value.low), scale.at(value.high)
        parts.append(f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}"/>')
        parts += [_upright("whisker", end, middle - 5, middle + 5) for end in (low, high)]
        parts.append(f'<circle class="dot" cx="{scale.at(value.mean):.1f}" cy="{middle}" r="4"/>')
    parts.append(f'<text x="{WIDTH}" y="{middle + 4}" text-anchor="end">{escape(line.text)}</text>')
    return "".join(parts)


def _column(scale: _Scale, start: float, width: int, count: int, most: int) -> str:
    left, right = scale.at(start), scale.at(start + width)
    height = (COLUMNS_HEIGHT - 16) * count / most
    top = TOP + COLUMNS_HEIGHT - height
    middle = (left + right) / 2
    number = f'<text class="tick" x="{middle:.1f}" y="{top - 4:.1f}" text-anchor="middle">{count}</text>'
    return (
        f'<rect class="bar" x="{left + 1:.1f}" y="{top:.1f}" width="{right - left - 2:.1f}" height="{height:.1f}"/>'
        f"{number if count else ''}"
    )


def _grid(scale: _Scale, height: int) -> str:
    lines = (_upright("grid", scale.at(tick), TOP, height) for tick in scale.axis.ticks())
    return "".join(lines) + _ticks(scale, height)


def _ticks(scale: _Scale, height: int) -> str:
    ground = f'<line class="zero" x1="{scale.left:.1f}" x2="{scale.right:.1f}" y1="{height}" y2="{height}"/>'
    words = (
        f'<text class="tick" x="{scale.at(tick):.1f}" y="{height + 17}" text-anchor="middle">'
        f"{scale.axis.written(tick)}</text>"
        for tick in scale.axis.ticks()
    )
    return ground + "".join(words)


def _upright(kind: str, x: float, top: float, bottom: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}"/>'


def _drawing(content: str, height: int, title: str) -> str:
    words = escape(title)
    start = f'<svg class="plot" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{words}">'
    return f"{start}<title>{words}</title>{content}</svg>"


def _shortened(name: str) -> str:
    """Shorten a long name. The end of a path says more than its start."""
    most = int((MOST_LABEL - 16) / LETTER)
    return name if len(name) <= most else "…" + name[1 - most :]


def _round_step(least: float) -> float:
    """Return 1, 2 or 5 times a power of ten that is at least this large."""
    power: float = 10 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * 0.999)
