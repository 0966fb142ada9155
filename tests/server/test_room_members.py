"""People in a room: muting, watching, bans, seat tokens, several devices, signing in and out."""

from pathlib import Path

import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import Player, Running, a_server, is_my_turn, my_game, open_socket
from tests.server.test_accounts import SECRET, signed_up
from tilewise.rooms import commands
from tilewise.rooms.events import WhyOver
from tilewise.rooms.inputs import Close
from tilewise.rooms.rejections import Reason
from tilewise.wire.messages import (
    Do,
    Draft,
    DraftShown,
    Goodbye,
    Ping,
    Pong,
    Presence,
    Refused,
    Said,
    Say,
    Update,
    WhyGoodbye,
)

pytestmark = pytest.mark.anyio


async def test_muted_person_cannot_chat(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as host, bob.joined(room) as guest:
        await host.do(commands.Mute(bob.me.id))
        await guest.send(Say("spam"))
        assert (await guest.receive(Refused)).reason is Reason.MUTED

        await host.do(commands.Mute(bob.me.id, is_muted=False))
        await guest.send(Say("sorry"))

        assert (await host.receive(Said)).text == "sorry"
        assert [said.text for said in host.received if isinstance(said, Said)] == ["sorry"]


async def test_presence_is_updated_when_a_person_sits_down(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as host, bob.joined(room):
        await bob.http.post(f"/rooms/{room}/seat")

        present = await host.receive(Presence, lambda presence: presence.chairs == (True, True))

    assert present.watching == 0


async def test_chat_limit_is_shared_by_all_devices_of_a_person(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock()) as server:
        ann = await server.guest("Ann")
        room = await ann.open()
        async with ann.joined(room) as phone, ann.joined(room) as laptop:
            for _ in range(5):
                await phone.send(Say("spam"))
            await phone.send(Ping("all said"))
            await phone.receive(Pong)
            await laptop.send(Say("spam"))

            assert (await laptop.receive(Refused)).reason is Reason.TOO_FAST


async def test_seat_token_continues_the_game_on_another_device(server: Running) -> None:
    ann, phone = await server.guest("Ann"), await server.guest("Phone")
    room = await ann.open(bots=["novice"], start=True)
    token = (await ann.http.post(f"/rooms/{room}/seat-token")).json()["token"]
    async with ann.joined(room) as player:
        await player.do(commands.Contribute())
        view = await player.until(is_my_turn)

    async with phone.joined(room, seat=token) as again:
        assert again.view == view
        await again.do(commands.Draw())


async def test_seat_token_is_valid_for_one_room_and_one_player(server: Running) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    room, other = await ann.open(), await ann.open()
    token = (await ann.http.post(f"/rooms/{other}/seat-token")).json()["token"]

    for wrong in (token, f"{token}x", ""):
        async with eve.connected(room) as intruder:
            await intruder.hello(seat=wrong)
            assert (await intruder.goodbye()).why is WhyGoodbye.NOT_FOR_YOU
    assert (await eve.http.post(f"/rooms/{room}/seat-token")).status_code == 409


async def test_seat_token_of_a_guest_survives_signing_up_but_not_a_ban(own_server: Running) -> None:
    ann, phone = await own_server.guest("Ann"), await own_server.guest("Phone")
    room = await ann.open()
    token = (await ann.http.post(f"/rooms/{room}/seat-token")).json()["token"]
    await ann.http.post("/account", json={"name": "Ann", "password": SECRET})

    async with phone.joined(room, seat=token) as player:
        assert player.view.seat == 0
    await own_server.node.people.ban(ann.me.id)
    async with phone.connected(room) as again:
        await again.hello(token)
        assert (await again.goodbye()).why is WhyGoodbye.NOT_FOR_YOU


async def test_guest_who_signs_in_continues_as_the_account(own_server: Running) -> None:
    ann, phone = await signed_up(own_server, "Ann"), await own_server.guest("Phone")
    room = await phone.open(bots=["novice"], start=True)
    async with phone.joined(room) as player:
        await player.do(commands.Contribute())
        await player.until(is_my_turn)
        await phone.http.post("/sign-in", json={"name": "Ann", "password": SECRET})
        assert await player.goodbye() == Goodbye(WhyGoodbye.SIGNED_OUT, come_back=True)

    async with ann.joined(room) as again:
        assert is_my_turn(again.view)
        await again.do(commands.Draw())
    assert [line["id"] for line in (await ann.http.get("/my/rooms")).json()["rooms"]] == [room]


@pytest.mark.parametrize("path", ["/sign-out-everywhere", "/account/delete"])
async def test_signing_out_everywhere_disconnects_all_devices(own_server: Running, path: str) -> None:
    ann = await signed_up(own_server, "Ann")
    token = (await ann.http.post("/programs", json={"name": "Robo"})).json()["token"]
    async with ann.joined(await ann.open()) as player:
        await ann.http.post(path, json={"password": SECRET})

        assert await player.goodbye() == Goodbye(WhyGoodbye.SIGNED_OUT, come_back=False)
    assert (await ann.http.get("/session", headers={"authorization": f"Bearer {token}"})).status_code == 401


@pytest.mark.parametrize("path", ["/sign-out-everywhere", "/account/delete"])
async def test_signing_out_everywhere_disconnects_programs(own_server: Running, path: str) -> None:
    ann = await signed_up(own_server, "Ann")
    token = (await ann.http.post("/programs", json={"name": "Robo"})).json()["token"]
    url = f"ws://127.0.0.1:{own_server.port}/api/rooms/{await ann.open()}/play"
    async with open_socket(url, authorization=f"Bearer {token}") as socket:
        robo = Player(socket)
        await robo.hello()
        await robo.receive(Update)
        await ann.http.post(path, json={"password": SECRET})

        assert await robo.goodbye() == Goodbye(WhyGoodbye.SIGNED_OUT, come_back=False)


async def test_invalidated_seat_tokens_stop_working_and_new_ones_work(server: Running) -> None:
    ann, phone = await server.guest("Ann"), await server.guest("Phone")
    room = await ann.open()
    token = (await ann.http.post(f"/rooms/{room}/seat-token")).json()["token"]
    async with phone.joined(room, seat=token) as lost:
        assert (await ann.http.delete(f"/rooms/{room}/seat-token")).status_code == 204
        assert (await lost.goodbye()).why is WhyGoodbye.SIGNED_OUT
    async with phone.connected(room) as again:
        await again.hello(token)
        assert (await again.goodbye()).why is WhyGoodbye.NOT_FOR_YOU
    fresh = (await ann.http.post(f"/rooms/{room}/seat-token")).json()["token"]

    async with phone.joined(room, seat=fresh) as back:
        assert back.view.seat == 0


async def test_banned_person_cannot_watch_the_room(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as host, bob.joined(room) as guest:
        await guest.do(commands.Sit())
        await host.do(commands.Kick(1, ban=True))

        assert (await guest.goodbye()).why is WhyGoodbye.NOT_FOR_YOU
    async with bob.connected(room) as again:
        await again.hello()
        assert (await again.goodbye()).why is WhyGoodbye.NOT_FOR_YOU


async def test_command_is_completed_even_if_its_sender_disconnects(own_server: Running) -> None:
    ann, bob = await own_server.guest("Ann"), await own_server.guest("Bob")
    room = await ann.open()
    async with bob.joined(room) as witness:
        for number in range(5):
            async with ann.connected(room) as player:
                await player.hello()
                await player.send(Do(f"r{number}", commands.Ready(is_ready=number % 2 == 0)))
        latest = (await own_server.node.store.entries(room))[-1].version

        await witness.until(lambda view: view.version >= latest)


async def test_last_of_many_drafts_is_broadcast(tmp_path: Path) -> None:
    async with a_server(tmp_path, drafts_per_second=20) as server:
        ann, bob = await server.guest("Ann"), await server.guest("Bob")
        room = await ann.open(bots=["novice"], start=True)
        async with ann.joined(room) as player, bob.joined(room) as watcher:
            await player.do(commands.Contribute())
            game = my_game(await player.until(is_my_turn))
            for tile in [*game.rack[:1] * 40, game.rack[1]]:
                await player.send(Draft(((tile,), *game.table)))

            await watcher.receive(DraftShown, lambda shown: shown.table[0] == game.rack[1:2])


async def test_delayed_spectators_see_all_updates_in_order_and_no_drafts(tmp_path: Path) -> None:
    async with a_server(tmp_path, watch_delay_seconds=3600) as server:
        ann, bob = await server.guest("Ann"), await server.guest("Bob")
        room = await ann.open(bots=["novice"], watching="delayed", rules={"games_per_round": 1})
        async with ann.joined(room) as player, bob.joined(room) as watcher:
            await player.do(commands.Begin())
            await player.do(commands.Contribute())
            game = my_game(await player.until(is_my_turn))
            await player.send(Draft((game.rack[:1], *game.table)))
            stale = await watcher.ask(commands.Draw(), seen=0)
            await player.do(commands.Concede())
            await watcher.until(lambda view: view.phase == "over")

        versions = [message.view.version for message in watcher.received if isinstance(message, Update)]
        assert versions == sorted(versions)
        assert isinstance(stale, Refused)
        assert (stale.reason, stale.view) == (Reason.NOT_SEATED, None)
        assert not any(isinstance(message, DraftShown) for message in watcher.received)


async def test_abandoned_room_is_closed(tmp_path: Path) -> None:
    clock = FakeClock()
    async with a_server(tmp_path, clock, forsaken_days=14) as server:
        ann = await server.guest("Ann")
        room = await ann.open(bots=["novice"], start=True, time={"type": "none"})
        async with ann.joined(room) as player:
            await player.do(commands.Contribute())
            await player.until(is_my_turn)
        clock.time += 13 * 86400
        await server.node.sweep()
        assert (await server.node.service.get(room)).why_over is None
        clock.time += 2 * 86400
        await server.node.sweep()

        assert (await server.node.service.get(room)).why_over is WhyOver.ABANDONED


async def test_old_finished_matches_are_deleted(tmp_path: Path) -> None:
    clock = FakeClock()
    async with a_server(tmp_path, clock, keep_days=30) as server:
        ann = await server.guest("Ann")
        room = await ann.open(bots=["novice"], start=True, is_public=True, rules={"games_per_round": 1})
        async with ann.joined(room) as player:
            await player.do(commands.Contribute())
            await player.until(lambda view: view.phase == "playing")
            await player.do(commands.Concede())
            clock.time += 29 * 86400
            await server.node.sweep()
            assert (await ann.http.get(f"/rooms/{room}")).status_code == 200
            clock.time += 2 * 86400
            await server.node.sweep()
            await player.send(Do("again", commands.Rematch()))
            assert (await player.goodbye()).why is WhyGoodbye.TROUBLE

        answers = [await ann.http.get(path) for path in (f"/rooms/{room}", f"/rooms/{room}/record.json")]
        lists = [(await ann.http.get(path)).json()["rooms"] for path in ("/my/rooms", "/archive")]
        assert await server.node.store.entries(room) == ()

    assert [answer.status_code for answer in answers] == [404, 404]
    assert lists == [[], []]


async def test_match_closed_by_an_administrator_is_not_rated(own_server: Running) -> None:
    ann, bob = await signed_up(own_server, "Ann"), await signed_up(own_server, "Bob")
    room = await ann.open(is_rated=True)
    async with ann.joined(room) as one, bob.joined(room) as two:
        await two.do(commands.Sit())
        for player in (one, two):
            await player.do(commands.Ready())
    await own_server.node.service.execute(room, Close())
    await own_server.node.rating_updater.catch_up()

    assert (await ann.http.get("/leaderboard/classic")).json()["lines"] == []
