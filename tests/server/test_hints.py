"""Hints."""

from pathlib import Path

import msgspec
import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import ONE_GAME, Guest, Running, a_server, is_my_turn
from tilewise import new_game
from tilewise.core.view import view_of
from tilewise.rooms import commands
from tilewise.server.workers.hints import give_hint
from tilewise.solver.hints import HintLevel, hint_for
from tilewise.wire.http import HintGiven, OpenRoom, WinHintGiven

pytestmark = pytest.mark.anyio

WINNING = msgspec.structs.replace(ONE_GAME, win_hints=True)


async def ask_hint(guest: Guest, room: str, level: str = "steps", kind: str = "hint") -> tuple[int, str]:
    answer = await guest.http.post(f"/rooms/{room}/{kind}", json={"level": level})
    return answer.status_code, answer.json().get("reason", "")


async def at_my_turn(ann: Guest, wanted: OpenRoom = ONE_GAME) -> str:
    room = await ann.open(wanted)
    async with ann.joined(room) as player:
        await player.do(commands.Contribute("x"))
        await player.until(is_my_turn)
    return room


async def test_hint_depends_only_on_the_callers_view(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await at_my_turn(ann)

    answer = await ann.http.post(f"/rooms/{room}/hint", json={"level": "steps"})

    found = await server.node.service.get(room)
    seen = view_of(found.current_game, found.seat_of(ann.me.id))
    assert msgspec.json.decode(answer.content, type=HintGiven).hint == hint_for(seen, HintLevel.STEPS)


async def test_hint_on_what_wins_reveals_as_much_as_the_level(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await at_my_turn(ann, WINNING)

    answer = await ann.http.post(f"/rooms/{room}/win-hint", json={"level": "whether"})

    hint = msgspec.json.decode(answer.content, type=WinHintGiven).hint
    assert hint.wait_win is not None
    assert (hint.tiles, hint.play) == ((), None)


@pytest.mark.parametrize(
    ("wanted", "level", "reason"),
    [
        (ONE_GAME, "whether", "no-win-hints-here"),
        (msgspec.structs.replace(WINNING, hints=False), "whether", "no-hints-here"),
        (msgspec.structs.replace(WINNING, hint_ceiling=HintLevel.TILES), "steps", "hint-too-big"),
    ],
)
async def test_hint_on_what_wins_needs_the_hosts_permission(
    server: Running, wanted: OpenRoom, level: str, reason: str
) -> None:
    ann = await server.guest("Ann")
    room = await at_my_turn(ann, wanted)

    assert await ask_hint(ann, room, level, "win-hint") == (403, reason)


async def test_room_without_hints_refuses_a_hint(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await at_my_turn(ann, msgspec.structs.replace(ONE_GAME, hints=False))

    assert await ask_hint(ann, room) == (403, "no-hints-here")


async def test_spectator_gets_no_hint(server: Running) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    room = await at_my_turn(ann)

    assert await ask_hint(eve, room) == (403, "not-seated")


async def test_hint_out_of_turn_is_refused(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(OpenRoom(bots=("novice",)))

    assert await ask_hint(ann, room) == (409, "not-your-turn")


async def test_unknown_hint_level_returns_400(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await at_my_turn(ann)

    assert await ask_hint(ann, room, "everything") == (400, "not-understood")


async def test_hint_above_the_rooms_ceiling_is_refused(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await at_my_turn(ann, msgspec.structs.replace(ONE_GAME, hint_ceiling=HintLevel.TILES))

    assert await ask_hint(ann, room, HintLevel.STEPS) == (403, "hint-too-big")
    assert (await ask_hint(ann, room, HintLevel.TILES))[0] == 200


async def test_hints_are_rate_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), hints_per_minute=2) as server:
        ann = await server.guest("Ann")
        room = await at_my_turn(ann)
        answers = [await ask_hint(ann, room, "whether") for _ in range(3)]

    assert answers[-1] == (429, "too-fast")


def test_hint_worker_takes_and_returns_bytes() -> None:
    state = new_game("classic-en", players=2, seed="help")

    assert b'"has_play":' in give_hint("whether", msgspec.json.encode(view_of(state, state.to_move)))
