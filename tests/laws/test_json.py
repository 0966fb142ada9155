"""Laws of JSON: every value survives writing and reading."""

from typing import Any

import msgspec

from tests.laws.law import law
from tests.random_play import Game, played_wildly, recorded
from tilewise.core.actions import Action
from tilewise.core.edition import Edition
from tilewise.core.engine import check
from tilewise.core.events import Event
from tilewise.core.record import Record
from tilewise.core.state import State
from tilewise.core.view import View, redact, view_of
from tilewise.core.violations import Violation


def survives(value: object, kind: Any) -> bool:  # noqa: ANN401  # a union of values is no type to the type checker
    return bool(msgspec.json.decode(msgspec.json.encode(value), type=kind) == value)


@law(tries=9)
def test_editions_survive_json(game: Game) -> None:
    assert survives(game.edition, Edition)


@law(turns=60)
def test_states_and_views_survive_json(game: Game) -> None:
    for turn in played_wildly(game):
        assert survives(turn.after, State)
        assert survives(view_of(turn.after, None), View)
        assert survives(view_of(turn.after, turn.before.to_move), View)


@law()
def test_actions_events_and_violations_survive_json(game: Game) -> None:
    for turn in played_wildly(game):
        assert survives(turn.action, Action)
        assert survives(check(turn.before, turn.action), tuple[Violation, ...])
        assert survives(turn.events, tuple[Event, ...])
        assert survives(tuple(redact(event, None) for event in turn.events), tuple[Event, ...])


@law()
def test_records_survive_json(game: Game) -> None:
    record, _ = recorded(game)

    assert survives(record, Record)
