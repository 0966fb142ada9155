"""Play with a program as a bot, over its standard input and output. See docs/engine-protocol.md."""

import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from shutil import which
from typing import IO, cast

from tilewise.analysis.budget import Budget
from tilewise.core.actions import Action
from tilewise.core.errors import InputError, TilewiseError
from tilewise.core.position_text import print_position
from tilewise.core.view import View
from tilewise.lab.engine_protocol import HELLO, parse_best, print_go

GREETING_SECONDS = 30.0
QUIT_SECONDS = 3.0
ANSWER_SECONDS = 20.0
"""How long an engine may take for a turn beyond its budget in time."""
MOST_FAILURES = 3
"""Failures in a row after which an engine is not started again; then it draws in every turn."""
MOST_LINES = 1000
"""Lines before an answer."""
LONGEST_LINE = 10_000
"""Characters; the largest table takes about 500."""
LONGEST_NAME = 40


class EngineError(TilewiseError):
    """An engine did not start, ended, took too long, or gave an answer that is not an action."""


class EngineBot:
    """A bot in a process of its own. The process starts with the first turn and lasts for many games."""

    def __init__(self, command: str, *, answer_seconds: float = ANSWER_SECONDS) -> None:
        self.command = command
        self.answer_seconds = answer_seconds
        self._arguments = _arguments(command)
        self._process: _Process | None = None
        self._failures = 0
        self._lock = threading.Lock()
        try:
            self.name = self._started().name
        except EngineError as error:
            raise InputError(str(error)) from error
        finally:
            self.close()  # arena workers inherit this bot, and each must start a process of its own

    def choose(self, view: View, budget: Budget) -> Action:
        """Ask the engine; raise EngineError if it fails."""
        if self._failures >= MOST_FAILURES:
            msg = f"{self.command} failed {MOST_FAILURES} times in a row, so it is not asked again"
            raise EngineError(msg)
        self._failures += 1
        try:
            with self._lock:
                action = self._asked(view, budget)
        except BaseException:
            self.close()
            raise
        self._failures = 0
        return action

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _asked(self, view: View, budget: Budget) -> Action:
        seconds = self.answer_seconds + (budget.milliseconds or 0) / 1000
        process = self._started()
        process.discard_lines()
        process.send(f"position {print_position(view)}", print_go(budget))
        answer = next(line for line in process.lines(seconds) if not line.startswith("info"))
        try:
            return parse_best(answer, view.to_move)
        except InputError as error:
            msg = f"{self.command} answered wrongly: {error}"
            raise EngineError(msg) from error

    def _started(self) -> "_Process":
        """Return the process; start one if there is none, or if it belongs to the parent of this process."""
        if self._process is None or self._process.owner != os.getpid():
            self._process = _Process(self.command, self._arguments)
        return self._process


class _Process:
    """A running engine: sends lines, and receives lines within a time limit."""

    def __init__(self, command: str, arguments: list[str]) -> None:
        self.command = command
        self.owner = os.getpid()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  # closed below
        weakref.finalize(self, self._stderr.close)
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user asks to run this program
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            msg = f"{command} cannot be started ({error.strerror}); write ./mybot, or 'node mybot.js' for a script"
            raise EngineError(msg) from error
        self._received: Queue[str | None] = Queue()
        """Lines of the engine, and None after the last one."""
        self.end = weakref.finalize(self, _end, self._process, self.owner)
        threading.Thread(target=_read, args=(self._process.stdout, self._received), daemon=True).start()
        with suppress(OSError):  # a program that has ended already is judged by what it printed
            self._write(HELLO)
        self.name = self._greeting()

    def _greeting(self) -> str:
        line = next(self.lines(GREETING_SECONDS))
        word, _, name = line.partition(" ")
        if word != "ready" or not 0 < len(name) <= LONGEST_NAME or ":" in name:
            self.end()
            msg = f"{self.command} answered {line[:80]!r} to {HELLO!r}; 'ready NAME' was expected"
            raise EngineError(msg)
        return name

    def discard_lines(self) -> None:
        """Discard the lines received so far."""
        while not self._received.empty():
            if self._received.get() is None:
                raise self._ended()

    def send(self, *lines: str) -> None:
        """Send lines; raise EngineError if the program has ended."""
        try:
            self._write(*lines)
        except OSError:
            raise self._ended() from None

    def _write(self, *lines: str) -> None:
        to_engine = cast("IO[str]", self._process.stdin)
        to_engine.write("".join(f"{line}\n" for line in lines))
        to_engine.flush()

    def lines(self, seconds: float) -> Iterator[str]:
        """Yield lines of the engine; raise EngineError when the time is up, the program ends, or it prints too many."""
        deadline = time.monotonic() + seconds
        for _ in range(MOST_LINES):
            try:
                line = self._received.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                _kill(self._process)  # it would not read `quit` either
                self.end()
                msg = f"{self.command} did not answer within {seconds:g} s"
                raise EngineError(msg) from None
            if line is None:
                raise self._ended()
            yield line
        self.end()
        msg = f"{self.command} printed {MOST_LINES} lines without an answer"
        raise EngineError(msg)

    def _ended(self) -> EngineError:
        """End the process and return an error with the last line of its stderr."""
        self.end()
        self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, self._stderr.tell() - LONGEST_LINE))
        words = self._stderr.read().decode(errors="replace").strip().splitlines()
        last = f": {words[-1][:200]}" if words else ""
        return EngineError(f"{self.command} ended with exit code {self._process.returncode}{last}")


def is_command(name: str) -> bool:
    """Whether the name of an entrant is a program: it names a folder, as ./mybot does, or has arguments."""
    return any(sign in name for sign in {"/", os.sep, " "})


def _arguments(command: str) -> list[str]:
    """Split a command into the program and its arguments."""
    try:
        words = [command] if Path(command).is_file() else shlex.split(command)
    except ValueError as error:
        msg = f"cannot read {command!r}: {error}"
        raise InputError(msg) from None
    program = which(words[0]) if words else None
    if program is None and not (words and Path(words[0]).is_file()):
        msg = f"no program {words[0] if words else command!r}"
        raise InputError(msg)
    return [program or words[0], *words[1:]]


def _read(stream: IO[str], received: Queue[str | None]) -> None:
    """Put lines into the queue until the stream ends, or a thousand lines wait in the queue."""
    with stream:
        while received.qsize() <= MOST_LINES and (line := stream.readline(LONGEST_LINE)):
            if line.strip():
                received.put(line.strip())
    received.put(None)


def _end(process: "subprocess.Popen[str]", owner: int) -> None:
    """Let the engine quit, or kill it with all processes it has started."""
    if os.getpid() != owner:
        return
    to_engine = cast("IO[str]", process.stdin)
    with suppress(OSError):
        to_engine.write("quit\n")
    with suppress(OSError):
        to_engine.close()
    try:
        process.wait(QUIT_SECONDS)
    except subprocess.TimeoutExpired:
        _kill(process)
        process.wait()


def _kill(process: "subprocess.Popen[str]") -> None:
    if not hasattr(os, "killpg"):
        process.kill()
    elif process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)  # its session is its own, so this reaches its children too
