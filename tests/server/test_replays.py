"""Replays: the position after every turn, of a match played here and of a record that somebody opens."""

from pathlib import Path

import msgspec
import pytest

from tests.server.kit import Running
from tests.server.test_records import a_match, forge_the_last_draw, play_a_game
from tilewise.core.events import Drew, Played, TookBack
from tilewise.core.record import Step, replay
from tilewise.core.record.text import parse_record
from tilewise.server.replays import replay_of
from tilewise.wire.http import MatchReplay, ReplayTurn

pytestmark = pytest.mark.anyio

GAMES = sorted((Path(__file__).parents[2] / "spec" / "games").glob("*.game"))


def position(step: Step) -> tuple[object, ...]:
    """The position that the core replays to."""
    state = step.state
    return step.game, step.turn, state.table, tuple(player.rack for player in state.players), len(state.pool)


def sent_position(turn: ReplayTurn) -> tuple[object, ...]:
    return turn.game, turn.turn, turn.table, turn.racks, turn.pool


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_replay_has_the_positions_of_the_core(path: Path) -> None:
    record = parse_record(path.read_text())

    sent = replay_of(record)

    assert [sent_position(turn) for turn in sent.turns] == [position(step) for step in replay(record)]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_replay_has_the_results_of_the_record(path: Path) -> None:
    record = parse_record(path.read_text())

    assert replay_of(record).results == tuple(game.result for game in record.games)


def test_replay_tells_what_came_of_every_turn() -> None:
    record = parse_record(next(path for path in GAMES if path.stem == "house-rules").read_text())
    events = [[event for event in step.events if not hasattr(event, "racks")] for step in replay(record)]
    laid = [sum((event.laid for event in turn if isinstance(event, Played)), ()) for turn in events]
    drawn = [sum((event.tiles or () for event in turn if isinstance(event, Drew)), ()) for turn in events]
    broken = [next((event.violations for event in turn if isinstance(event, TookBack)), None) for turn in events]

    sent = replay_of(record).turns

    assert [(turn.laid, turn.drawn, turn.took_back) for turn in sent] == list(zip(laid, drawn, broken, strict=True))


async def test_finished_match_is_replayed_with_all_racks(server: Running) -> None:
    ann, bob, eve = [await server.guest(name) for name in ("Ann", "Bob", "Eve")]
    room = await a_match(ann, bob)
    async with ann.joined(room) as one, bob.joined(room) as two:
        await play_a_game(one, two)
        await play_a_game(one, two)

    answer = await eve.http.get(f"/rooms/{room}/replay")

    found = msgspec.json.decode(answer.content, type=MatchReplay)
    assert [(turn.game, turn.turn, turn.action) for turn in found.turns] == [
        *((1, 0, None), (1, 1, "draw"), (1, 2, "concede")),
        *((2, 0, None), (2, 1, "draw"), (2, 2, "concede")),
    ]
    assert [sorted(map(len, turn.racks)) for turn in found.turns] == [[14, 14], [14, 15], [14, 15]] * 2


async def test_running_match_is_not_replayed(server: Running) -> None:
    ann, bob = [await server.guest(name) for name in ("Ann", "Bob")]
    room = await a_match(ann, bob)

    answer = await ann.http.get(f"/rooms/{room}/replay")

    assert (answer.status_code, answer.json()["reason"]) == (409, "not-over")


async def test_log_that_breaks_the_rules_is_not_replayed(own_server: Running) -> None:
    ann, bob = [await own_server.guest(name) for name in ("Ann", "Bob")]
    room = await a_match(ann, bob)
    async with ann.joined(room) as one, bob.joined(room) as two:
        await play_a_game(one, two)
        await play_a_game(one, two)
    await forge_the_last_draw(own_server, room)

    answer = await ann.http.get(f"/rooms/{room}/replay")

    assert (answer.status_code, answer.json()["reason"]) == (409, "broken-record")
