"""The puzzles that come with the project, found by id, by kind and level, or by date."""

from collections.abc import Iterable
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

from tilewise.core.errors import InputError, UnknownNameError
from tilewise.core.value import Value
from tilewise.puzzles.puzzle import Kind, Puzzle, read_puzzle

SETS = ("classic-en", "xp", "twist")
"""The editions that have puzzles; each has a file of that name."""
WEEK = (1, 2, 2, 3, 3, 4, 5)
"""The level of the daily puzzle, from Monday on."""


class Entry(Value):
    """The head of a puzzle's line: enough to choose one without parsing its tiles."""

    id: str
    edition: str
    kind: Kind
    level: int
    difficulty: int


class Library:
    """A collection of puzzles, each parsed on demand."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = {line.partition(" ")[0]: line for line in lines}
        self.entries = tuple(map(_entry, self._lines.values()))

    def lines(self) -> Iterable[str]:
        """Return every puzzle as a line of text."""
        return self._lines.values()

    def puzzle(self, name: str) -> Puzzle:
        """Return the puzzle with this id; raise InputError if there is none."""
        line = self._lines.get(name)
        if line is None:
            msg = f"no puzzle {name!r}; a name has eight characters, such as {next(iter(self._lines))!r}"
            raise InputError(msg)
        return read_puzzle(line)

    def find(self, *, edition: str = "", kind: str = "", level: int = 0) -> tuple[Entry, ...]:
        """Return all puzzles of an edition, kind and level; empty or 0 means any. Raise on an unknown name."""
        _expect("edition with puzzles", edition, SETS)
        _expect("kind of puzzle", kind, tuple(Kind))
        return tuple(
            entry
            for entry in self.entries
            if edition in ("", entry.edition) and kind in ("", entry.kind) and level in (0, entry.level)
        )

    def daily(self, day: date) -> Entry:
        """Return the puzzle of a day: easy on Mondays, hard on Sundays, and never twice in a year."""
        level = WEEK[day.weekday()]
        choice = sorted(self.find(edition=SETS[0], level=level), key=lambda entry: sha256(entry.id.encode()).digest())
        return choice[day.toordinal() % len(choice)]


@cache
def library() -> Library:
    """Return all puzzles that come with the project."""
    texts = (files("tilewise.puzzles").joinpath("sets", f"{name}.txt").read_text("utf-8") for name in SETS)
    return Library(line for text in texts for line in text.splitlines())


def _entry(line: str) -> Entry:
    name, edition, kind, level, difficulty, *_ = line.split(maxsplit=5)
    return Entry(name, edition, Kind(kind), int(level), int(difficulty))


def _expect(what: str, name: str, choices: tuple[str, ...]) -> None:
    if name and name not in choices:
        raise UnknownNameError(what, name, choices)
