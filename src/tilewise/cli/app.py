"""Where the commands come together, and the one place where a caller's mistake becomes a message."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar

import typer

from tilewise import __version__
from tilewise.cli.commands import (
    admin,
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
"""The exit code for what cannot be read or done."""

Params = ParamSpec("Params")
Answer = TypeVar("Answer")


def polite(command: Callable[Params, Answer]) -> Callable[Params, Answer]:
    """A command whose caller's mistakes are a line on stderr and exit code 2, never a traceback."""

    @wraps(command)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> Answer:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            raise  # who read our output has seen enough; typer ends quietly
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
app.command(epilog=play.EPILOG)(polite(play.play))
app.command(epilog=serve.EPILOG)(polite(serve.serve))
app.command(epilog=check.EPILOG)(polite(check.check))
app.command("solve", epilog=solve.EPILOG)(polite(solve.solve_command))
app.command(epilog=arena.EPILOG)(polite(arena.arena))
app.command(epilog=replay.EPILOG)(polite(replay.replay))
app.command(epilog=review.EPILOG)(polite(review.review))
app.command(epilog=verify.EPILOG)(polite(verify.verify))
app.command(epilog=rules.EPILOG)(polite(rules.rules))
app.command(epilog=deal.EPILOG)(polite(deal.deal))

keeping = typer.Typer(no_args_is_help=True, epilog=admin.EPILOG, help="Manage a server.")
keeping.command("list", epilog=admin.LIST)(polite(admin.list_rooms))
keeping.command(epilog=admin.CLOSE)(polite(admin.close))
keeping.command(epilog=admin.BAN)(polite(admin.ban))
keeping.command(epilog=admin.PASSWORD)(polite(admin.password))
keeping.command(epilog=admin.EXPORT)(polite(admin.export))
keeping.command(epilog=admin.BACKUP)(polite(admin.backup))
keeping.command(epilog=admin.RESTORE)(polite(admin.restore))
app.add_typer(keeping, name="admin")

puzzling = typer.Typer(no_args_is_help=True, epilog=puzzles.EPILOG, help="Show, check and mine puzzles.")
for _puzzle_command in (puzzles.show, puzzles.daily, puzzles.check, puzzles.mine, puzzles.choose):
    puzzling.command()(polite(_puzzle_command))
app.add_typer(puzzling, name="puzzles")


def main() -> None:
    """Run `tilewise`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 gets question marks
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
    """The tile game sold as Rummikub®, every printed edition by the book.

    Exit codes: 0 success; 1 the answer is no (not legal, not verified); 2 unreadable input.
    """
