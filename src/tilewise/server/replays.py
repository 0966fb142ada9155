"""Replays: the position after every turn of a record."""

from tilewise.core.errors import TilewiseError
from tilewise.core.events import Drew, Played, Result, TookBack
from tilewise.core.notation import NotationError
from tilewise.core.record import BrokenRecordError, Record, Step, replay
from tilewise.core.record.text import parse_record, verify_text
from tilewise.wire.http import (
    MatchReplay,
    OpenedRecord,
    RecordFault,
    RecordFinding,
    RecordProblem,
    ReplayAction,
    ReplayTurn,
)

MOST_TURNS = 3000
"""The most turns of a record that a visitor opens. A review of this many takes about a minute of processor time."""
MOST_TURNS_PLAYED_ON = 1000
"""The most turns of a record that a visitor plays on from. The server itself replays them, in a tenth of a second."""


class RecordProblemError(TilewiseError):
    """A record cannot be opened. It passes from a worker process to the server, so its only argument is a value."""

    def __init__(self, problem: RecordProblem) -> None:
        super().__init__(problem)
        self.problem = problem


def read_record(text: str, most_turns: int = MOST_TURNS) -> Record:
    """Parse a record that a visitor opens. Raise RecordProblemError when it is unreadable, empty or too long."""
    try:
        record = parse_record(text)
    except NotationError as error:
        problem = RecordProblem(RecordFault.UNREADABLE, error.problem, line=error.line, column=error.column)
        raise RecordProblemError(problem) from error
    turns = sum(len(game.actions) for game in record.games)
    if not record.games:
        raise RecordProblemError(RecordProblem(RecordFault.EMPTY, "there are no games in this record"))
    if turns > most_turns:
        raise RecordProblemError(RecordProblem(RecordFault.TOO_LARGE, f"{turns} turns; at most {most_turns}"))
    return record


def open_record(text: str) -> OpenedRecord:
    """Parse, verify and replay a record. Raise RecordProblemError when that is not possible."""
    record = read_record(text)
    try:
        match = replay_of(record)
    except BrokenRecordError as error:
        raise broken(error) from error
    findings = tuple(RecordFinding(found.kind, found.game, found.turn) for found in verify_text(text))
    return OpenedRecord(match, findings)


def broken(error: BrokenRecordError) -> RecordProblemError:
    """Return the error for a record that the rules refuse."""
    problem = RecordProblem(
        RecordFault.BROKEN, error.problem, game=error.game, turn=error.turn, violations=error.violations
    )
    return RecordProblemError(problem)


def replay_of(record: Record) -> MatchReplay:
    """Replay a record. Raise BrokenRecordError at the first turn that the rules refuse."""
    turns: list[ReplayTurn] = []
    results: dict[int, Result | None] = {}
    for step in replay(record):
        turns.append(_turn(step))
        results[step.game] = step.state.result
    return MatchReplay(record.edition, record.seats, record.bots, tuple(turns), tuple(results.values()))


def _turn(step: Step) -> ReplayTurn:
    return ReplayTurn(
        game=step.game,
        turn=step.turn,
        seat=step.action.seat if step.action is not None else None,
        action=ReplayAction(str(type(step.action).__struct_config__.tag)) if step.action is not None else None,
        laid=next((event.laid for event in step.events if isinstance(event, Played)), ()),
        drawn=next((event.tiles or () for event in step.events if isinstance(event, Drew)), ()),
        took_back=next((event.violations for event in step.events if isinstance(event, TookBack)), None),
        table=step.state.table,
        racks=tuple(player.rack for player in step.state.players),
        pool=len(step.state.pool),
    )
