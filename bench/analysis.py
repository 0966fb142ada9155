"""Measure the win chances: calibration, the order of errors, and the mean of luck.

    python bench/analysis.py                                  all parts, a few minutes
    python bench/analysis.py calibration --games 400          one part with more games
    python bench/analysis.py calibration --plot docs/img/calibration.svg
    python bench/analysis.py --json                           JSON output

calibration  Bots drawn at random play each other. Some decisions of each game are forecast from the view of the seat
             to move, three times: with the styles of the bots, with styles fitted to the game, and with the styles
             that the view suggests for the others. Forecasts are compared with results in tenths.
order        Neighbours on the ladder play two-player games. The average error per decision should rank them.
apart        The same for bots two or more levels apart: the share of games in which the better bot errs less.
fortune      Bots of known styles play two-player games. Luck should average zero.

Decisions of one game share its result, so every interval is the 95 % interval over games.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from msgspec.structs import replace
from rich.box import MARKDOWN
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tilewise.analysis import Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.review import PlayerSummary, decision_review, judge, tasks_of
from tilewise.analysis.rollouts import Rollouts
from tilewise.analysis.situation import situation_of
from tilewise.analysis.styles import (
    CASUAL,
    GREEDY,
    HOLDOUT,
    KEEPER,
    LATE,
    NOVICE,
    STEADY,
    SeatStyles,
    Style,
    beliefs_of,
    only,
)
from tilewise.bots import by_name
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.record import Record
from tilewise.core.view import View
from tilewise.lab import parallel
from tilewise.lab.game import play
from tilewise.lab.stats import Z95, Estimate, estimate

STYLES: dict[str, Style] = {
    "novice": NOVICE,
    "casual": CASUAL,
    "steady": STEADY,
    "greedy": GREEDY,
    "keeper": KEEPER,
    "holdout": HOLDOUT,
    "late": LATE,
}
"""The style of each bot. Those of the first three bots are near, the others exact."""
EXACT = ("greedy", "keeper", "holdout", "late")
LADDER = ("novice", "casual", "steady", "greedy", "holdout", "master")
TABLES = (("classic-en", 2), ("classic-en", 4), ("xp", 2), ("xp", 4), ("twist", 2))
TOGETHER = "all but Twist"
SOURCES = ("bots", "fitted", "seen")
PLOTTED = "seen"
DECISIONS = 6
"""Decisions to forecast in a game."""
TWIST_PART = 0.05
"""With special jokers a rollout takes forty times as long, so fewer games are played."""
DEALS = 60
TENTHS = 10
WIDTH = 140
"""Columns of the output, so that no row of a table wraps."""
ENOUGH = 200
"""A tenth with fewer decisions is not judged."""
TOLERANCE = 0.05


@dataclass(frozen=True)
class Game:
    """A game to play and measure."""

    edition: str
    lineup: tuple[str, ...]
    deal: str
    nodes: int


@dataclass(frozen=True)
class Forecast:
    """A win chance and what came of it."""

    source: str
    chance: float
    result: float


@dataclass(frozen=True)
class Tenth:
    """The forecasts from `low` to a tenth above it, or all of them."""

    table: str
    source: str
    low: float | None
    """None for all forecasts."""
    decisions: int
    games: int
    chance: float
    result: float
    margin: float
    """Half of the 95 % interval of the difference, over games."""

    @property
    def gap(self) -> float:
        """The difference between result and forecast."""
        return self.result - self.chance

    @property
    def verdict(self) -> str:
        """Whether the gap is within the tolerance; `few` without enough decisions."""
        if self.decisions < ENOUGH:
            return "few"
        return "ok" if abs(self.gap) <= TOLERANCE else "off"


@dataclass(frozen=True)
class Player:
    """A player of a reviewed game."""

    bot: str
    other: str
    game: str
    decisions: int
    average_error: float
    start: float
    error: float
    luck: float
    result: float


def played(game: Game) -> Record:
    """Play the game."""
    bots = [by_name(name, seed=game.deal) for name in game.lineup]
    deal = deal_from(game.deal, len(bots))
    return play(edition(game.edition), bots, deal, budget=Budget(nodes=game.nodes)).record


def share(record: Record, seat: int) -> float:
    """Return the share of the win."""
    result = record.games[0].result
    return 0.0 if result is None else (seat in result.winners) / len(result.winners)


def chance_of(view: View, styles: Sequence[SeatStyles], seed: int) -> float:
    """Return the win chance of the seat to move if every seat plays in its style."""
    rollouts = Rollouts(BudgetedSolver(view, Budget(nodes=10**9)), situation_of(view, styles), seed=seed)
    (outcomes,) = rollouts.play([None], first=0, deals=DEALS)
    return fmean(each.shares[view.to_move] for each in outcomes)


# ── calibration ──


def forecasts(game: Game) -> list[Forecast]:
    """Forecast some decisions of a game."""
    record, luck = played(game), Random(game.deal)  # noqa: S311  # a sample, not a secret
    tasks = list(tasks_of(record))
    known = tuple(only(STYLES[name]) for name in game.lineup)
    found = []
    for task in luck.sample(tasks, min(DECISIONS, len(tasks))):
        seat = task.view.to_move
        seen = tuple(known[seat] if each == seat else belief for each, belief in enumerate(beliefs_of(task.view)))
        for source, styles in zip(SOURCES, (known, task.styles, seen), strict=True):
            found.append(Forecast(source, chance_of(task.view, styles, task.turn), share(record, seat)))
    return found


def mixed_games(name: str, players: int, games: int, seed: str) -> Iterator[Game]:
    """Yield games of bots drawn at random."""
    for number in range(games):
        deal = f"{seed} {name} {players} {number}"
        lineup = tuple(Random(deal).choices(tuple(STYLES), k=players))  # noqa: S311  # a sample, not a secret
        yield Game(name, lineup, deal, 20_000)


def tenths(table: str, games: Sequence[Sequence[Forecast]]) -> Iterator[Tenth]:
    """Compare forecasts with results in tenths, then all together."""
    for source in SOURCES:
        groups: dict[int, dict[int, list[Forecast]]] = defaultdict(lambda: defaultdict(list))
        for number, found in enumerate(games):
            for each in found:
                if each.source == source:
                    groups[min(TENTHS - 1, int(each.chance * TENTHS))][number].append(each)
                    groups[TENTHS][number].append(each)
        for low in sorted(groups):
            yield tenth(table, source, None if low == TENTHS else low / TENTHS, list(groups[low].values()))


def tenth(table: str, source: str, low: float | None, games: Sequence[Sequence[Forecast]]) -> Tenth:
    """Return the mean forecast and result. A game with several decisions counts as one cluster."""
    every = [each for game in games for each in game]
    gap = fmean(each.result - each.chance for each in every)
    residuals = [sum(each.result - each.chance - gap for each in game) for game in games]
    count = len(games)
    spread = sqrt(sum(each**2 for each in residuals) * count / (count - 1)) / len(every) if count > 1 else inf
    chance, result = fmean(each.chance for each in every), fmean(each.result for each in every)
    return Tenth(table, source, low, len(every), count, chance, result, Z95 * spread)


# ── errors and luck ──


def reviewed(game: Game) -> list[Player]:
    """Review a game with the styles of its bots where they are known, and fitted ones otherwise."""
    record = played(game)
    tasks = list(tasks_of(record))
    if all(name in STYLES for name in game.lineup):
        known = tuple(only(STYLES[name]) for name in game.lineup)
        tasks = [replace(task, styles=known) for task in tasks]
    budget = Budget(nodes=game.nodes)
    players = decision_review(record, tasks, [judge(task, budget, has_curve=False) for task in tasks]).players
    return [player_of(game, each) for each in players]


def player_of(game: Game, found: PlayerSummary) -> Player:
    """Return the figures of a player of a two-player game."""
    return Player(
        bot=game.lineup[found.seat],
        other=game.lineup[1 - found.seat],
        game=f"{game.deal} {' '.join(game.lineup)}",
        decisions=found.decisions,
        average_error=found.average_error,
        start=found.start,
        error=found.error,
        luck=found.luck,
        result=found.result,
    )


def pair_games(pairs: Iterable[tuple[str, str]], games: int, seed: str, nodes: int) -> Iterator[Game]:
    """Yield two-player games of each pair, each deal from both seats."""
    for one, other in pairs:
        for number in range(games):
            lineup = (one, other) if number % 2 else (other, one)
            yield Game("classic-en", lineup, f"{seed} {number // 2}", nodes)


def by_pair(players: Iterable[Player]) -> dict[tuple[str, str], list[tuple[Player, Player]]]:
    """Return the games of each pair, the weaker bot first."""
    games: dict[str, list[Player]] = defaultdict(list)
    for each in players:
        games[each.game].append(each)
    found: dict[tuple[str, str], list[tuple[Player, Player]]] = defaultdict(list)
    for one, other in games.values():
        weak, strong = sorted((one, other), key=lambda each: LADDER.index(each.bot))
        found[weak.bot, strong.bot].append((weak, strong))
    return found


# ── output ──


def run(work: Callable[[Game], list], games: Iterable[Game], processes: int, what: str) -> list[list]:  # type: ignore[type-arg]
    """Run the work on every game, in processes, with a progress bar."""
    listed = list(games)
    found = parallel.in_processes(work, listed, processes)
    return [answer for _, answer in track(found, what, total=len(listed), console=Console(stderr=True))]


def calibration(options: argparse.Namespace) -> list[Tenth]:
    """Measure the calibration at every table."""
    found, together = list[Tenth](), list[list[Forecast]]()
    for name, players in TABLES:
        if name not in options.editions:
            continue
        games = max(2, round(options.games * TWIST_PART)) if name == "twist" else options.games
        table = f"{name}, {players} players"
        answers = run(forecasts, mixed_games(name, players, games, options.seed), options.processes, table)
        found += tenths(table, answers)
        together += [] if name == "twist" else answers
    return [*found, *tenths(TOGETHER, together)]


def print_calibration(found: Sequence[Tenth], screen: Console) -> None:
    """Print every tenth, and how many of those with enough decisions are within the tolerance."""
    columns = "table", "styles", "chance", "decisions", "games", "predicted", "won", "apart", "verdict"
    grid = Table(*columns, box=MARKDOWN)
    for each in found:
        figures = f"{each.chance:.1%}", f"{each.result:.1%}", f"{100 * each.gap:+.1f} ± {100 * each.margin:.1f}"
        span = "all" if each.low is None else f"{each.low:.0%}–{each.low + 1 / TENTHS:.0%}"
        grid.add_row(each.table, each.source, span, str(each.decisions), str(each.games), *figures, each.verdict)
    screen.print(grid)
    for source in SOURCES:
        judged = [each for each in found if each.source == source and each.low is not None and each.verdict != "few"]
        near = sum(each.verdict == "ok" for each in judged)
        screen.print(
            f"{source}: {near} of {len(judged)} tenths with {ENOUGH} decisions or more are at most 5 points off"
        )


# ── the reliability plot ──

PANEL, COLUMNS, LEFT, TOP, WIDE, HIGH = 250, 2, 52, 86, 316, 326
"""The size of a panel, the panels side by side, the place of the first one, and the distance to the next."""
STYLE = """
  .ground { fill: #f7f5f0; } .frame { fill: #fff; stroke: #8a958f; } .band { fill: #e3ebe8; }
  .even { stroke: #8a958f; stroke-dasharray: 4 3; } .whisker { stroke: #2f645d; stroke-width: 1.5; }
  .dot { fill: #2f645d; stroke: #2f645d; stroke-width: 1.5; } .few { fill: #fff; stroke: #2f645d; stroke-width: 1.5; }
  .n { font: 600 14px system-ui, sans-serif; fill: #16302c; } .a { font: 12px system-ui, sans-serif; fill: #45564f; }
  .c { font: 10.5px system-ui, sans-serif; fill: #45564f; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1c2422; } .frame, .few { fill: #26322f; } .band { fill: #33433f; } .n { fill: #f0f5f3; }
    .a, .c { fill: #b7c6c1; } .even { stroke: #7d8b86; } .whisker, .dot, .few { stroke: #8fd0c5; }
    .dot { fill: #8fd0c5; }
  }
"""


def plot(found: Sequence[Tenth], source: str) -> str:
    """Draw the reliability of every table as SVG: forecasts to the right, results upward."""
    tables = list(dict.fromkeys(each.table for each in found))
    rows = -(-len(tables) // COLUMNS)
    width, height = LEFT + COLUMNS * WIDE - 30, TOP + rows * HIGH - 6
    title = "Predicted and actual wins, in tenths of the forecast"
    size = f'width="{width}" height="{height}"'
    key = (
        "Right: the mean forecast. Up: the share of wins, with its 95 % interval over games. Band: 5 points.",
        f"Below: the number of decisions; a hollow dot stands for fewer than {ENOUGH}.",
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} role="img">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="ground" {size} rx="12"/>',
        f'<text class="n" x="20" y="28">{title}</text>',
        *(f'<text class="a" x="20" y="{46 + 16 * at}">{line}</text>' for at, line in enumerate(key)),
    ]
    for place, table in enumerate(tables):
        left, top = LEFT + place % COLUMNS * WIDE, TOP + 22 + place // COLUMNS * HIGH
        here = [each for each in found if (each.table, each.source) == (table, source) and each.low is not None]
        parts.append(panel(table, here, left, top))
    return "\n".join((*parts, "</svg>\n"))


def panel(title: str, found: Sequence[Tenth], left: float, top: float) -> str:
    """Draw one table: a dot for each tenth, its interval, the decisions below, and the band of the tolerance."""

    def x(value: float) -> float:
        return left + PANEL * value

    def y(value: float) -> float:
        return top + PANEL * (1 - min(1.0, max(0.0, value)))

    edge, bottom = TOLERANCE, top + PANEL
    corners = ((0, 0), (0, edge), (1 - edge, 1), (1, 1), (1, 1 - edge), (edge, 0))
    band = " ".join(f"{x(right):.1f},{y(up):.1f}" for right, up in corners)
    parts = [
        f'<text class="n" x="{left}" y="{top - 8}">{title}</text>',
        f'<rect class="frame" x="{left}" y="{top}" width="{PANEL}" height="{PANEL}"/>',
        f'<polygon class="band" points="{band}"/>',
        f'<line class="even" x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}"/>',
    ]
    for tick in (0, 0.5, 1):
        parts.append(f'<text class="a" x="{x(tick)}" y="{bottom + 30}" text-anchor="middle">{tick:.0%}</text>')
        parts.append(f'<text class="a" x="{left - 5}" y="{y(tick) + 4}" text-anchor="end">{tick:.0%}</text>')
    for each in found:
        low, high = y(each.result - each.margin), y(each.result + each.margin)
        at, kind = x(each.chance), "few" if each.verdict == "few" else "dot"
        middle = x((each.low or 0) + 0.5 / TENTHS)
        parts.append(f'<line class="whisker" x1="{at:.1f}" x2="{at:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>')
        parts.append(f'<circle class="{kind}" cx="{at:.1f}" cy="{y(each.result):.1f}" r="4"/>')
        parts.append(f'<text class="c" x="{middle:.1f}" y="{bottom + 14}" text-anchor="middle">{each.decisions}</text>')
    return "\n".join(parts)


def order(options: argparse.Namespace) -> list[Player]:
    """Review games of neighbours on the ladder."""
    pairs = pairwise(LADDER)
    games = pair_games(pairs, options.games, options.seed, options.nodes)
    return [each for found in run(reviewed, games, options.processes, "order") for each in found]


def apart(options: argparse.Namespace) -> list[Player]:
    """Review games of bots two or more levels apart."""
    pairs = [(weak, strong) for at, weak in enumerate(LADDER) for strong in LADDER[at + 2 :]]
    games = pair_games(pairs, max(2, options.games // 2), options.seed + " apart", options.nodes)
    return [each for found in run(reviewed, games, options.processes, "apart") for each in found]


def fortune(options: argparse.Namespace) -> list[Player]:
    """Review games of bots whose styles are known exactly."""
    pairs = [(one, other) for at, one in enumerate(EXACT) for other in EXACT[at:]]
    each = max(2, options.games // 2)
    games = pair_games(pairs, each, options.seed + " fortune", options.nodes)
    return [each for found in run(reviewed, games, options.processes, "fortune") for each in found]


def print_errors(found: Sequence[Player], screen: Console) -> None:
    """Print the average errors of every pair."""
    grid = Table("weaker", "stronger", "games", "error", "error", "difference", "better bot errs less", box=MARKDOWN)
    better = total = 0
    for (weak, strong), games in by_pair(found).items():
        gaps = [one.average_error - other.average_error for one, other in games]
        fewer = sum(gap > 0 for gap in gaps)
        better, total = better + fewer, total + len(gaps)
        means = (fmean(pair[side].average_error for pair in games) for side in (0, 1))
        shown = (f"{100 * mean:.2f}" for mean in means)
        grid.add_row(weak, strong, str(len(games)), *shown, points(estimate(gaps)), f"{fewer / len(gaps):.0%}")
    screen.print(grid)
    screen.print(
        f"Errors are points of win chance per decision. The better bot errs less in {better} of {total} games."
    )


def print_fortune(found: Sequence[Player], screen: Console) -> None:
    """Print the mean luck of each bot and of all games."""
    grid = Table("bot", "against", "games", "start", "error", "luck", "won", box=MARKDOWN)
    groups: dict[tuple[str, str], list[Player]] = defaultdict(list)
    for each in found:
        groups[each.bot, each.other].append(each)
    for (bot, other), players in sorted(groups.items()):
        luck = estimate([each.luck for each in players])
        start, error, won = (fmean(getattr(each, name) for each in players) for name in ("start", "error", "result"))
        shown = f"{100 * start:.1f}", f"{100 * error:.1f}", points(luck), f"{100 * won:.1f}"
        grid.add_row(bot, other, str(len({each.game for each in players})), *shown)
    screen.print(grid)
    games: dict[str, list[float]] = defaultdict(list)
    for each in found:
        games[each.game].append(each.luck)
    screen.print(
        f"Mean luck of {len(games)} games: {points(estimate([fmean(luck) for luck in games.values()]))} points"
    )


def points(found: Estimate) -> str:
    """Print an estimate in points of win chance."""
    return f"{100 * found.mean:+.2f} ± {100 * found.margin:.2f}"


def main() -> None:
    """Measure and print."""
    parts: dict[str, Callable[[argparse.Namespace], Sequence[Any]]] = {
        "calibration": calibration,
        "order": order,
        "apart": apart,
        "fortune": fortune,
    }
    known = ", ".join(parts)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{known}; all by default")
    parser.add_argument("--games", type=int, default=20, help="games of a table or pair, at least 2")
    parser.add_argument("--editions", nargs="+", default=["classic-en", "xp", "twist"], help="for the calibration")
    parser.add_argument("--nodes", type=int, default=40_000, help="node budget of a reviewed decision")
    parser.add_argument("--seed", default="analysis", help="determines bots and deals")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="write the reliability plot to this file")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if set(options.parts) - set(parts):
        parser.error(f"the parts are {known}")
    found = {name: work(options) for name, work in parts.items() if name in (options.parts or parts)}
    if options.plot and "calibration" in found:
        options.plot.write_text(plot(found["calibration"], PLOTTED), encoding="utf-8")
    if options.json:
        print(json.dumps({name: [asdict(each) for each in rows] for name, rows in found.items()}, indent=2))
        return
    screen = Console(width=WIDTH)
    shown: dict[str, Callable[[Sequence[Any], Console], None]] = {
        "calibration": print_calibration,
        "order": print_errors,
        "apart": print_errors,
        "fortune": print_fortune,
    }
    for name, rows in found.items():
        screen.print(f"\n[bold]{name}[/bold]")
        shown[name](rows, screen)


if __name__ == "__main__":
    main()
