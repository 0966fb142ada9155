"""Statistics of a person's games: figures from the logs, and the tiles that could have been laid."""

import asyncio
from collections import OrderedDict

from tilewise.rooms.log.record import record_of
from tilewise.rooms.log.turn_statistics import GameStatistics, statistics_of
from tilewise.rooms.model import Phase, Room
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.reviews import Reviews
from tilewise.storage.rooms import SqlStore
from tilewise.wire.statistics import GameFigures, Statistics

MOST_ROOMS = 60
"""The number of recent matches included."""
AT_ONCE = 2
"""The number of matches that are solved at the same time. Later requests start the next ones."""
KEPT = 512

Possible = list[tuple[int, int, int]]
"""Game, seat, and the tiles that could have been laid, for every turn of a match."""


class StatisticsService:
    """Computes statistics. Finished matches never change, so what was possible in them is cached."""

    def __init__(self, store: SqlStore, reviews: Reviews) -> None:
        self._store = store
        self._reviews = reviews
        self._solved: OrderedDict[str, asyncio.Task[Possible]] = OrderedDict()

    async def of(self, person: str) -> Statistics:
        """Return the statistics of a person that are available now."""
        lines = await self._store.rooms_of(person, limit=MOST_ROOMS)
        games: list[GameFigures] = []
        waiting = 0
        for line in lines:
            if line.phase is not Phase.OVER:
                continue
            found = await self._figures(await self._store.load(line.id), person)
            waiting += any(game.possible is None for game in found)
            games += reversed(found)
        return Statistics(tuple(games), waiting)

    def close(self) -> None:
        """Cancel all work."""
        for task in self._solved.values():
            task.cancel()

    async def _figures(self, room: Room, person: str) -> list[GameFigures]:
        seat = room.seat_of(person)
        if seat is None or room.match is None:
            return []
        facts = statistics_of(await self._store.entries(room.id), seat)
        possible = await self._possible(room.id, Lane(person=person)) if facts else None
        return [_figures(room, seat, game, possible) for game in facts]

    async def _possible(self, room: str, lane: Lane) -> Possible | None:
        """Return what was possible in a match if it is known; otherwise find out, unless too many are running."""
        task = self._solved.get(room)
        if task is None:
            if sum(not other.done() for other in self._solved.values()) >= AT_ONCE:
                return None
            record = record_of(await self._store.entries(room))
            task = self._solved[room] = asyncio.create_task(self._reviews.possible(record, lane))
            while len(self._solved) > KEPT:
                self._solved.popitem(last=False)
        if not task.done() or task.cancelled():
            return None
        if task.exception() is not None:
            del self._solved[room]  # the next request tries again
            return None
        return task.result()


def _figures(room: Room, seat: int, game: GameStatistics, possible: Possible | None) -> GameFigures:
    others = [other for number, other in enumerate(room.seats) if number != seat]
    return GameFigures(
        room=room.id,
        game=game.game,
        edition=room.config.edition.name,
        at=game.at,
        opponents=tuple(other.name for other in others if other.name and other.bot is None),
        bots=tuple(other.bot for other in others if other.bot is not None),
        score=game.result.scores[seat],
        is_won=seat in game.result.winners,
        laid=tuple(turn.laid for turn in game.turns),
        seconds=tuple(round(turn.seconds, 1) for turn in game.turns),
        possible=None if possible is None else _of_seat(possible, game.game, seat),
    )


def _of_seat(possible: Possible, game: int, seat: int) -> tuple[int, ...]:
    return tuple(tiles for number, owner, tiles in possible if (number, owner) == (game, seat))
