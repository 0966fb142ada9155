"""Attacks on a server, each bounded and from addresses of its own, and the players who wait beside them.

`python -m tests.server.attacks` runs them against a server and prints the latencies. The quotas by address are raised,
because they would end the attacks before the queues are put to the test.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
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
async def a_game_with(bot: str, port: int, address: str) -> AsyncIterator[Player]:
    """Play against one bot, without a clock."""
    guest = await Guest.arrive(port, address=address)
    async with guest.joined(await guest.open(bots=[bot], start=True, time={"type": "none"})) as player:
        yield player
    await guest.leave()


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


async def answer_seconds(port: int, address: str, path: str, body: object) -> float:
    """Return the time of one answer over HTTP."""
    async with visitor(f"http://127.0.0.1:{port}/api", address) as http:
        began = time.perf_counter()
        (await http.post(path, json=body)).raise_for_status()
        return time.perf_counter() - began


def report(name: str, seconds: Sequence[float]) -> None:
    """Print a line of the report."""
    line = f"{name:<36} median {median(seconds):6.2f} s   most {max(seconds):6.2f} s   ({len(seconds)})"
    print(line, flush=True)  # noqa: T201  # the result of a soak test


async def report_bots(port: int) -> None:
    """Print how long a stranger waits for a bot: before, during and after the attack."""
    async with a_game_with("novice", port, HERE) as player:
        await bot_seconds(player, for_seconds=1)  # the worker starts
        report("novice, quiet", await bot_seconds(player, for_seconds=15))
        async with bots_kept_busy(port, "127.0.0.2"):
            report("novice, 126 rooms of one address", await bot_seconds(player, for_seconds=75))
        report("novice, after the attack", await bot_seconds(player, for_seconds=15))


async def report_solver(port: int) -> None:
    """Print how long a stranger waits for the solver and the referee while 60 hard questions wait."""
    easy = {"position": EASY, "count": 1}
    judged = {"position": EASY | {"has_melded": False}, "after": [["r9", "r10", "r11"]]}
    await answer_seconds(port, HERE, "/solve", easy)
    await answer_seconds(port, HERE, "/referee", judged)
    report("easy question, quiet", [await answer_seconds(port, HERE, "/solve", easy) for _ in range(5)])
    report("referee, quiet", [await answer_seconds(port, HERE, "/referee", judged) for _ in range(5)])
    async with solver_kept_busy(port, "127.0.0.3", 60):
        await asyncio.sleep(1.0)
        waits = [await answer_seconds(port, HERE, "/referee", judged) for _ in range(3)]
        report("referee, 60 hard questions", waits)
        waits = [await answer_seconds(port, HERE, "/solve", easy) for _ in range(3)]
        report("easy question, 60 hard questions", waits)


async def main() -> None:
    """Run every attack."""
    with TemporaryDirectory() as folder:
        async with running(Path(folder), free_port(), people_per_address=100) as server:
            await report_bots(server.port)
            await report_solver(server.port)


if __name__ == "__main__":
    asyncio.run(main())
