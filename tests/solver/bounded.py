"""Run work in another process with limits on processor time and memory; keep the results found before a limit."""

import faulthandler
import math
import re
import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from traceback import walk_tb
from typing import Generic, TypeVar

GIGABYTE = 1 << 30
LONGEST_WORDS = 1 << 16
SOONEST = 1e-6
"""Zero would stop the clock instead of starting it."""
Task = TypeVar("Task")
Item = TypeVar("Item")
LINE = re.compile(r'File "(?P<file>.*)", line \d+ in ')


@dataclass(frozen=True)
class Ended:
    """Interrupted work: the reason, and the files of the functions on its stack."""

    why: str
    files: frozenset[str]


@contextmanager
def processor_seconds(most: float) -> Iterator[None]:
    """Kill this process after this much processor time."""
    if math.isfinite(most):
        signal.setitimer(signal.ITIMER_PROF, max(most, SOONEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class Bounded(Generic[Task, Item]):
    """Run a generator in another process, task after task. A process that a task has ended is replaced."""

    def __init__(self, work: Callable[[Task], Iterator[Item]], gigabytes: float) -> None:
        self.work = work
        self.gigabytes = gigabytes
        self._process: BaseProcess | None = None

    def __call__(self, task: Task) -> tuple[list[Item], Ended | None]:
        """Return the results of a task, and why it was interrupted, if it was."""
        if self._process is None:
            self._start()
        found: list[Item] = []
        try:
            self._line.send(task)
            while (item := self._line.recv()) is not None and not isinstance(item, Ended):
                found.append(item)
        except (EOFError, ConnectionResetError, BrokenPipeError):
            return found, self._last_words()
        return found, item

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None

    def _start(self) -> None:
        context = get_context("spawn")
        self._line, there = context.Pipe()
        self._words, words = context.Pipe(duplex=False)
        self._process = context.Process(target=_serve, args=(self.work, self.gigabytes, there, words), daemon=True)
        self._process.start()
        there.close()
        words.close()

    def _last_words(self) -> Ended:
        """Return the stack that a dead process has written."""
        assert self._process is not None
        self._process.join()
        code, self._process = self._process.exitcode or 0, None
        with open(self._words.fileno(), "rb", closefd=False) as words:
            said = words.read(LONGEST_WORDS).decode(errors="replace")
        why = (
            "out of time" if -code == signal.SIGPROF else f"ended by {signal.Signals(-code).name if code < 0 else code}"
        )
        return Ended(why, frozenset(line["file"] for line in LINE.finditer(said)))


def _serve(work: Callable[[Task], Iterator[Item]], gigabytes: float, line: Connection, words: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    faulthandler.enable(words.fileno())
    faulthandler.register(signal.SIGPROF, words.fileno(), chain=True)
    if math.isfinite(gigabytes):
        with suppress(ValueError, OSError):  # not every system can limit it
            resource.setrlimit(resource.RLIMIT_DATA, (int(gigabytes * GIGABYTE), resource.RLIM_INFINITY))
    with suppress(EOFError):
        while True:
            line.send(_done(work, line, line.recv()))


def _done(work: Callable[[Task], Iterator[Item]], line: Connection, task: Task) -> Ended | None:
    try:
        for item in work(task):
            line.send(item)
    except Exception as error:  # noqa: BLE001  # whatever it is, the next task wants a process that lives
        files = frozenset(frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__))
        return Ended("out of memory" if isinstance(error, MemoryError) else repr(error), files)
    return None
