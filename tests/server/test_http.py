"""The HTTP API: sessions, rooms, records, health checks."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import Guest, Running, a_server, visitor
from tilewise.core.editions import EDITIONS
from tilewise.rooms import commands
from tilewise.rooms.model import Phase
from tilewise.rooms.people import Person
from tilewise.server.http.pages import policy_for

pytestmark = pytest.mark.anyio


async def test_new_visitor_becomes_a_guest_and_stays_the_same(server: Running) -> None:
    ann = await server.guest()

    again = (await ann.http.post("/session")).json()

    assert again["id"] == ann.me.id
    assert (ann.me.has_account, ann.me.name[:6]) == (False, "Guest ")


async def test_session_cookie_is_http_only_and_same_site(server: Running) -> None:
    async with visitor(server.url) as http:
        cookie = (await http.post("/api/session")).headers["set-cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


async def test_forged_cookie_returns_401(server: Running) -> None:
    ann = await server.guest()
    async with visitor(server.url, cookie=f"{ann.cookie[:-3]}abc") as forger:
        forged = await forger.get("/api/session")

    assert (forged.status_code, forged.json()["reason"]) == (401, "no-session")


@pytest.mark.parametrize("name", ["", "x" * 41, "a:b", "a\u0000b", "   "])
async def test_invalid_name_returns_400(server: Running, name: str) -> None:
    ann = await server.guest()

    assert (await ann.http.post("/session/name", json={"name": name})).status_code == 400


async def test_cross_site_request_is_refused(server: Running) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/rooms", json={}, headers={"origin": "https://evil.example"})

    assert (answer.status_code, answer.json()["reason"]) == (403, "foreign-origin")


async def test_same_site_request_is_accepted(server: Running) -> None:
    ann = await server.guest()

    assert (await ann.http.post("/rooms", json={}, headers={"origin": server.url})).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {"edition": "clasic"},
        {"rules": {"initial_meld_min": 51}},
        {"rules": {"no_such_rule": 1}},
        {"chairs": 7},
        {"chairs": 5},
        {"time": {"type": "per-turn", "seconds": 1}},
        {"bots": ["nobody"]},
        {"bots": ["novice", "novice"]},
        {"bot": "nobody"},
        {"surprise": True},
    ],
)
async def test_room_with_invalid_settings_is_not_opened(server: Running, body: dict[str, object]) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/rooms", json=body)

    assert answer.status_code == 400
    assert answer.json()["detail"]


async def test_rulebook_lists_editions_house_rules_and_bots(server: Running) -> None:
    ann = await server.guest()

    book = (await ann.http.get("/rulebook")).json()

    assert [edition["name"] for edition in book["editions"]] == list(EDITIONS)
    assert {"novice", "master", "master-sociable"} <= set(book["bots"])
    assert list(book["about_bots"]) == book["bots"]
    assert {"name", "choices", "description", "default"} == set(book["house_rules"][0])


async def test_only_public_rooms_are_listed(own_server: Running) -> None:
    ann = await own_server.guest("Ann")
    await ann.open()
    shown = await ann.open(is_public=True)

    rooms = (await ann.http.get("/rooms")).json()["rooms"]

    assert [(room["id"], room["names"]) for room in rooms] == [(shown, ["Ann"])]


async def test_quick_play_seats_people_together(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")

    first = (await ann.http.post("/quick", json={"chairs": 2})).json()["room"]
    second = (await bob.http.post("/quick", json={"chairs": 2})).json()["room"]

    assert first == second
    view = (await bob.http.get(f"/rooms/{first}")).json()
    assert (view["phase"], view["seat"]) == ("gathering", 1)


async def searched(guest: Guest, **wanted: object) -> str:
    """Start quick play and return the room."""
    return str((await guest.http.post("/quick", json=wanted)).json()["room"])


async def test_concurrent_searches_meet_in_one_room(own_server: Running) -> None:
    people = [await own_server.guest(name) for name in ("Ann", "Bob", "Cleo", "Dan")]

    rooms = await asyncio.gather(*map(searched, people))

    assert len(set(rooms)) == 1


async def test_searches_for_similar_editions_meet(own_server: Running) -> None:
    ann, bob, eve = [await own_server.guest(name) for name in ("Ann", "Bob", "Eve")]

    room = await searched(ann, edition="classic-he")

    assert await searched(bob, edition="classic-uk") == room
    assert await searched(eve, edition="twist") != room


async def test_repeated_search_stays_in_the_same_room(own_server: Running) -> None:
    ann = await own_server.guest("Ann")

    room = await searched(ann)

    assert await searched(ann) == room
    assert await searched(ann, room=room) == room


async def test_later_searcher_moves_to_the_earlier_room(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")
    first = await searched(ann)
    config = (await own_server.node.service.get(first)).config
    second = (await own_server.node.service.open(config, Person(bob.me.id, "Bob"))).id  # as if opened on another node

    assert await searched(ann, room=first) == first
    assert await searched(bob, room=second) == first
    assert (await own_server.node.service.get(second)).phase is Phase.OVER


async def test_seat_is_taken_with_one_request(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()

    for _ in range(2):
        assert (await bob.http.post(f"/rooms/{room}/seat")).status_code == 201

    chair = (await bob.http.get(f"/rooms/{room}")).json()["chairs"][1]
    assert (chair["name"], chair["is_ready"]) == ("Bob", True)


async def test_taking_a_seat_in_a_full_room_is_refused(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open(bots=["novice"])

    refused = await bob.http.post(f"/rooms/{room}/seat")

    assert (refused.status_code, refused.json()["reason"]) == (409, "room-is-full")


async def test_unknown_code_returns_404_and_guessing_is_rate_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), attempts_per_minute=20) as server:
        ann = await server.guest()

        answers = [(await ann.http.get("/codes/AAAAAA")).status_code for _ in range(12)]

    assert answers[0] == 404
    assert answers[-1] == 429


async def test_record_of_a_running_match_is_refused(server: Running) -> None:
    ann = await server.guest()
    room = await ann.open(bots=["novice"], start=True)

    assert (await ann.http.get(f"/rooms/{room}/record.txt")).status_code == 409


async def test_record_of_a_conceded_match_can_be_downloaded(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(bots=["novice"], start=True, rules={"games_per_round": 1})
    async with ann.joined(room) as player:
        await player.do(commands.Contribute("x"))
        await player.until(lambda view: view.phase == "playing")
        await player.do(commands.Concede())

    record = (await ann.http.get(f"/rooms/{room}/record.json")).json()

    assert (record["seats"], len(record["games"])) == (["Ann", "novice"], 1)


async def test_unknown_room_is_reported(server: Running) -> None:
    ann = await server.guest()

    assert (await ann.http.get("/rooms/nowhere")).status_code == 404


async def test_health_checks_and_metrics_respond(own_server: Running) -> None:
    ann = await own_server.guest()
    await ann.open()
    async with visitor(own_server.url) as http:
        assert (await http.get("/healthz")).text == "ok"
        assert (await http.get("/readyz")).text == "ready"
        metrics = (await http.get("/metrics")).text
        await own_server.node.drain()
        assert (await http.get("/readyz")).status_code == 503

    assert "tilewise_rooms_opened_total 1.0" in metrics


async def test_metrics_are_only_for_allowed_addresses(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"metrics_for": ["10.0.0.0/8"], "behind_proxy": True}
    async with a_server(tmp_path, **settings) as server, visitor(server.url) as http:
        answers = [
            (await http.get("/metrics", headers={"x-forwarded-for": address})).status_code
            for address in ("203.0.113.1", "10.1.2.3")
        ]

    assert answers == [403, 200]


async def test_node_that_cannot_write_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewise.server.node.WRITABLE_SECONDS", 1.5)
    async with a_server(tmp_path, database="") as server, visitor(server.url) as http:
        with closing(sqlite3.connect(tmp_path / "tilewise.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            while (answer := await http.get("/readyz")).status_code == 200:
                pass
            other.execute("ROLLBACK")

    assert (answer.status_code, answer.json()["reason"]) == (503, "read-only")


async def test_export_of_the_archive_is_rate_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock()) as server:
        ann = await server.guest()
        statuses = [(await ann.http.get("/archive.jsonl.gz")).status_code for _ in range(4)]

    assert statuses == [200, 200, 200, 429]


async def test_every_response_has_the_security_headers(server: Running) -> None:
    async with visitor(server.url) as http:
        headers = (await http.get("/")).headers

    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_page_policy_allows_only_its_own_inline_script() -> None:
    policy = policy_for("<head><script>alert(1)</script></head>")

    assert "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in policy
    assert policy_for("<p>no script</p>").endswith("script-src 'self'")


async def test_first_page_and_openapi_schema_are_served(server: Running) -> None:
    async with visitor(server.url) as http:
        page = (await http.get("/")).text
        schema = (await http.get("/api/schema/openapi.json")).json()

    assert "<title>Tilewise</title>" in page
    assert "/api/rooms/{room}" in schema["paths"]


async def test_site_addresses_serve_the_page_and_unknown_api_paths_return_404(server: Running) -> None:
    async with visitor(server.url) as http:
        site = [(await http.get(path)).headers["content-type"] for path in ("/lobby", "/r/abc", "/replay/x/3")]
        elsewhere = [(await http.get(path)).status_code for path in ("/api/nothing", "/assets/none.js")]

    assert site == ["text/html; charset=utf-8"] * 3
    assert elsewhere == [404, 404]


async def test_responses_are_compressed(server: Running) -> None:
    async with visitor(server.url) as http:
        answer = await http.get("/api/rulebook", headers={"accept-encoding": "gzip"})

    assert answer.headers["content-encoding"] == "gzip"
    assert "classic-en" in answer.text


async def test_too_large_body_returns_413(server: Running) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/rooms", content=b'{"edition":"' + b"x" * 100_000 + b'"}')

    assert answer.status_code == 413
