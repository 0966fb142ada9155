"""Score sheets of games with real tiles, shared by a code and followed live."""

from litestar import Router, post, put, websocket
from litestar.params import FromPath, JSONBody

from tilewise.server.http.problems import AnyRequest, ProblemError
from tilewise.server.http.request import TheNode, address_of, expect_question, is_own_page
from tilewise.server.live.sheets import Shared, next_sheet
from tilewise.server.live.sockets import MESSAGES_TO_CONNECT, AnySocket, LitestarSocket, first_done
from tilewise.server.node import Node
from tilewise.server.security.limits import TooManyError
from tilewise.server.system import CODE_LENGTH
from tilewise.wire.sheets import SharedSheet, Sheet, SheetUpdate

CODE_TRIES = 20


@post("/sheets")
async def share_sheet(request: AnyRequest, data: JSONBody[Sheet], node: TheNode) -> SharedSheet:
    """Share a score sheet. The code is for others; the key stays on the phone that owns the sheet."""
    await expect_question(node, request)
    for _ in range(CODE_TRIES):
        code = node.dice.code()
        key = node.sheets.add(code, data)
        if key is not None:
            return SharedSheet(code, key)
    raise ProblemError(503, "no-code", "no free code found; try again")


@put("/sheets/{code:str}", status_code=204)
async def update_sheet(request: AnyRequest, code: FromPath[str], data: JSONBody[SheetUpdate], node: TheNode) -> None:
    """Update a shared sheet."""
    await expect_question(node, request)
    match node.sheets.is_key(code, data.key):
        case None if len(code) != CODE_LENGTH:
            raise ProblemError(404, "unknown-code", f"a code has {CODE_LENGTH} characters")
        case None:
            node.sheets.restore(code, data.key, data.sheet)
        case False:
            raise ProblemError(403, "not-your-sheet", "this sheet belongs to another device")
        case True:
            await node.sheets.update(code, data.sheet)


@websocket("/sheets/{code:str}/live")
async def follow_sheet(socket: AnySocket, code: FromPath[str], node: TheNode) -> None:
    """Send the whole sheet, now and after every change."""
    await node.limits.messages.wait(address_of(socket), MESSAGES_TO_CONNECT)
    if not is_own_page(socket, node.settings.origins):
        await socket.close(code=4403, reason="requests from this origin are not allowed")
        return
    try:
        address = (f"address {address_of(socket)}", node.settings.sockets_per_address)
        with node.limits.sockets.hold(("all", node.settings.sockets), address):
            await socket.accept()
            shared = await _find(node, socket, code)
            if shared is None:
                await socket.close(code=4404, reason="no sheet has this code")
                return
            await first_done(_send(socket, shared, node), LitestarSocket(socket).receive())
    except TooManyError:
        await socket.close(code=4429, reason="too many connections")


async def _find(node: Node, socket: AnySocket, code: str) -> Shared | None:
    """Return the sheet with this code; raise TooManyError after too many attempts, because codes are short."""
    if not await node.limits.attempts.take(address_of(socket)):
        raise TooManyError
    return node.sheets.find(code)


async def _send(socket: AnySocket, shared: Shared, node: Node) -> None:
    while True:
        seen = shared.body
        await socket.send_data(shared.frame(node.clock.now()), mode="text")
        await next_sheet(shared, seen)


ROUTER = Router("/api", route_handlers=[share_sheet, update_sheet, follow_sheet], tags=["companion"])
