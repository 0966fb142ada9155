"""Adapt Typer's completion to the shells.

- Typer completes `--edition tw`. The shells disagree on `--edition=tw`, so each needs help of its own.
- Typer wraps long descriptions, and fish mistakes the second line of one for a candidate.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO

MODE = "_TILEWISE_COMPLETE"
VERY_WIDE = "10000"
"""Columns in which no description wraps."""
_OPTION_AND_VALUE = re.compile(r"(--[\w-]+=)[^\s]*$")


@contextmanager
def adapted() -> Iterator[None]:
    """Adapt the shell's request and Typer's answer."""
    mode = os.environ.get(MODE)
    if mode is not None:
        os.environ["COLUMNS"] = VERY_WIDE
    typed = _OPTION_AND_VALUE.search(os.environ.get("_TYPER_COMPLETE_ARGS", ""))
    if mode == "complete_bash":
        _drop_equals_signs()
    if mode == "complete_zsh" and typed:
        sys.stdout.write("compset -P '*='; ")
    if mode == "complete_fish" and typed:
        with _each_line_after(typed[1]):
            yield
    else:
        yield


def _drop_equals_signs() -> None:
    """Bash makes three words of `--edition=tw`. Leave out the second, except under the cursor."""
    words, at = os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"])
    before = [word for word in words[:at] if word != "="]
    os.environ["COMP_WORDS"] = "\n".join([*before, *words[at:]])
    os.environ["COMP_CWORD"] = str(len(before))


@contextmanager
def _each_line_after(prefix: str) -> Iterator[None]:
    """Fish compares the whole word, so repeat the option before each value."""
    printed = StringIO()
    try:
        with redirect_stdout(printed):
            yield
    finally:
        sys.stdout.writelines(f"{prefix}{line}\n" for line in printed.getvalue().splitlines())
