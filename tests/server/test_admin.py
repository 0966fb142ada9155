"""The commands of who keeps a server."""

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
from tests.server.kit import Guest
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
from tilewise.wire.messages import WhyGoodbye

COMMANDS = ("list", "close", "ban", "password", "export", "backup", "restore")
RUDI, ROBO = "g-rudi", "b-robo"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with one room that lives, a public and a private one that are over, and somebody with a program."""
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
    """The data folder of a server that has seen something."""
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
    """The exit code, and what stands on both outputs."""
    done = cli.run("admin", *map(str, words))
    return done.exit_code, done.stdout, done.stderr


def shell(*words: object) -> tuple[int, str, str]:
    """The same by the installed command, in a process of its own."""
    done = cli.tilewise("admin", *map(str, words))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def answer(*words: object) -> Any:  # noqa: ANN401  # JSON
    code, text, problem = run(*words, "--json")
    assert (code, problem) == (0, "")
    return json.loads(text)


def rooms(folder: Path) -> list[str]:
    return [room["id"] for room in answer("list", "--data", folder)["rooms"]]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_tells_the_exit_codes_and_gives_examples(command: str) -> None:
    code, shown, _ = run(command, "--help")

    assert code == 0
    assert "Exit codes: 0 " in shown
    assert "--json" in shown
    assert f"tilewise admin {command} " in shown[shown.index("Examples:") :]


def test_the_rooms_that_live_are_listed(data: Path) -> None:
    code, text, _ = run("list", "--data", data)

    (room,) = rooms(data)
    assert (code, text) == (0, f"{room}  {Phase.PLAYING}    classic-en    Bob, Ann\n")


def test_the_installed_command_does_as_it_says(data: Path, tmp_path: Path) -> None:
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


def test_a_room_is_closed_once(data: Path) -> None:
    (room,) = rooms(data)

    assert answer("close", room, "--data", data) == {"room": room, "was_over": False, "why_over": WhyOver.CLOSED}
    assert rooms(data) == []
    assert run("close", room, "--data", data) == (1, f"{room} was already over: closed\n", "")


@pytest.mark.parametrize("wanted", [RUDI, "rude  rudi"])
def test_an_account_is_banned_by_its_id_or_its_name_with_its_programs(data: Path, wanted: str) -> None:
    told = answer("ban", wanted, "--data", data)

    assert told == {"person": RUDI, "name": "Rude Rudi", "is_banned": True, "programs": [ROBO]}
    assert [one["person"] for one in answer("list", "--banned", "--data", data)["banned"]] == [ROBO, RUDI]


@pytest.mark.parametrize("wanted", [RUDI, "rude  rudi"])
def test_an_account_gets_a_new_password_by_its_id_or_its_name(data: Path, wanted: str) -> None:
    told = answer("password", wanted, "--data", data)

    account = account_of(data, RUDI)
    assert told == {"person": RUDI, "name": "Rude Rudi", "password": told["password"]}
    assert PasswordHasher().verify(account.password or "", told["password"])


def test_a_new_password_ends_every_session_of_the_account(data: Path) -> None:
    before = account_of(data, RUDI)

    run("password", RUDI, "--data", data)

    assert account_of(data, RUDI).epoch == before.epoch + 1


def test_a_ban_is_lifted(data: Path) -> None:
    run("ban", RUDI, "--data", data)

    code, text, _ = run("ban", "--lift", RUDI, "--data", data)

    assert (code, text) == (0, f"Rude Rudi ({RUDI}) is no longer banned, along with 1 program\n")
    assert answer("list", "--banned", "--data", data) == {"banned": []}


def test_a_guest_is_banned_by_the_id_that_the_list_has(data: Path) -> None:
    sitting = {(one["person"], one["name"]) for one in answer("list", "--people", "--data", data)["people"]}
    assert sitting == {(ANN.id, "Ann"), (BOB.id, "Bob")}

    for _ in range(2):  # it may be so already
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
def test_what_is_not_there_is_named(data: Path, words: tuple[str, ...], named: str) -> None:
    code, text, problem = run(*words, "--data", data)

    assert (code, text) == (2, "")
    assert problem.startswith("tilewise: ")
    assert named in problem
    assert len(problem.splitlines()) == 1


def test_a_folder_without_a_server_is_named_and_left_alone(tmp_path: Path) -> None:
    code, _, problem = run("list", "--data", tmp_path / "typo")

    assert (code, str(tmp_path / "typo" / "tilewise.db") in problem) == (2, True)
    assert not (tmp_path / "typo").exists()


def test_a_backup_is_restored_elsewhere_but_never_over_something(data: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"

    kept = answer("backup", tmp_path / "all.gz", "--data", data)
    assert answer("restore", tmp_path / "all.gz", "--data", elsewhere) == kept

    assert rooms(elsewhere) == rooms(data)
    assert run("restore", tmp_path / "all.gz", "--data", elsewhere)[0] == 2


def test_public_games_are_exported_and_each_can_be_proven(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.gz"

    assert answer("export", file, "--data", data) == {"file": str(file), "matches": 1}

    (line,) = gzip.decompress(file.read_bytes()).splitlines()
    assert verify(msgspec.json.decode(line, type=Record)) == ()
    assert [*tmp_path.glob("*.part")] == []


@pytest.mark.anyio
async def test_a_running_server_tells_its_players_of_what_the_keeper_does(tmp_path: Path) -> None:
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
async def test_a_guest_who_is_kept_out_is_shown_out_and_may_do_nothing(tmp_path: Path) -> None:
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
