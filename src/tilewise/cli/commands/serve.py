"""`tilewise serve`: run a server."""

import asyncio
import gc
import os
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewise.cli.show.output import examples
from tilewise.core.errors import InputError

if TYPE_CHECKING:
    from tilewise.server.settings import Settings

EPILOG = examples("tilewise serve --open-browser", "tilewise serve --host 0.0.0.0 --port 80 --settings tilewise.toml")

LAST_PORT = 65_535


def serve(  # noqa: PLR0913  # one argument for each flag
    *,
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines connect.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 for any free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="Folder for the database and the key.")] = None,
    database: Annotated[
        str | None, typer.Option(help="postgresql+asyncpg://… for a database that several nodes share.")
    ] = None,
    redis: Annotated[str | None, typer.Option(help="redis://… to connect several nodes.")] = None,
    settings: Annotated[Path | None, typer.Option(help="A settings file (TOML).")] = None,
    open_browser: Annotated[bool, typer.Option("--open-browser", help="Open the page when the server is up.")] = False,
) -> None:
    """Run a server that people can play on.

    Exit codes: 0 stopped; 2 an invalid setting, or the address or the database is not available.
    """
    if port is not None and not 0 <= port <= LAST_PORT:
        msg = f"--port takes a number from 0 to {LAST_PORT}, where 0 means any free port; not {port}"
        raise InputError(msg)
    gc.disable()  # objects loaded at the start are never garbage
    from tilewise.server.ops.event_loop import run  # noqa: PLC0415  # other commands start faster without a server
    from tilewise.server.settings import read_settings  # noqa: PLC0415  # as above

    flags = {"host": host, "port": port, "data": str(data) if data else None, "database": database, "redis": redis}
    run(_serve(read_settings(flags, os.environ, settings), open_browser=open_browser))


async def _serve(settings: "Settings", *, open_browser: bool) -> None:
    from tilewise.server.node import Node  # noqa: PLC0415  # as above
    from tilewise.server.ops.garbage import collect_regularly, configure  # noqa: PLC0415  # as above
    from tilewise.server.ops.logs import set_up_logs  # noqa: PLC0415  # as above
    from tilewise.server.run import TilewiseServer  # noqa: PLC0415  # as above

    set_up_logs()
    server = TilewiseServer(Node(settings))
    serving = asyncio.create_task(server.serve())
    up = asyncio.create_task(server.is_up.wait())
    await asyncio.wait({serving, up}, return_when=asyncio.FIRST_COMPLETED)
    configure()
    collecting = asyncio.create_task(collect_regularly())
    if server.is_up.is_set():
        address = f"http://{settings.host}:{server.port}"
        with suppress(OSError):  # the output goes to a full disk or a closed pipe
            typer.echo(f"Tilewise is open: {address}")
        if open_browser:
            webbrowser.open(address)
    await serving
    up.cancel()
    collecting.cancel()
