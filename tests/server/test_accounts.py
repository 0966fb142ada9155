"""Accounts, ratings, programs and the archive over HTTP."""

import gzip
import importlib.util
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from itsdangerous import URLSafeTimedSerializer
from websockets.exceptions import InvalidStatus

from tests.server.kit import Guest, Running, a_server, is_my_turn, open_socket, visitor
from tilewise.rooms import commands
from tilewise.server.security.identity import COOKIE
from tilewise.server.settings import signing_key
from tilewise.wire.messages import Goodbye, Welcome, WhyGoodbye

pytestmark = pytest.mark.anyio

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"
SECRET = "correct horse"  # noqa: S105  # only for these tests
OTHER = "battery staple"


async def signed_up(server: Running, name: str) -> Guest:
    guest = await server.guest()
    answer = await guest.http.post("/account", json={"name": name, "password": SECRET})
    assert answer.status_code == 201, answer.text
    return guest


async def a_rated_game(winner: Guest, loser: Guest, *, is_public: bool = True) -> str:
    """Play one game in which a player concedes at once."""
    room = await winner.open(is_rated=True, is_public=is_public, rules={"games_per_round": 1})
    async with winner.joined(room) as one, loser.joined(room) as two:
        await two.do(commands.Sit())
        for player in (one, two):
            await player.do(commands.Ready())
        for player in (one, two):
            await player.do(commands.Contribute("x"))
        await two.do(commands.Concede())
    return room


async def test_guest_keeps_id_and_games_when_signing_up(own_server: Running) -> None:
    ann = await own_server.guest("Ann")
    room = await ann.open()
    answer = await ann.http.post("/account", json={"name": "Ann", "password": SECRET})

    assert (answer.json()["id"], answer.json()["has_account"]) == (ann.me.id, True)
    assert [line["id"] for line in (await ann.http.get("/my/rooms")).json()["rooms"]] == [room]
    assert (await ann.http.post("/account", json={"name": "Ann2", "password": SECRET})).status_code == 409
    assert (await ann.http.post("/session/name", json={"name": "Other"})).status_code == 409


async def test_games_are_listed_after_signing_in_on_another_device(own_server: Running) -> None:
    ann, phone = await signed_up(own_server, "Ann"), await own_server.guest("Phone")
    room = await phone.open()

    answer = await phone.http.post("/sign-in", json={"name": "ann", "password": SECRET})

    assert answer.json()["id"] == ann.me.id
    assert [line["id"] for line in (await phone.http.get("/my/rooms")).json()["rooms"]] == [room]


async def test_running_match_is_listed_with_the_player_to_move(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")
    room = await ann.open(time={"type": "none"})
    async with ann.joined(room) as one, bob.joined(room) as two:
        await two.do(commands.Sit())
        for player in (one, two):
            await player.do(commands.Ready())
        for player in (one, two):
            await player.do(commands.Contribute())
        view = await one.until(lambda view: view.phase == "playing")

    (mine,) = (await ann.http.get("/my/running")).json()["games"]

    is_ann = view.game is not None and view.game.to_move == view.seat
    assert (mine["room"]["id"], mine["to_move"], mine["is_my_turn"]) == (room, "Ann" if is_ann else "Bob", is_ann)


async def test_finished_match_is_not_listed_as_running(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")
    await a_rated_game(ann, bob)

    assert (await ann.http.get("/my/running")).json() == {"games": []}


async def test_wrong_name_and_wrong_password_give_the_same_error(own_server: Running) -> None:
    await signed_up(own_server, "Ann")
    eve = await own_server.guest("Eve")

    wrong = await eve.http.post("/sign-in", json={"name": "Ann", "password": "wrong password"})
    nobody = await eve.http.post("/sign-in", json={"name": "Nobody", "password": "wrong password"})

    assert (wrong.status_code, wrong.json()) == (nobody.status_code, nobody.json()) == (401, wrong.json())


async def test_signing_out_everywhere_ends_other_sessions(own_server: Running) -> None:
    ann, phone = await signed_up(own_server, "Ann"), await own_server.guest()
    await phone.http.post("/sign-in", json={"name": "Ann", "password": SECRET})

    assert (await ann.http.post("/sign-out-everywhere")).status_code == 204

    assert (await phone.http.get("/session")).status_code == 401
    assert (await ann.http.get("/session")).status_code == 401


async def test_new_password_replaces_the_old_one(own_server: Running) -> None:
    ann, phone = await signed_up(own_server, "Ann"), await own_server.guest("Phone")

    assert (await ann.http.post("/account/password", json={"old": SECRET, "new": OTHER})).status_code == 200

    signed_in = [
        (await phone.http.post("/sign-in", json={"name": "Ann", "password": word})).status_code
        for word in (SECRET, OTHER)
    ]
    assert signed_in == [401, 200]


async def test_changing_the_password_ends_other_sessions_only(own_server: Running) -> None:
    ann, phone = await signed_up(own_server, "Ann"), await own_server.guest("Phone")
    await phone.http.post("/sign-in", json={"name": "Ann", "password": SECRET})

    await ann.http.post("/account/password", json={"old": SECRET, "new": OTHER})

    assert [(await each.http.get("/session")).status_code for each in (ann, phone)] == [200, 401]


async def test_changing_the_password_needs_the_old_one(own_server: Running) -> None:
    ann, guest = await signed_up(own_server, "Ann"), await own_server.guest("Guest")

    answers = [await each.http.post("/account/password", json={"old": OTHER, "new": OTHER}) for each in (ann, guest)]

    refused = [(answer.status_code, answer.json()["reason"]) for answer in answers]
    assert refused == [(403, "wrong-old-password"), (403, "no-account")]


@pytest.mark.parametrize("by", ["id", "name"])
async def test_profile_exists_as_soon_as_the_account(own_server: Running, by: str) -> None:
    ann = await signed_up(own_server, "Ann Ämter")

    profile = await ann.http.get(f"/people/{ann.me.id if by == 'id' else 'ann%20%C3%A4mter'}")

    assert (profile.status_code, profile.json()["name"]) == (200, "Ann Ämter")


async def test_signing_out_ends_this_session_only(own_server: Running) -> None:
    ann, phone = await signed_up(own_server, "Ann"), await own_server.guest()
    await phone.http.post("/sign-in", json={"name": "Ann", "password": SECRET})
    await ann.http.post("/sign-out")

    assert (await ann.http.get("/session")).status_code == 401
    assert (await phone.http.get("/session")).status_code == 200


@pytest.mark.parametrize("arrive", [Running.guest, signed_up])
async def test_copied_cookies_stop_working_after_signing_out(
    own_server: Running, arrive: Callable[[Running, str], Awaitable[Guest]]
) -> None:
    ann = await arrive(own_server, "Ann")
    first = ann.cookie
    await ann.http.post("/session")
    copies = (first, ann.cookie)
    await ann.http.post("/sign-out")

    async with visitor(f"{own_server.url}/api") as thief:
        answers = [await thief.get("/session", headers={"cookie": copy}) for copy in copies]

    assert [answer.status_code for answer in answers] == [401, 401]


async def test_signing_out_closes_the_sockets_of_the_session(own_server: Running) -> None:
    ann = await signed_up(own_server, "Ann")
    room = await ann.open()
    copy = ann.cookie
    async with ann.joined(room) as player:
        await ann.http.post("/sign-out")

        assert await player.goodbye() == Goodbye(WhyGoodbye.SIGNED_OUT, come_back=True)
    with pytest.raises(InvalidStatus):
        async with open_socket(f"ws://127.0.0.1:{own_server.port}/api/rooms/{room}/play", cookie=copy):
            pass


async def test_new_session_after_signing_out_has_another_person(own_server: Running) -> None:
    ann = await own_server.guest("Ann")
    await ann.http.post("/sign-out")

    assert (await ann.http.post("/session")).json()["id"] != ann.me.id


async def test_cookie_without_a_session_id_works_until_it_is_signed_out(own_server: Running) -> None:
    signer = URLSafeTimedSerializer(signing_key(own_server.node.settings, ""), salt="session")
    old = {"cookie": f"{COOKIE}={signer.dumps(['g-old', 'Olga', False, 0])}"}

    async with visitor(f"{own_server.url}/api") as olga:
        before = await olga.get("/session", headers=old)
        await olga.post("/sign-out", headers=old)
        after = await olga.get("/session", headers=old)

    assert (before.json()["id"], after.status_code) == ("g-old", 401)


async def test_deleted_account_has_no_profile_and_cannot_sign_in(own_server: Running) -> None:
    ann = await signed_up(own_server, "Ann")

    assert (await ann.http.post("/account/delete", json={"password": SECRET})).status_code == 204

    assert (await ann.http.get(f"/people/{ann.me.id}")).status_code == 404
    assert (await ann.http.post("/sign-in", json={"name": "Ann", "password": SECRET})).status_code == 401


async def test_deleting_an_account_needs_its_password(own_server: Running) -> None:
    ann = await signed_up(own_server, "Ann")

    answers = [await ann.http.post("/account/delete", json={"password": OTHER}), await ann.http.delete("/account")]

    assert [answer.status_code for answer in answers] == [403, 405]
    assert (await ann.http.get("/session")).json()["has_account"] is True


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("/sign-in", {"name": " ANN ", "password": OTHER}),
        ("/account/password", {"old": OTHER, "new": OTHER}),
        ("/account/delete", {"password": OTHER}),
    ],
)
async def test_wrong_passwords_of_many_addresses_slow_the_account_down(
    tmp_path: Path, path: str, wrong: dict[str, str]
) -> None:
    async with a_server(tmp_path, passwords_per_minute=4.0) as server:
        ann = await signed_up(server, "Ann")
        places = [await server.guest(f"Eve {number}", f"127.0.0.{number}") for number in range(2, 5)]
        for place in places:
            place.http.cookies = ann.http.cookies

        tried = [(await place.http.post(path, json=wrong)).status_code for place in places]
        elsewhere = await places[0].http.post("/sign-in", json={"name": "Bob", "password": OTHER})

    assert tried[0] == tried[1] != 429
    assert (tried[2], elsewhere.status_code) == (429, 401)


async def test_banned_account_is_locked_out(own_server: Running) -> None:
    ann = await signed_up(own_server, "Ann")
    await own_server.node.people.ban(ann.me.id)

    assert (await ann.http.get("/session")).status_code == 403
    assert (await ann.http.post("/sign-in", json={"name": "Ann", "password": SECRET})).status_code == 401


async def test_only_rated_matches_change_ratings(own_server: Running) -> None:
    ann, bob = await signed_up(own_server, "Ann"), await signed_up(own_server, "Bob")
    room = await a_rated_game(ann, bob)
    await own_server.node.rating_updater.catch_up()

    board = (await ann.http.get("/leaderboard/classic")).json()["lines"]
    profile = (await ann.http.get(f"/people/{bob.me.id}")).json()

    assert [(line["name"], line["games"]) for line in board] == [("Ann", 1), ("Bob", 1)]
    assert board[0]["rating"] > board[1]["rating"]
    assert [(change["room"], change["rank"]) for change in profile["history"]] == [(room, 2)]
    assert (await ann.http.get("/leaderboard/chess")).status_code == 404


async def test_public_games_are_listed_and_exported(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")
    room = await a_rated_game(ann, bob)

    found = await ann.http.get("/archive", params={"edition": "classic-en", "name": "bob"})
    other = await ann.http.get("/archive", params={"edition": "twist"})
    export = gzip.decompress((await ann.http.get("/archive.jsonl.gz")).content)

    assert [line["id"] for line in found.json()["rooms"]] == [room]
    assert other.json() == {"rooms": []}
    assert [json.loads(line)["seats"] for line in export.splitlines()] == [["Ann", "Bob"]]
    assert (await ann.http.get(f"/people/{bob.me.id}/rooms")).json()["rooms"][0]["id"] == room


async def test_program_plays_with_a_token_and_is_marked_as_a_bot(own_server: Running) -> None:
    ann = await signed_up(own_server, "Ann")
    answer = await ann.http.post("/programs", json={"name": "Robo"})
    token, person = answer.json()["token"], answer.json()["person"]
    spec = importlib.util.spec_from_file_location("remote_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    room = await ann.open(rules={"games_per_round": 1})
    async with ann.joined(room) as host:
        await host.do(commands.Ready())
        playing = example.asyncio.create_task(example.play(own_server.url, token, room))
        await host.until(lambda view: view.phase == "dealing")
        await host.do(commands.Contribute())
        for ask in (commands.Draw(), commands.Draw(), commands.Concede()):
            await host.until(is_my_turn)
            await host.do(ask)

        view = await playing

    assert view["phase"] == "over"
    assert view["chairs"][1]["name"] == "Robo"
    assert (await ann.http.get(f"/people/{person}")).json()["is_bot"] is True


async def test_wrong_token_is_rejected_and_guests_cannot_create_programs(own_server: Running) -> None:
    ann = await own_server.guest("Ann")

    assert (await ann.http.get("/session", headers={"authorization": "Bearer tw_wrong"})).status_code == 401
    assert (await ann.http.post("/programs", json={"name": "Robo"})).status_code == 403


async def test_guest_session_ends_after_signing_up_elsewhere(own_server: Running) -> None:
    """Otherwise an old cookie would bypass the password, bans and signing out everywhere."""
    ann = await own_server.guest("Ann")
    old = {"cookie": ann.cookie}
    await ann.http.post("/account", json={"name": "Ann", "password": SECRET})

    async with visitor(f"{own_server.url}/api") as thief:
        assert (await thief.get("/session", headers=old)).status_code == 401
        moved = {"name": "Ann", "password": SECRET}
        assert (await thief.post("/sign-in", json=moved, headers=old)).status_code == 200
    assert (await ann.http.get("/session")).json()["has_account"] is True


async def test_rating_history_hides_private_rooms(own_server: Running) -> None:
    ann, bob = await signed_up(own_server, "Ann"), await signed_up(own_server, "Bob")
    public, private = await a_rated_game(ann, bob), await a_rated_game(ann, bob, is_public=False)
    await own_server.node.rating_updater.catch_up()

    answer = await ann.http.get(f"/people/{bob.me.id}")

    assert {change["room"] for change in answer.json()["history"]} == {public, None}
    assert private not in answer.text


async def test_bots_stand_in_for_a_deleted_account(own_server: Running) -> None:
    ann, bob = await signed_up(own_server, "Ann"), await own_server.guest("Bob")
    playing, waiting = await bob.open(time={"type": "correspondence", "hours": 72}), await bob.open()
    async with ann.joined(playing) as one, ann.joined(waiting) as two, bob.joined(playing) as other:
        for player in (one, two):
            await player.do(commands.Sit())
        for player in (one, other):
            await player.do(commands.Ready())
        for player in (one, other):
            await player.do(commands.Contribute())

        await ann.http.post("/account/delete", json={"password": SECRET})

        await other.until(lambda view: view.chairs[1].has_stand_in)
    assert (await own_server.node.service.get(waiting)).seats[1].is_free


async def test_programs_of_a_banned_account_are_locked_out(own_server: Running) -> None:
    ann = await signed_up(own_server, "Ann")
    token = (await ann.http.post("/programs", json={"name": "Robo"})).json()["token"]
    await own_server.node.people.ban(ann.me.id)

    assert (await ann.http.get("/session", headers={"authorization": f"Bearer {token}"})).status_code == 403


@pytest.mark.parametrize("name", ["\N{FULLWIDTH LATIN SMALL LETTER A}nn", "ANN", "ann "])
async def test_name_that_looks_the_same_is_taken(own_server: Running, name: str) -> None:
    await signed_up(own_server, "Ann")
    eve = await own_server.guest("Eve")

    answer = await eve.http.post("/account", json={"name": name, "password": SECRET})

    assert (answer.status_code, answer.json()["reason"]) == (409, "name-taken")


async def test_name_that_expands_beyond_the_limit_is_rejected(own_server: Running) -> None:
    eve = await own_server.guest("Eve")

    assert (await eve.http.post("/session/name", json={"name": "ß" * 40})).status_code == 400


async def test_guest_cannot_take_the_name_of_an_account(own_server: Running) -> None:
    await signed_up(own_server, "Ann")
    eve = await own_server.guest("Eve")

    answer = await eve.http.post("/session/name", json={"name": " ANN "})

    assert (answer.status_code, answer.json()["reason"]) == (409, "name-taken")


async def test_guest_loses_a_name_that_an_account_takes(own_server: Running) -> None:
    eve = await own_server.guest("Ann")
    room = await eve.open()
    token = (await eve.http.post(f"/rooms/{room}/seat-token")).json()["token"]
    await signed_up(own_server, "Ann")

    named = (await eve.http.get("/session")).json()
    async with eve.connected(room) as player:
        await player.hello(token)
        seated = (await player.receive(Welcome)).you

    assert (named["id"], seated.id) == (eve.me.id, eve.me.id)
    assert named["name"] == seated.name != "Ann"


@pytest.mark.parametrize("name", ["master", "Novice", "greedy 2"])
@pytest.mark.parametrize("path", ["/session/name", "/account"])
async def test_name_of_a_bot_cannot_be_taken(own_server: Running, path: str, name: str) -> None:
    ann = await own_server.guest("Ann")

    answer = await ann.http.post(
        path, json={"name": name, "password": SECRET} if path == "/account" else {"name": name}
    )

    assert (answer.status_code, answer.json()["reason"]) == (409, "name-taken")
