"""Run hints, reviews and live curves in worker processes."""

from collections.abc import Callable

import msgspec

from tilewise.analysis.budget import Budget
from tilewise.analysis.hints import WinHint, win_hint_for
from tilewise.core.view import View
from tilewise.server.replays import open_record
from tilewise.server.settings import Settings
from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.live_curves import LiveCurves
from tilewise.server.workers.pool import QUESTIONS_WAITING, Workers
from tilewise.server.workers.reviews import Reviews
from tilewise.solver.hints import Hint, HintLevel, hint_for
from tilewise.storage.reviews import ReviewStore
from tilewise.wire.http import OpenedRecord

WIN_HINT_NODES = 3_000_000
"""About half a second of rollouts."""
WIN_HINT_SECONDS = 2.0
"""The limit on a slow machine; less if others wait."""

_read_view = msgspec.json.Decoder(View).decode
_read_hint = msgspec.json.Decoder(Hint).decode
_read_win_hint = msgspec.json.Decoder(WinHint).decode
_read_opened = msgspec.json.Decoder(OpenedRecord).decode


def give_hint(level: str, view: bytes) -> bytes:
    """Compute a hint. Runs in a worker, so arguments and result are bytes."""
    return msgspec.json.encode(hint_for(_read_view(view), HintLevel(level)))


def give_win_hint(level: str, view: bytes, milliseconds: str) -> bytes:
    """Find what wins. Runs in a worker."""
    budget = Budget(WIN_HINT_NODES, float(milliseconds))
    return msgspec.json.encode(win_hint_for(_read_view(view), HintLevel(level), budget))


def replay_text(text: str) -> bytes:
    """Open a record; return an encoded OpenedRecord. Runs in a worker."""
    return msgspec.json.encode(open_record(text))


class HintWorkers:
    """Computes hints, reviews and live curves."""

    def __init__(self, settings: Settings, store: ReviewStore | None = None) -> None:
        self._seconds = settings.hint_seconds
        self._workers = Workers(settings.help_workers, most_waiting=QUESTIONS_WAITING)
        self.reviews = Reviews(self._workers, store, settings)
        self.curves = LiveCurves(self._workers, settings)

    async def hint(self, view: View, level: HintLevel, lane: Lane) -> Hint:
        """Return a hint for a seat; raise TimeoutError if the solver takes too long, and BusyError if it is busy."""
        asked = str(level), msgspec.json.encode(view)
        answer = await self._ask(give_hint, *asked, lane=lane)
        hint: Hint = _read_hint(answer)
        return hint

    async def win_hint(self, view: View, level: HintLevel, lane: Lane) -> WinHint:
        """Return what wins for a seat; raise as `hint` does. The more others wait, the rougher the figures are."""
        async with self._workers.turn(lane, patience=self._seconds) as turn:
            milliseconds = str(1000 * min(self._seconds / 2, WIN_HINT_SECONDS) / turn.crowd)
            asked = str(level), msgspec.json.encode(view), milliseconds
            return _read_win_hint(await turn.run(give_win_hint, *asked, seconds=self._seconds))

    async def open_record(self, text: str, lane: Lane) -> OpenedRecord:
        """Parse, verify and replay a record; raise TimeoutError or BusyError as `hint` does."""
        answer = await self._ask(replay_text, text, lane=lane)
        opened: OpenedRecord = _read_opened(answer)
        return opened

    def close(self) -> None:
        """Cancel all reviews and curves and kill the worker processes."""
        self.reviews.close()
        self.curves.close()
        self._workers.close()

    async def _ask(self, job: Callable[..., bytes], *arguments: object, lane: Lane) -> bytes:
        """Run a job for a person who is waiting for its answer. Both the queue and the job have a time limit."""
        return await self._workers.run(job, *arguments, seconds=self._seconds, lane=lane, patience=self._seconds)
