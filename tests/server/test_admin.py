"""The commands of who keeps a server."""

import asyncio
import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.match.kit import ANN, BOB, World
from tilewise.cli.app import app
from tilewise.match import asks
from tilewise.match.room import Phase
from tilewise.storage.database import Database
from tilewise.storage.sql import SqlStore


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one room that lives and one that is over."""

    async def fill() -> None:
        database = Database(url_of(tmp_path))
        await database.migrate()
        world = World(SqlStore(database))
        over = await world.begun(ANN, BOB, rules={"games_per_round": 1})
        await world.service.ask(over.id, ANN, asks.Concede())
        await world.begun(BOB, ANN)
        await database.close()

    asyncio.run(fill())
    return tmp_path


def url_of(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/tilewise.db"


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["admin", *map(str, words)])
    return result.exit_code, result.output


def live(folder: Path) -> tuple[str, ...]:
    async def look() -> tuple[str, ...]:
        database = Database(url_of(folder))
        names = await SqlStore(database).live()
        await database.close()
        return names

    return asyncio.run(look())


def test_the_rooms_that_live_are_listed(data: Path) -> None:
    code, text = run("list", "--data", data)

    assert code == 0
    assert f"{live(data)[0]}  {Phase.PLAYING}    classic-en    Bob, Ann" in text


def test_the_list_is_there_for_programs_too(data: Path) -> None:
    code, text = run("list", "--json", "--data", data)

    assert code == 0
    assert [(room["id"], room["names"]) for room in json.loads(text)["rooms"]] == [(live(data)[0], ["Bob", "Ann"])]


def test_a_room_is_closed(data: Path) -> None:
    code, _ = run("close", live(data)[0], "--data", data)

    assert code == 0
    assert live(data) == ()


@pytest.mark.parametrize("words", [("close", "nowhere"), ("ban", "nobody"), ("restore", "nothing.gz")])
def test_what_is_not_there_is_named(data: Path, words: tuple[str, ...]) -> None:
    code, text = run(*words, "--data", data)

    assert code == 2
    assert words[1] in text


def test_a_backup_is_restored_elsewhere(data: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"

    assert run("backup", tmp_path / "all.gz", "--data", data)[0] == 0
    assert run("restore", tmp_path / "all.gz", "--data", elsewhere)[0] == 0

    assert live(elsewhere) == live(data)


def test_public_games_are_exported(data: Path, tmp_path: Path) -> None:
    code, text = run("export", tmp_path / "games.gz", "--data", data)

    assert (code, text) == (0, "0 matches\n")
    assert gzip.decompress((tmp_path / "games.gz").read_bytes()) == b""
