"""Reviews by win chance: computed turn by turn in workers, readable before they are complete, then stored."""

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from tilewise.analysis import Budget
from tilewise.analysis.review import Decision, DecisionReview, DecisionTask, decision_review, judge, tasks_of
from tilewise.core.actions import Draw, Play
from tilewise.core.engine import check
from tilewise.core.record import BrokenRecordError, Record, replay
from tilewise.server.replays import broken, read_record
from tilewise.server.settings import Settings
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.pool import BusyError, Workers
from tilewise.storage.reviews import ReviewStore
from tilewise.wire.analysis import ReviewProgress, TriedTurn, TryTurn

KEPT = 64
"""Reviews in memory."""
RUNNING_BY_ADDRESS = 3
RETRY_SECONDS = 5
RECORD_SECONDS = 20.0
"""The time limit for listing the turns of a record."""
MOST_NODES = 60_000_000
"""The budget of a whole match. One of more than 150 turns is reviewed with fewer deals a turn."""
LEAST_NODES = 100_000
"""A smaller budget for a turn finds mistakes where there are none."""
TIME_FOR_ROLLOUTS = 0.5
"""The part of a turn's time limit after which the rollouts end."""
REVISION = 3
"""Increase it when reviews change for the same record: the stored ones are then computed again."""
REVIEW_FORMAT = sha256(msgspec.json.encode([REVISION, msgspec.json.schema(DecisionReview)])).hexdigest()

_read_record = msgspec.json.Decoder(Record).decode
_read_task = msgspec.json.Decoder(DecisionTask).decode
_read_tasks = msgspec.json.Decoder(list[DecisionTask]).decode
_read_decision = msgspec.json.Decoder(Decision).decode
_read_review = msgspec.json.Decoder(DecisionReview).decode
_read_ask = msgspec.json.Decoder(TryTurn).decode
_read_tried = msgspec.json.Decoder(TriedTurn).decode
_read_possible = msgspec.json.Decoder(list[tuple[int, int, int]]).decode

EMPTY = DecisionReview((), (), None)
LoadRecord = Callable[[], Awaitable[Record]]


def turns_to_judge(record: bytes) -> bytes:
    """List the turns of a match. Runs in a worker."""
    try:
        return msgspec.json.encode(list(tasks_of(_read_record(record))))
    except BrokenRecordError as error:
        raise broken(error) from error


def judge_turn(task: bytes, budget: Budget) -> bytes:
    """Judge one turn. Runs in a worker."""
    return msgspec.json.encode(judge(_read_task(task), budget))


def try_turn(record: bytes, ask: bytes, budget: Budget) -> bytes:
    """Judge another action in place of the one that was taken. Runs in a worker."""
    try:
        return msgspec.json.encode(tried(_read_record(record), _read_ask(ask), budget))
    except BrokenRecordError as error:
        raise broken(error) from error


def tiles_possible(record: bytes) -> bytes:
    """List the game, the seat, and the tiles that could have been laid, for every turn. Runs in a worker."""
    tasks = tasks_of(_read_record(record))
    return msgspec.json.encode([(task.game, task.view.to_move, task.seen.most) for task in tasks])


def tried(record: Record, ask: TryTurn, budget: Budget) -> TriedTurn:
    """Judge an action in the position before a turn, against the same players. An illegal one has violations."""
    task = next((each for each in tasks_of(record) if (each.game, each.turn) == (ask.game, ask.turn)), None)
    if task is None:
        return TriedTurn((), None)
    seat = task.view.to_move
    before = next(step.state for step in replay(record) if (step.game, step.turn) == (ask.game, ask.turn - 1))
    action = Draw(seat) if ask.table is None else Play(seat, ask.table)
    violations = () if ask.table is None else tuple(check(before, action))
    if violations:
        return TriedTurn(violations, None)
    return TriedTurn((), judge(msgspec.structs.replace(task, made=action), budget))


@dataclass(eq=False)
class RunningReview:
    """A review that is being computed, or that is complete but not stored."""

    lane: Lane
    preparation: asyncio.Task[None] | None = None
    work: asyncio.Task[None] | None = None
    record: Record | None = None
    turns: list[DecisionTask] = field(default_factory=list)
    """Empty before the preparation, and again at the end."""
    decisions: list[Decision] = field(default_factory=list)
    complete: DecisionReview | None = None

    @property
    def is_running(self) -> bool:
        """Whether a worker is busy with it, or will be."""
        return self.preparation is not None and (
            not self.preparation.done() or (self.work is not None and not self.work.done())
        )

    def progress(self) -> ReviewProgress:
        """Return the turns judged so far."""
        done = len(self.decisions)
        if self.complete is not None:
            return ReviewProgress(done, done, self.complete)
        review = decision_review(self.record, self.turns, self.decisions) if self.record is not None else EMPTY
        return ReviewProgress(done, len(self.turns), review)

    def cancel(self) -> None:
        """Stop the work."""
        for task in (self.preparation, self.work):
            if task is not None:
                task.cancel()


class Reviews:
    """Reviews by win chance. Each turn is a job of its own, so that hints and other people's reviews need not wait."""

    def __init__(self, workers: Workers, store: ReviewStore | None, settings: Settings) -> None:
        self._workers = workers
        self._store = store
        self._seconds = settings.hint_seconds
        self._nodes = settings.review_nodes
        self._running: OrderedDict[str, RunningReview] = OrderedDict()

    async def of_room(self, room: str, load: LoadRecord, lane: Lane) -> ReviewProgress:
        """Return the review of a finished match as far as it is computed. A complete one is stored."""
        stored = await self._stored(room)
        if stored is not None:
            if (slower := self._running.pop(room, None)) is not None:
                slower.cancel()  # another node was faster
            turns = sum(len(game.decisions) for game in stored.games)
            return ReviewProgress(turns, turns, stored)
        return await self._progress(room, load, lane, room=room)

    async def of_text(self, text: str, lane: Lane) -> ReviewProgress:
        """Return the review of a record that a visitor opened. It is kept in memory only."""

        async def load() -> Record:
            return await asyncio.to_thread(read_record, text)

        return await self._progress(key_of(text), load, lane)

    def is_known(self, key: str) -> bool:
        """Whether a review of this room or text is in memory."""
        return key in self._running

    async def tried(self, record: Record, ask: TryTurn, lane: Lane) -> TriedTurn:
        """Judge another action in place of one that was taken; raise TimeoutError or BusyError as a hint does."""
        asked = msgspec.json.encode(record), msgspec.json.encode(ask), self._budget(1)
        answer = await self._workers.run(try_turn, *asked, seconds=self._seconds, lane=lane, patience=self._seconds)
        return _read_tried(answer)

    async def possible(self, record: Record, lane: Lane) -> list[tuple[int, int, int]]:
        """Return the game, the seat, and the tiles that could have been laid, for every turn."""
        asked = msgspec.json.encode(record)
        return _read_possible(await self._workers.run(tiles_possible, asked, seconds=RECORD_SECONDS, lane=lane))

    def close(self) -> None:
        """Cancel all reviews."""
        for each in self._running.values():
            each.cancel()

    # ── one review ──

    async def _progress(self, key: str, load: LoadRecord, lane: Lane, *, room: str = "") -> ReviewProgress:
        found = self._running.get(key) or self._begin(key, load, lane)
        self._running.move_to_end(key)
        try:
            await self._advance(found, room)
        except Exception:
            self._running.pop(key, None)  # the next request tries again
            raise
        return found.progress()

    def _begin(self, key: str, load: LoadRecord, lane: Lane) -> RunningReview:
        running = [each for each in self._running.values() if each.is_running]
        if sum(each.lane.address == lane.address for each in running) >= RUNNING_BY_ADDRESS:
            raise BusyError(RETRY_SECONDS)
        found = self._running[key] = RunningReview(lane)
        found.preparation = asyncio.create_task(self._prepare(found, load))
        while len(self._running) > KEPT:
            self._running.popitem(last=False)[1].cancel()
        return found

    async def _advance(self, found: RunningReview, room: str) -> None:
        """Wait for the list of turns, then judge them in the background. Continue if the workers were too busy."""
        if found.preparation is not None:
            await asyncio.shield(found.preparation)
        if found.work is not None and found.work.done():
            failure = found.work.exception()
            if failure is not None and not isinstance(failure, BusyError):
                raise failure
        if found.complete is None and (found.work is None or found.work.done()):
            found.work = asyncio.create_task(self._work(found, room))

    async def _prepare(self, running: RunningReview, load: LoadRecord) -> None:
        running.record = await load()
        asked = msgspec.json.encode(running.record)
        answer = await self._workers.run(turns_to_judge, asked, seconds=RECORD_SECONDS, lane=running.lane)
        running.turns = _read_tasks(answer)

    async def _work(self, running: RunningReview, room: str) -> None:
        budget = self._budget(len(running.turns))
        for task in running.turns[len(running.decisions) :]:
            running.decisions.append(await self._judged(task, budget, running.lane))
        review = running.progress().review
        if room and self._store is not None:
            await self._store.keep(room, REVIEW_FORMAT, zlib.compress(msgspec.json.encode(review)))
        running.complete, running.record, running.turns = review, None, []

    async def _judged(self, task: DecisionTask, budget: Budget, lane: Lane) -> Decision:
        """Judge a turn; one that takes too long counts as a turn without a choice."""
        asked = msgspec.json.encode(task)
        try:
            answer = await self._workers.run(judge_turn, asked, budget, seconds=self._seconds, lane=lane)
        except TimeoutError:
            fair = tuple(1 / len(task.view.seats) for _ in task.view.seats)
            seen = task.seen
            return Decision(task.game, task.turn, task.view.to_move, False, fair, seen.laid, seen.most)  # noqa: FBT003
        decision: Decision = _read_decision(answer)
        return decision

    async def _stored(self, room: str) -> DecisionReview | None:
        body = await self._store.of(room, REVIEW_FORMAT) if self._store is not None else None
        return _read_review(zlib.decompress(body)) if body is not None else None

    def _budget(self, turns: int) -> Budget:
        """Return the budget of one turn. The limit in nodes counts, unless the machine is very busy."""
        nodes = min(self._nodes, max(LEAST_NODES, MOST_NODES // max(1, turns)))
        return Budget(nodes, max(1.0, self._seconds * 1000 * TIME_FOR_ROLLOUTS))


def key_of(text: str) -> str:
    """Return the key under which the review of a written record is kept in memory."""
    return sha256(text.encode()).hexdigest()
