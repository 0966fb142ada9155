"""The long proof: compare the kernel with the model on many positions. Run by `make prove`.

- Positions come from whole games, from random tables, and from tiny positions full of jokers, in every edition, as
  printed and with house rules.
- A seed and a number determine a position, so a proof can be resumed (`--first`) or shared out (`--seed`).
- A position with a difference is written to spec/solver/found.txt.
- A position that the model cannot decide within its limits is listed at the end and never counts as agreement.
- Exit codes: 0 no differences; 1 a difference; 3 no differences, but more than one position in 200 undecided.
"""

import argparse
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count, islice
from multiprocessing.pool import ThreadPool
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.solver.bounded import Bounded, processor_seconds
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
"""The other questions are asked at every position whose number this divides; it is coprime to the sources."""

MOST_OPEN = 1 / 200
"""The share of positions that the model may leave open."""
ON_LINES: dict[str, Any] = {"sep": "\n  ", "markup": False, "soft_wrap": True}
THE_MODEL = {"model.py", "columns.py"}


@dataclass(frozen=True)
class Task:
    """A position to compare, and its limit in processor seconds."""

    seed: int
    number: int
    seconds: float


@dataclass
class Outcome:
    """A position, the faults of the kernel's answers, and why the model stopped, if it did."""

    task: Task
    position: Position
    faults: list[str]
    undecided: str = ""


@dataclass
class Proof:
    """The result so far."""

    tally: Counter[str] = field(default_factory=Counter)
    undecided: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count an outcome. One with a fault counts as a difference, even if the model stopped later."""
        position = outcome.position
        source = position.id.partition("-")[0]
        self.tally.update((ALL, position.edition.name, source, "any turn" if position.has_melded else "initial meld"))
        if outcome.faults:
            self.tally[DIFFER] += 1
        elif outcome.undecided:
            self.undecided.append(outcome)

    def exit_code(self, wanted: int) -> int:
        """Return 0 only if nothing differs and nearly all requested positions are decided."""
        if self.tally[DIFFER]:
            return 1
        decided = self.tally[ALL] - len(self.undecided)
        return 3 if self.tally[ALL] < wanted or decided < wanted * (1 - MOST_OPEN) else 0


def position_number(seed: int, number: int) -> tuple[Position, str]:
    """Return the position with this number, and its source."""
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


def judged(task: Task) -> Iterator[Position | str]:
    """Yield the position, then every fault of the kernel's answers."""
    position, source = position_number(task.seed, task.number)
    yield position
    with processor_seconds(task.seconds):
        yield from differences(position, task.number)
        if task.number % OTHERS_EVERY == 0:
            yield from questions_differ(position)
        if source == "tiny" and position.has_melded:
            yield from calmest_play_differs(position)
        if source == "tiny" and not position.has_melded and position.table:
            yield from opening_differs(position)


def outcome_of(judge: Bounded[Task, Position | str], task: Task) -> Outcome:
    """Compare one position within the limits. If a limit is reached outside the model, that is a fault too."""
    (position, *faults), ended = judge(task)
    assert isinstance(position, Position)
    outcome = Outcome(task, position, [str(fault) for fault in faults])
    if ended is not None and THE_MODEL & {Path(file).name for file in ended.files}:
        outcome.undecided = ended.why
    elif ended is not None:
        outcome.faults.append(f"not in the model: {ended.why}")
    return outcome


def outcomes(options: argparse.Namespace) -> Iterator[Outcome]:
    """Yield the outcomes of all positions, computed by several processes."""
    wanted = (n for n in count(options.first) if SOURCES[n % len(SOURCES)] in options.sources)
    tasks = [Task(options.seed, number, options.seconds) for number in islice(wanted, options.positions)]
    idle: SimpleQueue[Bounded[Task, Position | str]] = SimpleQueue()
    judges = [Bounded(judged, options.gigabytes) for _ in range(options.workers)]
    for judge in judges:
        idle.put(judge)

    def outcome(task: Task) -> Outcome:
        judge = idle.get()
        try:
            return outcome_of(judge, task)
        finally:
            idle.put(judge)

    try:
        with ThreadPool(options.workers) as pool:
            yield from pool.imap(outcome, tasks)
    finally:
        for judge in judges:
            judge.close()


def main(words: list[str] | None = None) -> int:
    """Run the proof. If interrupted, print the progress."""
    options = _arguments(words)
    console = Console()
    proof, number = Proof(), options.first - 1
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress, suppress(KeyboardInterrupt):
        bar = progress.add_task("kernel and model", total=options.positions)
        for outcome in outcomes(options):
            proof.add(outcome)
            number = outcome.task.number
            progress.advance(bar)
            if outcome.faults:
                _report(console, outcome, options)
    _sum_up(console, proof, options, number)
    return proof.exit_code(options.positions)


def _sum_up(console: Console, proof: Proof, options: argparse.Namespace, last: int) -> None:
    tally = proof.tally
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    console.print(", ".join(f"{number} {name}" for name, number in sorted(tally.items(), key=lambda item: -item[1])))
    console.print(
        f"{tally[DIFFER]} of {tally[ALL]} positions differ, {len(proof.undecided)} the model could not decide; "
        f"{(used.ru_utime + used.ru_stime) / 60:.0f} processor minutes"
    )
    for outcome in proof.undecided:
        shown = str(outcome.position).removesuffix(" | none")
        console.print(shown, f"the model: {outcome.undecided}", _again(outcome, options), **ON_LINES)
    if tally[ALL] < options.positions:
        console.print(
            f"To go on: --seed {options.seed} --first {last + 1} --positions {options.positions - tally[ALL]}"
        )


def _again(outcome: Outcome, options: argparse.Namespace) -> str:
    """Return the command that repeats one position, with ten times the time and twice the memory."""
    seconds, gigabytes = max(60, 10 * options.seconds), 2 * options.gigabytes
    return (
        f"again: python -m tests.solver.prove --seed {outcome.task.seed} --first {outcome.task.number} "
        f"--positions 1 --workers 1 --seconds {seconds:g} --gigabytes {gigabytes:g}"
    )


def _report(console: Console, outcome: Outcome, options: argparse.Namespace) -> None:
    """Print a fault and write it to the file, with the model's answers if they are found quickly."""
    position, faults = outcome.position, outcome.faults
    console.print(str(position), *faults, **ON_LINES)
    is_calm = any(fault.startswith("calmest") for fault in faults)
    noted = replace(position, note=faults[0].replace("|", "/"))
    model = Bounded(_with_best, options.gigabytes)
    best, _ = model((noted, is_calm, options.seconds))
    model.close()
    with FOUND.open("a") as file:
        file.write(f"{best[0]}\n" if best else f"# the model could not decide: {noted}\n")


def _with_best(asked: tuple[Position, bool, float]) -> Iterator[Position]:
    position, is_calm, seconds = asked
    with processor_seconds(seconds):
        yield with_best(position, is_calm=is_calm)


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make prove", description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sources", nargs="+", choices=set(SOURCES), default=set(SOURCES))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--seconds", type=float, default=120.0, help="processor seconds for one position (inf: no limit)"
    )
    parser.add_argument("--gigabytes", type=float, default=4.0, help="memory for one position (inf: no limit)")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
