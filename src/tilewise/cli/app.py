"""The `tilewise` command: registers every subcommand and turns a caller's mistake into a message."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar

import typer

from tilewise import __version__
from tilewise.cli.commands import (
    admin,
    analyse,
    arena,
    capacity,
    check,
    deal,
    engine,
    play,
    puzzles,
    replay,
    review,
    rules,
    serve,
    solve,
    verify,
)
from tilewise.cli.completion import adapted
from tilewise.cli.show.output import examples

MISTAKE = 2
"""Exit code for unreadable input or an impossible request."""

Params = ParamSpec("Params")
Answer = TypeVar("Answer")


def report_errors(command: Callable[Params, Answer]) -> Callable[Params, Answer]:
    """Wrap a command so that a caller's mistake prints one line to stderr and exits with code 2."""

    @wraps(command)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> Answer:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            _discard_output()
            raise typer.Exit from None
        except OSError as error:
            problem = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
        except ValueError as error:
            problem = str(error)
        typer.echo(f"tilewise: {problem}", err=True)
        raise typer.Exit(MISTAKE)

    return run


def _add(group: typer.Typer, command: Callable[..., None], epilog: str, *, name: str | None = None) -> None:
    """Add a command to a group, with the first line of its docstring in the list of commands."""
    summary = (command.__doc__ or "").partition("\n")[0]
    group.command(name, epilog=epilog, short_help=summary)(report_errors(command))


def _discard_output() -> None:
    """Discard further output. A reader that stops reading, such as `head`, is not an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # brackets are tiles
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("tilewise play --players 3", "tilewise rules twist", "tilewise COMMAND --help"),
)
_add(app, play.play, play.EPILOG)
_add(app, serve.serve, serve.EPILOG)
_add(app, check.check, check.EPILOG)
_add(app, solve.solve_command, solve.EPILOG, name="solve")
_add(app, analyse.analyse_command, analyse.EPILOG, name="analyse")
_add(app, arena.arena, arena.EPILOG)
_add(app, engine.engine, engine.EPILOG)
_add(app, replay.replay, replay.EPILOG)
_add(app, review.review, review.EPILOG)
_add(app, verify.verify, verify.EPILOG)
_add(app, rules.rules, rules.EPILOG)
_add(app, deal.deal, deal.EPILOG)

admin_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, epilog=admin.EPILOG, help="Manage a server.")
_add(admin_app, admin.list_rooms, admin.LIST, name="list")
_add(admin_app, admin.close, admin.CLOSE)
_add(admin_app, admin.ban, admin.BAN)
_add(admin_app, admin.password, admin.PASSWORD)
_add(admin_app, admin.export, admin.EXPORT)
_add(admin_app, admin.backup, admin.BACKUP)
_add(admin_app, admin.restore, admin.RESTORE)
_add(admin_app, capacity.capacity, capacity.EPILOG)
app.add_typer(admin_app, name="admin")

puzzles_app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, epilog=puzzles.EPILOG, help="Show, check and mine puzzles."
)
_add(puzzles_app, puzzles.show, puzzles.SHOW)
_add(puzzles_app, puzzles.daily, puzzles.DAILY)
_add(puzzles_app, puzzles.check, puzzles.CHECK)
_add(puzzles_app, puzzles.mine, puzzles.MINE)
_add(puzzles_app, puzzles.choose, puzzles.CHOOSE)
app.add_typer(puzzles_app, name="puzzles")


def main() -> None:
    """Run `tilewise`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows question marks
    stdout = sys.stdout
    try:
        try:
            with adapted():
                app()
        finally:
            stdout.flush()
    except BrokenPipeError:
        _discard_output()
        sys.exit(0)
    except SystemExit:
        if sys.stdout is not stdout:  # typer replaces the stream when its pipe breaks
            sys.exit(0)
        raise


def _show_version(*, asked: bool) -> None:
    if asked:
        typer.echo(f"tilewise {__version__}")
        raise typer.Exit


@app.callback()
def tilewise(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Play and study the tile game sold as Rummikub®, in every printed edition.

    Exit codes: 0 success; 1 the answer is no (not legal, not verified); 2 invalid input.
    """
