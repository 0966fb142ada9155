"""The admin commands."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher

from tests.cli import commands as cli
from tests.rooms.kit import ANN, BOB, World
from tests.server.kit import Guest, a_server
from tests.server.processes import running
from tests.services import free_port
from tilewise.core.editions import edition
from tilewise.core.record import Record, verify
from tilewise.rooms import commands
from tilewise.rooms.config import RoomConfig
from tilewise.rooms.events import WhyOver
from tilewise.rooms.model import Phase
from tilewise.storage.engine.database import Database
from tilewise.storage.people import Account, PeopleStore
from tilewise.storage.rooms import SqlStore
from tilewise.storage.watermark import SUFFIX, Mark
from tilewise.wire.messages import WhyGoodbye

COMMANDS = ("list", "close", "ban", "password", "export", "backup", "restore", "capacity")
RUDI, ROBO = "g-rudi", "b-robo"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with a running room, a public and a private finished room, and an account with a program."""
    folder = tmp_path_factory.mktemp("filled")

    async def fill() -> None:
        database = Database(url_of(folder))
        await database.migrate()
        world = World(SqlStore(database))
        await world.service.submit((await world.begun(ANN, BOB, rules=ONE_GAME)).id, ANN, commands.Concede())
        await world.service.submit(await a_public_room(world), ANN, commands.Concede())
        await world.begun(BOB, ANN)
        people = PeopleStore(database)
        await people.add(Account(RUDI, "Rude Rudi", "hash", is_bot=False, owner=None, epoch=0, is_banned=False), 0)
        await people.add(Account(ROBO, "Robo", None, is_bot=True, owner=RUDI, epoch=0, is_banned=False), 0)
        await database.close()

    asyncio.run(fill())
    assert run("backup", folder / "all.gz", "--data", folder)[0] == 0
    return folder / "all.gz"


ONE_GAME: dict[str, object] = {"games_per_round": 1}


async def a_public_room(world: World) -> str:
    config = RoomConfig(edition("classic-en").with_rules(**ONE_GAME), is_public=True)
    room = await world.service.open(config, ANN)
    await world.service.submit(room.id, BOB, commands.Sit())
    for person in (ANN, BOB):
        await world.service.submit(room.id, person, commands.Ready())
    for person in (ANN, BOB):
        await world.service.submit(room.id, person, commands.Contribute())
    return room.id


@pytest.fixture
def data(filled: Path, tmp_path: Path) -> Path:
    """The data folder of a used server."""
    assert run("restore", filled, "--data", tmp_path)[0] == 0
    return tmp_path


def url_of(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/tilewise.db"


def account_of(folder: Path, person: str) -> Account:
    async def find() -> Account | None:
        database = Database(url_of(folder))
        try:
            return await PeopleStore(database).find(person)
        finally:
            await database.close()

    account = asyncio.run(find())
    assert account is not None
    return account


def run(*words: object) -> tuple[int, str, str]:
    """Run a command; return its exit code, stdout and stderr."""
    done = cli.run("admin", *map(str, words))
    return done.exit_code, done.stdout, done.stderr


def shell(*words: object) -> tuple[int, str, str]:
    """Run the installed command in its own process."""
    done = cli.tilewise("admin", *map(str, words))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def answer(*words: object) -> Any:  # noqa: ANN401  # JSON
    code, text, problem = run(*words, "--json")
    assert (code, problem) == (0, "")
    return json.loads(text)


def rooms(folder: Path) -> list[str]:
    return [room["id"] for room in answer("list", "--data", folder)["rooms"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_text_has_exit_codes_and_examples(command: str) -> None:
    code, shown, _ = run(command, "--help")

    assert code == 0
    assert "Exit codes: 0 " in shown
    assert "--json" in shown
    assert f"tilewise admin {command} " in shown[shown.index("Examples:") :]


def test_running_rooms_are_listed(data: Path) -> None:
    code, text, _ = run("list", "--data", data)

    (room,) = rooms(data)
    assert (code, text) == (0, f"{room}  {Phase.PLAYING}    classic-en    Bob, Ann\n")


def test_installed_command_runs_admin_commands(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.gz"
    (room,) = rooms(data)

    assert shell("list", "--data", data) == run("list", "--data", data)
    assert shell("export", file, "--data", data) == (0, f"{file}: 1 record\n", "")
    assert shell("close", room, "--data", data) == (0, f"{room} is closed\n", "")
    assert shell("close", room, "--data", data) == (1, f"{room} was already over: closed\n", "")
    assert shell("ban", RUDI, "--json", "--data", data)[0] == 0
    assert shell("ban", ANN.id, "--data", data) == (0, f"Ann ({ANN.id}) is banned\n", "")
    code, _, problem = shell("ban", "nobody", "--data", data)
    assert (code, problem.split(",")[0]) == (2, "tilewise: no account has the name or id 'nobody'")


def test_room_is_closed_once(data: Path) -> None:
    (room,) = rooms(data)

    assert answer("close", room, "--data", data) == {"room": room, "was_over": False, "why_over": WhyOver.CLOSED}
    assert rooms(data) == []
    assert run("close", room, "--data", data) == (1, f"{room} was already over: closed\n", "")


@pytest.mark.parametrize("wanted", [RUDI, "rude  rudi"])
def test_account_is_banned_by_id_or_name_with_its_programs(data: Path, wanted: str) -> None:
    told = answer("ban", wanted, "--data", data)

    assert told == {"person": RUDI, "name": "Rude Rudi", "is_banned": True, "programs": [ROBO]}
    assert [one["person"] for one in answer("list", "--banned", "--data", data)["banned"]] == [ROBO, RUDI]


@pytest.mark.parametrize("wanted", [RUDI, "rude  rudi"])
def test_password_is_reset_by_id_or_name(data: Path, wanted: str) -> None:
    told = answer("password", wanted, "--data", data)

    account = account_of(data, RUDI)
    assert told == {"person": RUDI, "name": "Rude Rudi", "password": told["password"]}
    assert PasswordHasher().verify(account.password or "", told["password"])


def test_password_reset_ends_every_session(data: Path) -> None:
    before = account_of(data, RUDI)

    run("password", RUDI, "--data", data)

    assert account_of(data, RUDI).epoch == before.epoch + 1


def test_ban_can_be_lifted(data: Path) -> None:
    run("ban", RUDI, "--data", data)

    code, text, _ = run("ban", "--lift", RUDI, "--data", data)

    assert (code, text) == (0, f"Rude Rudi ({RUDI}) is no longer banned, along with 1 program\n")
    assert answer("list", "--banned", "--data", data) == {"banned": []}


def test_guest_is_banned_by_the_listed_id(data: Path) -> None:
    sitting = {(one["person"], one["name"]) for one in answer("list", "--people", "--data", data)["people"]}
    assert sitting == {(ANN.id, "Ann"), (BOB.id, "Bob")}

    for _ in range(2):  # the second time changes nothing
        told = answer("ban", ANN.id, "--data", data)
        assert told == {"person": ANN.id, "name": "Ann", "is_banned": True, "programs": []}

    assert [one["person"] for one in answer("list", "--banned", "--data", data)["banned"]] == [ANN.id]
    assert run("ban", "--lift", ANN.id, "--data", data) == (0, f"Ann ({ANN.id}) is no longer banned\n", "")
    assert answer("list", "--banned", "--data", data) == {"banned": []}


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("close", "nowhere"), "nowhere"),
        (("ban", "nobody"), "nobody"),
        (("password", "nobody"), "nobody"),
        (("password", ROBO), ROBO),
        (("restore", "nothing.gz"), "nothing.gz"),
        (("export", "no/such/folder/games.gz"), "no/such/folder/games.gz"),
        (("list", "--people", "--banned"), "--people or --banned"),
        (("list", "--database", "mysql://here"), "mysql"),
        (("list", "--database", "postgresql+asyncpg://127.0.0.1:1/nothing"), "127.0.0.1:1/nothing"),
    ],
)
def test_unknown_room_or_account_is_reported(data: Path, words: tuple[str, ...], named: str) -> None:
    code, text, problem = run(*words, "--data", data)

    assert (code, text) == (2, "")
    assert problem.startswith("tilewise: ")
    assert named in problem
    assert len(problem.splitlines()) == 1


def test_folder_without_a_database_is_reported_and_unchanged(tmp_path: Path) -> None:
    code, _, problem = run("list", "--data", tmp_path / "typo")

    assert (code, str(tmp_path / "typo" / "tilewise.db") in problem) == (2, True)
    assert not (tmp_path / "typo").exists()


def test_backup_is_restored_only_into_an_empty_database(data: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"

    kept = answer("backup", tmp_path / "all.gz", "--data", data)
    assert answer("restore", tmp_path / "all.gz", "--data", elsewhere) == kept

    assert rooms(elsewhere) == rooms(data)
    assert run("restore", tmp_path / "all.gz", "--data", elsewhere)[0] == 2


def test_restored_files_are_readable_by_their_owner_only(filled: Path, tmp_path: Path) -> None:
    (tmp_path / "tilewise.db").touch(0o644)
    run("restore", filled, "--data", tmp_path)

    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_lost_changes_are_reported_until_a_backup_is_restored(filled: Path, tmp_path: Path) -> None:
    run("restore", filled, "--data", tmp_path)
    mark = tmp_path / f"tilewise.db{SUFFIX}"
    mark.write_bytes(msgspec.json.encode(Mark(committed=1e9)))

    code, text, problem = run("list", "--data", tmp_path)
    (tmp_path / "tilewise.db").unlink()
    run("restore", filled, "--data", tmp_path)

    assert (code, text.count(Phase.PLAYING)) == (0, 1)
    assert "all changes until 2001-09-09 01:46:40+00:00 are missing" in problem
    assert run("list", "--data", tmp_path)[2] == ""


@pytest.mark.anyio
async def test_server_logs_lost_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = url_of(tmp_path)
    (tmp_path / f"tilewise.db{SUFFIX}").write_bytes(msgspec.json.encode(Mark(committed=1e9)))
    async with a_server(tmp_path, database=url):
        pass

    assert "changes are missing from the database" in capsys.readouterr().out


def test_exported_public_games_verify(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.gz"

    assert answer("export", file, "--data", data) == {"file": str(file), "matches": 1}

    (line,) = gzip.decompress(file.read_bytes()).splitlines()
    assert verify(msgspec.json.decode(line, type=Record)) == ()
    assert [*tmp_path.glob("*.part")] == []


@pytest.mark.anyio
async def test_admin_commands_reach_the_clients_of_a_running_server(tmp_path: Path) -> None:
    async with running(tmp_path, free_port(), bot_workers=0, help_workers=0, solver_workers=0) as server:
        ann = await Guest.arrive(server.port, "Ann")
        await ann.http.post("/account", json={"name": "Ann", "password": "correct horse"})
        room = await ann.open(time={"type": "none"}, bots=["novice"], start=True)
        async with ann.joined(room) as player:
            assert (await asyncio.to_thread(shell, "close", room, "--data", tmp_path))[0] == 0
            view = await player.until(lambda view: view.phase == "over")
            seen = (await ann.http.get(f"/rooms/{room}")).json()
            assert (await asyncio.to_thread(shell, "ban", "Ann", "--data", tmp_path))[0] == 0
            bye = await player.goodbye()
        await ann.leave()

    assert view.why_over is WhyOver.CLOSED
    assert seen["phase"] == "over"
    assert bye.why is WhyGoodbye.SIGNED_OUT


@pytest.mark.anyio
async def test_banned_guest_is_disconnected_and_locked_out(tmp_path: Path) -> None:
    async with running(tmp_path, free_port(), bot_workers=0, help_workers=0, solver_workers=0) as server:
        eve = await Guest.arrive(server.port, "Eve")
        room = await eve.open(time={"type": "none"}, bots=["novice"], start=True)
        person = (await eve.http.get("/session")).json()["id"]
        async with eve.joined(room) as player:
            assert (await asyncio.to_thread(shell, "ban", person, "--data", tmp_path))[0] == 0
            bye = await player.goodbye()
        answers = [
            await eve.http.post("/session"),
            await eve.http.get(f"/rooms/{room}"),
            await eve.http.get("/my/rooms"),
        ]
        refused = [(answer.status_code, answer.json()["reason"]) for answer in answers]
        profile = await eve.http.get(f"/people/{person}")
        assert (await asyncio.to_thread(shell, "ban", "--lift", person, "--data", tmp_path))[0] == 0
        again = await eve.http.get("/session")
        await eve.leave()

    assert bye.why is WhyGoodbye.SIGNED_OUT
    assert refused == [(403, "banned")] * 3
    assert profile.status_code == 404
    assert (again.status_code, again.json()["id"]) == (200, person)
