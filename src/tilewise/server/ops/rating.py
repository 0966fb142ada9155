"""What happens when a match is over: ratings, once."""

import structlog

from tilewise.rooms.events import WhyOver
from tilewise.rooms.log.ranking import family_of, ranks_of
from tilewise.rooms.model import Room
from tilewise.rooms.ports import Clock
from tilewise.storage.ratings import Ratings
from tilewise.storage.rooms import SqlStore

A_WEEK = 7 * 24 * 3600

log = structlog.get_logger()


class RatingUpdater:
    """Counts rated matches that are over."""

    def __init__(self, store: SqlStore, ratings: Ratings, clock: Clock) -> None:
        self._store = store
        self._ratings = ratings
        self._clock = clock

    async def settle(self, room: Room) -> None:
        """Count a match, if it is to be counted; counting twice is counting once. What the keeper closed is not."""
        if not room.config.is_rated or room.why_over is WhyOver.CLOSED:
            return
        places = ranks_of(room, await self._store.entries(room.id))
        people = {seat: chair.person.id for seat, chair in enumerate(room.seats) if chair.person is not None}
        ranks = {people[seat]: rank for seat, rank in places.items() if seat in people}
        if await self._ratings.rate(room.id, family_of(room.config.edition), ranks, self._clock.now()):
            log.info("match rated", room=room.id, people=len(ranks))

    async def catch_up(self) -> None:
        """Count what was not counted because a server went down just then."""
        for line in await self._store.over_since(self._clock.now() - A_WEEK):
            if line.is_rated:
                await self.settle(await self._store.load(line.id))
