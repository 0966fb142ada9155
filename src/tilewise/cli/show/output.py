"""Output for people (in colour), for pipes (plain text) and for programs (JSON)."""

import msgspec
import typer
from rich.console import Console
from rich.text import Text

PIPE_WIDTH = 160
"""The width of tables that are not printed to a terminal."""


class PipeConsole(Console):
    """A console that raises `BrokenPipeError` where rich would exit with code 1."""

    def on_broken_pipe(self) -> None:
        """Let the command line decide: a reader that stops reading is not an error."""
        raise  # noqa: PLE0704  # rich calls this while it handles the error


def console(*, stderr: bool = False) -> Console:
    """Return a console for stdout or stderr. Markup is off: tiles are written in brackets."""
    screen = PipeConsole(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not screen.is_terminal:
        screen.width = PIPE_WIDTH
    return screen


def say(words: str | Text, screen: Console) -> None:
    """Print text, wrapped on a terminal and unwrapped in a pipe."""
    screen.print(words, soft_wrap=not screen.is_terminal)


def has_colour(screen: Console) -> bool:
    """Whether the console shows colours. Without them, tiles are printed in notation."""
    return screen.color_system is not None and not screen.no_color


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def examples(*commands: str) -> str:
    """Format the examples at the end of a help text."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)  # \\b keeps the lines as they are
