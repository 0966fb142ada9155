"""The games of an arena in a SQLite file. A stored game is not played again."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import msgspec

from tilewise.core.events import Result
from tilewise.core.record.text import print_record
from tilewise.lab.game import BotGame
from tilewise.lab.jobs import Job
from tilewise.lab.stats import PlayedGame
from tilewise.local.match import Fault

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    key TEXT PRIMARY KEY,
    edition TEXT NOT NULL,
    lineup TEXT NOT NULL,
    deal TEXT NOT NULL,
    result TEXT NOT NULL,
    turns INTEGER NOT NULL,
    thinking_ms TEXT NOT NULL,
    faults TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS losses (key TEXT NOT NULL);
"""


class StoredGame(PlayedGame):
    """A stored game with thinking times and faults."""

    key: str
    edition: str
    thinking_ms: tuple[float, ...]
    faults: tuple[Fault, ...]


class Store:
    """Stores games in a file, or in memory if there is no path."""

    def __init__(self, path: Path | None = None) -> None:
        self._connection = sqlite3.connect(path or ":memory:")
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        """Return the store; it is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._connection.close()

    def add(self, job: Job, game: BotGame) -> None:
        """Store a game, unless it is there already."""
        result = game.record.games[0].result
        row = (
            job.key,
            job.edition.name,
            _json(job.lineup),
            job.deal,
            _json(result),
            game.turns,
            _json(game.thinking_ms),
            _json(game.faults),
            print_record(game.record),
        )
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def add_loss(self, job: Job) -> None:
        """Note that the process of a game died before its end."""
        with self._connection:
            self._connection.execute("INSERT INTO losses VALUES (?)", (job.key,))

    def losses(self) -> list[str]:
        """Return the keys of games that had to be played again, once for each time."""
        return [key for (key,) in self._connection.execute("SELECT key FROM losses ORDER BY key")]

    def done(self) -> set[str]:
        """Return the keys of all stored games."""
        return {key for (key,) in self._connection.execute("SELECT key FROM games")}

    def games(self) -> Iterator[StoredGame]:
        """Yield all games, ordered by key."""
        columns = "key, lineup, deal, result, turns, edition, thinking_ms, faults"
        for key, lineup, deal, result, turns, edition, thinking, faults in self._connection.execute(
            f"SELECT {columns} FROM games ORDER BY key"  # noqa: S608  # only the column names above
        ):
            yield StoredGame(
                key=key,
                lineup=msgspec.json.decode(lineup, type=tuple[str, ...]),
                deal=deal,
                result=msgspec.json.decode(result, type=Result),
                turns=turns,
                edition=edition,
                thinking_ms=msgspec.json.decode(thinking, type=tuple[float, ...]),
                faults=msgspec.json.decode(faults, type=tuple[Fault, ...]),
            )

    def records(self) -> Iterator[tuple[str, str]]:
        """Yield the key and the record of every game."""
        yield from self._connection.execute("SELECT key, record FROM games ORDER BY key")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
