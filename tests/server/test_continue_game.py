"""Continue a finished match, or an opened record, from one of its positions."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.kit import ONE_GAME, Guest, Running, a_server, is_my_turn
from tilewise.core.record import Record, replay, verify
from tilewise.core.record.text import parse_record, print_record
from tilewise.rooms import commands
from tilewise.rooms.config import Origin
from tilewise.server.http import continue_game

pytestmark = pytest.mark.anyio

GAMES = Path(__file__).parents[2] / "spec" / "games"


async def record_of(guest: Guest, room: str) -> Record:
    answer = await guest.http.get(f"/rooms/{room}/record.json")
    return msgspec.json.decode(answer.content, type=Record)


async def play_on(guest: Guest, room: str, **position: object) -> tuple[int, dict[str, str]]:
    answer = await guest.http.post(f"/rooms/{room}/play-on", json={"game": 1, "turn": 1, "seat": 0} | position)
    return answer.status_code, answer.json()


async def test_continued_game_begins_at_the_position_and_is_not_rated(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    old = await ann.finish_match(draws=2)
    states = [step.state for step in replay(await record_of(ann, old))]

    status, answer = await play_on(bob, old, turn=2, seat=1)

    async with bob.joined(answer["room"]) as player:
        first = await server.node.store.entries(answer["room"])
        begun = await server.node.service.get(answer["room"])
        assert status == 201
        assert (player.view.seat, player.view.config.is_rated) == (1, False)
        assert player.view.config.origin is not None
        assert (player.view.config.origin.room, player.view.config.origin.turn) == (old, 2)
        assert begun.deals == (await server.node.service.get(old)).deals
        assert len(first) >= 1
        assert begun.current_game.turn >= states[2].turn


async def test_record_of_a_continued_game_verifies_and_begins_like_the_old_one(server: Running) -> None:
    ann = await server.guest("Ann")
    old = await ann.finish_match(draws=2)
    _, answer = await play_on(ann, old, turn=1, seat=0)
    async with ann.joined(answer["room"]) as player:
        await player.until(is_my_turn)
        await player.do(commands.Concede())

    before, after = await record_of(ann, old), await record_of(ann, answer["room"])

    assert after.games[0].actions[0] == before.games[0].actions[0]
    assert verify(after) == ()


async def test_no_frame_reveals_the_deal_of_the_old_game(server: Running) -> None:
    ann = await server.guest("Ann")
    old = await ann.finish_match(draws=2)
    secret = (await record_of(ann, old)).games[0].deal.secret
    _, answer = await play_on(ann, old)

    async with ann.joined(answer["room"]) as player:
        await player.until(is_my_turn)
        await player.do(commands.Draw())
        await player.until(is_my_turn)

        assert not any(secret in str(frame) for frame in player.frames)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ({"turn": 999}, (404, "no-such-position")),
        ({"game": 2}, (404, "no-such-position")),
        ({"seat": 5}, (409, "no-such-chair")),
        ({"bot": "nobody"}, (400, "bad-bots")),
        ({"turn": -1}, (400, "not-understood")),
    ],
)
async def test_impossible_position_is_refused(
    server: Running, position: dict[str, object], expected: tuple[int, str]
) -> None:
    ann = await server.guest("Ann")
    old = await ann.finish_match(draws=2)

    status, answer = await play_on(ann, old, **position)

    assert (status, answer["reason"]) == expected


async def test_continuing_a_finished_or_running_game_is_refused(server: Running) -> None:
    ann = await server.guest("Ann")
    old = await ann.finish_match(draws=2)
    going_on = await ann.open(ONE_GAME)
    last = len((await record_of(ann, old)).games[0].actions)

    answers = [await play_on(ann, old, turn=last), await play_on(ann, going_on)]

    assert [(status, answer["reason"]) for status, answer in answers] == [(409, "game-is-over"), (409, "not-over")]


async def test_bots_keep_their_levels_in_a_continued_game(server: Running) -> None:
    ann = await server.guest("Ann")
    old = await ann.finish_match(draws=2)

    _, answer = await play_on(ann, old, seat=0, bot="casual")

    assert (await server.node.service.get(answer["room"])).seats[1].bot == "novice"


async def test_bot_plays_for_the_people_whose_seats_are_left(server: Running) -> None:
    ann = await server.guest("Ann")
    old = await ann.finish_match(draws=2)

    _, answer = await play_on(ann, old, seat=1, bot="casual")

    assert (await server.node.service.get(answer["room"])).seats[0].bot == "casual"


async def play_on_from_text(guest: Guest, text: str, **position: object) -> tuple[int, dict[str, str]]:
    body = {"text": text, "position": {"game": 1, "turn": 1, "seat": 0} | position}
    answer = await guest.http.post("/records/play-on", json=body)
    return answer.status_code, answer.json()


async def test_opened_record_is_continued_at_the_position(server: Running) -> None:
    ann = await server.guest("Ann")
    text = (GAMES / "classic-en.game").read_text()

    status, answer = await play_on_from_text(ann, text, turn=4, seat=0)

    async with ann.joined(answer["room"]) as player:
        begun = next(step.state for step in replay(parse_record(text)) if step.turn == 4)
        assert status == 201
        assert player.view.config.origin == Origin(None, 1, 4)
        assert player.view.game is not None
        assert player.view.game.seats[0].rack == begun.players[0].rack


async def test_bots_of_an_opened_record_keep_their_levels(server: Running) -> None:
    ann = await server.guest("Ann")
    record = parse_record((GAMES / "classic-en-four-players.game").read_text())
    named = replace(record, seats=("Ann", "steady", "steady 2", "Bob"))

    _, answer = await play_on_from_text(ann, print_record(named), bot="casual")

    seats = (await server.node.service.get(answer["room"])).seats
    assert [seat.bot for seat in seats] == [None, "steady", "steady", "casual"]


async def test_opened_record_that_breaks_the_rules_is_not_continued(server: Running) -> None:
    ann = await server.guest("Ann")
    text = (GAMES / "classic-en.game").read_text()
    first = next(line for line in text.split("\n") if line.startswith("1. "))

    status, answer = await play_on_from_text(ann, text.replace(first, f"{first.split(':')[0]}: pass"))

    assert (status, answer["reason"]) == (400, "broken-record")


async def test_refused_attempts_count_as_rooms(tmp_path: Path) -> None:
    """Each takes as much work as a room."""
    async with a_server(tmp_path, rooms_per_minute=1) as server:
        ann = await server.guest("Ann")
        text = (GAMES / "classic-en.game").read_text()

        answers = [await play_on_from_text(ann, text, turn=999) for _ in range(20)]

    assert {answer["reason"] for _, answer in answers} == {"no-such-position", "too-fast"}


async def test_very_long_record_is_not_continued(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continue_game, "MOST_TURNS_PLAYED_ON", 50)
    ann = await server.guest("Ann")

    status, answer = await play_on_from_text(ann, (GAMES / "classic-en.game").read_text(), turn=4, seat=0)

    assert (status, answer["detail"]) == (400, "253 turns; at most 50")
