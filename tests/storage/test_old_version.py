"""A database and a record written by the version of commit b54b03d still open, replay and verify.

`old_version/database.sql` is a dump of a SQLite file. It holds a finished match, a running match, a continued game, a
room that waits for players, and accounts. `old_version/finished-match.txt` is the record of the finished match.
"""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.rooms.kit import World
from tilewise.bots import BOTS, USUAL
from tilewise.core.actions import Play
from tilewise.core.events import TookBack
from tilewise.core.record import verify
from tilewise.core.record.text import parse_record, verify_text
from tilewise.core.view import view_of
from tilewise.rooms import commands
from tilewise.rooms.clock import deadline
from tilewise.rooms.log.record import record_of
from tilewise.rooms.log.turn_statistics import statistics_of
from tilewise.rooms.model import Phase
from tilewise.rooms.people import Person
from tilewise.rooms.ports import Draft
from tilewise.storage.backup import backup, restore
from tilewise.storage.engine.database import IN_MEMORY, Database
from tilewise.storage.housekeeping import Housekeeping
from tilewise.storage.people import PeopleStore
from tilewise.storage.puzzles import PuzzleStore
from tilewise.storage.ratings import Ratings
from tilewise.storage.rooms import SqlStore

pytestmark = pytest.mark.anyio

FOLDER = Path(__file__).parent / "old_version"
RECORD = (FOLDER / "finished-match.txt").read_text()
FINISHED, RUNNING, CONTINUED, WAITING = "room-1", "room-156", "room-225", "room-226"
LAST_WRITE = 1_700_000_658.0
ADA = Person("p-ada", "Ada")


@pytest.fixture
async def old(tmp_path: Path) -> AsyncIterator[Database]:
    """The old database, migrated."""
    file = tmp_path / "tilewise.db"
    connection = sqlite3.connect(file)
    connection.executescript((FOLDER / "database.sql").read_text())
    connection.close()
    database = Database(f"sqlite+aiosqlite:///{file}")
    await database.migrate()
    yield database
    await database.close()


@pytest.fixture
def store(old: Database) -> SqlStore:
    return SqlStore(old)


@pytest.fixture
def world(store: SqlStore) -> World:
    """The service on the old database, at the time of its last write."""
    world = World(store)
    world.clock.time = LAST_WRITE
    return world


@pytest.mark.parametrize(
    ("room", "phase", "version"),
    [
        (FINISHED, Phase.OVER, 78),
        (RUNNING, Phase.PLAYING, 35),
        (CONTINUED, Phase.PLAYING, 1),
        (WAITING, Phase.GATHERING, 1),
    ],
)
async def test_old_room_opens(store: SqlStore, room: str, phase: Phase, version: int) -> None:
    loaded = await store.load(room)

    assert (loaded.phase, loaded.version) == (phase, version)


async def test_old_finished_match_verifies(store: SqlStore) -> None:
    assert verify(record_of(await store.entries(FINISHED))) == ()


async def test_old_log_gives_the_record_that_the_old_version_wrote(store: SqlStore) -> None:
    assert record_of(await store.entries(FINISHED)) == parse_record(RECORD)


def test_old_record_verifies() -> None:
    assert verify_text(RECORD) == ()


async def test_old_turn_statistics_are_complete(store: SqlStore) -> None:
    games = statistics_of(await store.entries(FINISHED), 0)

    assert [len(game.turns) > 0 for game in games] == [True, *[False] * (len(games) - 1)]


async def test_old_summaries_are_listed(store: SqlStore) -> None:
    assert [line.id for line in await store.live_summaries()] == [RUNNING, CONTINUED, WAITING]


async def test_old_finished_match_is_in_the_archive(store: SqlStore) -> None:
    assert [line.winners for line in await store.archive(name="Ada")] == [("Ada",)]


async def test_running_room_keeps_its_draft(store: SqlStore) -> None:
    draft, room = await store.draft(RUNNING), await store.load(RUNNING)

    assert draft == Draft(room.current_game.to_move, room.game_version, draft.table if draft else ())


async def test_running_room_keeps_the_hosts_decisions(store: SqlStore) -> None:
    room = await store.load(RUNNING)

    assert (room.host, room.banned, room.muted) == ("p-ada", ("p-cleo",), ("p-cleo",))


async def test_running_room_accepts_the_next_turn(world: World) -> None:
    room = await world.service.get(RUNNING)
    seat = room.current_game.to_move
    person = room.seats[seat].person
    assert person is not None
    choice = BOTS["greedy"].choose(view_of(room.current_game, seat), USUAL)
    turn = commands.Play(choice.table) if isinstance(choice, Play) else commands.Draw()

    accepted = await world.service.submit(RUNNING, person, turn, seen=room.version)

    assert (accepted.version, accepted.room.current_game.turn) == (36, room.current_game.turn + 1)


async def test_running_room_judges_the_old_draft_when_time_runs_out(world: World) -> None:
    room = await world.service.get(RUNNING)
    world.clock.time = deadline(room) or 0.0
    await world.service.wake(RUNNING)

    assert any(isinstance(event, TookBack) for event in world.events_of(RUNNING))


async def test_running_room_is_played_on_by_its_clock(world: World) -> None:
    await world.service.wake(RUNNING)
    await world.advance(24 * 3600)

    assert verify(record_of(await world.store.entries(RUNNING))) == ()


async def test_repeated_request_of_the_old_version_is_recognised(world: World) -> None:
    room = await world.service.get(FINISHED)
    last = [entry for entry in await world.store.entries(FINISHED) if entry.request][-1]

    handled = room.handled_request(last.by, last.request)
    assert handled is not None
    assert handled.version == last.version


async def test_continued_room_goes_on(world: World) -> None:
    room = await world.service.get(CONTINUED)
    await world.service.submit(CONTINUED, ADA, commands.Concede(), seen=room.version)

    assert (await world.service.get(CONTINUED)).version > room.version


async def test_waiting_room_accepts_a_player(world: World) -> None:
    accepted = await world.service.submit(WAITING, ADA, commands.Sit())

    assert accepted.room.seat_of(ADA.id) == 1


async def test_old_accounts_are_found(old: Database) -> None:
    ada = await PeopleStore(old).named("ADA")

    assert ada is not None
    assert (ada.id, ada.epoch, ada.is_banned) == ("p-ada", 1, False)


async def test_old_access_token_is_valid(old: Database) -> None:
    robo = await PeopleStore(old).with_token("5e884898da28047151d0e56f8dc62927")

    assert robo is not None
    assert robo.name == "Robo"


async def test_old_ban_holds(old: Database) -> None:
    assert await PeopleStore(old).banned() == {"p-cleo"}


async def test_old_ratings_are_listed(old: Database) -> None:
    assert [(line.name, line.games) for line in await Ratings(old).best("classic")] == [("Ada", 1), ("Ben", 1)]


async def test_old_puzzle_progress_is_kept(old: Database) -> None:
    solver = await PuzzleStore(old).solver("p-ada")

    assert (solver.rating, solver.best_run) == (850.0, 3)


async def test_old_room_code_leads_to_its_room(old: Database) -> None:
    assert await Housekeeping(old).room_of("ABCD") == WAITING


async def test_old_database_is_backed_up_and_restored(old: Database, tmp_path: Path) -> None:
    await backup(old, tmp_path / "backup.gz")
    new = Database(IN_MEMORY)
    await restore(new, tmp_path / "backup.gz")

    assert await SqlStore(new).load(RUNNING) == await SqlStore(old).load(RUNNING)
    await new.close()
