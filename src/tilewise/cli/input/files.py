"""Records on disk: read whole, with an error that names the file; written once, never over another."""

import sys
from pathlib import Path

from tilewise.core.notation import NotationError
from tilewise.core.record import Record
from tilewise.core.record.text import parse_record, print_record

LARGEST = 16 * 1024 * 1024
"""A record of a hundred thousand turns is smaller; what is larger is something else."""
STDIN = Path("-")


def read_text(path: Path) -> str:
    """The text of a record file, or of stdin."""
    if path == STDIN:
        content = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        msg = f"{path}: larger than any record, {LARGEST} bytes"
        raise ValueError(msg)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{path}: a record is UTF-8 text; byte {error.start + 1} is not"
        raise ValueError(msg) from error


def parsed(path: Path, text: str) -> Record:
    """The record in a text, with the name of the file in every error."""
    try:
        return parse_record(text)
    except NotationError as error:
        msg = f"{path}: {error}"
        raise ValueError(msg) from error


def expect_new(path: Path) -> None:
    """Raise before the game, rather than after it, when a record cannot be written here."""
    write_new(path, "")
    path.unlink()


def write_record(path: Path, record: Record) -> None:
    """Write a record to a file that is not there yet."""
    write_new(path, print_record(record))


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet; OSError when it is."""
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
