"""Hostile clients get clear refusals, and the room is not affected."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.kit import Guest, Player, Running, a_server, is_my_turn, my_game, open_socket
from tilewise.core.violations import Rule
from tilewise.rooms import commands
from tilewise.rooms.rejections import Reason
from tilewise.server.live import outbox
from tilewise.wire.messages import Done, Draft, Ping, Pong, Refused, WhyGoodbye

pytestmark = pytest.mark.anyio

NONSENSE = [
    "",
    "null",
    "[]",
    "{",
    '"hello"',
    '{"type":"win"}',
    '{"type":"do","id":"x","ask":{"type":"win"}}',
    '{"type":"do","id":"x","ask":{"type":"draw","seat":1}}',
    '{"type":"do","id":"x","ask":{"type":"play","table":[["r1","r99"]]}}',
    '{"type":"do","id":7,"ask":{"type":"draw"}}',
    '{"type":"draft","table":{"a":1}}',
    '{"type":"hello","protocols":[1]}',
    "[" * 5000,
    '{"more":' + "[" * 10_000 + "]" * 10_000 + ',"type":"ping","id":"x"}',
    '{"type":"do","id":"' + "x" * 65 + '","ask":{"type":"draw"}}',
]


async def in_a_game(player: Player) -> None:
    await player.do(commands.Contribute())
    await player.until(is_my_turn)


@pytest.mark.parametrize("frame", NONSENSE, ids=range(len(NONSENSE)))
async def test_invalid_message_is_refused_and_the_connection_stays_open(server: Running, frame: str) -> None:
    ann = await server.guest()
    async with ann.joined(await ann.open()) as player:
        await player.socket.send(frame)

        assert (await player.receive(Refused)).reason is Reason.NOT_UNDERSTOOD
        await player.send(Ping("still here"))
        await player.receive(Pong)


async def test_binary_frames_are_decoded_like_text_and_garbage_is_refused(server: Running) -> None:
    ann = await server.guest()
    async with ann.joined(await ann.open()) as player:
        await player.socket.send(b"\xff\x00\xfe")

        assert (await player.receive(Refused)).reason is Reason.NOT_UNDERSTOOD


async def test_client_with_too_many_mistakes_is_disconnected(server: Running) -> None:
    ann = await server.guest()
    async with ann.joined(await ann.open()) as player:
        for _ in range(11):
            await player.socket.send("?")

        assert (await player.goodbye()).why is WhyGoodbye.TOO_MANY_MISTAKES
        assert await player.closed() == 4400


async def test_huge_message_ends_only_its_own_connection(server: Running) -> None:
    ann, bob = await server.guest("Ann"), await server.guest("Bob")
    room = await ann.open()
    async with ann.joined(room) as witness, bob.joined(room) as giant:
        with suppress(ConnectionClosed):
            await giant.socket.send('{"type":"say","text":"' + "x" * 10_000_000 + '"}')

        assert await giant.closed() == 1009
        await witness.do(commands.Ready())


async def test_play_with_foreign_tiles_is_refused(server: Running) -> None:
    ann = await server.guest()
    async with ann.joined(await ann.open(bots=["novice"], start=True)) as player:
        await in_a_game(player)
        rack = my_game(player.view).rack
        twice = tuple(tile for tile in rack for _ in range(4))

        refused = await player.ask(commands.Play((twice,)))

        assert isinstance(refused, Refused)
        assert Rule.TILE_NOT_ON_RACK in {violation.rule for violation in refused.violations}
        assert my_game(player.view).rack == rack


async def test_draft_with_foreign_tiles_is_not_broadcast(server: Running) -> None:
    ann = await server.guest()
    async with ann.joined(await ann.open(bots=["novice"], start=True)) as player:
        await in_a_game(player)

        await player.send(Draft((("J", "J", "J"),)))  # type: ignore[arg-type]

        assert (await player.receive(Refused)).reason is Reason.NOT_A_DRAFT


async def test_player_cannot_play_for_another_seat(server: Running) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    room = await ann.open(bots=["novice"], start=True)
    async with ann.joined(room) as player, eve.joined(room) as intruder:
        await in_a_game(player)
        before = player.view
        for ask in (commands.Draw(), commands.Concede(), commands.Leave(), commands.Contribute("x")):
            answer = await intruder.ask(ask)
            assert isinstance(answer, Refused)
            assert answer.reason is Reason.NOT_SEATED
        async with ann.joined(room) as again:
            assert again.view == before


async def test_request_of_another_person_cannot_be_replayed(server: Running) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    room = await ann.open()
    async with ann.joined(room) as player, eve.joined(room) as intruder:
        assert isinstance(await player.ask(commands.Ready(), request="r1"), Done)

        assert isinstance(await intruder.ask(commands.Ready(), request="r1"), Refused)


async def test_used_request_id_with_another_command_is_refused(server: Running) -> None:
    ann = await server.guest("Ann")
    async with ann.joined(await ann.open()) as player:
        await player.ask(commands.AddBot("novice"), request="r1")

        answer = await player.ask(commands.Begin(), request="r1")

    assert isinstance(answer, Refused)
    assert answer.reason is Reason.REQUEST_ID_USED


async def test_invented_ids_do_not_grow_the_view(server: Running) -> None:
    ann = await server.guest("Ann")
    async with ann.joined(await ann.open()) as player:
        answers = [await player.ask(commands.Mute(f"g-{number:060}")) for number in range(100)]

        assert {answer.reason for answer in answers if isinstance(answer, Refused)} == {Reason.UNKNOWN_PERSON}
        assert player.view.muted == ()


async def test_spectator_who_has_left_can_still_be_muted(server: Running) -> None:
    ann, eve = await server.guest("Ann"), await server.guest("Eve")
    room = await ann.open()
    async with ann.joined(room) as host:
        async with eve.joined(room):
            pass
        await host.do(commands.Mute(eve.me.id))


async def test_connection_without_hello_is_closed(server: Running) -> None:
    ann = await server.guest()
    url = f"ws://127.0.0.1:{server.port}/api/rooms/{await ann.open()}/play"
    nested = '{"more":' + "[" * 10_000 + "]" * 10_000 + ',"type":"hello"}'
    for first in ('{"type":"ping","id":"x"}', '{"type":"hello","protocols":[99]}', "rubbish", nested):
        async with open_socket(url, cookie=ann.cookie) as socket:
            await socket.send(first)

            assert json.loads(await socket.recv())["why"] == WhyGoodbye.NO_COMMON_PROTOCOL


async def refusal(guest: Guest, path: str, **headers: str) -> int:
    """Return the HTTP status of a refused handshake."""
    sent = {"cookie": guest.cookie} | headers
    try:
        async with open_socket(f"ws://127.0.0.1:{guest.port}/api{path}", **sent) as socket:
            await socket.recv()
    except InvalidStatus as refused:
        return refused.response.status_code
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
    return 200


async def test_socket_needs_a_session_a_room_and_an_allowed_origin(server: Running) -> None:
    ann = await server.guest()
    room = await ann.open()

    assert await refusal(ann, "/rooms/nowhere/play") == 403
    assert await refusal(ann, f"/rooms/{room}/play", cookie="") == 403
    assert await refusal(ann, f"/rooms/{room}/play", cookie="tilewise_session=forged") == 403
    assert await refusal(ann, f"/rooms/{room}/play", origin="https://evil.example") == 403
    assert await refusal(ann, "/lobby", origin="https://evil.example") == 403


@pytest.mark.parametrize("body", ['{"edition":' + "[" * 20_000 + "]" * 20_000 + "}", "[" * 20_000])
async def test_deeply_nested_body_returns_400(server: Running, body: str) -> None:
    ann = await server.guest()

    answer = await ann.http.post("/rooms", content=body, headers={"content-type": "application/json"})

    assert (answer.status_code, answer.json()["reason"]) == (400, "not-understood")


@pytest.mark.parametrize("path", ["/assets/%00", "/assets/a%00b.js", "/%00"])
async def test_null_byte_in_a_path_returns_404(server: Running, path: str) -> None:
    ann = await server.guest()

    assert (await ann.http.get(f"{server.url}{path}")).status_code == 404


async def test_page_of_the_same_host_with_another_scheme_is_foreign(server: Running) -> None:
    ann = await server.guest()
    other = server.url.replace("http:", "https:")

    assert (await ann.http.post("/rooms", json={}, headers={"origin": other})).status_code == 403
    assert await refusal(ann, f"/rooms/{await ann.open()}/play", origin=other) == 403


async def test_page_behind_a_proxy_with_tls_is_our_own(tmp_path: Path) -> None:
    async with a_server(tmp_path, behind_proxy=True) as server:
        ann = await server.guest()
        headers = {"origin": server.url.replace("http:", "https:"), "x-forwarded-proto": "https"}

        assert (await ann.http.post("/rooms", json={}, headers=headers)).status_code == 201


async def test_number_of_sockets_is_limited(tmp_path: Path) -> None:
    async with a_server(tmp_path, sockets_per_person=2) as server:
        ann = await server.guest()
        room = await ann.open()
        async with ann.joined(room), ann.joined(room):
            assert await refusal(ann, f"/rooms/{room}/play") == 403
        async with ann.joined(room):
            pass


async def test_client_that_never_reads_blocks_no_other_and_gets_the_latest_view_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "SEND_SECONDS", 600.0)  # the client is silent while the others play
    async with a_server(tmp_path, messages_per_second=10_000) as server:
        ann, deaf = await server.guest("Ann"), await server.guest("Deaf")
        room = await ann.open()
        async with ann.joined(room) as player, deaf.joined(room) as silent:
            silent.socket.transport.pause_reading()
            for number in range(400):
                await player.do(commands.Ready(is_ready=number % 2 == 0))
            silent.socket.transport.resume_reading()

            await silent.until(lambda view: view.version == player.view.version)
            assert silent.view == replace(player.view, seat=None)


async def test_live_lobby_shows_a_new_room(own_server: Running) -> None:
    ann = await own_server.guest("Ann")
    async with open_socket(f"ws://127.0.0.1:{own_server.port}/api/lobby") as lobby:
        assert json.loads(await lobby.recv()) == {"rooms": []}
        room = await ann.open(is_public=True)

        assert [line["id"] for line in json.loads(await lobby.recv())["rooms"]] == [room]
