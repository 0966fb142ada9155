"""Audit a database: every log is complete, every play was legal, no tile is lost."""

from collections import Counter

from sqlalchemy import select

from tilewise.core import engine
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.record import verify
from tilewise.core.state import State
from tilewise.core.tiles import Tile, tiles_of
from tilewise.rooms.events import Entry
from tilewise.rooms.log.record import record_of
from tilewise.storage.engine.database import Database
from tilewise.storage.rooms import SqlStore
from tilewise.storage.schema import rooms


async def audit(url: str) -> dict[str, tuple[Entry, ...]]:
    """Check every room of a database and return the logs."""
    database = Database(url)
    store = SqlStore(database)
    async with database.read() as connection:
        names = (await connection.execute(select(rooms.c.id))).scalars().all()
    logs = {name: await store.entries(name) for name in names}
    for name, log in logs.items():
        assert [entry.version for entry in log] == list(range(1, len(log) + 1)), name
        assert (await store.load(name)).version == len(log)
        assert_legal(log)
    await database.close()
    return logs


def assert_legal(log: tuple[Entry, ...]) -> None:
    """Replay a log by the rules."""
    try:
        record = record_of(log)
    except ValueError:
        return  # the match has not begun
    match = Match(record.edition, record.seats)
    for game in record.games:
        match, begun = begin_game(match, game.deal)
        state = engine.start(begun)
        for action in game.actions:
            state = engine.act(state, action)
            assert tiles_in(state) == Counter(state.edition.box_for(len(record.seats)).tiles)
        match = with_game(match, state)
    if all(game.result is not None for game in record.games):
        assert verify(record) == ()


def tiles_in(state: State) -> Counter[Tile]:
    """Return all tiles of a game."""
    racks = Counter(tile for player in state.players for tile in player.rack)
    return racks + Counter(state.pool) + tiles_of(state.table)
