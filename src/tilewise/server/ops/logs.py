"""Logging: one JSON object per line on stderr, for the server and its libraries. A failed write never raises."""

import json
import logging
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from typing import TextIO, cast

import structlog
from prometheus_client import Counter
from structlog.processors import ExceptionRenderer, JSONRenderer, TimeStamper, add_log_level
from structlog.stdlib import ProcessorFormatter
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor

COMMON: tuple[Processor, ...] = (
    add_log_level,
    TimeStamper(fmt="iso"),
    ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),  # locals may hold racks, tokens and passwords
)
LINES_LOST = Counter("tilewise_log_lines_lost", "Log lines that could not be written", registry=None)
"""Counts for the whole process, like the stream. Every `Metrics` shows it."""
CLIENT_FAULTS = {
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
}
"""Messages of the HTTP library about clients that violate the protocol. Anyone could fill a disk with them."""
NOWHERE = -1
"""The file descriptor of a process that was started without stderr. Another file may have its number."""


class LogStream:
    """Writes lines to a file descriptor. A line that cannot be written is counted; the next one says how many.

    It has no buffer: Python's own would keep what a full disk rejects, and fail again with every later line.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lost = 0
        self._is_cut = False
        """Whether only a part of the last line was written."""

    def write(self, line: str) -> int:
        """Write a line, or count it as lost."""
        notice = ("\n" if self._is_cut else "") + (_notice(self._lost) if self._lost else "")
        data = (notice + line).encode(errors="backslashreplace")
        written = _write(self._descriptor, data)
        if written == len(data):
            self._lost, self._is_cut = 0, False
        else:
            self._lost += 1
            self._is_cut = self._is_cut or written > 0
            LINES_LOST.inc()
        return len(line)

    def flush(self) -> None:
        """Do nothing; lines are written at once."""


def _notice(lost: int) -> str:
    now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    return json.dumps({"event": "log lines were lost", "count": lost, "level": "warning", "timestamp": now}) + "\n"


def _write(descriptor: int, data: bytes) -> int:
    """Return how many bytes were written."""
    written = 0
    with suppress(OSError):  # a full disk, a closed pipe, or no stderr at all
        while written < len(data):
            written += os.write(descriptor, data[written:])
    return written


def set_up_logs() -> None:
    """Send all logs to stderr. Never log racks, secrets or addresses."""
    descriptor = sys.__stderr__.fileno() if sys.__stderr__ is not None else NOWHERE
    stream = cast("TextIO", LogStream(descriptor))
    libraries = logging.StreamHandler(stream)
    libraries.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=COMMON, processors=[ProcessorFormatter.remove_processors_meta, JSONRenderer()]
        )
    )
    logging.basicConfig(handlers=[libraries], level=logging.WARNING, force=True)
    logging.captureWarnings(capture=True)
    logging.getLogger("uvicorn.error").addFilter(lambda record: record.msg not in CLIENT_FAULTS)
    structlog.configure(processors=[*COMMON, JSONRenderer()], logger_factory=structlog.WriteLoggerFactory(file=stream))
