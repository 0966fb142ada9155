"""`tilewise arena`: tournaments between bots on mirrored deals, with ratings and a report."""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.table import Table as Grid

from tilewise.bots import BOTS, USUAL, read_budget
from tilewise.cli.input.options import (
    DEFAULT_EDITION,
    AsJson,
    EditionName,
    HouseRules,
    ThinkingBudget,
    complete_bots,
    edition_with,
)
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.progress import with_progress
from tilewise.core.errors import InputError
from tilewise.core.rules.setup import expect_players
from tilewise.core.words import counted
from tilewise.lab import dataset as datasets
from tilewise.lab import parallel
from tilewise.lab.entrants import find_entrant
from tilewise.lab.jobs import Job, duel, round_robin
from tilewise.lab.luck import Shares, luck_of, luck_tasks
from tilewise.lab.report import page
from tilewise.lab.run import Runner, in_processes, on_cluster, play_all
from tilewise.lab.stats import Sprt, Verdict, run_sprt
from tilewise.lab.store import Store, StoredGame
from tilewise.lab.summary import LADDER, Summary, summary_of

EPILOG = examples(
    "tilewise arena greedy holdout --deals 50",
    "tilewise arena master greedy greedy greedy --together --deals 20 --store games.db",
    "tilewise arena master threshold-15 --budget 500ms --sprt '0.5 0.6'",
    "tilewise arena steady greedy --deals 50 --luck-adjusted",
    "tilewise arena master@500ms master@50ms --deals 200 --sprt '0.5 0.6'",
    "tilewise arena novice casual steady greedy --deals 30 --report ladder.html",
    "tilewise arena examples/write_a_bot.py:Thrifty greedy --dataset turns.parquet",
    "tilewise arena ./mybot greedy --deals 5",
    "tilewise arena master greedy --cluster tcp://10.0.0.1:8786 --store games.db",
)

ROOMY = 80
"""The columns of a terminal that has room for the times and the faults of bots."""
BATCH = 8
"""The number of games between two evaluations of the sequential test."""


def arena(  # noqa: PLR0913  # one for each option
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help=f"Two or more bots: {', '.join(BOTS)}. Your own bot is file.py:Class or a program, ./mybot; "
            "bot@50ms has its own budget.",
            autocompletion=complete_bots,
        ),
    ],
    *,
    deals: Annotated[int, typer.Option(min=1, help="Number of deals; each is played once from every seat.")] = 20,
    players: Annotated[
        int, typer.Option("--players", "-n", min=2, max=6, help="Seats at a table; every bot meets every other.")
    ] = 2,
    together: Annotated[bool, typer.Option("--together", help="Seat all the bots at one table.")] = False,
    seed: Annotated[str, typer.Option(help="Determines the deals.")] = "arena",
    budget: ThinkingBudget = str(USUAL),
    store: Annotated[Path | None, typer.Option(help="Store all games in this file; run again to resume.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write an HTML report.")] = None,
    dataset: Annotated[
        Path | None, typer.Option(help="Write every turn as a row of a .parquet, .csv or .jsonl file.")
    ] = None,
    sprt: Annotated[
        str, typer.Option(metavar="'WORSE BETTER'", help="Stop once the first bot's share of wins is clear.")
    ] = "",
    luck_adjusted: Annotated[
        bool, typer.Option("--luck-adjusted", help="Also take the luck of the draw out of the results; takes longer.")
    ] = False,
    processes: Annotated[int, typer.Option(min=1, help="Number of local processes.")] = 2,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Use this Dask cluster instead of local processes.")
    ] = "",
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, and rate them.

    Exit codes: 0 played; 2 unknown bots or invalid options.
    """
    chosen = edition_with(edition, rules)
    for name in bots:
        find_entrant(name)
    seats = len(bots) if together else players
    expect_players(chosen, seats)
    if len(bots) < seats:
        msg = f"{seats} seats need at least {seats} bots, not {len(bots)}"
        raise InputError(msg)
    thinking, test = read_budget(budget), _test(sprt)
    if dataset is not None:
        datasets.expect_format(dataset)
    for file in (report, dataset):
        if file is not None:
            file.touch()  # an impossible path is named now, not after the last game
    tables = duel(chosen, bots, deals, seed) if together else round_robin(chosen, bots, seats, deals, seed)
    jobs = [replace(job, budget=thinking) for job in tables]
    runner = on_cluster(cluster) if cluster else in_processes(processes)
    with Store(store) as games:
        speed = _play(jobs, games, runner, test, bots[0])
        keys, kept = {job.key for job in jobs}, _of(jobs, games)
        found = summary_of(
            kept,
            played_again=sum(key in keys for key in games.losses()),
            test=None if test is None else run_sprt(test, kept, bots[0]),
            luck=_luck(kept, games, processes) if luck_adjusted else None,
        )
        if dataset is not None:
            datasets.write(dataset, datasets.rows(each for each in games.records() if each[0] in keys))
    if report is not None:
        report.write_text(page(found), encoding="utf-8")
    if as_json:
        print_json(found)
    else:
        _print(found, speed, console())


def _test(text: str) -> Sprt | None:
    if not text:
        return None
    try:
        worse, better = map(float, text.split())
    except ValueError:
        msg = f"--sprt takes two shares, such as '0.5 0.55', not {text!r}"
        raise InputError(msg) from None
    if not 0 <= worse < better <= 1:
        msg = f"--sprt takes two shares from 0 to 1, the smaller one first, not {text!r}"
        raise InputError(msg)
    return Sprt(worse, better)


def _of(jobs: Sequence[Job], games: Store) -> list[StoredGame]:
    """Return the stored games of this tournament. The store may hold others."""
    keys = {job.key for job in jobs}
    return [game for game in games.games() if game.key in keys]


def _play(jobs: list[Job], games: Store, runner: Runner, test: Sprt | None, first: str) -> float:
    """Play until all games are played or the sequential test has a verdict; return the games per second."""
    began, screen, count = perf_counter(), console(stderr=True), 0

    def is_known() -> bool:
        return test is not None and run_sprt(test, _of(jobs, games), first).verdict is not Verdict.OPEN

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bar:
        task = bar.add_task("playing", total=len(jobs), completed=len(games.done() & {job.key for job in jobs}))
        played = play_all(jobs, games, runner)
        while not is_known() and (batch := list(islice(played, BATCH))):
            bar.advance(task, len(batch))
            count += len(batch)
    return count / (perf_counter() - began)


def _luck(played: Sequence[StoredGame], games: Store, processes: int) -> dict[str, Shares]:
    """Return the luck of each game, by its key."""
    run = partial(parallel.in_processes, workers=processes)
    tasks = luck_tasks(played, dict(games.records()), run)
    found = with_progress(run(luck_of, tasks), "removing luck", len(tasks))
    return {task.key: luck for task, luck in found}


def _print(found: Summary, speed: float, screen: Console) -> None:
    shown = len(LADDER) if screen.width >= ROOMY else LADDER.index("ms per turn")
    grid = Grid(*(Column(title, overflow="fold") for title in LADDER[:shown]), box=None, pad_edge=False)
    grid.columns[LADDER.index("wins")].min_width = len("(20.7–100.0%)")
    for row in found.rows:
        grid.add_row(*row.cells()[:shown])
    screen.print(grid)
    for row in found.rows:
        if row.adjusted is not None:
            say(f"{row.bot} without luck: {row.adjusted:.1%}", screen)
    met = [duel for duel in found.crosstable if duel.share.count]
    for each in met:
        say(f"{each.bot} against {each.other}: {each.share}", screen)
    endings = ", ".join(f"{count} {ending}" for ending, count in sorted(found.endings.items()))
    say(f"{found.games} games ({endings}), {speed:.1f} games per second", screen)
    if found.test is not None:
        say(str(found.test), screen)
    for problem, count in found.problems.items():
        say(f"{problem} ({counted(count, 'time')}; they drew instead)", screen)
    if found.played_again:
        say(f"{counted(found.played_again, 'game')} replayed because the process died", screen)
