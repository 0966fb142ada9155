"""Bots think in other processes, within a budget; a bot that hangs is left behind with its process."""

import time
from hashlib import sha256

import msgspec

from tilewise.bots import BOTS, Budget
from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.rooms.model import Room
from tilewise.server.ops.metrics import Metrics
from tilewise.server.settings import Settings
from tilewise.server.workers.pool import Workers

FINISHING_SECONDS = 0.1
"""How long a bot takes for a turn once no person plays any more: a game is over in seconds, and can be followed."""

_read_view = msgspec.json.Decoder(View).decode
_read_action = msgspec.json.Decoder(Action).decode


def choose(bot: str, view: bytes, budget: Budget) -> bytes:
    """What a bot does: bytes in, bytes out, in whatever process this runs."""
    return msgspec.json.encode(BOTS[bot].choose(_read_view(view), budget))


class BotWorkers:
    """The bots of a server."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._workers = Workers(settings.bot_workers)
        self._budget = Budget(milliseconds=settings.bot_budget_ms)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots there are."""
        return tuple(BOTS)

    @property
    def about(self) -> dict[str, str]:
        """What each of them is like to play against."""
        return {name: bot.about for name, bot in BOTS.items()}

    async def think(self, bot: str, view: View) -> Action:
        """What a bot does; TimeoutError when it takes too long."""
        began = time.monotonic()
        try:
            asked = (bot, msgspec.json.encode(view), self._budget)
            answer = await self._workers.run(choose, *asked, seconds=self._settings.bot_seconds)
        finally:
            self._metrics.bot_seconds.labels(bot).observe(time.monotonic() - began)
        action: Action = _read_action(answer)
        return action

    def pace(self, room: Room) -> float:
        """How long a bot seems to think: longer or shorter by chance, but always the same for one position.

        Once every person has given up, bots finish the game quickly.
        """
        if room.is_left_to_bots:
            return min(FINISHING_SECONDS, self._settings.bot_pace_min)
        chance = sha256(f"{room.id} {room.game_version}".encode()).digest()[0] / 255
        shortest, longest = self._settings.bot_pace_min, self._settings.bot_pace_max
        return shortest + chance * max(0.0, longest - shortest)

    def close(self) -> None:
        """Let go of the processes; one that still thinks is ended, and what waited for it fails."""
        self._workers.close()
