"""PostgreSQL and Redis servers for tests, started on a free port and stopped after use."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypedDict

import pytest

PATIENCE_SECONDS = 120
PORTS = range(10_000, 32_000)
"""Below the ephemeral range, so that no outgoing connection takes a port before its server does."""
STRIDE = 101


class Who(TypedDict, total=False):
    user: int
    group: int
    extra_groups: list[int]


def missing(service: str) -> None:
    """Skip the test and name the missing service; in CI, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{service} is not installed")
    pytest.skip(f"{service} is not installed")


def free_port() -> int:
    """Return a free port that no other process of this test run will take."""
    return next(port for port in _ports if _is_free(port))


def _own_ports() -> Iterator[int]:
    """Iterate over the ports from a start that depends on the process id.

    No port is offered twice: it may be free only while its server restarts.
    """
    first = os.getpid() * STRIDE
    return (PORTS[(first + number) % len(PORTS)] for number in range(len(PORTS)))


_ports = _own_ports()


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@contextmanager
def postgres(*, is_safe: bool = False) -> Iterator[str]:
    """Run a PostgreSQL server, with fsync if `is_safe`, and yield its URL without a database name."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres")) or [Path(shutil.which("postgres") or "")]
    if not found[-1].is_file():
        missing("PostgreSQL")
    folder, port = tempfile.mkdtemp(prefix="tilewise-pg-"), free_port()
    data, binaries, who = f"{folder}/data", found[-1].parent, _not_root(folder)
    init: list[str | Path] = [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust"]
    subprocess.run([*init, "-E", "UTF8", "--no-sync"], cwd=folder, check=True, stdout=subprocess.DEVNULL, **who)
    options = ["listen_addresses=127.0.0.1", f"fsync={'on' if is_safe else 'off'}", "max_connections=200"]
    command: list[str | Path] = [binaries / "postgres", "-D", data, "-p", str(port), "-k", folder]
    command += [word for option in options for word in ("-c", option)]
    with running(command, folder, port, who):
        ready: list[str | Path] = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
        _wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, "PostgreSQL is not ready")
        yield f"postgresql+asyncpg://postgres@127.0.0.1:{port}"


@contextmanager
def redis() -> Iterator[str]:
    """Run a Redis server and yield its URL."""
    if shutil.which("redis-server") is None:
        missing("Redis")
    port = free_port()
    with redis_at(port):
        yield f"redis://127.0.0.1:{port}"


@contextmanager
def redis_at(port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Redis server on this port, so that a test can restart it."""
    folder = tempfile.mkdtemp(prefix="tilewise-redis-")
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", folder]
    with running([*command, "--save", "", "--appendonly", "no"], folder, port, {}) as process:
        yield process


def _not_root(folder: str) -> Who:
    """Return the user to run PostgreSQL as; it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def running(command: list[str | Path], folder: str, port: int, who: Who) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the end of the block, from when it listens on its port; then remove its folder."""
    with Path(folder, "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **who)
    try:
        _wait_for(port, process)
        yield process
    finally:
        process.send_signal(signal.SIGINT)  # after SIGTERM, PostgreSQL would wait for its clients
        process.wait()
        shutil.rmtree(folder)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    def listens() -> bool:
        if process.poll() is not None:
            msg = f"{process.args!r} has ended"
            raise RuntimeError(msg)
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
        return False

    _wait_until(listens, f"{process.args!r} does not listen on port {port}")


def _wait_until(holds: Callable[[], bool], otherwise: str) -> None:
    """Poll until a condition holds; an external program sends no signal to wait for."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(otherwise)
        time.sleep(0.02)
