"""Live curves: the win chances of running games, from public information, computed once for all viewers."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

import msgspec

from tilewise.analysis import Budget, public_chances
from tilewise.analysis.review import CurvePoint
from tilewise.analysis.styles import (
    CASUAL,
    GREEDY,
    HOLDOUT,
    KEEPER,
    NOVICE,
    PATIENT,
    SAVES_JOKERS,
    STEADY,
    SeatStyles,
    only,
)
from tilewise.core.view import View, view_of
from tilewise.rooms.model import Room
from tilewise.server.settings import Settings
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.pool import BusyError, StaleJobError, Workers
from tilewise.wire.analysis import LiveCurve

KEPT = 256
"""Games in memory."""
NODES = 1_500_000
"""About half a second of rollouts."""
MOST_SECONDS = 1.0
"""The limit on a slow machine; less if others wait."""

STYLES: dict[str, SeatStyles] = {
    "novice": only(NOVICE),
    "casual": only(CASUAL),
    "steady": only(STEADY),
    "greedy": only(GREEDY),
    "keeper": only(KEEPER),
    "holdout": only(HOLDOUT),
    "master-sociable": only(SAVES_JOKERS),
    "master": only(PATIENT),
}
"""How the bots play, roughly. Everyone sees which bot has a seat, so this is public information."""

_read_view = msgspec.json.Decoder(View).decode
_read_styles = msgspec.json.Decoder(tuple[SeatStyles, ...]).decode
_read_chances = msgspec.json.Decoder(tuple[float, ...] | None).decode


def find_chances(view: bytes, styles: bytes, budget: Budget) -> bytes:
    """Return the win chances that a spectator's view allows. Runs in a worker."""
    return msgspec.json.encode(public_chances(_read_view(view), budget, _read_styles(styles)))


@dataclass(eq=False)
class GameCurve:
    """The curve of one game."""

    points: dict[int, CurvePoint] = field(default_factory=dict)
    """By the version of the game."""
    jobs: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    wanted: int = 0
    """The version that was asked for last. Jobs that wait for another one are dropped."""


class LiveCurves:
    """The curves of this node. A turn is computed when a viewer first asks for it, and skipped under load."""

    def __init__(self, workers: Workers, settings: Settings) -> None:
        self._workers = workers
        self._seconds = settings.hint_seconds
        self._games: OrderedDict[tuple[str, int], GameCurve] = OrderedDict()

    async def of(self, room: Room, lane: Lane) -> LiveCurve:
        """Return the curve of the game that is being played, up to now. Turns that were skipped are missing."""
        name, version = (room.id, len(room.deals)), room.game_version
        curve = self._games.setdefault(name, GameCurve())
        self._games.move_to_end(name)
        if len(self._games) > KEPT:
            self._games.popitem(last=False)
        if version not in curve.points:
            curve.wanted = version
            await asyncio.shield(self._job(curve, room, lane))
        seen = {point.turn: point for at, point in sorted(curve.points.items()) if at <= version}
        return LiveCurve(name[1], tuple(seen.values()))

    def close(self) -> None:
        """Cancel all jobs."""
        for curve in self._games.values():
            for job in curve.jobs.values():
                job.cancel()

    def _job(self, curve: GameCurve, room: Room, lane: Lane) -> asyncio.Task[None]:
        """Return the job that computes a point. All viewers of a game share it."""
        version = room.game_version
        if version not in curve.jobs:
            curve.jobs[version] = asyncio.create_task(self._add_point(curve, room, lane))
            curve.jobs[version].add_done_callback(lambda _: curve.jobs.pop(version))
        return curve.jobs[version]

    async def _add_point(self, curve: GameCurve, room: Room, lane: Lane) -> None:
        version, view = room.game_version, view_of(room.current_game, None)
        styles = [STYLES.get(seat.bot or "", ()) for seat in room.seats]
        try:
            async with self._workers.turn(
                lane, patience=self._seconds, is_wanted=lambda: curve.wanted == version
            ) as turn:
                budget = Budget(NODES, 1000 * min(self._seconds / 2, MOST_SECONDS) / turn.crowd)
                asked = msgspec.json.encode(view), msgspec.json.encode(styles), budget
                found = _read_chances(await turn.run(find_chances, *asked, seconds=self._seconds))
        except (BusyError, StaleJobError, TimeoutError):
            return
        if found is not None:
            curve.points[version] = CurvePoint(view.turn, found)
