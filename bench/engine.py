"""Measure the rules: `check` of late plays, and games between simple bots, in every edition.

    python bench/engine.py                 print a table
    python bench/engine.py --json          print JSON
    python bench/engine.py --games 100     play more games of each kind

Late plays are the plays of spec/games that rearrange a table of many melds. All times are processor time, which
depends less on a busy machine.
"""

import argparse
import json
import platform
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tilewise.bots import USUAL, by_name
from tilewise.core.actions import Play
from tilewise.core.deal import deal_from
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.engine import act, check, start
from tilewise.core.record import replay
from tilewise.core.record.text import parse_record
from tilewise.core.rules.melds import readings
from tilewise.core.rules.setup import set_up
from tilewise.core.rules.table import Change
from tilewise.core.state import State
from tilewise.core.view import view_of

GAMES = Path(__file__).parents[1] / "spec" / "games"
MANY_MELDS, MANY_TILES = 25, 80


@dataclass(frozen=True)
class Measured:
    """A measurement: name, sample count and times."""

    what: str
    samples: int
    median: float
    p95: float
    p99: float
    unit: str


def late_plays() -> Iterator[tuple[State, Play]]:
    """Yield the plays of the recorded games that rearrange a table of many melds."""
    for path in sorted(GAMES.glob("*.game")):
        for before, step in pairwise(replay(parse_record(path.read_text(encoding="utf-8")))):
            if isinstance(step.action, Play) and is_late(before.state) and rearranges(before.state, step.action):
                yield before.state, step.action


def is_late(state: State) -> bool:
    """Whether the table is as full as near the end of a game."""
    return len(state.table) >= MANY_MELDS and sum(map(len, state.table)) >= MANY_TILES


def rearranges(state: State, play: Play) -> bool:
    """Whether a play breaks up a meld instead of only adding tiles."""
    change = Change(state.table, play.table, state.edition)
    return any(not any(Counter(old) <= Counter(new) for new in change.arrived) for old in change.gone)


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of one call."""
    began = process_time()
    work()
    return process_time() - began


def measured(what: str, seconds: list[float], *, unit: str, per_second: float) -> Measured:
    """Summarize samples by their median and slow percentiles."""
    scaled = [value * per_second for value in seconds]
    cuts = quantiles(scaled, n=100, method="inclusive")
    return Measured(what, len(scaled), median(scaled), cuts[94], cuts[98], unit)


def checks(repeat: int) -> Iterator[Measured]:
    """Measure `check` of late plays, with and without melds in the cache."""
    plays = list(late_plays())
    warm, cold = list[float](), list[float]()
    for state, play in plays:
        work = partial(check, state, play)
        work()
        warm += [seconds_of(work) for _ in range(repeat)]
        for _ in range(max(1, repeat // 10)):
            readings.cache_clear()
            cold.append(seconds_of(work))
    name = f"check, {len(plays)} late plays"
    yield measured(f"{name}, warm", warm, unit="µs", per_second=1e6)
    yield measured(f"{name}, cold", cold, unit="µs", per_second=1e6)


def whole_game(edition: Edition, players: int, seed: str) -> State:
    """Play a game between novices."""
    bot = by_name("novice")
    state = start(set_up(edition, deal_from(seed, players)))
    while not state.is_over:
        state = act(state, bot.choose(view_of(state, state.to_move), USUAL))
    return state


def games(edition: Edition, players: int, repeat: int) -> Measured:
    """Measure games between novices."""
    seconds = [seconds_of(partial(whole_game, edition, players, f"bench {seed}")) for seed in range(repeat)]
    return measured(f"game, {edition.name}, {players} players", seconds, unit="ms", per_second=1e3)


def report(rows: list[Measured], console: Console) -> None:
    """Print a table of all measurements."""
    table = Table(title=f"The engine, {platform.python_implementation()} {platform.python_version()}, processor time")
    table.add_column("what")
    for heading in ("samples", "median", "p95", "p99", "unit", "per second"):
        table.add_column(heading, justify="right")
    for row in rows:
        rate = {"µs": 1e6, "ms": 1e3}[row.unit] / row.median
        numbers = (f"{value:,.1f}" for value in (row.median, row.p95, row.p99))
        table.add_row(row.what, f"{row.samples:,}", *numbers, row.unit, f"{rate:,.0f}")
    console.print(table)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--checks", type=int, default=200, metavar="N", help="how often each play is checked")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="how many games of each kind are played")
    wanted = parser.parse_args()
    notes = Console(stderr=True)
    kinds = [(edition, players) for edition in EDITIONS.values() for players in (2, 4)]
    rows = list(checks(wanted.checks))
    quiet = wanted.json or not notes.is_terminal
    for edition, players in track(kinds, "Games", console=notes, disable=quiet, transient=True):
        rows.append(games(edition, players, wanted.games))
    if wanted.json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=2))
    else:
        report(rows, Console())


if __name__ == "__main__":
    main()
