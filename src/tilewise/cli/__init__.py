"""The command line: `tilewise COMMAND`, one file per command."""

import sys

from tilewise.cli.extras import MISSING, advice_for

__all__ = ["main"]


def main() -> None:
    """Run `tilewise`. If a package is missing, name the extra that installs it."""
    try:
        from tilewise.cli.app import main as run_app  # noqa: PLC0415  # needs the extra `cli`

        run_app()
    except ModuleNotFoundError as error:
        advice = advice_for(error, *sys.argv[1:2])
        if advice is None:
            raise
        print(f"tilewise: {advice}", file=sys.stderr)  # noqa: T201  # typer may be the missing package
        sys.exit(MISSING)
