"""The referee, the solver and the analysis over HTTP."""

import re
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


async def test_picture_shows_every_tile_of_the_position(server: Running) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/picture", json=E6)

    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert " ".join(re.findall("<title>(.*?)</title>", answer.text)) == "r5 r6 r7 y5 y6 y7 k5 k6 k7 k8 k9 k10 b5"


async def test_picture_of_too_many_tiles_is_refused(server: Running) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/picture", json={"table": [["r1"] * 150], "rack": ["b1"] * 51})

    assert (answer.status_code, answer.json()["reason"]) == (400, "too-many-tiles")


async def test_questions_are_rate_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), questions_per_minute=4, solver_workers=0) as server:
        ann = await server.guest()
        answers = [await ann.http.post("/solve", json={"position": {}}) for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]


NEARLY_OUT = {"table": [["r5", "r6", "r7"]], "rack": ["r8", "k1", "b9"]}


async def test_analysis_names_the_winning_play(server: Running) -> None:
    ann = await server.guest()
    position = {"table": [["r5", "r6", "r7"]], "rack": ["r8", "r9"]}

    told = (await ann.http.post("/analyse", json={"position": position, "others": [{"tiles": 5}]})).json()

    best = told["analysis"]["candidates"][0]
    assert (best["laid"], best["win"]) == (["r8", "r9"], {"mean": 1.0, "error": 0.0})


async def test_analysis_with_more_nodes_has_a_smaller_error(server: Running) -> None:
    ann = await server.guest()
    asks = [{"position": NEARLY_OUT, "others": [{"tiles": 5}], "nodes": nodes} for nodes in (50_000, 1_000_000)]

    rough, fine = [(await ann.http.post("/analyse", json=ask)).json()["analysis"] for ask in asks]

    assert rough["win"]["error"] > fine["win"]["error"]


async def test_analysis_takes_the_style_of_the_other_player_from_the_question(server: Running) -> None:
    ann = await server.guest()
    ask = {"position": NEARLY_OUT, "others": [{"tiles": 12, "style": "holds"}]}

    (belief,) = (await ann.http.post("/analyse", json=ask)).json()["analysis"]["beliefs"]

    assert [each["style"]["enough"] for each in belief["styles"]] == [255]


async def test_analysis_of_an_impossible_position_lists_the_findings(server: Running) -> None:
    ann = await server.guest()

    told = (await ann.http.post("/analyse", json={"position": {"rack": ["r7"] * 3}, "others": [{"tiles": 5}]})).json()

    assert (told["analysis"], told["findings"][0]["have"]) == (None, 3)


@pytest.mark.parametrize(
    ("position", "others", "reason"),
    [
        (NEARLY_OUT, [{"tiles": 101}], "bad-seats"),
        (NEARLY_OUT, [{"tiles": 14}] * 4, "bad-seats"),
        ({}, [{"tiles": 14}], "bad-seats"),
        (NEARLY_OUT, [{"tiles": 0}], "not-understood"),
        (NEARLY_OUT, [], "not-understood"),
    ],
)
async def test_analysis_with_wrong_seats_returns_400_with_a_reason(
    server: Running, position: dict[str, object], others: list[dict[str, int]], reason: str
) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/analyse", json={"position": position, "others": others})

    assert (answer.status_code, answer.json()["reason"]) == (400, reason)
