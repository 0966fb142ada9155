"""A SQLite database that has lost its write-ahead log, or a part of it, is noticed."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tilewise.storage.engine.database import Database
from tilewise.storage.housekeeping import Housekeeping
from tilewise.storage.watermark import Loss

pytestmark = pytest.mark.anyio

BEATS = range(100, 160)


def untouched(_file: Path) -> None:
    pass


def without_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def damaged(file: Path) -> None:
    """Flip a byte in the middle of the write-ahead log."""
    wal = file.with_name(f"{file.name}-wal")
    content = bytearray(wal.read_bytes())
    content[len(content) // 2] ^= 0xFF
    wal.write_bytes(content)


async def killed(folder: Path) -> Path:
    """Return a copy of the files of a server, as they are after `kill -9`."""
    file = folder / "running" / "games.db"
    file.parent.mkdir()
    database = Database(f"sqlite+aiosqlite:///{file}")
    await database.migrate()
    node = Housekeeping(database)
    await node.start("n", BEATS[0])
    for at in BEATS:
        await node.beat("n", at)
    shutil.copytree(file.parent, folder / "copy")
    await database.close()
    return folder / "copy" / "games.db"


async def loss_of(file: Path) -> Loss | None:
    database = Database(f"sqlite+aiosqlite:///{file}")
    try:
        await database.migrate()
        return await Housekeeping(database).loss()
    finally:
        await database.close()


@pytest.mark.parametrize(("harm", "is_loss"), [(untouched, False), (without_log, True), (damaged, True)])
async def test_lost_or_damaged_log_is_noticed(tmp_path: Path, harm: Callable[[Path], None], *, is_loss: bool) -> None:
    file = await killed(tmp_path)
    harm(file)

    loss = await loss_of(file)

    assert (loss is not None) is is_loss
    if loss is not None:
        assert loss.since < loss.until == BEATS[-1]


async def test_loss_is_remembered_after_new_heartbeats(tmp_path: Path) -> None:
    file = await killed(tmp_path)
    without_log(file)
    database = Database(f"sqlite+aiosqlite:///{file}")
    await database.migrate()
    node = Housekeeping(database)
    loss = await node.loss()
    await node.start("m", 1000.0)
    await node.beat("m", 1001.0)
    await database.close()

    assert loss is not None
    assert await loss_of(file) == loss
