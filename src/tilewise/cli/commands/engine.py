"""`tilewise engine`: serve a bot to other programs over standard input and output."""

import sys
from typing import Annotated

import typer

from tilewise.bots import BOTS, by_name
from tilewise.cli.input.options import complete_bots
from tilewise.cli.show.output import examples
from tilewise.lab.engine_protocol import serve

EPILOG = examples(
    "tilewise engine",
    "tilewise engine master",
    "printf 'position classic-en; >r6 k2 / 12; [r3 r4 r5]\\ngo\\n' | tilewise engine greedy",
    "tilewise arena 'tilewise engine keeper' greedy --deals 5",
)


def engine(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help=f"The bot: {', '.join(BOTS)}.", autocompletion=complete_bots)
    ] = "master",
) -> None:
    """Let another program ask a bot for its moves, line by line; see docs/engine-protocol.md.

    Exit codes: 0 after quit or the end of the input; 2 unknown bot.
    """
    serve(by_name(bot), sys.stdin, _write)


def _write(line: str) -> None:
    print(line, flush=True)  # noqa: T201  # the protocol, not a message to people
