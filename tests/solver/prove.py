"""The long proof: the kernel against the model on as many positions as one has patience for. Run by `make prove`.

Positions come from whole games, from chance, and from tiny handfuls full of jokers, in every edition, by the book and
with house rules. The same seed and number make the same position, so a proof can go on where another ended (`--first`)
or be shared out (`--seed`). One that fails is written to spec/solver/found.txt.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from multiprocessing import get_context
from random import Random
from time import process_time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.solver.chance import BOXES, a_position, a_tiny_position, an_edition, dice
from tests.solver.compare import differences, with_best
from tests.solver.positions import SPEC, Position, supply
from tests.solver.questions import calmest_play_differs, opening_differs, questions_differ
from tests.solver.selfplay import a_moment
from tilewise.core.editions import EDITIONS

FOUND = SPEC / "found.txt"
MOST_JOKERS = 4
"""Beyond this, all melds of a Twist position are too many to write down; XP and classic have no more anyway."""
SOURCES = ("game", "chance", "tiny", "tiny", "chance", "tiny", "tiny", "chance", "tiny", "tiny")
"""One in ten is of a whole game: it costs the model as much as the other nine, and again as much."""
ALL, DIFFER = "positions", "differ"
OTHERS_EVERY = 7
"""Every so many positions, the other questions are asked too; no divisor of it divides the number of sources."""

Outcome = tuple[Position, str, list[str], float]


def position_number(seed: int, number: int) -> tuple[Position, str]:
    """The position of this number, and where it comes from."""
    rng = dice(seed, number)
    source = SOURCES[number % len(SOURCES)]
    while True:
        position = _drawn(rng, source)
        if sum(copies for tile, copies in supply(position).items() if tile.is_joker) <= MOST_JOKERS:
            return replace(position, id=f"{source}-{seed}-{number}"), source


def _drawn(rng: Random, source: str) -> Position:
    edition = an_edition(rng, house_rules=rng.random() < 0.5)
    has_melded = rng.random() < 0.85
    match source:
        case "game":
            by_the_book = EDITIONS[rng.choice((*BOXES, "classic-en", "classic-uk", "quick-21"))]
            return a_moment(rng, edition if rng.random() < 0.3 else by_the_book)
        case "chance":
            melds, rack = rng.randint(0, 9), rng.randint(2, 14)
            return a_position(rng, edition, melds=melds, rack=rack, jokers=0.2, has_melded=has_melded)
        case _:
            return a_tiny_position(rng, edition, has_melded=has_melded)


def judged(task: tuple[int, int]) -> Outcome:
    """One position, and everything that is wrong with the kernel's answers to it."""
    position, source = position_number(*task)
    began = process_time()
    faults = list(differences(position, task[1]))
    if task[1] % OTHERS_EVERY == 0:
        faults += questions_differ(position)
    if source == "tiny" and position.has_melded:
        faults += calmest_play_differs(position)
    if source == "tiny" and not position.has_melded and position.table:
        faults += opening_differs(position)
    return position, source, faults, process_time() - began


def outcomes(options: argparse.Namespace) -> Iterator[Outcome]:
    """All positions, judged by so many processes."""
    wanted = (n for n in count(options.first) if SOURCES[n % len(SOURCES)] in options.sources)
    tasks = [(options.seed, number) for number in islice(wanted, options.positions)]
    with get_context("spawn").Pool(options.workers) as pool:
        yield from pool.imap(judged, tasks)


def main() -> int:
    """Prove; 1 when anything differed. Interrupted, it says how far it came."""
    options = _arguments()
    console = Console()
    tally: Counter[str] = Counter()
    spent, number = 0.0, options.first - 1
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress, suppress(KeyboardInterrupt):
        bar = progress.add_task("kernel and model", total=options.positions)
        for position, source, faults, seconds in outcomes(options):
            spent += seconds
            tally.update((ALL, position.edition.name, source, "any turn" if position.has_melded else "initial meld"))
            number = int(position.id.rpartition("-")[2])
            progress.advance(bar)
            if faults:
                tally[DIFFER] += 1
                _report(console, position, faults)
    console.print(", ".join(f"{number} {name}" for name, number in sorted(tally.items(), key=lambda item: -item[1])))
    console.print(f"{tally[DIFFER]} of {tally[ALL]} positions differ; {spent / 60:.0f} processor minutes")
    if tally[ALL] < options.positions:
        console.print(
            f"To go on: --seed {options.seed} --first {number + 1} --positions {options.positions - tally[ALL]}"
        )
    return 1 if tally[DIFFER] or tally[ALL] < options.positions else 0


def _report(console: Console, position: Position, faults: list[str]) -> None:
    console.print(str(position), *faults, sep="\n  ", markup=False)
    is_calm = any(fault.startswith("calmest") for fault in faults)
    with FOUND.open("a") as file:
        file.write(f"{replace(with_best(position, is_calm=is_calm), note=faults[0].replace('|', '/'))}\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make prove", description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", nargs="+", choices=set(SOURCES), default=set(SOURCES))
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
