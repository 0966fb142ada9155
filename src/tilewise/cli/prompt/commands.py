"""Parse commands typed at the prompt, and apply those that edit the draft."""

import re
from collections.abc import Callable

from tilewise.cli.prompt import draft as drafts
from tilewise.cli.prompt.draft import Draft
from tilewise.core import notation
from tilewise.core.errors import InputError
from tilewise.core.value import Value

_TILE = re.compile(r"[rbykRBYK]\d|[JDCM]\b|\[", re.ASCII)
"""Matches a line that starts with tiles instead of a command."""


class Command(Value):
    """A command of the prompt, for parsing and for `help`."""

    usage: str
    meaning: str

    @property
    def verb(self) -> str:
        """The first word of the command."""
        return self.usage.split()[0]


COMMANDS = (
    Command("play r3 r4 r5", "play a new meld; just the tiles will do"),
    Command("add b7 to 2", "add tiles to meld 2"),
    Command("take b4 from 3", "take tiles from meld 3 to use elsewhere"),
    Command("split 2 after 3", "split meld 2 after its third tile"),
    Command("join 1 2", "join two melds into one"),
    Command("table [r3 r4 r5] …", "set out the whole table in one go"),
    Command("undo", "undo the last change"),
    Command("redo", "redo what you undid"),
    Command("hint", "show the first step of the play that lays most tiles"),
    Command("best", "set out the play that lays most tiles, with its steps"),
    Command("reset", "start your turn over"),
    Command("end", "confirm the table and end your turn"),
    Command("draw", "draw a tile and end your turn"),
    Command("pass", "end your turn when the pool is empty"),
    Command("sort", "sort your rack by runs or by groups"),
    Command("show", "show the table again"),
    Command("resign", "resign this game"),
    Command("help", "show this list"),
    Command("quit", "leave the match"),
)


_SYNONYMS = {"lay": "play", "concede": "resign"}
"""Alternative names of commands."""


def parse_command(line: str) -> tuple[str, str]:
    """Split a line into a command and its arguments. A command can be shortened to any unique prefix."""
    if _TILE.match(line):
        return "play", line
    word, _, rest = line.partition(" ")
    word = _SYNONYMS.get(word.lower(), word)
    verbs = [command.verb for command in COMMANDS]
    meant = [verb for verb in verbs if verb == word.lower()] or [
        verb for verb in verbs if verb.startswith(word.lower())
    ]
    if len(meant) == 1:
        return meant[0], rest.strip()
    options = " or ".join(meant) if meant else ", ".join(verbs)
    msg = f"{word!r} could mean {options}" if meant else f"unknown command {word!r}; choose from: {options}"
    raise InputError(msg)


def is_edit(verb: str) -> bool:
    """Whether a command only edits the draft."""
    return verb in _EDITS


def apply_edit(draft: Draft, verb: str, rest: str) -> Draft:
    """Return the draft after an editing command; raise `ValueError` if the command cannot be applied."""
    return _EDITS[verb](draft, rest)


def _lay(draft: Draft, rest: str) -> Draft:
    rows = notation.table(rest)
    if not rows:
        raise _written_as("play")
    return drafts.lay(draft, rows)


def _add(draft: Draft, rest: str) -> Draft:
    tiles, number = _tiles_and_number("add", "to", rest)
    return drafts.add(draft, notation.rack(tiles), number)


def _take(draft: Draft, rest: str) -> Draft:
    tiles, number = _tiles_and_number("take", "from", rest)
    return drafts.take(draft, notation.rack(tiles), number)


def _split(draft: Draft, rest: str) -> Draft:
    found = re.fullmatch(r"([0-9]{1,3})\s+after\s+([0-9]{1,3})", rest)
    if found is None:
        raise _written_as("split")
    return drafts.split(draft, int(found[1]), int(found[2]))


def _join(draft: Draft, rest: str) -> Draft:
    found = re.fullmatch(r"([0-9]{1,3})\s+(?:and\s+)?([0-9]{1,3})", rest)
    if found is None:
        raise _written_as("join")
    return drafts.join(draft, int(found[1]), int(found[2]))


def _table(draft: Draft, rest: str) -> Draft:
    return drafts.set_table(draft, notation.table(rest))


def _tiles_and_number(verb: str, between: str, rest: str) -> tuple[str, int]:
    found = re.fullmatch(rf"(.*\S)\s+{between}\s+([0-9]{{1,3}})", rest)
    if found is None:
        raise _written_as(verb)
    return found[1], int(found[2])


def _written_as(verb: str) -> InputError:
    usage = next(command.usage for command in COMMANDS if command.verb == verb)
    return InputError(f"write it like this: {usage}")


_EDITS: dict[str, Callable[[Draft, str], Draft]] = {
    "play": _lay,
    "add": _add,
    "take": _take,
    "split": _split,
    "join": _join,
    "table": _table,
    "undo": lambda draft, _: drafts.undo(draft),
    "redo": lambda draft, _: drafts.redo(draft),
    "reset": lambda draft, _: drafts.reset(draft),
}
