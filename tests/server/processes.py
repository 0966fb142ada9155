"""Servers as real processes that can be killed."""

import asyncio
import os
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

STARTED = b"Tilewise is open"
MAIN = "from tilewise.cli import main; main()"
OFFSET = "clock-offset"
ADJUSTABLE = """
import time
real = time.time
def adjusted():
    with open({file!r}) as offset:
        return real() + float(offset.read() or 0)
time.time = adjusted
"""
"""Code that sets the time of a process by the seconds in a file of the data folder."""
PATIENCE_SECONDS = 180.0


class Process:
    """A server in its own process."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self._reading = asyncio.create_task(_read_on(process))  # a full pipe would block the server
        self.port = port

    def limit_files(self, most: int) -> None:
        """Let no file grow beyond this size, as on a full disk; -1 lifts the limit."""
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (most, -1))

    async def kill(self) -> None:
        """Kill the process without any clean-up (SIGKILL)."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        await self._reading

    async def stop(self, patience: float = PATIENCE_SECONDS) -> None:
        """Ask the process to stop (SIGTERM); raise TimeoutError if it does not end."""
        if self._process.returncode is None:
            self._process.terminate()
        try:
            async with asyncio.timeout(patience):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            raise
        await self._reading


async def _read_on(process: asyncio.subprocess.Process) -> None:
    """Read and discard the output of a server."""
    while process.stdout is not None and await process.stdout.read(65536):
        pass


async def start(data: Path, port: int, *, stderr: int | None = None, **settings: object) -> Process:
    """Start a server and wait until it accepts connections. `stderr` is a file descriptor for its log."""
    offset = data / OFFSET
    environ = {f"TILEWISE_{name.upper()}": str(value) for name, value in settings.items()}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", (ADJUSTABLE.format(file=str(offset)) if offset.exists() else "") + MAIN),
        *("serve", "--data", str(data), "--port", str(port)),
        env=os.environ | {"PYTHONUNBUFFERED": "1"} | environ,
        stdout=asyncio.subprocess.PIPE,
        stderr=stderr,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while STARTED not in (line := await process.stdout.readline()):
                assert line, "the server ended before it was open"
    except BaseException:
        process.kill()
        raise
    return Process(process, port)


@asynccontextmanager
async def running(data: Path, port: int, *, stderr: int | None = None, **settings: object) -> AsyncIterator[Process]:
    """Run a server that is stopped at the end."""
    process = await start(data, port, stderr=stderr, **settings)
    try:
        yield process
    finally:
        await process.stop()
