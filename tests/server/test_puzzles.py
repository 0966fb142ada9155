"""Puzzles over HTTP: answers, hints, ratings, streaks and timed runs."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.kit import Guest, Running, a_server
from tilewise.core.tiles import Table
from tilewise.puzzles.library import library

pytestmark = pytest.mark.anyio

MONDAY = 1_767_571_200.0  # 2026-01-05, 00:00 UTC
A_DAY = 24 * 3600.0


class Calendar:
    """A clock that only moves when it is set."""

    def __init__(self) -> None:
        self.time = MONDAY + 3600

    def now(self) -> float:
        return self.time


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
async def host(tmp_path: Path, calendar: Calendar) -> AsyncIterator[Running]:
    async with a_server(tmp_path, clock=calendar) as running:
        yield running


async def get_json(guest: Guest, path: str) -> Any:  # noqa: ANN401  # JSON
    response = await guest.http.get(f"/puzzles{path}")
    response.raise_for_status()
    return response.json()


async def post_json(guest: Guest, path: str, body: object = None) -> Any:  # noqa: ANN401  # JSON
    response = await guest.http.post(f"/puzzles{path}", json=body)
    response.raise_for_status()
    return response.json()


def solution_of(name: str) -> Table:
    return library().puzzle(name).solution


async def solve(guest: Guest, name: str) -> Any:  # noqa: ANN401  # JSON
    return await post_json(guest, f"/{name}/answer", {"table": solution_of(name)})


async def test_puzzle_is_sent_without_its_solution(host: Running) -> None:
    guest = await host.guest()

    puzzle = await get_json(guest, "/next?edition=twist&kind=lay-all&level=3")

    assert (puzzle["edition"]["name"], puzzle["kind"], puzzle["level"]) == ("twist", "lay-all", 3)
    assert puzzle.keys().isdisjoint({"solution", "effort", "moves"})


async def test_wrong_answer_lists_violations_and_does_not_count(host: Running) -> None:
    guest = await host.guest()
    puzzle = await get_json(guest, "/daily")

    verdict = await post_json(guest, f"/{puzzle['id']}/answer", {"table": [*puzzle["table"], puzzle["rack"][:1]]})

    assert not verdict["is_solved"]
    assert verdict["violations"][0]["rule"] == "not-a-meld"
    assert verdict["progress"]["tried"] == 0


async def test_solving_counts_once(host: Running) -> None:
    guest = await host.guest()
    name = (await get_json(guest, "/next?level=3"))["id"]

    first, again = await solve(guest, name), await solve(guest, name)

    assert first["rating_change"] > 0
    assert again["rating_change"] == 0
    assert again["progress"] == first["progress"]
    assert (await get_json(guest, f"/{name}"))["is_solved"]


async def test_each_hint_adds_a_step_and_hints_halve_the_gain(host: Running) -> None:
    helped, alone = await host.guest(), await host.guest()
    name = (await get_json(helped, "/next?level=3"))["id"]

    hints = [await post_json(helped, f"/{name}/hint") for _ in range(2)]
    gains = [(await solve(guest, name))["rating_change"] for guest in (helped, alone)]

    assert [len(hint["moves"]) for hint in hints] == [0, 1]
    assert hints[0]["melds"]
    assert gains[0] < gains[1]


async def test_giving_up_returns_the_steps_and_costs_rating(host: Running) -> None:
    guest = await host.guest()
    name = (await get_json(guest, "/next?level=2"))["id"]

    shown = await post_json(guest, f"/{name}/solution")
    after = await solve(guest, name)

    assert shown["moves"]
    assert shown["rating_change"] < 0
    assert after["rating_change"] == 0


async def test_daily_puzzle_is_the_same_for_everyone_and_builds_a_streak(host: Running, calendar: Calendar) -> None:
    one, other = await host.guest(), await host.guest()
    streaks = []
    for days in (0, 1, 2, 4):
        calendar.time = MONDAY + days * A_DAY
        daily = await get_json(one, "/daily")
        assert daily == await get_json(other, "/daily")
        streaks.append((await solve(one, daily["id"]))["progress"]["streak"])

    assert streaks == [1, 2, 3, 1]
    assert (await get_json(other, "/"))["progress"]["streak"] == 0
    assert (await get_json(one, "/"))["progress"]["best_streak"] == 3


async def test_streak_is_lost_after_a_missed_day(host: Running, calendar: Calendar) -> None:
    guest = await host.guest()
    await solve(guest, (await get_json(guest, "/daily"))["id"])

    calendar.time += A_DAY
    yesterday = (await get_json(guest, "/"))["progress"]["streak"]
    calendar.time += A_DAY
    later = (await get_json(guest, "/"))["progress"]["streak"]

    assert (yesterday, later) == (1, 0)


async def test_run_gets_harder_and_ends_with_the_third_skip(host: Running) -> None:
    guest = await host.guest()
    run = await post_json(guest, "/runs", {"edition": "classic-en"})
    levels = []
    for _ in range(8):
        levels.append(run["puzzle"]["difficulty"])
        answer = {"puzzle": run["puzzle"]["id"], "table": solution_of(run["puzzle"]["id"])}
        run = await post_json(guest, f"/runs/{run['id']}", answer)
    for _ in range(3):
        run = await post_json(guest, f"/runs/{run['id']}", {"puzzle": run["puzzle"]["id"]})

    assert levels[-1] > levels[0]
    assert (run["solved"], run["is_over"], run["puzzle"], run["best"]) == (8, True, None, 8)
    assert (await get_json(guest, "/"))["progress"]["best_run"] == 8


async def test_late_answer_in_a_run_does_not_count(host: Running, calendar: Calendar) -> None:
    guest = await host.guest()
    run = await post_json(guest, "/runs", {})
    calendar.time += 1000

    answer = {"puzzle": run["puzzle"]["id"], "table": solution_of(run["puzzle"]["id"])}
    late = await post_json(guest, f"/runs/{run['id']}", answer)

    assert (late["solved"], late["is_over"]) == (0, True)


async def test_repeated_answer_in_a_run_counts_once(host: Running) -> None:
    guest = await host.guest()
    run = await post_json(guest, "/runs", {})
    answer = {"puzzle": run["puzzle"]["id"], "table": solution_of(run["puzzle"]["id"])}

    await post_json(guest, f"/runs/{run['id']}", answer)
    again = await post_json(guest, f"/runs/{run['id']}", answer)

    assert again["solved"] == 1


async def test_run_of_another_person_returns_404(host: Running) -> None:
    one, other = await host.guest(), await host.guest()
    run = await post_json(one, "/runs", {})

    response = await other.http.post(f"/puzzles/runs/{run['id']}", json={"puzzle": run["puzzle"]["id"]})

    assert response.status_code == 404


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("/nothing", 404, "unknown-puzzle"),
        ("/next?edition=chess", 400, "no-such-puzzles"),
        ("/next?kind=mate", 400, "no-such-puzzles"),
        ("/next?level=9", 404, "no-such-puzzles"),
        ("/next?level=high", 400, "not-understood"),
    ],
)
async def test_unknown_puzzle_or_filter_is_reported(host: Running, path: str, status: int, reason: str) -> None:
    guest = await host.guest()

    response = await guest.http.get(f"/puzzles{path}")

    assert (response.status_code, response.json()["reason"]) == (status, reason)


async def test_puzzle_progress_moves_to_the_account_and_is_deleted_with_it(host: Running) -> None:
    guest = await host.guest()
    name = (await get_json(guest, "/next?level=1"))["id"]
    await guest.http.post("/account", json={"name": "Ada", "password": "long enough"})
    await guest.http.post("/sign-out")
    await guest.http.post("/session", json={})
    await solve(guest, name)
    await guest.http.post("/sign-in", json={"name": "Ada", "password": "long enough"})

    moved = (await get_json(guest, "/"))["progress"]
    await guest.http.post("/account/delete", json={"password": "long enough"})
    await guest.http.post("/session", json={})
    gone = (await get_json(guest, "/"))["progress"]

    assert (moved["solved"], gone["solved"]) == (1, 0)
