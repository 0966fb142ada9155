"""Logging: one JSON object per line, without secrets. A log that cannot be written stops nothing."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.server.kit import PATIENCE_SECONDS, Guest
from tests.server.processes import running
from tests.services import free_port
from tilewise.rooms import commands
from tilewise.server.ops import background
from tilewise.server.ops.background import supervised
from tilewise.server.ops.logs import LogStream
from tilewise.storage.engine.database import IN_MEMORY, Database

WRITERS = """
import logging, warnings
import structlog
from tilewise.server.ops.logs import set_up_logs

def fail(rack):
    raise RuntimeError("it broke")

set_up_logs()
structlog.get_logger().info("node started", node="a")
warnings.warn("something is old")
logging.getLogger("uvicorn.error").error("Cancel %s running task(s)", 3)
for write in (structlog.get_logger().exception, logging.getLogger("uvicorn.error").exception):
    try:
        fail("r13 the secret of the rack")
    except RuntimeError:
        write("a request failed")
"""


def test_every_log_line_is_json_without_values() -> None:
    written = subprocess.run([sys.executable, "-c", WRITERS], capture_output=True, text=True, check=True).stderr

    lines = [json.loads(line) for line in written.splitlines()]
    assert [line["level"] for line in lines] == ["info", "warning", "error", "error", "error"]
    assert lines[2]["event"] == "Cancel 3 running task(s)"
    assert all(line["exception"][0]["exc_value"] == "it broke" for line in lines[3:])
    assert "the secret of the rack" not in written


@pytest.mark.anyio
async def test_failed_statement_logs_no_values() -> None:
    database = Database(IN_MEMORY)
    with pytest.raises(DBAPIError) as caught:
        async with database.begin() as connection:
            await connection.execute(text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "r13"})
    await database.close()

    assert "r13" not in str(caught.value)


@contextmanager
def full_disk() -> Iterator[int]:
    descriptor = os.open("/dev/full", os.O_WRONLY)
    yield descriptor
    os.close(descriptor)


@contextmanager
def pipe_without_reader() -> Iterator[int]:
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def test_lost_log_lines_are_mentioned_once_when_the_log_works_again(tmp_path: Path) -> None:
    with pipe_without_reader() as descriptor, (tmp_path / "log").open("wb") as file:
        stream = LogStream(descriptor)
        stream.write("lost 1\n")
        stream.write("lost 2\n")
        os.dup2(file.fileno(), descriptor)
        for line in ("{}", "{}"):
            stream.write(f"{line}\n")

    notice, *others = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert (notice["event"], notice["count"], others) == ("log lines were lost", 2, [{}, {}])


def test_log_line_after_a_part_of_one_begins_on_a_line_of_its_own(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    stream = LogStream(writer)
    stream.write("x" * 200_000)  # a part of it fits into the pipe
    with (tmp_path / "log").open("wb") as file, closing(os.fdopen(reader, "rb")), closing(os.fdopen(writer, "wb")):
        os.dup2(file.fileno(), writer)
        stream.write("{}\n")

    assert [json.loads(line or "{}") for line in (tmp_path / "log").read_text().splitlines()][-1] == {}
    assert (tmp_path / "log").read_text().startswith("\n")


@pytest.mark.anyio
@pytest.mark.parametrize("log", [full_disk, pipe_without_reader])
async def test_server_runs_without_a_log(tmp_path: Path, log: Callable[[], AbstractContextManager[int]]) -> None:
    with log() as descriptor:
        async with (
            running(tmp_path, free_port(), stderr=descriptor) as server,
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE_SECONDS) as http,
            asyncio.timeout(PATIENCE_SECONDS),
        ):
            server.limit_files(0)
            while await lines_lost(http) < 3:  # noqa: ASYNC110  # a metric sends no signal to wait for
                await asyncio.sleep(0.05)  # until several heartbeats have failed, so their loop goes on
            server.limit_files(-1)
            ann = await Guest.arrive(server.port, "Ann")
            async with ann.joined(await ann.open(bots=["novice"], start=True)) as player:
                await player.do(commands.Contribute("x"))
            await ann.leave()


async def lines_lost(http: httpx.AsyncClient) -> float:
    families = text_string_to_metric_families((await http.get("/metrics")).text)
    return next(family.samples[0].value for family in families if family.name == "tilewise_log_lines_lost")


@pytest.mark.anyio
async def test_loop_that_fails_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RESTART_SECONDS", 0.0)
    runs: list[int] = []

    async def loop() -> None:
        runs.append(len(runs))
        if len(runs) < 3:
            raise RuntimeError

    await supervised(loop, "counting failed")

    assert runs == [0, 1, 2]


@pytest.mark.anyio
async def test_loop_whose_cleanup_fails_can_be_cancelled() -> None:
    has_begun = asyncio.Event()

    async def loop() -> None:
        try:
            has_begun.set()
            await asyncio.Event().wait()
        finally:
            raise RuntimeError  # as a rollback without a connection does

    task = asyncio.create_task(supervised(loop, "waiting failed"))
    await has_begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await task
