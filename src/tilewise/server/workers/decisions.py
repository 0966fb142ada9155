"""Reviews by win chance: computed turn by turn in workers, and readable before they are complete."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

import msgspec

from tilewise.analysis.review import Decision, DecisionTask, decision_review, judge, tasks_of
from tilewise.core.record import Record
from tilewise.server.workers.pool import Workers
from tilewise.wire.analysis import ReviewProgress

KEPT = 256
"""Reviews in memory."""

_read_task = msgspec.json.Decoder(DecisionTask).decode
_read_decision = msgspec.json.Decoder(Decision).decode


def judge_turn(task: bytes) -> bytes:
    """Judge one turn. Runs in a worker."""
    return msgspec.json.encode(judge(_read_task(task)))


@dataclass
class PartialReview:
    """A review that is still being computed."""

    record: Record
    turns: list[DecisionTask] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    work: asyncio.Task[None] | None = None


class DecisionReviews:
    """Reviews by win chance, one for each match. Each turn is a job of its own, so that hints need not wait."""

    def __init__(self, workers: Workers, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        self._reviews: OrderedDict[str, PartialReview] = OrderedDict()

    def progress(self, room: str, record: Record) -> ReviewProgress:
        """Return the turns judged so far; start the review at the first call, and again after a failure."""
        found = self._reviews.setdefault(room, PartialReview(record))
        if found.work is None or (found.work.done() and len(found.decisions) < len(found.turns)):
            found.work = asyncio.create_task(self._work(found))
        self._reviews.move_to_end(room)
        while len(self._reviews) > KEPT:
            _cancel(self._reviews.popitem(last=False)[1])
        review = decision_review(found.record, found.turns, found.decisions)
        return ReviewProgress(len(found.decisions), len(found.turns), review)

    def close(self) -> None:
        """Cancel all reviews."""
        for each in self._reviews.values():
            _cancel(each)

    async def _work(self, partial: PartialReview) -> None:
        if not partial.turns:
            partial.turns = await asyncio.to_thread(lambda: list(tasks_of(partial.record)))
        for task in partial.turns[len(partial.decisions) :]:
            partial.decisions.append(await self._judged(task))

    async def _judged(self, task: DecisionTask) -> Decision:
        """Judge a turn; one that takes too long counts as a turn without a choice."""
        try:
            answer = await self._workers.run(judge_turn, msgspec.json.encode(task), seconds=self._seconds)
        except TimeoutError:
            fair = tuple(1 / len(task.view.seats) for _ in task.view.seats)
            made = task.seen
            return Decision(task.game, task.turn, task.view.to_move, False, fair, made.laid, made.most)  # noqa: FBT003
        decision: Decision = _read_decision(answer)
        return decision


def _cancel(partial: PartialReview) -> None:
    if partial.work is not None:
        partial.work.cancel()
