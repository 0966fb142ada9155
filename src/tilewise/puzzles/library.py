"""The puzzles that come with the project: found by name, by what is wanted, or by the day."""

from collections.abc import Iterable
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tilewise.core.errors import InputError, UnknownNameError
from tilewise.core.value import Value
from tilewise.puzzles.puzzle import Kind, Puzzle, read_puzzle

SETS = ("classic-en", "xp", "twist")
"""The editions that have puzzles, each in a file of its name."""
WEEK = (1, 2, 2, 3, 3, 4, 5)
"""The level of the daily puzzle, from Monday on."""


class Head(Value):
    """What can be said about a puzzle without reading it."""

    id: str
    edition: str
    kind: Kind
    level: int
    difficulty: int


class Shelf:
    """Puzzles, each read when it is wanted."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = {line.partition(" ")[0]: line for line in lines}
        self.heads = tuple(map(_head, self._lines.values()))

    def lines(self) -> Iterable[str]:
        """Every puzzle as it is written."""
        return self._lines.values()

    def puzzle(self, name: str) -> Puzzle:
        """The puzzle of this name; ValueError when there is none."""
        line = self._lines.get(name)
        if line is None:
            msg = f"no puzzle {name!r}; a name has eight characters, such as {next(iter(self._lines))!r}"
            raise InputError(msg)
        return read_puzzle(line)

    def like(self, *, edition: str = "", kind: str = "", level: int = 0) -> tuple[Head, ...]:
        """All puzzles of an edition, a kind, a level; empty or 0: of any. ValueError when there is no such thing."""
        _expect("edition with puzzles", edition, SETS)
        _expect("kind of puzzle", kind, tuple(Kind))
        return tuple(
            head
            for head in self.heads
            if edition in ("", head.edition) and kind in ("", head.kind) and level in (0, head.level)
        )

    def of_day(self, day: date) -> Head:
        """The puzzle of a day, the same for everybody: easy on Mondays, hard on Sundays, and never twice in a year."""
        level = WEEK[day.weekday()]
        choice = sorted(self.like(edition=SETS[0], level=level), key=lambda head: sha256(head.id.encode()).digest())
        return choice[day.toordinal() % len(choice)]


@cache
def shelf() -> Shelf:
    """All puzzles that come with the project."""
    texts = (files("tilewise.puzzles").joinpath("sets", f"{name}.txt").read_text("utf-8") for name in SETS)
    return Shelf(line for text in texts for line in text.splitlines())


def _head(line: str) -> Head:
    name, edition, kind, level, difficulty, *_ = line.split(maxsplit=5)
    return Head(name, edition, Kind(kind), int(level), int(difficulty))


def _expect(what: str, name: str, choices: tuple[str, ...]) -> None:
    if name and name not in choices:
        raise UnknownNameError(what, name, choices)
