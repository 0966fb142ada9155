"""Play over real sockets: a game against a bot, two people, spectators, reconnecting."""

import asyncio
from pathlib import Path

import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import Running, a_server, is_my_turn, my_game, turn_of
from tilewise.bots import BOTS, USUAL
from tilewise.core.notation import table
from tilewise.core.violations import Rule
from tilewise.rooms import commands
from tilewise.rooms.rejections import Reason
from tilewise.wire.messages import (
    Do,
    Done,
    Draft,
    DraftShown,
    Emote,
    Ping,
    Pong,
    Presence,
    Refused,
    Said,
    Say,
    SendEmote,
    Update,
)

pytestmark = pytest.mark.anyio

ONE_GAME = {"games_per_round": 1}


async def test_whole_game_against_a_bot_verifies(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(bots=["novice"], start=True, rules=ONE_GAME)
    async with ann.joined(room) as player:
        await player.do(commands.Contribute("seven"))
        while player.view.phase != "over":
            view = await player.until(lambda view: is_my_turn(view) or view.phase == "over")
            if view.phase != "over":
                await player.do(turn_of(BOTS["novice"].choose(my_game(view), USUAL)))

    assert player.view.results
    verdict = await ann.http.get(f"/rooms/{room}/verdict")
    turns = len((await ann.http.get(f"/rooms/{room}/record.json")).json()["games"][0]["actions"])
    proven = {"game": 1, "turns": turns, "is_proven": True, "findings": []}
    assert verdict.json() == {"is_proven": True, "findings": [], "games": [proven]}
    text = await ann.http.get(f"/rooms/{room}/record.txt")
    assert text.text.startswith("tilewise-record: 1")


async def test_two_players_meet_by_a_code(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    code = (await ann.http.get(f"/rooms/{room}/links")).json()["code"]

    found = await bob.http.get(f"/codes/{code.lower()}")

    assert found.json()["room"] == room
    async with ann.joined(room) as one, bob.joined(room) as two:
        await two.do(commands.Sit())
        await one.do(commands.Ready())
        await two.do(commands.Ready())
        await one.do(commands.Contribute("a"))
        await two.do(commands.Contribute("b"))
        await one.until(lambda view: view.phase == "playing")
        assert [chair.name for chair in one.view.chairs] == ["Ann", "Bob"]
        assert (one.view.seat, two.view.seat) == (0, 1)


async def test_refusal_lists_broken_rules_and_stale_play_returns_the_view(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(bots=["novice"], start=True)
    async with ann.joined(room) as player:
        await player.do(commands.Contribute())
        view = await player.until(is_my_turn)

        refused = await player.ask(commands.Play(table("[J J J J J]")))
        stale = await player.ask(commands.Draw(), seen=1)

        assert isinstance(refused, Refused)
        assert Rule.TILE_NOT_ON_RACK in {violation.rule for violation in refused.violations}
        assert isinstance(stale, Refused)
        assert (stale.reason, stale.view) == (Reason.OUT_OF_DATE, view)


async def test_repeated_request_on_another_socket_runs_once(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(bots=["novice"], start=True)
    async with ann.joined(room) as player:
        first = await player.ask(commands.Contribute("x"), request="only-once")
    async with ann.joined(room) as again:
        second = await again.ask(commands.Contribute("x"), request="only-once")

    assert isinstance(first, Done)
    assert first == second


async def test_several_tabs_get_the_same_updates(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open()
    async with ann.joined(room) as one, ann.joined(room) as two:
        await one.do(commands.Ready())
        update = await two.receive(Update)

    assert update.view == one.view


async def test_reconnecting_returns_the_same_view(server: Running) -> None:
    ann = await server.guest("Ann")
    room = await ann.open(bots=["novice"], start=True, time={"type": "none"})
    async with ann.joined(room) as player:
        await player.do(commands.Contribute())
        view = await player.until(is_my_turn)
    async with ann.joined(room) as again:
        assert again.view == view


async def test_drafts_are_shown_to_the_others(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open(bots=["novice"], start=True)
    async with ann.joined(room) as player, bob.joined(room) as watcher:
        await player.do(commands.Contribute())
        view = await player.until(is_my_turn)
        laid = my_game(view).rack[:2]

        await player.send(Draft((laid, *my_game(view).table)))

        shown = await watcher.receive(DraftShown)
        assert (shown.seat, shown.table[0]) == (view.seat, laid)


async def test_spectator_sees_no_rack(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open(bots=["novice"], start=True)
    async with ann.joined(room) as player, bob.joined(room) as watcher:
        await player.do(commands.Contribute())
        await watcher.until(lambda view: view.phase == "playing")

        assert all(seat.rack is None for seat in my_game(watcher.view).seats)
        assert (await watcher.ask(commands.Draw())) == Refused(watcher_id(watcher.received[-1]), Reason.NOT_SEATED)


def watcher_id(message: object) -> str:
    assert isinstance(message, Refused)
    return message.id or ""


async def test_room_can_forbid_spectators(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open(bots=["novice"], watching="forbidden")
    async with ann.joined(room) as player, bob.joined(room) as watcher:
        await player.do(commands.Begin())

        assert (await watcher.goodbye()).why == "not-for-you"
    assert (await bob.http.get(f"/rooms/{room}")).status_code == 403


async def test_delayed_spectators_see_the_past_state(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open(bots=["novice"], watching="delayed", start=True)
    async with ann.joined(room) as player:
        await player.do(commands.Contribute())
        async with bob.joined(room) as watcher:
            await player.until(lambda view: view.phase == "playing")
            assert watcher.view.phase == "gathering"


async def test_chat_reaches_everyone(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as one, bob.joined(room) as two:
        await one.send(Say("  good   luck "))
        await two.send(SendEmote(Emote.THANKS))

        said, shown = await two.receive(Said), await one.receive(Said, lambda said: said.emote is not None)
        assert said == Said(0, "Ann", ann.me.id, text="good luck", at=said.at)
        assert shown == Said(None, "Bob", bob.me.id, emote=Emote.THANKS, at=shown.at)


async def test_chat_is_rate_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock()) as server:
        ann = await server.guest("Ann")
        async with ann.joined(await ann.open()) as player:
            for _ in range(8):
                await player.send(Say("spam"))

            assert (await player.receive(Refused)).reason is Reason.TOO_FAST


async def test_presence_is_broadcast(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as one:
        async with bob.joined(room):
            await one.receive(Presence, lambda presence: presence == Presence((True, False), watching=1))
        await one.receive(Presence, lambda presence: presence == Presence((True, False), watching=0))


async def test_pong_contains_the_server_time(server: Running) -> None:
    ann = await server.guest("Ann")
    async with ann.joined(await ann.open()) as player:
        before = server.node.clock.now()
        await player.send(Ping("p"))

        pong = await player.receive(Pong)
        assert before <= pong.now <= server.node.clock.now()


async def test_drained_server_asks_clients_to_reconnect(own_server: Running) -> None:
    ann = await own_server.guest("Ann")
    async with ann.joined(await ann.open()) as player:
        draining = asyncio.create_task(own_server.node.drain())

        goodbye = await player.goodbye()
        assert (goodbye.why, goodbye.come_back) == ("restarting", True)
        assert await player.closed() == 1012
        await draining


async def test_client_above_the_rate_limit_is_refused(tmp_path: Path) -> None:
    async with a_server(tmp_path, FakeClock(), messages_per_second=20) as server:
        ann = await server.guest("Ann")
        async with ann.joined(await ann.open()) as player:
            for number in range(60):
                await player.send(Do(f"r{number}", commands.Ready(is_ready=number % 2 == 0)))

            assert (await player.receive(Refused)).reason is Reason.TOO_FAST
