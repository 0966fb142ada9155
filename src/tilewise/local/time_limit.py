"""Interrupt code that runs for too long."""

import signal
import threading
from types import FrameType

from tilewise.core.errors import TilewiseError


class TimeLimitError(TilewiseError):
    """Code ran longer than its time limit."""


class TimeLimit:
    """Raise `TimeLimitError` in the body after this many seconds; None sets no limit.

    Only the main thread can be interrupted, so there is no limit in other threads. Arena workers play in theirs.
    Windows has no such alarm, and so no limit either.
    """

    __slots__ = ("_before", "_seconds")

    def __init__(self, seconds: float | None) -> None:
        can_interrupt = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._seconds = seconds if can_interrupt else None

    def __enter__(self) -> None:
        """Set the alarm."""
        if self._seconds is not None:
            self._before = signal.signal(signal.SIGALRM, _interrupt)
            signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        """Cancel the alarm and restore the handler that was there before."""
        if self._seconds is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise TimeLimitError
