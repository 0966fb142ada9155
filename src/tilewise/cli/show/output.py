"""How commands speak: to people in colour, to pipes in plain text, to programs in JSON."""

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.text import Text

PIPE_WIDTH = 160
"""Columns for tables that nobody looks at in a window."""


def console(*, stderr: bool = False) -> Console:
    """Standard output, or stderr; tiles are written in brackets, so nothing in brackets is markup."""
    screen = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not screen.is_terminal:
        screen.width = PIPE_WIDTH
    return screen


def say(words: str | Text, screen: Console) -> None:
    """Print words; a terminal breaks lines between them, a pipe gets them whole."""
    screen.print(words, soft_wrap=not screen.is_terminal)


def has_colour(screen: Console) -> bool:
    """Whether colours can be seen; without them a tile needs no face."""
    return screen.color_system is not None and not screen.no_color


def print_json(value: object) -> None:
    """One JSON document, indented."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def examples(*commands: str) -> str:
    """The examples at the end of a help text; what looks like markup in them is none."""
    return "Examples:\n\n" + "\n\n".join(f"  {escape(command)}" for command in commands)
