"""Run hints and reviews in worker processes."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec

from tilewise.analysis.budget import Budget
from tilewise.analysis.hints import WinHint, win_hint_for
from tilewise.analysis.review import Review, TurnReview, positions_of, report_of, reviewed, unanswered
from tilewise.analysis.review.turns import ReviewedPosition
from tilewise.core.record import Record
from tilewise.core.view import View
from tilewise.server.replays import open_record
from tilewise.server.settings import Settings
from tilewise.server.workers.decisions import DecisionReviews
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.pool import QUESTIONS_WAITING, Workers
from tilewise.solver.hints import Hint, HintLevel, hint_for
from tilewise.wire.http import OpenedRecord

TURNS_AT_ONCE = 8
"""The number of turns reviewed in one job: few, so that a hint does not wait for long."""
REVIEWS_KEPT = 256
WIN_HINT_NODES = 3_000_000
"""About half a second of rollouts."""
WIN_HINT_SECONDS = 2.0
"""The limit on a slow machine; less if others wait."""

_read_view = msgspec.json.Decoder(View).decode
_read_hint = msgspec.json.Decoder(Hint).decode
_read_win_hint = msgspec.json.Decoder(WinHint).decode
_read_positions = msgspec.json.Decoder(list[ReviewedPosition]).decode
_read_opened = msgspec.json.Decoder(OpenedRecord).decode
_read_turns = msgspec.json.Decoder(list[TurnReview]).decode


def give_hint(level: str, view: bytes) -> bytes:
    """Compute a hint. Runs in a worker, so arguments and result are bytes."""
    return msgspec.json.encode(hint_for(_read_view(view), HintLevel(level)))


def give_win_hint(level: str, view: bytes, milliseconds: str) -> bytes:
    """Find what wins. Runs in a worker."""
    budget = Budget(WIN_HINT_NODES, float(milliseconds))
    return msgspec.json.encode(win_hint_for(_read_view(view), HintLevel(level), budget))


def review_turns(positions: bytes) -> bytes:
    """Review some turns. Runs in a worker."""
    return msgspec.json.encode([reviewed(position) for position in _read_positions(positions)])


def replay_text(text: str) -> bytes:
    """Open a record; the answer is an OpenedRecord."""
    return msgspec.json.encode(open_record(text))


class HintWorkers:
    """Computes hints and reviews."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.hint_seconds
        self._workers = Workers(settings.help_workers, most_waiting=QUESTIONS_WAITING)
        self._reviews: OrderedDict[str, asyncio.Task[Review]] = OrderedDict()
        self.decisions = DecisionReviews(self._workers, self._seconds)

    async def hint(self, view: View, level: HintLevel, lane: Lane) -> Hint:
        """Return a hint for a seat; raise TimeoutError if the solver takes too long, and BusyError if it is busy."""
        asked = str(level), msgspec.json.encode(view)
        answer = await self._ask(give_hint, *asked, lane=lane)
        hint: Hint = _read_hint(answer)
        return hint

    async def win_hint(self, view: View, level: HintLevel, lane: Lane) -> WinHint:
        """Return what wins for a seat; raise as `hint` does. The more others wait, the rougher are the figures."""
        async with self._workers.turn(lane, patience=self._seconds) as turn:
            milliseconds = str(1000 * min(self._seconds / 2, WIN_HINT_SECONDS) / turn.crowd)
            asked = str(level), msgspec.json.encode(view), milliseconds
            return _read_win_hint(await turn.run(give_win_hint, *asked, seconds=self._seconds))

    async def open_record(self, text: str, lane: Lane) -> OpenedRecord:
        """Parse, verify and replay a record; raise TimeoutError or BusyError as `hint` does."""
        answer = await self._ask(replay_text, text, lane=lane)
        opened: OpenedRecord = _read_opened(answer)
        return opened

    async def review_record(self, record: Record, lane: Lane) -> Review:
        """Review a record that a visitor opened. Nothing is stored."""
        return await self._review(record, lane)

    async def review(self, room: str, record: Record, lane: Lane) -> Review:
        """Return the review of a finished match. It is computed once; concurrent callers share it."""
        task = self._reviews.get(room)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._reviews[room] = asyncio.create_task(self._review(record, lane))
        self._reviews.move_to_end(room)
        while len(self._reviews) > REVIEWS_KEPT:
            self._reviews.popitem(last=False)
        return await asyncio.shield(task)

    def close(self) -> None:
        """Cancel all reviews and kill the worker processes."""
        for task in self._reviews.values():
            task.cancel()
        self.decisions.close()
        self._workers.close()

    async def _ask(self, job: Callable[..., bytes], *arguments: object, lane: Lane) -> bytes:
        """Run the job of a person who waits for the answer, so not for long."""
        return await self._workers.run(job, *arguments, seconds=self._seconds, lane=lane, patience=self._seconds)

    async def _review(self, record: Record, lane: Lane) -> Review:
        positions = await asyncio.to_thread(lambda: list(positions_of(record)))
        turns: list[TurnReview] = []
        for first in range(0, len(positions), TURNS_AT_ONCE):
            turns += await self._turns(positions[first : first + TURNS_AT_ONCE], lane)
        return report_of(turns)

    async def _turns(self, positions: Sequence[ReviewedPosition], lane: Lane) -> list[TurnReview]:
        """Review some turns together; after a timeout, one by one. A turn that times out alone stays unanswered."""
        try:
            job = msgspec.json.encode(positions)
            answer = await self._workers.run(review_turns, job, seconds=self._seconds, lane=lane)
        except TimeoutError:
            if len(positions) == 1:
                return [unanswered(positions[0])]
            return [turn for position in positions for turn in await self._turns([position], lane)]
        turns: list[TurnReview] = _read_turns(answer)
        return turns
