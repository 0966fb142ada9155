"""Update ratings when a match is over."""

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
    """Rates finished matches."""

    def __init__(self, store: SqlStore, ratings: Ratings, clock: Clock) -> None:
        self._store = store
        self._ratings = ratings
        self._clock = clock

    async def rate(self, room: Room) -> None:
        """Rate a match once, if it is rated and was not closed by an administrator."""
        if not room.config.is_rated or room.why_over is WhyOver.CLOSED:
            return
        places = ranks_of(room, await self._store.entries(room.id))
        people = {number: seat.person.id for number, seat in enumerate(room.seats) if seat.person is not None}
        ranks = {people[seat]: rank for seat, rank in places.items() if seat in people}
        if await self._ratings.rate(room.id, family_of(room.config.edition), ranks, self._clock.now()):
            log.info("match rated", room=room.id, people=len(ranks))

    async def catch_up(self) -> None:
        """Rate the matches of the last week that ended while a server was going down."""
        for line in await self._store.over_since(self._clock.now() - A_WEEK):
            if line.is_rated:
                await self.rate(await self._store.load(line.id))
