"""Logging: one JSON object per line, without secrets."""

import json
import subprocess
import sys

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

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
