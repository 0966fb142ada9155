"""Shared score sheets: one phone updates a sheet, others follow it live."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.kit import Running, a_server, open_socket
from tests.server.test_puzzles import Calendar
from tilewise.server.live import sheets
from tilewise.server.live.sheets import Sheets
from tilewise.wire.sheets import Sheet

pytestmark = pytest.mark.anyio

SEATS = [
    {"tiles": [], "has_melded": True, "could_meld": False},
    {"tiles": [5, 0], "has_melded": True, "could_meld": False},
]
SHEET = {"players": ["Ira", "Noa"], "edition": "classic-en", "rules": {}, "games": []}
LATER = SHEET | {"games": [{"ending": "rack-out", "winner": 0, "seats": SEATS}]}


def live(server: Running, code: str) -> str:
    return f"ws://127.0.0.1:{server.port}/api/sheets/{code}/live"


async def test_follower_receives_every_change(server: Running) -> None:
    ann = await server.guest()
    shared = (await ann.http.post("/sheets", json=SHEET)).json()

    async with open_socket(live(server, shared["code"].lower())) as phone:
        first = json.loads(await phone.recv())
        answer = await ann.http.put(f"/sheets/{shared['code']}", json={"key": shared["key"], "sheet": LATER})
        second = json.loads(await phone.recv())

    assert answer.status_code == 204
    assert (first["games"], second["games"][0]["winner"]) == ([], 0)


async def test_late_follower_sees_the_current_timer(tmp_path: Path) -> None:
    clock = Calendar()
    timer = {"seat": 1, "seconds": 60, "left": 60, "is_running": True}
    paused = timer | {"left": 12.5, "is_running": False}
    async with a_server(tmp_path, clock=clock) as server:
        ann = await server.guest()
        shared = (await ann.http.post("/sheets", json=SHEET | {"timer": timer})).json()
        clock.time += 25

        async with open_socket(live(server, shared["code"])) as phone:
            first = json.loads(await phone.recv())
            change = {"key": shared["key"], "sheet": SHEET | {"timer": paused}}
            await ann.http.put(f"/sheets/{shared['code']}", json=change)
            second = json.loads(await phone.recv())

    assert (first["timer"]["left"], second["timer"]["left"]) == (35, 12.5)


async def test_update_needs_the_key(server: Running) -> None:
    ann = await server.guest()
    shared = (await ann.http.post("/sheets", json=SHEET)).json()

    answer = await ann.http.put(f"/sheets/{shared['code']}", json={"key": "guess", "sheet": LATER})

    assert (answer.status_code, answer.json()["reason"]) == (403, "not-your-sheet")


async def test_dropped_sheet_is_restored_by_the_next_update(server: Running) -> None:
    ann = await server.guest()

    await ann.http.put("/sheets/QWERTZ", json={"key": "kept on the phone", "sheet": LATER})

    async with open_socket(live(server, "QWERTZ")) as phone:
        assert len(json.loads(await phone.recv())["games"]) == 1


async def refused(server: Running, code: str) -> int:
    """Try to follow a sheet, and return the close code of the socket."""
    with pytest.raises(ConnectionClosed) as closed:
        async with open_socket(live(server, code)) as phone:
            await phone.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def test_unknown_sheet_code_closes_the_socket(server: Running) -> None:
    assert await refused(server, "NOBODY") == 4404


async def test_guessing_sheet_codes_is_rate_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, Calendar(), attempts_per_minute=4) as server:
        assert [await refused(server, f"GUESS{number}") for number in range(3)] == [4404, 4404, 4429]


@pytest.mark.parametrize(
    "wrong",
    [{"players": ["Ira"]}, {"players": ["x" * 41, "y"]}, {"games": [{"ending": "rain", "winner": 0, "seats": SEATS}]}],
)
async def test_invalid_sheet_is_refused(server: Running, wrong: dict[str, object]) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/sheets", json=SHEET | wrong)

    assert (answer.status_code, answer.json()["reason"]) == (400, "not-understood")


async def test_sheets_in_memory_are_bounded_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_BYTES", 300_000)
    kept = Sheets(Calendar())
    large = Sheet(("Ira", "Noa"), "classic-en", rules={f"rule {number}": number for number in range(3000)})
    for number in range(10):
        kept.restore(f"CODE{number}", "key", Sheet(("Ira", "Noa"), "classic-en"))
        await kept.update(f"CODE{number}", large)

    found = [shared for number in range(10) if (shared := kept.find(f"CODE{number}"))]
    assert found
    assert sum(len(shared.body) for shared in found) <= 300_000


async def test_long_code_is_unknown(server: Running) -> None:
    ann = await server.guest()

    answer = await ann.http.put(f"/sheets/{'X' * 1000}", json={"key": "mine", "sheet": SHEET})

    assert (answer.status_code, answer.json()["reason"]) == (404, "unknown-code")
