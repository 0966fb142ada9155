"""Tiles, melds and tables as short text: `r7`, `[r3 r4 r5]`, `[r3 r4 r5] [k9 y9 J]`; see docs/notation.md."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tilewise.core.errors import InputError, expect, shown, unexpected
from tilewise.core.tiles import Meld, Table, Tile, in_order

NOTHING = "-"
"""How an empty rack or an empty table is written."""
MOST_SHOWN = 4
"""Melds that a short description of a table shows."""

_CODES = {tile.value: tile for tile in Tile}
_WORD = re.compile(r"[^\s\[\]|,]+|[\[\]|]")


class NotationError(InputError):
    """Text that cannot be read, with line and column (from 1) and what would be right."""

    def __init__(self, problem: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem = problem
        self.line = line
        self.column = column

    def moved(self, *, line: int, column: int) -> "NotationError":
        """Return the same error for a larger text in which this one begins at this line and column."""
        column_there = self.column + (column - 1 if self.line == 1 else 0)
        return NotationError(self.problem, line=line + self.line - 1, column=column_there)


class _Word(NamedTuple):
    text: str
    line: int
    column: int

    def error(self, problem: str) -> NotationError:
        return NotationError(problem, line=self.line, column=self.column)


def tile(text: str) -> Tile:
    """Read one tile: `tile("k13")`."""
    tiles = rack(text)
    if len(tiles) != 1:
        msg = f"one tile was expected, such as r7 or J, not {shown(text)}"
        raise NotationError(msg)
    return tiles[0]


def rack(text: str) -> tuple[Tile, ...]:
    """Read tiles in the order they are written: `rack("r7 b7 J")`; `-` or nothing is an empty rack."""
    expect(text, str, "a rack in text, such as 'r7 b7 J',")
    if text.strip() == NOTHING:
        return ()
    return tuple(_tile(word) for word in _words(text))


def meld(text: str) -> Meld:
    """Read one meld: `meld("[r3 r4 r5]")`, brackets or not."""
    melds = table(text)
    if len(melds) != 1:
        msg = f"one meld was expected, such as [r3 r4 r5], not {len(melds)} in {shown(text)}"
        raise NotationError(msg)
    return melds[0]


def table(text: str, *, empty_rows: bool = False) -> Table:
    """Read a table: melds in brackets, `[r3 r4 r5] [k9 y9 J]`, or with bars between, `r3 r4 r5 | k9 y9 J`.

    With `empty_rows`, `[]` is a row without tiles, which can be left over when time runs out.
    """
    expect(text, str, "a table in text, such as '[r3 r4 r5] [k9 y9 J]',")
    if text.strip() == NOTHING:
        return ()
    words = tuple(_words(text))
    if any(word.text == "[" for word in words):
        return tuple(_bracketed(words, empty_rows=empty_rows))
    return tuple(_barred(words))


def print_rack(tiles: Iterable[Tile]) -> str:
    """Write tiles sorted: `b7 r7 J` becomes `r7 b7 J`."""
    return " ".join(in_order(_expect_tiles(tiles, "a rack, such as rack('r7 b7 J'),"))) or NOTHING


def print_meld(tiles: Meld) -> str:
    """Write a meld as it lies: `[k9 y9 J]`."""
    row = _expect_tiles(tiles, "a meld, such as meld('[k9 y9 J]'),")
    return f"[{' '.join(row)}]"


def shorten_table(melds: Table) -> str:
    """Write the first melds of a table, for a short description."""
    shown, hidden = melds[:MOST_SHOWN], len(melds) - MOST_SHOWN
    return print_table(shown) + (f" and {hidden} more" if hidden > 0 else "")


def print_table(melds: Table) -> str:
    """Write a table as it lies: `[r3 r4 r5] [k9 y9 J]`."""
    expect(melds, (tuple, list), "a table, such as table('[r3 r4 r5] [k9 y9 J]'),")
    return " ".join(map(print_meld, melds)) or NOTHING


def _expect_tiles(value: object, expected: str) -> tuple[Tile, ...]:
    """Return the tiles; raise InputError, naming what was expected, if they are anything else."""
    found = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
    tiles = tuple([each for each in found if isinstance(each, Tile)])
    if len(tiles) < len(found):
        raise unexpected(value, expected)
    return tiles


def _words(text: str) -> Iterator[_Word]:
    for row, line in enumerate(text.splitlines(), start=1):
        for match in _WORD.finditer(line):
            yield _Word(match.group(), row, match.start() + 1)


def _tile(word: _Word) -> Tile:
    found = _CODES.get(word.text) or _CODES.get(word.text.lower()) or _CODES.get(word.text.upper())
    if found is None:
        raise word.error(
            f"no tile {shown(word.text)}; a tile is a colour (r red, b blue, y yellow or orange, k black) and a number "
            "1-13, or a joker: J classic, D double, C colour-change, M mirror"
        )
    return found


def _bracketed(words: tuple[_Word, ...], *, empty_rows: bool) -> Iterator[Meld]:
    opened: _Word | None = None
    tiles: list[Tile] = []
    for word in words:
        match word.text, opened:
            case "[", None:
                opened, tiles = word, []
            case "[", _:
                raise word.error("a meld begins inside a meld; close the first with ]")
            case "]", None:
                raise word.error("] closes no meld; begin it with [")
            case "]", _:
                if not tiles and not empty_rows:
                    raise word.error("a meld without tiles")
                yield tuple(tiles)
                opened = None
            case _, None:
                raise word.error(f"{word.text!r} lies outside the melds; write melds as [r3 r4 r5]")
            case _:
                tiles.append(_tile(word))
    if opened is not None:
        raise opened.error("this meld is never closed with ]")


def _barred(words: tuple[_Word, ...]) -> Iterator[Meld]:
    tiles: list[Tile] = []
    last: _Word | None = None
    for word in words:
        last = word
        if word.text == "]":
            raise word.error("] closes no meld; begin it with [")
        if word.text != "|":
            tiles.append(_tile(word))
            continue
        if not tiles:
            raise word.error("a meld without tiles")
        yield tuple(tiles)
        tiles = []
    if last is not None and not tiles:
        raise last.error("a meld without tiles")
    if tiles:
        yield tuple(tiles)
