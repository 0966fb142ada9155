"""Replays: the position after every turn of a record."""

from tilewise.core.events import Drew, Played, Result, TookBack
from tilewise.core.record import Record, Step, replay
from tilewise.wire.http import MatchReplay, ReplayAction, ReplayTurn


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
