"""Where an arena keeps its games: one SQLite file. What is in it is done, and is not played again."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import msgspec

from tilewise.core.events import Result
from tilewise.core.record.text import print_record
from tilewise.lab.game import BotGame
from tilewise.lab.jobs import Job
from tilewise.lab.stats import Played
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


class Kept(Played):
    """A game as it is kept: with how long the bots thought, and what they did wrong."""

    key: str
    edition: str
    thinking_ms: tuple[float, ...]
    faults: tuple[Fault, ...]


class Store:
    """Games on disk, or in memory only when no path is given."""

    def __init__(self, path: Path | None = None) -> None:
        self._connection = sqlite3.connect(path or ":memory:")
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.executescript(_SCHEMA)

    def __enter__(self) -> Self:
        """The store itself; it is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._connection.close()

    def keep(self, job: Job, game: BotGame) -> None:
        """Write a game down; a game that is there already is not counted twice."""
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

    def note_loss(self, job: Job) -> None:
        """Write down that the process that played a game died before its end."""
        with self._connection:
            self._connection.execute("INSERT INTO losses VALUES (?)", (job.key,))

    def losses(self) -> list[str]:
        """The keys of games that had to be played again, one for every time."""
        return [key for (key,) in self._connection.execute("SELECT key FROM losses ORDER BY key")]

    def done(self) -> set[str]:
        """The keys of all games that are kept."""
        return {key for (key,) in self._connection.execute("SELECT key FROM games")}

    def games(self) -> Iterator[Kept]:
        """All games, in the order of their keys."""
        columns = "key, lineup, deal, result, turns, edition, thinking_ms, faults"
        for key, lineup, deal, result, turns, edition, thinking, faults in self._connection.execute(
            f"SELECT {columns} FROM games ORDER BY key"  # noqa: S608  # the names above, nothing from outside
        ):
            yield Kept(
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
        """Every game as the text of a record, with its key."""
        yield from self._connection.execute("SELECT key, record FROM games ORDER BY key")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
