"""The web client, or a placeholder page if it was not built."""

import base64
import hashlib
import re
from pathlib import Path

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.router import Router
from litestar.static_files import create_static_files_router

BUILT = Path(__file__).parents[2] / "webclient"
"""The built web client inside the package."""

PLACEHOLDER = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tilewise</title>
<h1>Tilewise</h1>
<p>The server is running, but its web client was not built. Programs can use:</p>
<ul>
<li><a href="/api/schema/openapi.json">the HTTP API</a> (OpenAPI)</li>
<li><a href="/api/rulebook">editions, house rules, bots</a> and <a href="/api/rooms">public rooms</a> (JSON)</li>
<li>the WebSocket protocol: docs/protocol.md</li>
</ul>
"""


LONG = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
"""For files whose names change with their content."""
FRESH = {"cache-control": "no-cache"}


POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
)
"""The content security policy, without inline scripts."""
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def policy_for(page: str) -> str:
    """Return the policy of a page, which allows its inline scripts by their hashes."""
    digests = [hashlib.sha256(script.encode()).digest() for script in INLINE_SCRIPT.findall(page)]
    allowed = "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return f"{POLICY}; script-src 'self'{allowed}"


def pages(folder: Path) -> list[HTTPRouteHandler | Router]:
    """Return the routes of the web client."""
    index, worker = folder / "index.html", folder / "sw.js"

    @get(["/", "/{path:path}"], media_type=MediaType.HTML, include_in_schema=False)
    async def page(path: FromPath[str] = "") -> Response[str]:
        """Serve the single page for every other address. Its script decides what to show."""
        if path.startswith(("/api/", "/assets/")):
            raise NotFoundException
        text = index.read_text("utf-8") if index.is_file() else PLACEHOLDER  # small, and cached by the system
        headers = FRESH | {"content-security-policy": policy_for(text)}
        return Response(text, media_type=MediaType.HTML, headers=headers)

    @get("/sw.js", media_type="text/javascript", include_in_schema=False)
    async def service_worker() -> Response[str]:
        """Serve the service worker for offline use, never from a cache."""
        if not worker.is_file():
            raise NotFoundException
        return Response(worker.read_text("utf-8"), media_type="text/javascript", headers=FRESH)

    found: list[HTTPRouteHandler | Router] = [page, service_worker]
    if (folder / "assets").is_dir():
        router = create_static_files_router("/assets", [folder / "assets"], include_in_schema=False, cache_control=LONG)
        found.append(router)
    return found
