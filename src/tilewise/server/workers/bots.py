"""Run bots in worker processes with a time limit. A bot that hangs is killed with its process."""

import time
from collections.abc import Callable
from hashlib import sha256

import msgspec

from tilewise.bots import BOTS, Budget
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.rooms.model import Room
from tilewise.server.ops.metrics import Metrics
from tilewise.server.settings import Settings
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.pool import Workers

FINISHING_SECONDS = 0.1
"""The delay of a bot once every person has conceded: fast, but slow enough to follow."""
LEAST_BUDGET_MS = 10.0
"""The budget of a bot when many wait. It suffices for a plain play."""

_read_view = msgspec.json.Decoder(View).decode
_read_action = msgspec.json.Decoder(Action).decode


def choose(bot: str, view: bytes, budget: Budget) -> bytes:
    """Choose a bot's action. Runs in a worker, so arguments and result are bytes."""
    return msgspec.json.encode(BOTS[bot].choose(_read_view(view), budget))


class BotWorkers:
    """Runs the bots of a server."""

    def __init__(
        self, settings: Settings, metrics: Metrics, address_of: Callable[[Room], str] = lambda _room: ""
    ) -> None:
        """`address_of` returns the address on whose behalf the bots of a room think."""
        self._settings = settings
        self._metrics = metrics
        self._address_of = address_of
        self._workers = Workers(settings.bot_workers)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""
        return tuple(BOTS)

    @property
    def about(self) -> dict[str, str]:
        """A description of each bot."""
        return {name: bot.about for name, bot in BOTS.items()}

    async def think(self, room: Room, view: View, is_wanted: Callable[[], bool]) -> Action:
        """Return the action that the bot to move chooses.

        Raise TimeoutError if the bot takes too long, BusyError if no worker is free in time, and StaleJobError if the
        action is no longer wanted by then.
        """
        bot = room.bot_to_move or ""
        lane = Lane(self._address_of(room), room.host, room.id)
        patience = self._settings.bot_wait_seconds
        began = time.monotonic()
        try:
            async with self._workers.turn(lane, patience=patience, is_wanted=is_wanted) as turn:
                asked = (bot, msgspec.json.encode(view), self._budget(turn.crowd))
                answer = await turn.run(choose, *asked, seconds=self._settings.bot_seconds)
        finally:
            self._metrics.bot_seconds.labels(bot).observe(time.monotonic() - began)
        action: Action = _read_action(answer)
        return action

    def _budget(self, crowd: float) -> Budget:
        most = self._settings.bot_budget_ms
        return Budget(milliseconds=min(most, max(LEAST_BUDGET_MS, most / crowd)))

    def pace(self, room: Room) -> float:
        """Return the delay of the bot to move: pseudo-random, but always the same for one position.

        Once every person has conceded, bots finish the game quickly.
        """
        if room.is_left_to_bots:
            return min(FINISHING_SECONDS, self._settings.bot_pace_min)
        chance = sha256(f"{room.id} {room.game_version}".encode()).digest()[0] / 255
        shortest, longest = self._settings.bot_pace_min, self._settings.bot_pace_max
        return shortest + chance * max(0.0, longest - shortest)

    def close(self) -> None:
        """Kill the worker processes. Pending requests fail."""
        self._workers.close()
