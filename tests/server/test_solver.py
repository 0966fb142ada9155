"""The referee and the solver over HTTP."""

from pathlib import Path

import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import Running, a_server

pytestmark = pytest.mark.anyio

E6 = {"table": [["r5", "r6", "r7"], ["y5", "y6", "y7"], ["k5", "k6", "k7", "k8", "k9"]], "rack": ["k10", "b5"]}


async def test_referee_lists_broken_rules(server: Running) -> None:
    ann = await server.guest()
    position = {"table": [["b5", "J", "b7"]], "rack": ["b6", "r1"]}

    answer = await ann.http.post("/referee", json={"position": position, "after": [["b5", "b6", "b7", "J"]]})

    told = answer.json()
    assert (told["is_legal"], [violation["rule"] for violation in told["violations"]]) == (
        False,
        ["joker-not-in-new-meld"],
    )


async def test_referee_accepts_a_legal_play_and_counts_points(server: Running) -> None:
    ann = await server.guest()
    position = {"rack": ["r9", "r10", "r11", "k2"], "has_melded": False}

    told = (await ann.http.post("/referee", json={"position": position, "after": [["r9", "r10", "r11"]]})).json()

    assert (told["is_legal"], told["points"], told["laid"]) == (True, 30, ["r9", "r10", "r11"])


async def test_solver_explains_the_multiple_split_step_by_step(server: Running) -> None:
    ann = await server.guest()

    told = (await ann.http.post("/solve", json={"position": E6, "count": 3})).json()

    best, *others = told["plays"]
    assert sorted(best["laid"]) == ["b5", "k10"]
    assert best["is_proven"]
    assert sorted(map(sorted, best["moves"][-1]["table"])) == sorted(map(sorted, best["table"]))
    assert [len(play["laid"]) for play in others] == [1]


async def test_impossible_tiles_and_invalid_melds_are_reported(server: Running) -> None:
    ann = await server.guest()
    position = {"table": [["r1", "r2", "b3"]], "rack": ["r7", "r7", "r7", "M"]}

    told = (await ann.http.post("/solve", json={"position": position})).json()

    assert told["plays"] == []
    assert [(finding["tiles"], finding["have"], finding["most"], finding["why"]) for finding in told["findings"]] == [
        (["r7"], 3, 2, None),
        (["M"], 1, 0, None),
        (["r1", "r2", "b3"], 0, 0, "mixed-colours"),
    ]


async def test_referee_reports_an_impossible_table(server: Running) -> None:
    ann = await server.guest()

    told = (await ann.http.post("/referee", json={"position": {"rack": ["r1"] * 3}, "after": []})).json()

    assert (told["is_legal"], told["findings"][0]["have"]) == (False, 3)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"edition": "clasic"}, "bad-rules"),
        ({"rules": {"initial_meld_min": 999}}, "bad-rules"),
        ({"rack": ["r14"]}, "not-understood"),
        ({"rack": ["r1"] * 201}, "not-understood"),
    ],
)
async def test_invalid_question_returns_400_with_a_reason(
    server: Running, position: dict[str, object], reason: str
) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/solve", json={"position": position})

    assert (answer.status_code, answer.json()["reason"]) == (400, reason)


async def test_questions_are_rate_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), questions_per_minute=4, solver_workers=0) as server:
        ann = await server.guest()
        answers = [await ann.http.post("/solve", json={"position": {}}) for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
