"""Notice a SQLite database that is older than it was, because its write-ahead log was deleted or damaged.

SQLite ignores a missing log, and everything after a damaged part of it, without an error. A small file next to the
database therefore holds the time of the last heartbeat that was committed. A database without it has lost changes.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from tilewise.core.value import Value
from tilewise.storage.engine.database import PRIVATE

SUFFIX = "-heartbeat"


class Loss(Value):
    """A span of time whose changes are missing, in seconds since 1970."""

    since: float
    """The last heartbeat in the database; 0 if there is none."""
    until: float
    """The last heartbeat that was committed."""


class Mark(Value):
    """The content of the file."""

    committed: float
    loss: Loss | None = None
    """The first loss that was noticed. It stays until a backup is restored."""


class Watermark:
    """The file with the last committed heartbeat. Without a database file, it does nothing."""

    def __init__(self, database: Path | None) -> None:
        self.file = database.with_name(database.name + SUFFIX) if database is not None else None
        self._loss: Loss | None = None

    def raise_to(self, at: float) -> None:
        """Store the time of a committed heartbeat. An old file is harmless, so nothing waits for the disk."""
        if self.file is None:
            return
        part = self.file.with_name(self.file.name + ".part")
        with suppress(OSError):  # a full disk: the heartbeat itself reports it
            part.touch(PRIVATE)
            part.write_bytes(msgspec.json.encode(Mark(at, self._loss)))
            part.replace(self.file)

    def read(self) -> Mark | None:
        """Return the content of the file. Read it before the database, which may get the next heartbeat meanwhile."""
        if self.file is None:
            return None
        try:
            return msgspec.json.decode(self.file.read_bytes(), type=Mark)
        except (OSError, msgspec.DecodeError):
            return None

    def compare(self, mark: Mark | None, last: float | None) -> Loss | None:
        """Return what is missing from a database whose last heartbeat is this one; None if nothing is."""
        if mark is not None:
            is_older = (last or 0.0) < mark.committed
            self._loss = mark.loss or (Loss(last or 0.0, mark.committed) if is_older else None)
        return self._loss

    def forget(self) -> None:
        """Delete the file, because the database is a new one."""
        if self.file is not None:
            self.file.unlink(missing_ok=True)
