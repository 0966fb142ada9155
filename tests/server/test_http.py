"""The HTTP interface: sessions, rooms, records, health."""

import asyncio
from pathlib import Path

import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import Guest, Running, a_server, visitor
from tilewise.core.editions import EDITIONS
from tilewise.rooms import commands
from tilewise.rooms.model import Phase
from tilewise.rooms.people import Person
from tilewise.server.http.pages import policy_for

pytestmark = pytest.mark.anyio


async def test_somebody_new_is_a_guest_at_once_and_stays_the_same(server: Running) -> None:
    ann = await server.guest()

    again = (await ann.http.post("/session")).json()

    assert again["id"] == ann.me.id
    assert (ann.me.has_account, ann.me.name[:6]) == (False, "Guest ")


async def test_the_cookie_is_for_us_alone(server: Running) -> None:
    async with visitor(server.url) as http:
        cookie = (await http.post("/api/session")).headers["set-cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


async def test_a_forged_cookie_is_nobody(server: Running) -> None:
    ann = await server.guest()
    async with visitor(server.url, cookie=f"{ann.cookie[:-3]}abc") as forger:
        forged = await forger.get("/api/session")

    assert (forged.status_code, forged.json()["reason"]) == (401, "no-session")


@pytest.mark.parametrize("name", ["", "x" * 41, "a:b", "a\u0000b", "   "])
async def test_a_name_can_be_shown(server: Running, name: str) -> None:
    ann = await server.guest()

    assert (await ann.http.post("/session/name", json={"name": name})).status_code == 400


async def test_another_sites_page_cannot_act_for_somebody(server: Running) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/rooms", json={}, headers={"origin": "https://evil.example"})

    assert (answer.status_code, answer.json()["reason"]) == (403, "foreign-origin")


async def test_our_own_page_can(server: Running) -> None:
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
async def test_a_room_that_cannot_be_is_not_opened(server: Running, body: dict[str, object]) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/rooms", json=body)

    assert answer.status_code == 400
    assert answer.json()["detail"]


async def test_the_rulebook_lists_what_can_be_chosen(server: Running) -> None:
    ann = await server.guest()

    book = (await ann.http.get("/rulebook")).json()

    assert [edition["name"] for edition in book["editions"]] == list(EDITIONS)
    assert {"novice", "master", "master-sociable"} <= set(book["bots"])
    assert list(book["about_bots"]) == book["bots"]
    assert {"name", "choices", "description", "default"} == set(book["house_rules"][0])


async def test_public_rooms_are_listed_and_private_ones_are_not(own_server: Running) -> None:
    ann = await own_server.guest("Ann")
    await ann.open()
    shown = await ann.open(is_public=True)

    rooms = (await ann.http.get("/rooms")).json()["rooms"]

    assert [(room["id"], room["names"]) for room in rooms] == [(shown, ["Ann"])]


async def test_quick_play_brings_people_together(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")

    first = (await ann.http.post("/quick", json={"chairs": 2})).json()["room"]
    second = (await bob.http.post("/quick", json={"chairs": 2})).json()["room"]

    assert first == second
    view = (await bob.http.get(f"/rooms/{first}")).json()
    assert (view["phase"], view["seat"]) == ("gathering", 1)


async def searched(guest: Guest, **wanted: object) -> str:
    """The room in which somebody looks for company."""
    return str((await guest.http.post("/quick", json=wanted)).json()["room"])


async def test_people_who_search_at_the_same_moment_meet_at_one_table(own_server: Running) -> None:
    people = [await own_server.guest(name) for name in ("Ann", "Bob", "Cleo", "Dan")]

    rooms = await asyncio.gather(*map(searched, people))

    assert len(set(rooms)) == 1


async def test_people_who_search_meet_across_editions_that_feel_alike(own_server: Running) -> None:
    ann, bob, eve = [await own_server.guest(name) for name in ("Ann", "Bob", "Eve")]

    room = await searched(ann, edition="classic-he")

    assert await searched(bob, edition="classic-uk") == room
    assert await searched(eve, edition="twist") != room


async def test_who_searches_twice_stays_at_the_same_table(own_server: Running) -> None:
    ann = await own_server.guest("Ann")

    room = await searched(ann)

    assert await searched(ann) == room
    assert await searched(ann, room=room) == room


async def test_the_later_of_two_lone_searchers_moves_to_the_earlier(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")
    first = await searched(ann)
    config = (await own_server.node.service.get(first)).config
    second = (await own_server.node.service.open(config, Person(bob.me.id, "Bob"))).id  # as on another node

    assert await searched(ann, room=first) == first
    assert await searched(bob, room=second) == first
    assert (await own_server.node.service.get(second)).phase is Phase.OVER


async def test_a_seat_is_taken_with_one_request(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()

    for _ in range(2):
        assert (await bob.http.post(f"/rooms/{room}/seat")).status_code == 201

    chair = (await bob.http.get(f"/rooms/{room}")).json()["chairs"][1]
    assert (chair["name"], chair["is_ready"]) == ("Bob", True)


async def test_no_seat_is_taken_at_a_full_table(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open(bots=["novice"])

    refused = await bob.http.post(f"/rooms/{room}/seat")

    assert (refused.status_code, refused.json()["reason"]) == (409, "room-is-full")


async def test_a_code_that_does_not_exist_is_unknown_and_guessing_is_slow(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), attempts_per_minute=20) as server:
        ann = await server.guest()

        answers = [(await ann.http.get("/codes/AAAAAA")).status_code for _ in range(12)]

    assert answers[0] == 404
    assert answers[-1] == 429


async def test_there_is_no_record_before_the_end(server: Running) -> None:
    ann = await server.guest()
    room = await ann.open(bots=["novice"], start=True)

    assert (await ann.http.get(f"/rooms/{room}/record.txt")).status_code == 409


async def test_a_match_that_was_conceded_can_be_downloaded(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(bots=["novice"], start=True, rules={"games_per_round": 1})
    async with ann.joined(room) as player:
        await player.do(commands.Contribute("x"))
        await player.until(lambda view: view.phase == "playing")
        await player.do(commands.Concede())

    record = (await ann.http.get(f"/rooms/{room}/record.json")).json()

    assert (record["seats"], len(record["games"])) == (["Ann", "novice"], 1)


async def test_a_room_that_does_not_exist(server: Running) -> None:
    ann = await server.guest()

    assert (await ann.http.get("/rooms/nowhere")).status_code == 404


async def test_the_keeper_sees_that_all_is_well(own_server: Running) -> None:
    ann = await own_server.guest()
    await ann.open()
    async with visitor(own_server.url) as http:
        assert (await http.get("/healthz")).text == "ok"
        assert (await http.get("/readyz")).text == "ready"
        metrics = (await http.get("/metrics")).text
        await own_server.node.drain()
        assert (await http.get("/readyz")).status_code == 503

    assert "tilewise_rooms_opened_total 1.0" in metrics


async def test_every_answer_has_the_usual_headers(server: Running) -> None:
    async with visitor(server.url) as http:
        headers = (await http.get("/")).headers

    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_a_page_may_run_the_script_that_stands_in_it_and_no_other() -> None:
    policy = policy_for("<head><script>alert(1)</script></head>")

    assert "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in policy
    assert policy_for("<p>no script</p>").endswith("script-src 'self'")


async def test_the_first_page_is_honest(server: Running) -> None:
    async with visitor(server.url) as http:
        page = (await http.get("/")).text
        schema = (await http.get("/api/schema/openapi.json")).json()

    assert "<title>Tilewise</title>" in page
    assert "/api/rooms/{room}" in schema["paths"]


async def test_every_address_of_the_site_is_the_one_page_and_nothing_else_is(server: Running) -> None:
    async with visitor(server.url) as http:
        site = [(await http.get(path)).headers["content-type"] for path in ("/lobby", "/r/abc", "/replay/x/3")]
        elsewhere = [(await http.get(path)).status_code for path in ("/api/nothing", "/assets/none.js")]

    assert site == ["text/html; charset=utf-8"] * 3
    assert elsewhere == [404, 404]


async def test_what_a_phone_must_load_comes_compressed(server: Running) -> None:
    async with visitor(server.url) as http:
        answer = await http.get("/api/rulebook", headers={"accept-encoding": "gzip"})

    assert answer.headers["content-encoding"] == "gzip"
    assert "classic-en" in answer.text


async def test_a_body_that_is_too_large_is_not_read(server: Running) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/rooms", content=b'{"edition":"' + b"x" * 100_000 + b'"}')

    assert answer.status_code == 413
