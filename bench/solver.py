"""Compare the solver with HiGHS, CP-SAT and CBC on the same positions of whole games.

    python bench/solver.py                 print tables and draw docs/img/solver.svg
    python bench/solver.py --json out.json
    python bench/solver.py --slow 40       fewer positions for the slow solvers
    python bench/solver.py --games 300     a longer tail

The games cycle through all player counts of an edition. All times are processor time, which depends less on a busy
machine. "Kernel" is a batch call divided by its length; "through Python" is a call of `tilewise.solver.solve`.
Least disruption may take a second per position.

A ratio is the time of another solver divided by the kernel's time for the same position; the figure is the median
ratio. It includes building the other solver's model, because the kernel starts from the position too. Ratios of the
finished model alone, and of initial melds, are shown separately. The run takes less than fifteen minutes.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import median
from time import process_time, process_time_ns
from typing import NamedTuple

from rich.progress import track

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the model and the positions are part of the tests

from solver_others import OTHERS, Took  # noqa: E402

from tests.solver import kernel_calls  # noqa: E402
from tests.solver.chance import dice  # noqa: E402
from tests.solver.positions import Position, supply  # noqa: E402
from tests.solver.selfplay import a_game  # noqa: E402
from tilewise import _kernel  # noqa: E402
from tilewise.core.edition import Edition  # noqa: E402
from tilewise.core.editions import EDITIONS  # noqa: E402
from tilewise.core.tiles import tiles_of  # noqa: E402
from tilewise.solver import Objective, Problem, solve  # noqa: E402

PICTURE = ROOT / "docs" / "img" / "solver.svg"
PLAYED = ("classic-en", "xp", "twist")
"""The editions."""
BATCH = 20
A_MOMENT = 1_000
"""Microseconds that make the cost of reading the clock negligible."""
LONG = 20_000
"""Measure a position that takes longer than this many microseconds only once."""
A_SECOND = 1_000_000
MOST_JOKERS = 4
"""Twist positions with more jokers have too many melds for an integer program; only the kernel is measured on them."""

Figures = dict[str, float]


def players_of(edition: Edition, game: int) -> int:
    """Cycle through the possible player counts."""
    return edition.min_players + game % (edition.max_players - edition.min_players + 1)


def recorded(games: int) -> list[Position]:
    """Return every decision of this many games per edition."""
    return [
        position
        for edition in map(EDITIONS.__getitem__, PLAYED)
        for game in track(range(games), f"games of {edition.name}")
        for position in a_game(dice("bench", edition.name, game), edition, players_of(edition, game))
    ]


def jokers_of(position: Position) -> int:
    """Return all jokers that a turn can move."""
    return sum(count for tile, count in supply(position).items() if tile.is_joker)


def phase_of(position: Position) -> str:
    """Group positions by the size of the table."""
    if not position.has_melded:
        return "initial meld"
    lying = sum(tiles_of(position.table).values())
    return "early, up to 20 tiles" if lying <= 20 else "middle, up to 60" if lying <= 60 else "late, over 60"


def microseconds(work: Callable[[], object]) -> float:
    """Return the best of three times; a long call is measured once."""
    times: list[float] = []
    while len(times) < 3 and sum(times) < LONG:
        began = process_time_ns()
        work()
        times.append((process_time_ns() - began) / 1000)
    return min(times)


def one_of_many(ask: Callable[[int], object]) -> float:
    """Return the microseconds of one call among many; a long call is measured once."""
    once = microseconds(lambda: ask(1))
    times = BATCH if BATCH * once < A_MOMENT else int(A_MOMENT / once)  # the clock may not have moved
    return microseconds(lambda: ask(times)) / times if times > 1 else once


def in_a_batch(position: Position, options: _kernel.Options) -> float:
    """Return the microseconds of one solve in a batch."""
    question = kernel_calls.question(position)
    return one_of_many(lambda count: _kernel.solve_many([question] * count, options, 1))


def in_kernel(position: Position) -> float:
    """Return the microseconds of one solve in a batch."""
    return in_a_batch(position, kernel_calls.options_of(position))


def through_python(position: Position) -> float:
    """Return the microseconds of one call."""
    edition, objective = position.edition, Objective.TILES_THEN_POINTS
    problem = Problem(edition, position.rack, position.table, position.has_melded, objective, least_disruption=False)
    return one_of_many(lambda count: [solve(problem) for _ in range(count)])


def calmly(position: Position) -> float:
    """Return the microseconds of one solve with least disruption in a batch."""
    options = kernel_calls.options_of(position)
    options.least_disruption = True
    options.time_budget_us = A_SECOND
    return in_a_batch(position, options)


def figures(times: Iterable[float]) -> Figures:
    """Return median, 95th and 99th percentile, and maximum."""
    ordered = sorted(times)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return {"count": len(ordered), "median": at(0.5), "p95": at(0.95), "p99": at(0.99), "max": ordered[-1]}


def show(title: str, rows: dict[str, Figures]) -> None:
    """Print a table of microseconds."""
    print(f"\n{title:42}{'count':>8}{'median':>12}{'p95':>12}{'p99':>12}{'max':>12}  µs")
    for name, row in rows.items():
        print(
            f"  {name:40}{row['count']:8.0f}" + "".join(f"{row[key]:12,.1f}" for key in ("median", "p95", "p99", "max"))
        )


def grouped(
    positions: Sequence[Position], times: Sequence[float], key: Callable[[Position], str]
) -> dict[str, Figures]:
    """Return the figures of each group."""
    groups: dict[str, list[float]] = defaultdict(list)
    for position, time in zip(positions, times, strict=True):
        groups[key(position)].append(time)
    return {name: figures(group) for name, group in sorted(groups.items())}


def evenly(positions: Sequence[Position], count: int) -> list[Position]:
    """Return this many positions per edition, spread over its games, with editions alternating."""
    by_edition = []
    for name in PLAYED:
        group = [each for each in positions if each.edition.name == name]
        some = min(count, len(group))
        by_edition.append([group[i * len(group) // some] for i in range(some)])
    return [position for group in zip_longest(*by_edition) for position in group if position]


def can_be_written(position: Position) -> bool:
    """Whether the other solvers can model the position."""
    return jokers_of(position) <= MOST_JOKERS


class Compared(NamedTuple):
    """Measure all solvers on a position in direct succession, because the machine's speed drifts."""

    position: Position
    kernel: float
    took: dict[str, Took]


def measure_others(positions: Sequence[Position], seconds: float) -> list[Compared]:
    """Measure all solvers on the same positions until the time is up, and check that they agree."""
    compared: list[Compared] = []
    until = process_time() + seconds
    for position in track(positions, "other solvers, until the time is up"):
        answers = {name: other(position) for name, other in OTHERS.items()}
        found = kernel_calls.solve(position)
        best = 1000 * found.primary + found.secondary if found.laid else None
        wrong = {name: answer.best for name, answer in answers.items() if answer.best != best}
        if wrong:
            print(f"kernel {best}, {wrong}: {position}")
        compared.append(Compared(position, in_kernel(position), answers))
        if process_time() > until:
            break
    return compared


def draw(rows: dict[str, Figures]) -> None:
    """Draw a bar from the median to the 99th percentile for each solver, on a logarithmic scale."""
    import matplotlib as mpl  # noqa: PLC0415  # slow to import, and only needed here

    mpl.use("svg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(8, 0.6 * len(rows) + 1.2))
    names = list(rows)[::-1]
    for place, name in enumerate(names):
        row = rows[name]
        axes.barh(place, row["p99"] - row["median"], left=row["median"], height=0.45, color="#7aa5c9")
        axes.plot([row["median"]], [place], "|", color="#123", markersize=16)
        axes.plot([row["max"]], [place], ".", color="#123")
    axes.set_yticks(range(len(names)), names)
    axes.set_xscale("log")
    axes.set_xlim(left=min(row["median"] for row in rows.values()) / 2)
    axes.set_xlabel("microseconds a turn: median (line) to 99th percentile (bar), slowest (dot)")
    figure.tight_layout()
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    """Measure, print and draw."""
    arguments = _arguments()
    positions = recorded(arguments.games)
    kernel = [in_kernel(each) for each in track(positions, "kernel")]
    python = [through_python(each) for each in track(positions, "through Python")]
    melded = evenly([each for each in positions if each.has_melded], arguments.calm)
    both = [(in_kernel(each), calmly(each)) for each in track(melded, "least disruption")]
    calm = [slow for _, slow in both]
    report: dict[str, dict[str, Figures]] = {
        "kernel, by edition": grouped(positions, kernel, lambda each: each.edition.name),
        "through Python, by edition": grouped(positions, python, lambda each: each.edition.name),
        "least disruption, by edition": grouped(melded, calm, lambda each: each.edition.name),
        "kernel, by phase": grouped(positions, kernel, lambda each: f"{each.edition.name}, {phase_of(each)}"),
        "kernel, by jokers": grouped(positions, kernel, lambda each: f"{each.edition.name}, {jokers_of(each)}"),
    }
    some = evenly([each for each in positions if can_be_written(each)], arguments.slow // len(PLAYED))
    compared = measure_others(some, arguments.seconds)
    report["same positions, solving only"] = solving = {
        "kernel": figures(each.kernel for each in compared),
        "kernel through Python": figures(through_python(each.position) for each in compared),
        **{name: figures(1e6 * each.took[name].solving for each in compared) for name in OTHERS},
    }
    report["same positions, building the model"] = {
        name: figures(1e6 * each.took[name].building for each in compared) for name in OTHERS
    }
    for title, rows in report.items():
        show(title, rows)
    times = grouped(melded, [slow / plain for plain, slow in both], lambda each: each.edition.name)
    print("\nLeast disruption, as a multiple of a plain solve of the same position right before")
    for name, row in times.items():
        print(f"  {name:40}{row['median']:8.1f} at the median{row['p95']:8.0f} at p95")
    ratios = {
        "all turns": _ratios(compared),
        "after the initial meld": _ratios([each for each in compared if each.position.has_melded]),
        "initial melds": _ratios([each for each in compared if not each.position.has_melded]),
    }
    for title, by_edition in ratios.items():
        if by_edition:
            show_ratios(title, by_edition)
    draw(solving)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps({**report, "calm": times, "ratios": ratios}, indent=1))


Ratios = dict[str, dict[str, float]]


def show_ratios(title: str, by_edition: Ratios) -> None:
    """Print a line for each solver and a column for each edition."""
    columns = [f"{name} ({row['count']:.0f})" for name, row in by_edition.items()]
    print(f"\nTime relative to the kernel, median ratio, {title}")
    print(" " * 42 + "".join(f"{column:>18}" for column in columns))
    for other in next(iter(by_edition.values())):
        if other != "count":
            print(f"  {other:40}" + "".join(f"{row[other]:18,.0f}" for row in by_edition.values()))


def _ratios(compared: Sequence[Compared]) -> Ratios:
    groups = {name: [each for each in compared if each.position.edition.name == name] for name in PLAYED}
    return {name: _medians(group) for name, group in {"all": list(compared), **groups}.items() if group}


def _medians(compared: Sequence[Compared]) -> dict[str, float]:
    ratios: dict[str, float] = {"count": len(compared)}
    for name in OTHERS:
        ratios[f"{name}, from position to answer"] = median(
            1e6 * (each.took[name].building + each.took[name].solving) / each.kernel for each in compared
        )
        ratios[f"{name}, its finished model alone"] = median(
            1e6 * each.took[name].solving / each.kernel for each in compared
        )
    return ratios


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=150, help="games of each edition")
    parser.add_argument("--calm", type=int, default=400, help="positions per edition for least disruption")
    parser.add_argument("--slow", type=int, default=150, help="positions for the other solvers, at least 3")
    parser.add_argument("--seconds", type=float, default=200, help="processor time limit for the other solvers")
    parser.add_argument("--json", help="also write the figures to this file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
