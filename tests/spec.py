"""Readers of the plain-text specification in spec/, which serves tests in every language."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tilewise.core import house_rules
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition

SPEC = Path(__file__).parents[1] / "spec"


class MeldLine(NamedTuple):
    """A line of melds.txt."""

    id: str
    editions: str
    tiles: str
    verdict: str
    rules: str
    note: str


class FaultLine(NamedTuple):
    """A line of faults.txt."""

    id: str
    editions: str
    tiles: str
    fault: str
    strays: str
    note: str


class RuleLine(NamedTuple):
    """A line of rules.txt."""

    id: str
    kind: str
    text: str


class PlaysLine(NamedTuple):
    """A line of plays.txt."""

    id: str
    position: str
    plays: str
    note: str


class Block:
    """A block of turns.txt, flows.txt or scores.txt: `key: value` lines; some keys may repeat."""

    def __init__(self, lines: list[str]) -> None:
        self.fields: dict[str, list[str]] = defaultdict(list)
        for line in lines:
            key, _, value = line.partition(":")
            self.fields[key.strip()].append(value.strip())

    def __getitem__(self, key: str) -> str:
        (value,) = self.fields[key]
        return value

    def get(self, key: str, default: str = "") -> str:
        return self[key] if key in self.fields else default

    def seats(self, key: str) -> dict[str, str]:
        """Read `A=7 | B=-7`, seat by seat."""
        pairs = (part.partition("=") for part in self[key].split("|"))
        return {seat.strip(): value.strip() for seat, _, value in pairs}


def melds() -> Iterator[MeldLine]:
    for line in _lines("melds.txt"):
        yield MeldLine(*(part.strip() for part in line.split("|", maxsplit=5)))


def faults() -> Iterator[FaultLine]:
    for line in _lines("faults.txt"):
        yield FaultLine(*(part.strip() for part in line.split("|", maxsplit=5)))


def plays() -> Iterator[PlaysLine]:
    for line in _lines("plays.txt"):
        yield PlaysLine(*(part.strip() for part in line.split("|", maxsplit=3)))


def rules() -> Iterator[RuleLine]:
    for line in _lines("rules.txt"):
        name, _, text = line.partition("|")
        id_, kind = name.split()
        yield RuleLine(id_, kind, text.strip())


def blocks(name: str) -> Iterator[Block]:
    """Yield the blocks of a file, separated by blank lines; ignore comments."""
    text = "\n".join(line for line in (SPEC / name).read_text().splitlines() if not line.startswith("#"))
    for block in re.split(r"\n\s*\n", text.strip()):
        yield Block(block.strip().splitlines())


def editions(column: str) -> Iterator[Edition]:
    """Read `all` or names; a word with `=` sets a knob on each of them."""
    words = column.split()
    rules = house_rules.read(Edition, " ".join(word for word in words if "=" in word))
    names = [word for word in words if "=" not in word]
    for name in EDITIONS if names == ["all"] else names:
        yield edition(name).with_rules(**rules)


def words(text: str) -> dict[str, str]:
    """Read `pool=20 rack=9` as a mapping."""
    return dict(word.split("=", maxsplit=1) for word in text.split())


def _lines(name: str) -> Iterator[str]:
    for line in (SPEC / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield line
