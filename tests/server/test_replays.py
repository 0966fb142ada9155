"""Replays: the position after every turn, of a match played here and of a record that a visitor opens."""

from pathlib import Path

import msgspec
import pytest

from tests.server.kit import Guest, Running
from tests.server.test_records import a_match, forge_the_last_draw, play_a_game
from tilewise.core.events import Drew, Played, TookBack
from tilewise.core.record import FindingKind, Step, replay
from tilewise.core.record.text import parse_record
from tilewise.server.replays import MOST_TURNS, replay_of
from tilewise.wire.http import (
    LARGEST_RECORD,
    MatchReplay,
    OpenedRecord,
    RecordFault,
    RecordFinding,
    RecordProblem,
    ReplayTurn,
)

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


def test_replay_states_the_outcome_of_every_turn() -> None:
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


def spec_game(name: str) -> str:
    return next(path for path in GAMES if path.stem == name).read_text()


async def opened(guest: Guest, text: str) -> OpenedRecord:
    answer = await guest.http.post("/records/replay", json={"text": text})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=OpenedRecord)


async def refused(guest: Guest, text: str, route: str = "replay") -> RecordProblem:
    answer = await guest.http.post(f"/records/{route}", json={"text": text})
    assert answer.status_code == 400, answer.text
    return msgspec.json.decode(answer.content, type=RecordProblem)


@pytest.mark.parametrize("name", [path.stem for path in GAMES])
async def test_written_record_of_every_edition_is_opened(server: Running, name: str) -> None:
    text = spec_game(name)

    found = await opened(await server.guest(), text)

    assert found == OpenedRecord(replay_of(parse_record(text)), ())


async def test_unreadable_record_is_refused_with_line_and_column(server: Running) -> None:
    guest = await server.guest()
    text = "\n".join(
        line.replace("draw", "dance") if line.startswith("1. ") else line
        for line in spec_game("classic-en").split("\n")
    )

    problem = await refused(guest, text)

    row = text.split("\n")[problem.line - 1]
    assert (problem.reason, row[problem.column - 1 :].split()[0]) == (RecordFault.UNREADABLE, "dance")


async def test_other_text_than_a_record_is_refused_at_its_first_line(server: Running) -> None:
    problem = await refused(await server.guest(), "Dear diary,\ntoday we played.\n")

    assert (problem.reason, problem.line, problem.column) == (RecordFault.UNREADABLE, 1, 1)


async def test_record_that_breaks_a_rule_is_refused_with_game_turn_and_rule(server: Running) -> None:
    text = spec_game("classic-en")
    first = next(line for line in text.split("\n") if line.startswith("1. "))
    other = next(name for name in parse_record(text).seats if f" {name}:" not in first)

    problem = await refused(await server.guest(), text.replace(first, f"1. {other}: draw"))

    assert (problem.reason, problem.game, problem.turn) == (RecordFault.BROKEN, 1, 1)
    assert [violation.rule for violation in problem.violations] == ["not-your-turn"]


async def test_record_without_games_is_refused(server: Running) -> None:
    text = spec_game("twist").split("\ngame:")[0]

    assert (await refused(await server.guest(), text)).reason == RecordFault.EMPTY


async def test_record_with_too_many_turns_is_refused(server: Running) -> None:
    head, rest = spec_game("quick-21").split("\n1. ", 1)
    name, secret = rest.split(":")[0], rest[rest.index("\nsecret:") : rest.index("\n\n")]
    turns = "".join(f"\n{turn}. {name}: draw" for turn in range(1, MOST_TURNS + 2))

    assert (await refused(await server.guest(), head + turns + secret)).reason == RecordFault.TOO_LARGE


async def test_request_beyond_the_limit_is_refused(server: Running) -> None:
    guest = await server.guest()

    answer = await guest.http.post("/records/replay", json={"text": "#" * (LARGEST_RECORD + 1)})

    assert (answer.status_code, answer.json()["reason"]) == (413, "too-large")


async def test_changed_record_opens_with_a_list_of_problems(server: Running) -> None:
    text = spec_game("twist")
    commitment = text.split("commitment: ")[1].split("\n")[0]

    found = await opened(await server.guest(), text.replace(commitment, "0" * len(commitment)))

    assert found.findings == (RecordFinding(FindingKind.SECRET, 1, 0),)


async def test_review_of_a_broken_record_is_refused(server: Running) -> None:
    text = spec_game("classic-en")
    first = next(line for line in text.split("\n") if line.startswith("1. "))

    problem = await refused(await server.guest(), text.replace(first, f"{first.split(':')[0]}: pass"), "review")

    assert (problem.reason, problem.game, problem.turn) == (RecordFault.BROKEN, 1, 1)


async def test_review_needs_a_session(server: Running) -> None:
    guest = await server.guest()
    guest.http.cookies.clear()

    answer = await guest.http.post("/records/review", json={"text": spec_game("twist")})

    assert answer.status_code == 401
