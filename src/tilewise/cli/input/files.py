"""Read and write record files. Errors name the file; an existing file is never overwritten."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tilewise.core.errors import InputError
from tilewise.core.notation import NotationError
from tilewise.core.record import Record
from tilewise.core.record.text import parse_record, print_record

LARGEST = 16 * 1024 * 1024
"""Size limit in bytes. A record of 100,000 turns is smaller."""
STDIN = Path("-")

Parsed = TypeVar("Parsed")


def read_text(path: Path) -> str:
    """Read the text of a record file, or of stdin."""
    if path == STDIN:
        content = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        msg = f"{path}: too large for a record; the limit is {LARGEST} bytes"
        raise InputError(msg)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{path}: a record is UTF-8 text; byte {error.start + 1} is not"
        raise InputError(msg) from error


def parse_named(name: object, text: str, parse: Callable[[str], Parsed]) -> Parsed:
    """Parse the text of a file or an option. Errors begin with this name."""
    try:
        return parse(text)
    except NotationError as error:
        msg = f"{name}: {error}"
        raise InputError(msg) from error


def parse_file(path: Path, text: str) -> Record:
    """Parse the text of a record file."""
    return parse_named(path, text, parse_record)


def expect_new(path: Path) -> None:
    """Raise before the game, rather than after it, if a record cannot be written here."""
    write_new(path, "")
    path.unlink()


def write_record(path: Path, record: Record) -> None:
    """Write a record to a new file."""
    write_new(path, print_record(record))


def write_new(path: Path, text: str) -> None:
    """Write a new file; raise `FileExistsError` if it exists."""
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
