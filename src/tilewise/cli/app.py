"""The `tilewise` command: registers every subcommand and turns a caller's mistake into a message."""

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
    check,
    deal,
    play,
    puzzles,
    replay,
    review,
    rules,
    serve,
    solve,
    verify,
)
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
            raise  # the reader of our output has closed the pipe; typer ends quietly
        except OSError as error:
            problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        except ValueError as error:
            problem = str(error)
        typer.echo(f"tilewise: {problem}", err=True)
        raise typer.Exit(MISTAKE)

    return run


app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("tilewise play --players 3", "tilewise rules twist", "tilewise COMMAND --help"),
)
app.command(epilog=play.EPILOG)(report_errors(play.play))
app.command(epilog=serve.EPILOG)(report_errors(serve.serve))
app.command(epilog=check.EPILOG)(report_errors(check.check))
app.command("solve", epilog=solve.EPILOG)(report_errors(solve.solve_command))
app.command("analyse", epilog=analyse.EPILOG)(report_errors(analyse.analyse_command))
app.command(epilog=arena.EPILOG)(report_errors(arena.arena))
app.command(epilog=replay.EPILOG)(report_errors(replay.replay))
app.command(epilog=review.EPILOG)(report_errors(review.review))
app.command(epilog=verify.EPILOG)(report_errors(verify.verify))
app.command(epilog=rules.EPILOG)(report_errors(rules.rules))
app.command(epilog=deal.EPILOG)(report_errors(deal.deal))

admin_app = typer.Typer(no_args_is_help=True, epilog=admin.EPILOG, help="Manage a server.")
admin_app.command("list", epilog=admin.LIST)(report_errors(admin.list_rooms))
admin_app.command(epilog=admin.CLOSE)(report_errors(admin.close))
admin_app.command(epilog=admin.BAN)(report_errors(admin.ban))
admin_app.command(epilog=admin.PASSWORD)(report_errors(admin.password))
admin_app.command(epilog=admin.EXPORT)(report_errors(admin.export))
admin_app.command(epilog=admin.BACKUP)(report_errors(admin.backup))
admin_app.command(epilog=admin.RESTORE)(report_errors(admin.restore))
app.add_typer(admin_app, name="admin")

puzzles_app = typer.Typer(no_args_is_help=True, epilog=puzzles.EPILOG, help="Show, check and mine puzzles.")
for _puzzle_command in (puzzles.show, puzzles.daily, puzzles.check, puzzles.mine, puzzles.choose):
    puzzles_app.command()(report_errors(_puzzle_command))
app.add_typer(puzzles_app, name="puzzles")


def main() -> None:
    """Run `tilewise`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows question marks
    app()


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
