"""Write self-play as Parquet, CSV or JSON lines, one row per turn. docs/research.md describes the columns."""

import csv
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec

from tilewise.core import engine
from tilewise.core.actions import Action
from tilewise.core.errors import InputError
from tilewise.core.events import Result
from tilewise.core.notation import print_rack, print_table
from tilewise.core.record import Record
from tilewise.core.record.text import parse_record
from tilewise.core.rules.setup import set_up
from tilewise.core.rules.table import Change
from tilewise.core.state import State
from tilewise.core.value import Value

SUFFIXES = (".parquet", ".csv", ".jsonl")
BATCH = 10_000


class Row(Value):
    """A turn: what the player to move could know, what it did, and how the game ended for it."""

    game: str
    edition: str
    players: int
    turn: int
    seat: int
    bot: str
    has_melded: bool
    rack: str
    table: str
    pool: int
    rack_sizes: str
    """The rack sizes of all seats, in seat order."""
    action: str
    laid: str
    tiles_laid: int
    table_after: str
    ending: str
    score: int
    won: bool


def rows(records: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """Yield the turns of all games. A game is given as its key and the text of its record."""
    for key, text in records:
        yield from _turns(key, parse_record(text))


def expect_format(path: Path) -> None:
    """Raise `ValueError` before the tournament, rather than after it, if this file cannot be written."""
    if path.suffix not in SUFFIXES:
        msg = f"the name of a dataset ends in {' or '.join(SUFFIXES)}, not {path.name!r}"
        raise InputError(msg)
    if path.suffix == ".parquet":
        _arrow()


def write(path: Path, found: Iterable[Row]) -> int:
    """Write the rows in the format of the file's suffix; return their number."""
    expect_format(path)
    writer = {".parquet": _write_parquet, ".csv": _write_csv, ".jsonl": _write_lines}[path.suffix]
    return writer(path, iter(found))


def _turns(key: str, record: Record) -> Iterator[Row]:
    game = record.games[0]
    if game.result is None:
        return
    states = engine.replay(set_up(record.edition, game.deal), game.actions)
    for action, (before, after) in zip(game.actions, pairwise(states), strict=True):
        yield _row(key, record, action, before, after, game.result)


def _row(key: str, record: Record, action: Action, before: State, after: State, result: Result) -> Row:  # noqa: PLR0913, PLR0917
    laid = tuple(Change(before.table, after.table, record.edition).laid.elements())
    return Row(
        game=key,
        edition=record.edition.name,
        players=len(before.players),
        turn=before.turn,
        seat=before.to_move,
        bot=record.seats[before.to_move],
        has_melded=before.player.has_melded,
        rack=print_rack(before.player.rack),
        table=print_table(before.table),
        pool=len(before.pool),
        rack_sizes=" ".join(str(len(player.rack)) for player in before.players),
        action=str(action.__struct_config__.tag),
        laid=print_rack(laid),
        tiles_laid=len(laid),
        table_after=print_table(after.table),
        ending=result.ending.value,
        score=result.scores[before.to_move],
        won=before.to_move in result.winners,
    )


def _write_csv(path: Path, found: Iterator[Row]) -> int:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, Row.__struct_fields__)
        writer.writeheader()
        return sum(1 for row in found if writer.writerow(msgspec.structs.asdict(row)))


def _write_lines(path: Path, found: Iterator[Row]) -> int:
    with path.open("wb") as file:
        return sum(1 for row in found if file.write(msgspec.json.encode(row) + b"\n"))


def _write_parquet(path: Path, found: Iterator[Row]) -> int:
    arrow = _arrow()
    kinds = {str: arrow.string(), int: arrow.int32(), bool: arrow.bool_()}
    schema = arrow.schema([(field, kinds[kind]) for field, kind in Row.__annotations__.items()])
    count = 0
    with import_module("pyarrow.parquet").ParquetWriter(path, schema) as writer:
        while batch := [msgspec.structs.asdict(row) for row in islice(found, BATCH)]:
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
            count += len(batch)
    return count


def _arrow() -> Any:  # noqa: ANN401  # pyarrow ships no types
    try:
        return import_module("pyarrow")
    except ImportError:
        msg = "Parquet needs pyarrow: pip install 'tilewise[research]'; .csv and .jsonl need nothing"
        raise InputError(msg) from None
