"""`tilewise replay`: print a record, or step through it."""

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tilewise.cli.input.files import parse_file, read_text
from tilewise.cli.input.options import AsJson, RecordFile
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.render import Sorting, print_rack, print_table
from tilewise.cli.show.score_sheet import scores_in_words
from tilewise.cli.show.violations import describe_violations, print_violations
from tilewise.core import record as records
from tilewise.core.actions import Action, Play, RunOutOfTime
from tilewise.core.errors import InputError
from tilewise.core.events import Event, Result
from tilewise.core.record import BrokenRecordError, Record, Step
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.core.words import counted, event_in_words

EPILOG = examples(
    "tilewise replay evening.game",
    "tilewise replay evening.game --step",
    "tilewise replay evening.game --game 2 --turn 17",
)

BROKEN = 1

_INDENT = " " * 6
"""Indents the tiles below the words of a turn."""


class StepView(Value):
    """A step of a replay as JSON."""

    game: int
    turn: int
    action: Action | None
    events: tuple[Event, ...]
    words: str
    table: Table
    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    to_move: int
    result: Result | None


def replay(
    file: RecordFile,
    *,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn.")] = False,
    game: Annotated[int | None, typer.Option(min=1, help="Show only this game of the match.")] = None,
    turn: Annotated[int | None, typer.Option(min=0, help="Show only this turn, with all racks; 0 is the deal.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print a record turn by turn, step through it, or show one turn.

    Exit codes: 0 replayed; 1 stopped at a turn that breaks the rules; 2 the file cannot be read.
    """
    record = parse_file(file, read_text(file))
    steps = _chosen(record, game, turn)
    try:
        if as_json:
            print_json([_step_view(each, record) for each in steps])
        else:
            _print_all(steps, record, with_racks=step or turn is not None, stop=step)
    except BrokenRecordError as error:
        _print_broken(error, record)
        raise typer.Exit(BROKEN) from error


def _print_broken(error: BrokenRecordError, record: Record) -> None:
    screen = console(stderr=True)
    say(f"tilewise: {error}", screen)
    print_violations(describe_violations(error.violations, record.edition, record.seats), screen)


def _chosen(record: Record, game: int | None, turn: int | None) -> Iterator[Step]:
    """Yield the requested steps; raise `ValueError` if there are none."""
    found = False
    for step in records.replay(record):
        if game in (None, step.game) and turn in (None, step.turn):
            found = True
            yield step
    if not found:
        msg = f"no such turn; choose from: {', '.join(_sizes(record)) or 'none'}"
        raise InputError(msg)


def _sizes(record: Record) -> Iterator[str]:
    for number, game in enumerate(record.games, start=1):
        yield f"game {number}, turns 0 to {len(game.actions)}"


def _step_view(step: Step, record: Record) -> StepView:
    state = step.state
    return StepView(
        game=step.game,
        turn=step.turn,
        action=step.action,
        events=step.events,
        words=_words(step, record),
        table=state.table,
        racks=tuple(player.rack for player in state.players),
        pool=state.pool,
        to_move=state.to_move,
        result=state.result,
    )


def _words(step: Step, record: Record) -> str:
    return " ".join(event_in_words(event, record.seats, record.edition) for event in step.events)


def _print_all(steps: Iterable[Step], record: Record, *, with_racks: bool, stop: bool) -> None:
    screen = console()
    for step in steps:
        _print(step, record, screen)
        if with_racks:
            _print_racks(step, record, screen)
        if stop and not _goes_on():
            return


def _goes_on() -> bool:
    """Ask for Enter. Return False on q or at the end of the input."""
    try:
        return not input("  Enter: next turn, q: stop ").strip().lower().startswith("q")
    except EOFError:
        return False


def _print(step: Step, record: Record, screen: Console) -> None:
    if step.action is None:
        title = f"Game {step.game} · {record.edition.name} · {', '.join(record.seats)}"
        say(Text(title, style="bold"), screen)
    say(f"{step.turn:>4}  {_words(step, record)}", screen)
    if isinstance(step.action, Play | RunOutOfTime):
        print_table(step.state.table, record.edition, screen, indent=_INDENT)
    if step.state.result is not None:
        say(f"{_INDENT}{scores_in_words(step.state.result, record.seats)}", screen)


def _print_racks(step: Step, record: Record, screen: Console) -> None:
    if not isinstance(step.action, Play | RunOutOfTime):
        print_table(step.state.table, record.edition, screen, indent=_INDENT)
    for name, player in zip(record.seats, step.state.players, strict=True):
        say(f"{_INDENT}{name}: {counted(len(player.rack), 'tile')}", screen)
        print_rack(player.rack, Sorting.RUNS, screen, indent=_INDENT)
    screen.print(f"{_INDENT}Pool: {counted(len(step.state.pool), 'tile')}")
