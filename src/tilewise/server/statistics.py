"""Statistics of a person's games: figures from the logs, and the solver's reviews as they become ready."""

import asyncio
from collections import OrderedDict

from tilewise.analysis.review import Review
from tilewise.rooms.log.record import record_of
from tilewise.rooms.log.turn_statistics import GameStatistics, statistics_of
from tilewise.rooms.model import Phase, Room
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.hints import HintWorkers
from tilewise.storage.rooms import SqlStore
from tilewise.wire.statistics import GameFigures, Statistics

MOST_ROOMS = 60
"""The number of recent matches included."""
AT_ONCE = 2
"""The number of reviews that run at the same time. Later requests start the next ones."""
KEPT = 512


class StatisticsService:
    """Computes statistics. Finished matches never change, so their reviews are cached."""

    def __init__(self, store: SqlStore, hint_workers: HintWorkers) -> None:
        self._store = store
        self._hint_workers = hint_workers
        self._reviews: OrderedDict[str, asyncio.Task[Review]] = OrderedDict()

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
        """Cancel all running reviews."""
        for task in self._reviews.values():
            task.cancel()

    async def _figures(self, room: Room, person: str) -> list[GameFigures]:
        seat = room.seat_of(person)
        if seat is None or room.match is None:
            return []
        facts = statistics_of(await self._store.entries(room.id), seat)
        review = await self._review(room.id, Lane(person=person)) if facts else None
        return [_figures(room, seat, game, review) for game in facts]

    async def _review(self, room: str, lane: Lane) -> Review | None:
        """Return the review of a match if it is ready; otherwise start it, unless too many are running."""
        task = self._reviews.get(room)
        if task is None:
            if sum(not other.done() for other in self._reviews.values()) >= AT_ONCE:
                return None
            record = record_of(await self._store.entries(room))
            task = self._reviews[room] = asyncio.create_task(self._hint_workers.review(room, record, lane))
            while len(self._reviews) > KEPT:
                self._reviews.popitem(last=False)
        if not task.done() or task.cancelled():
            return None
        if task.exception() is not None:
            del self._reviews[room]  # the next request tries again
            return None
        return task.result()


def _figures(room: Room, seat: int, game: GameStatistics, review: Review | None) -> GameFigures:
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
        possible=_possible(review, game.game, seat),
    )


def _possible(review: Review | None, game: int, seat: int) -> tuple[int, ...] | None:
    if review is None:
        return None
    found = next((each for each in review.games if each.game == game), None)
    return tuple(turn.possible for turn in found.turns if turn.seat == seat) if found is not None else ()
