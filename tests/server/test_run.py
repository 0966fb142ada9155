"""Problems at the start are reported before anything is served."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.commands import tilewise
from tests.services import free_port
from tilewise.server.run import listen


def test_taken_port_is_reported_with_advice(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = tilewise("serve", "--data", str(tmp_path), "--port", str(port))

    assert answer.returncode == 2
    assert f"cannot listen on port {port} of 127.0.0.1: another program is using it" in answer.stderr.decode()
    assert "--port" in answer.stderr.decode()


@pytest.mark.parametrize(
    ("host", "told"), [("no.such.host.invalid", "no address"), ("192.0.2.1", "this machine has no such address")]
)
def test_unavailable_address_is_reported(host: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        listen(host, 0)


def test_all_addresses_of_a_host_share_one_port() -> None:
    bound = listen("localhost", 0)
    try:
        assert len({each.getsockname()[1] for each in bound}) == 1
    finally:
        for each in bound:
            each.close()


def test_unreachable_database_is_reported_without_its_password(tmp_path: Path) -> None:
    closed = free_port()
    url = f"postgresql://me:hush@127.0.0.1:{closed}/games"
    answer = tilewise("serve", "--data", str(tmp_path), "--port", "0", "--database", url)

    assert answer.returncode == 2
    assert f"cannot open the database postgresql+asyncpg://me:***@127.0.0.1:{closed}/games" in answer.stderr.decode()
    assert b"hush" not in answer.stdout + answer.stderr


def test_read_only_database_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "tilewise.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE something (id)")
    url = f"sqlite+aiosqlite:///file:{file}?mode=ro&uri=true"
    answer = tilewise("serve", "--data", str(tmp_path), "--port", "0", "--database", url)

    assert answer.returncode == 2
    assert "attempt to write a readonly database" in answer.stderr.decode()
    assert b"Traceback" not in answer.stderr


def test_file_that_is_not_a_database_is_reported_and_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "tilewise.db"
    file.write_bytes(b"a shopping list, by no means a database" * 100)
    answer = tilewise("serve", "--data", str(tmp_path), "--port", "0")

    assert answer.returncode == 2
    assert "file is not a database" in answer.stderr.decode()
    assert file.read_bytes() == b"a shopping list, by no means a database" * 100
