"""The web client, if it was built; else a page that says so."""

from pathlib import Path

from litestar import MediaType, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.router import Router
from litestar.static_files import create_static_files_router

BUILT = Path(__file__).parents[2] / "webclient"
"""Where the package carries the built web client."""

PLACEHOLDER = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tilewise</title>
<h1>Tilewise</h1>
<p>The server runs. Its web client was not built, so there is nothing to click on here; programs can play:</p>
<ul>
<li><a href="/api/schema/openapi.json">the HTTP interface</a> (OpenAPI)</li>
<li><a href="/api/rulebook">editions, house rules, bots</a> and <a href="/api/rooms">public rooms</a> (JSON)</li>
<li>the protocol of the socket: docs/protocol.md</li>
</ul>
"""


def pages(folder: Path) -> list[HTTPRouteHandler | Router]:
    """The routes for people with a browser."""
    index = folder / "index.html"

    @get(["/", "/r/{room:str}"], media_type=MediaType.HTML, include_in_schema=False)
    async def page(room: FromPath[str] = "") -> Response[str]:
        """The one page; its script finds out what to show."""
        del room
        text = index.read_text() if index.is_file() else PLACEHOLDER  # a small file, in the cache
        return Response(text, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})

    found: list[HTTPRouteHandler | Router] = [page]
    if (folder / "assets").is_dir():
        found.append(create_static_files_router("/assets", [folder / "assets"], include_in_schema=False))
    return found
