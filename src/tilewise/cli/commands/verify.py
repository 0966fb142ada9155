"""`tilewise verify`: check the deals, turns and results of a record, offline."""

from collections.abc import Iterator

import typer
from rich.console import Console

from tilewise.cli.input.files import parse_file, read_text
from tilewise.cli.input.options import AsJson, RecordFile
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.violations import ViolationText, describe_violations, print_violations
from tilewise.core.deal import Deal
from tilewise.core.record import BrokenRecordError, Record, replay
from tilewise.core.record.text import verify_text
from tilewise.core.value import Value
from tilewise.core.words import counted

EPILOG = examples("tilewise verify evening.game", "tilewise verify - --json < evening.game")

REFUTED = 1


class RecordProblem(Value):
    """A problem in a record, with the broken rules if it is an illegal turn."""

    game: int
    turn: int
    problem: str
    violations: list[ViolationText]


class Verification(Value):
    """The result of verifying a record."""

    proven: bool
    games: int
    turns: int
    findings: list[RecordProblem]
    notes: list[str]
    """Open questions of a proven record: contributions that were withheld, or visible before all were in."""


def verify(file: RecordFile, *, as_json: AsJson = False) -> None:
    """Check a record: each deal against its commitment, each turn and result against the rules.

    Exit codes: 0 verified; 1 not verified, with a list of problems; 2 unreadable, with line and column.
    """
    text = read_text(file)
    result = _verification(parse_file(file, text), text)
    if as_json:
        print_json(result)
    else:
        _print(result, console())
    raise typer.Exit(0 if result.proven else REFUTED)


def _verification(record: Record, text: str) -> Verification:
    reasons = _violations_by_turn(record)
    findings = [
        RecordProblem(each.game, each.turn, each.problem, reasons.get((each.game, each.turn), []))
        for each in verify_text(text)
    ]
    turns = sum(len(game.actions) for game in record.games)
    notes = [note for number, game in enumerate(record.games, start=1) for note in _notes(number, game.deal, record)]
    return Verification(not findings, len(record.games), turns, findings, notes)


def _notes(number: int, deal: Deal, record: Record) -> Iterator[str]:
    if not deal.hashes and any(deal.contributions):
        yield f"game {number}: contributions without hashes, as in early versions"
    for seat in deal.withheld:
        yield f"game {number}: {record.seats[seat]} withheld a contribution; its hash counted instead"


def _violations_by_turn(record: Record) -> dict[tuple[int, int], list[ViolationText]]:
    """Return the violations of the first illegal turn, by game and turn."""
    try:
        for _ in replay(record):
            pass
    except BrokenRecordError as error:
        return {(error.game, error.turn): describe_violations(error.violations, record.edition, record.seats)}
    return {}


def _print(result: Verification, screen: Console) -> None:
    size = f"{counted(result.games, 'game')}, {counted(result.turns, 'turn')}"
    if result.proven:
        screen.print(f"Verified: {size}; every deal, turn and result checks out.")
        for note in result.notes:
            say(f"  {note}", screen)
        return
    screen.print(f"Not verified: {size}; {counted(len(result.findings), 'problem')}.")
    for found in result.findings:
        where = f"game {found.game}, turn {found.turn}" if found.turn else f"game {found.game}"
        say(f"  {where}: {'against the rules' if found.violations else found.problem}", screen)
        print_violations(found.violations, screen)
