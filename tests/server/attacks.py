"""Attacks on a server, each bounded and from addresses of its own, and the players who wait beside them.

`python -m tests.server.attacks` runs them together and prints the latencies; so does `make soak`. The quotas by address
are raised, because they would end the attacks before the queues are put to the test.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from tests.server.kit import HERE, Guest, Player, is_my_turn, my_game, visitor
from tests.server.processes import running
from tests.services import free_port
from tilewise.rooms import commands
from tilewise.rooms.view import RoomView

GUESTS, ROOMS_EACH = 14, 9
NO_QUOTAS = {"people_per_address": 100, "questions_per_minute": 10_000}
HALF_SENT, LOBBY_GUESTS, HARD_QUESTIONS = 1100, 8, 60
GAMES = 20
"""More than a table plays while it is measured."""
HARD = {
    "edition": "twist",
    "table": [[f"{colour}{number}" for number in range(1, 14)] for colour in "rbyk"],
    "rack": ["C", "D", "M", "M", *(f"{colour}{number}" for colour in "rbyk" for number in range(2, 13, 3))],
}
"""A position whose search takes all the time it gets."""
EASY = {"rack": ["r9", "r10", "r11"]}


def idle(view: RoomView) -> commands.Command | None:
    """Return the next command of a player who only draws."""
    if view.phase == "dealing" and view.seat is not None:
        deal = view.deals[-1]
        return commands.Contribute("x") if deal.contributions[view.seat] is None else None
    if not is_my_turn(view):
        return None
    return commands.Draw() if my_game(view).pool else commands.Pass()


async def draw_forever(player: Player) -> None:
    """Draw at once on every turn, game after game."""
    while player.view.phase != "over":
        view = await player.until(lambda view: idle(view) is not None or view.phase == "over")
        command = idle(view)
        if command is not None:
            await player.ask(command, seen=view.version)


@asynccontextmanager
async def bots_kept_busy(
    port: int, address: str, guests: int = GUESTS, rooms: int = ROOMS_EACH
) -> AsyncIterator[list[str]]:
    """Open rooms with three strong bots each, and draw at once on every turn."""
    opened: list[str] = []
    async with AsyncExitStack() as stack:
        tasks = []
        for _ in range(guests):
            guest = await Guest.arrive(port, address=address)
            stack.push_async_callback(guest.leave)
            for _ in range(rooms):
                opened.append(await guest.open(chairs=4, bots=["master"] * 3, start=True, time={"type": "none"}))
                player = await stack.enter_async_context(guest.joined(opened[-1]))
                stack.callback(player.socket.transport.abort)  # leave without a goodbye
                tasks.append(asyncio.create_task(draw_forever(player)))
        try:
            yield opened
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def solver_kept_busy(
    port: int, address: str, questions: int
) -> AsyncIterator[list["asyncio.Task[httpx.Response]"]]:
    """Ask hard questions, all at once. Each task returns its answer."""
    async with visitor(f"http://127.0.0.1:{port}/api", address) as http:
        question = {"position": HARD, "count": 5}
        tasks = [asyncio.create_task(http.post("/solve", json=question)) for _ in range(questions)]
        try:
            yield tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def half_sent(port: int, addresses: Sequence[str], connections: int) -> AsyncIterator[None]:
    """Hold connections that never complete a request. A closed one is opened again."""
    places = asyncio.Semaphore(20)

    async def hold(address: str) -> None:
        while True:
            with suppress(OSError):
                async with places:
                    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
                    writer.write(b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n")
                with closing(writer):
                    await reader.read()
            await asyncio.sleep(1.0)

    sources = [addresses[number % len(addresses)] for number in range(connections)]
    async with in_background(*(hold(address) for address in sources)):
        yield


@asynccontextmanager
async def lobby_flooded(port: int, address: str, guests: int) -> AsyncIterator[Counter[int]]:
    """Open public rooms as fast as the server answers; count the answers by status."""
    statuses: Counter[int] = Counter()

    async def flood() -> None:
        guest = await Guest.arrive(port, address=address)
        try:
            while True:
                answer = await guest.http.post("/rooms", json={"is_public": True})
                statuses[answer.status_code] += 1
                await asyncio.sleep(0.05)
        finally:
            await guest.leave()

    async with in_background(*(flood() for _ in range(guests))):
        yield statuses


@asynccontextmanager
async def invented_people_muted(port: int, address: str) -> AsyncIterator[Counter[str]]:
    """Mute people who do not exist; count the answers."""
    answers: Counter[str] = Counter()
    guest = await Guest.arrive(port, address=address)
    async with guest.joined(await guest.open()) as host:

        async def mute() -> None:
            for number in count():
                answers[type(await host.ask(commands.Mute(f"g-{number:060}"))).__name__] += 1
                await asyncio.sleep(0.1)

        async with in_background(mute()):
            yield answers
    await guest.leave()


@asynccontextmanager
async def in_background(*jobs: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Run jobs until the end of the block."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def a_game_with(bot: str, port: int, address: str) -> AsyncIterator[Player]:
    """Play against one bot, without a clock."""
    guest = await Guest.arrive(port, address=address)
    async with guest.joined(await guest.open(bots=[bot], start=True, time={"type": "none"})) as player:
        yield player
    await guest.leave()


@asynccontextmanager
async def a_table_of_four(port: int, address: str) -> AsyncIterator[list[Player]]:
    """Begin a match of four people, without a clock."""
    guests = [await Guest.arrive(port, address=address) for _ in range(4)]
    room = await guests[0].open(chairs=4, time={"type": "none"}, rules={"games_per_round": GAMES})
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(guest.joined(room)) for guest in guests]
        for player in players[1:]:
            await player.do(commands.Sit())
        for ask in (commands.Ready(), commands.Contribute("x")):
            for player in players:
                await player.do(ask)
        yield players
    for guest in guests:
        await guest.leave()


def is_after(version: int, view: RoomView) -> bool:
    return view.version > version


async def table_seconds(players: Sequence[Player], *, for_seconds: float) -> list[float]:
    """Draw four times a second; return the time of each action until the last of the four has its update."""
    seconds: list[float] = []
    end = time.perf_counter() + for_seconds
    while time.perf_counter() < end:
        view = players[0].view
        if view.phase == "dealing":
            for player in players:
                await player.ask(commands.Contribute("x"))
        else:
            player = players[my_game(view).to_move]
            began = time.perf_counter()
            await player.ask(commands.Draw() if my_game(view).pool else commands.Pass(), seen=view.version)
            for other in players:
                await other.until(partial(is_after, view.version))
            seconds.append(time.perf_counter() - began)
        newest = max(player.view.version for player in players)
        for player in players:
            await player.until(partial(is_after, newest - 1))
        await asyncio.sleep(0.25)
    return seconds


async def bot_seconds(player: Player, *, for_seconds: float) -> list[float]:
    """Draw for a while; return the time of each answer of the bot."""
    seconds: list[float] = []
    end = time.perf_counter() + for_seconds
    while time.perf_counter() < end:
        view = await player.until(lambda view: idle(view) is not None)
        began = time.perf_counter()
        await player.ask(idle(view) or commands.Pass(), seen=view.version)
        after = await player.until(lambda view: idle(view) is not None)
        if is_my_turn(view) and is_my_turn(after):
            seconds.append(time.perf_counter() - began)
    return seconds


async def answer_seconds(http: httpx.AsyncClient, path: str, body: object, *, for_seconds: float) -> list[float]:
    """Ask a question every second; return the time of each answer."""
    seconds: list[float] = []
    end = time.perf_counter() + for_seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        (await http.post(path, json=body)).raise_for_status()
        seconds.append(time.perf_counter() - began)
        await asyncio.sleep(1.0)
    return seconds


Figures = dict[str, list[float]]


async def stranger_seconds(
    table: Sequence[Player], player: Player, http: httpx.AsyncClient, *, for_seconds: float
) -> Figures:
    """Return the latencies of four people at a table, of a bot, of the solver and of the referee."""
    judged = {"position": EASY | {"has_melded": False}, "after": [["r9", "r10", "r11"]]}
    found = await asyncio.gather(
        table_seconds(table, for_seconds=for_seconds),
        bot_seconds(player, for_seconds=for_seconds),
        answer_seconds(http, "/solve", {"position": EASY, "count": 1}, for_seconds=for_seconds),
        answer_seconds(http, "/referee", judged, for_seconds=for_seconds),
    )
    return dict(zip(("table of four", "novice", "easy question", "referee"), found, strict=True))


@asynccontextmanager
async def all_attacks(port: int) -> AsyncIterator[dict[str, Counter[str] | Counter[int]]]:
    """Run the attacks together, each from addresses of its own."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(half_sent(port, [f"127.0.0.{number}" for number in range(2, 7)], HALF_SENT))
        rooms = await stack.enter_async_context(lobby_flooded(port, "127.0.0.7", LOBBY_GUESTS))
        muted = await stack.enter_async_context(invented_people_muted(port, "127.0.0.8"))
        await stack.enter_async_context(bots_kept_busy(port, "127.0.0.9"))
        await stack.enter_async_context(solver_kept_busy(port, "127.0.0.10", HARD_QUESTIONS))
        yield {"public rooms by status": rooms, "invented people": muted}


async def attacked(port: int, *, quiet_seconds: float, attack_seconds: float) -> dict[str, Figures]:
    """Measure strangers before, during and after the attacks; print and return the figures."""
    found: dict[str, Figures] = {}
    async with (
        visitor(f"http://127.0.0.1:{port}/api", HERE) as http,
        a_table_of_four(port, HERE) as table,
        a_game_with("novice", port, HERE) as player,
    ):
        await stranger_seconds(table, player, http, for_seconds=3)  # the workers start
        found["quiet"] = await stranger_seconds(table, player, http, for_seconds=quiet_seconds)
        async with all_attacks(port) as answers:
            found["attacked"] = await stranger_seconds(table, player, http, for_seconds=attack_seconds)
        found["after"] = await stranger_seconds(table, player, http, for_seconds=quiet_seconds)
    report(found)
    for name, counts in answers.items():
        print(f"{name}: {dict(counts)}", flush=True)  # noqa: T201  # the result of a soak test
    return found


def report(found: dict[str, Figures]) -> None:
    """Print median, p99 and number of each latency, and p99 as a multiple of the quiet one."""
    for name in found["quiet"]:
        usual = p99(found["quiet"][name])
        for when, figures in found.items():
            seconds = figures[name]
            line = f"{name:<14}{when:<9} median {1000 * median(seconds):7.0f} ms   p99 {1000 * p99(seconds):7.0f} ms"
            print(f"{line}   {p99(seconds) / usual:5.1f} times   ({len(seconds)})", flush=True)  # noqa: T201  # as above


def p99(seconds: Sequence[float]) -> float:
    """Return the 99th percentile."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]


async def main() -> None:
    """Attack a server of its own."""
    with TemporaryDirectory() as folder:
        async with running(Path(folder), free_port(), **NO_QUOTAS) as server:
            await attacked(server.port, quiet_seconds=20, attack_seconds=60)


if __name__ == "__main__":
    asyncio.run(main())
