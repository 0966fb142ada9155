"""Complete the value of an option that is written with an equals sign: `--edition=tw`.

Typer completes `--edition tw`. The shells disagree on `--edition=tw`, so each needs help of its own.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO

MODE = "_TILEWISE_COMPLETE"
_OPTION_AND_VALUE = re.compile(r"(--[\w-]+=)[^\s]*$")


@contextmanager
def equals_signs() -> Iterator[None]:
    """Adapt what the shell asks, and what Typer answers, to options with an equals sign."""
    mode = os.environ.get(MODE)
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
