"""`tilewise puzzles`: show, check, mine and choose puzzles, and show the puzzle of the day."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from tilewise.cli.input.options import DEFAULT_EDITION, AsJson, EditionName
from tilewise.cli.show import render
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.progress import with_progress
from tilewise.core.editions import edition as edition_named
from tilewise.core.errors import InputError
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.lab import mining, parallel
from tilewise.lab.puzzle_check import CheckedPuzzle, LevelFigures, check_puzzle, figures
from tilewise.puzzles.choosing import choose_puzzles
from tilewise.puzzles.library import SETS, library
from tilewise.puzzles.puzzle import LEVELS, Effort, Kind, Puzzle, print_puzzle
from tilewise.puzzles.solvers import LADDER
from tilewise.puzzles.words import in_words as task_in_words
from tilewise.solver.steps import in_words, steps

EPILOG = examples(
    "tilewise puzzles show",
    "tilewise puzzles daily --solution",
    "tilewise puzzles mine --games 50 --out mined.txt",
    "tilewise puzzles choose mined.txt --each 20 --out set.txt",
    "tilewise puzzles check --file set.txt",
)
SHOW = examples("tilewise puzzles show", "tilewise puzzles show 534e7c0b --solution")
DAILY = examples("tilewise puzzles daily", "tilewise puzzles daily --date 2026-01-31 --solution")
CHECK = examples("tilewise puzzles check --every 100", "tilewise puzzles check --file set.txt --json")
MINE = examples("tilewise puzzles mine --games 50 --out mined.txt", "tilewise puzzles mine -e twist --out twist.txt")
CHOOSE = examples("tilewise puzzles choose mined.txt --each 20 --out set.txt")
FLAWED = 1

Processes = Annotated[int, typer.Option(min=1, help="Number of local processes.")]
Cluster = Annotated[str, typer.Option(metavar="ADDRESS", help="Use this Dask cluster instead of local processes.")]
WithSolution = Annotated[bool, typer.Option("--solution", help="Show the solution too, step by step.")]


class PuzzleView(Value):
    """A puzzle as JSON."""

    id: str
    edition: str
    kind: Kind
    level: int
    difficulty: int
    effort: Effort
    rack: tuple[Tile, ...]
    table: Table
    solution: Table | None
    steps: list[str]


class PuzzleCounts(Value):
    """The number of puzzles of an edition and kind, by level."""

    edition: str
    kind: Kind
    levels: dict[int, int]


class CheckReport(Value):
    """The result of `tilewise puzzles check`."""

    puzzles: int
    flawed: list[CheckedPuzzle]
    levels: list[LevelFigures]


def show(
    name: Annotated[str, typer.Argument(metavar="ID", help="The id of a puzzle; without one, count them all.")] = "",
    *,
    solution: WithSolution = False,
    as_json: AsJson = False,
) -> None:
    """Show a puzzle, or count the puzzles by edition, kind and level.

    Exit codes: 0 shown; 2 no such puzzle.
    """
    if name:
        _show(library().puzzle(name), solution=solution, as_json=as_json)
        return
    counts = Counter((entry.edition, entry.kind, entry.level) for entry in library().entries)
    counts_by_kind = [
        PuzzleCounts(edition, kind, {n: counts[edition, kind, n] for n in LEVELS}) for edition in SETS for kind in Kind
    ]
    if as_json:
        print_json(counts_by_kind)
        return
    grid = Grid("edition", "kind", *(f"level {level}" for level in LEVELS), box=None, pad_edge=False)
    grid.columns[0].no_wrap = grid.columns[1].no_wrap = True
    for row in counts_by_kind:
        grid.add_row(row.edition, row.kind, *map(str, row.levels.values()))
    console().print(grid)
    say(f"{len(library().entries)} puzzles", console())


def daily(
    *,
    day: Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="A day other than today (UTC).")] = "",
    solution: WithSolution = False,
    as_json: AsJson = False,
) -> None:
    """Show the puzzle of the day, the same for everyone: easy on Mondays, hard on Sundays.

    Exit codes: 0 shown; 2 invalid date.
    """
    entry = library().daily(_read_date(day) if day else datetime.now(UTC).date())
    _show(library().puzzle(entry.id), solution=solution, as_json=as_json)


def check(
    *,
    file: Annotated[
        Path | None, typer.Option(help="A file of puzzles; by default those that come with Tilewise.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Check only every Nth puzzle.")] = 1,
    processes: Processes = 2,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Check that every solution is legal and every claim true, measure difficulty again and let bots try.

    Exit codes: 0 all correct; 1 some are flawed; 2 the file cannot be read.
    """
    lines = (file.read_text("utf-8").splitlines() if file else list(library().lines()))[::every]
    answers = _check_all(lines, processes, cluster)
    checked = [answer for _, answer in with_progress(answers, "checking", len(lines))]
    report = CheckReport(len(checked), [each for each in checked if each.flaws], figures(checked))
    if as_json:
        print_json(report)
    else:
        _print(report, console())
    raise typer.Exit(FLAWED if report.flawed else 0)


def mine(  # noqa: PLR0913  # one for each option
    *,
    out: Annotated[Path, typer.Option(help="The file to add puzzles to; run the command again to continue.")],
    games: Annotated[int, typer.Option(min=1, help="Number of games between bots to search.")] = 50,
    seed: Annotated[str, typer.Option(help="Determines the deals.")] = "mine",
    processes: Processes = 2,
    cluster: Cluster = "",
    edition: EditionName = DEFAULT_EDITION,
    as_json: AsJson = False,
) -> None:
    """Let bots play, and keep every position that makes a good puzzle.

    Exit codes: 0 mined; 2 invalid options.
    """
    mined = mining.MinedPuzzles(out)
    wanted = list(mining.jobs(edition_named(edition), games, seed))
    jobs = [job for job in wanted if job.key not in mined.done]
    if cluster:
        answers = parallel.on_cluster(mining.mine, jobs, cluster, lambda job: job.key)
    else:
        answers = parallel.in_processes(mining.mine, jobs, processes)
    for job, puzzles in with_progress(answers, "mining", len(wanted), done=len(wanted) - len(jobs)):
        mined.add(job, puzzles)
    found = Counter((puzzle.kind, puzzle.level) for puzzle in mining.read_mined(out))
    if as_json:
        print_json([{"kind": kind, "level": level, "puzzles": count} for (kind, level), count in sorted(found.items())])
    else:
        say(f"{found.total()} puzzles in {out}, from {len(mined.done) + len(jobs)} games", console())


def choose(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Files written by `tilewise puzzles mine`.")],
    *,
    out: Annotated[Path, typer.Option(help="The set of puzzles to write.")],
    each: Annotated[int, typer.Option(min=1, help="At most this many of each kind and level.")] = 100,
) -> None:
    """Choose from mined puzzles: no two alike, evenly spread over kinds, levels and difficulty.

    Exit codes: 0 written; 2 a file cannot be read.
    """
    puzzles = choose_puzzles((puzzle for file in files for puzzle in mining.read_mined(file)), each)
    out.write_text("".join(f"{print_puzzle(puzzle)}\n" for puzzle in puzzles), "utf-8")
    say(f"{len(puzzles)} puzzles in {out}", console())


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        msg = f"--date: write a date like 2026-01-31, not {text!r}"
        raise InputError(msg) from None


def _check_all(lines: Iterable[str], processes: int, cluster: str) -> Iterator[tuple[str, CheckedPuzzle]]:
    if cluster:
        return parallel.on_cluster(check_puzzle, lines, cluster, lambda line: line.partition(" ")[0])
    return parallel.in_processes(check_puzzle, lines, processes)


def _show(puzzle: Puzzle, *, solution: bool, as_json: bool) -> None:
    edition = edition_named(puzzle.edition)
    words = [in_words(step, edition) for step in steps(puzzle.table, puzzle.solution, edition)] if solution else []
    if as_json:
        figures_of = (puzzle.id, puzzle.edition, puzzle.kind, puzzle.level, puzzle.difficulty, puzzle.effort)
        print_json(PuzzleView(*figures_of, puzzle.rack, puzzle.table, puzzle.solution if solution else None, words))
        return
    screen = console()
    say(f"Puzzle {puzzle.id}, {puzzle.edition}, level {puzzle.level} ({puzzle.difficulty})", screen)
    say(task_in_words(puzzle.kind), screen)
    render.print_table(puzzle.table, edition, screen)
    render.print_rack(puzzle.rack, render.Sorting.RUNS, screen)
    if solution:
        say("Solution", screen)
        changed = [meld for meld in puzzle.solution if meld not in puzzle.table]
        render.print_table(puzzle.solution, edition, screen, changed=changed)
        for number, step in enumerate(words, start=1):
            say(f"  {number}. {step}", screen)


def _print(report: CheckReport, screen: Console) -> None:
    grid = Grid("level", "puzzles", "easiest", "median", "hardest", *LADDER, box=None, pad_edge=False)
    for row in report.levels:
        measured = (row.level, row.puzzles, row.easiest, row.median, row.hardest)
        grid.add_row(*map(str, measured), *(f"{row.solved_by[bot]:.1%}" for bot in LADDER))
    screen.print(grid)
    for each in report.flawed:
        say(f"{each.id}: {'; '.join(each.flaws)}", screen)
    verdict = f"{len(report.flawed)} flawed" if report.flawed else "all correct"
    say(f"{report.puzzles} puzzles, {verdict}", screen)
