"""`tilewise verify`: prove or refute a record, its deals and every turn, offline."""

import typer
from rich.console import Console

from tilewise.cli.input.files import parsed, read_text
from tilewise.cli.input.options import AsJson, RecordFile
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.violations import Told, print_told, told
from tilewise.core.record import BrokenRecordError, Record, replay
from tilewise.core.record.text import verify_text
from tilewise.core.value import Value
from tilewise.core.words import counted

EPILOG = examples("tilewise verify evening.game", "tilewise verify - --json < evening.game")

REFUTED = 1


class Found(Value):
    """Something that does not hold, and the rules it breaks where it is a turn that the rules refuse."""

    game: int
    turn: int
    problem: str
    violations: list[Told]


class Proof(Value):
    """What verifying found; nothing, when the record is proven."""

    proven: bool
    games: int
    turns: int
    findings: list[Found]


def verify(file: RecordFile, *, as_json: AsJson = False) -> None:
    """Check a record: each deal against its commitment, each turn and result against the rules.

    Exit codes: 0 verified; 1 not verified, with a list of problems; 2 unreadable, with line and column.
    """
    text = read_text(file)
    proof = _proof(parsed(file, text), text)
    if as_json:
        print_json(proof)
    else:
        _print(proof, console())
    raise typer.Exit(0 if proof.proven else REFUTED)


def _proof(record: Record, text: str) -> Proof:
    reasons = _reasons(record)
    findings = [
        Found(each.game, each.turn, each.problem, reasons.get((each.game, each.turn), [])) for each in verify_text(text)
    ]
    turns = sum(len(game.actions) for game in record.games)
    return Proof(proven=not findings, games=len(record.games), turns=turns, findings=findings)


def _reasons(record: Record) -> dict[tuple[int, int], list[Told]]:
    """The rules that are broken in the first turn that the rules refuse, by game and turn."""
    try:
        for _ in replay(record):
            pass
    except BrokenRecordError as error:
        return {(error.game, error.turn): told(error.violations, record.edition, record.seats)}
    return {}


def _print(proof: Proof, screen: Console) -> None:
    size = f"{counted(proof.games, 'game')}, {counted(proof.turns, 'turn')}"
    if proof.proven:
        screen.print(f"Verified: {size}; every deal, turn and result checks out.")
        return
    screen.print(f"Not verified: {size}; {counted(len(proof.findings), 'problem')}.")
    for found in proof.findings:
        where = f"game {found.game}, turn {found.turn}" if found.turn else f"game {found.game}"
        say(f"  {where}: {'against the rules' if found.violations else found.problem}", screen)
        print_told(found.violations, screen)
