"""A bot that plays on a server over the public protocol.

    python examples/remote_bot.py http://127.0.0.1:8000 TOKEN [ROOM]

The token comes from `POST /api/programs`, called with an account. Without a room the bot opens one and plays against
the server's novice. docs/protocol.md describes all messages. Put your own idea into `think`.
"""

import asyncio
import json
import sys
from hashlib import sha256
from secrets import token_hex
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tilewise.bots import USUAL, by_name
from tilewise.core.view import View

Message = dict[str, Any]


def think(game: Message, edition: Message) -> Message:
    """Choose an action for this position. This example plays like the novice."""
    action = by_name("novice").choose(msgspec.convert(game | {"edition": edition}, View), USUAL)
    return {key: value for key, value in msgspec.to_builtins(action).items() if key != "seat"}


def open_room(server: str, token: str) -> str:
    """Open a room for one game against the server's own bot; return its id."""
    body = {"bots": ["novice"], "start": True, "rules": {"games_per_round": 1}}
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    request = Request(f"{server}/api/rooms", json.dumps(body).encode(), headers)  # noqa: S310  # http or https
    with urlopen(request) as answer:  # noqa: S310  # as above
        return str(json.load(answer)["room"])


async def play(server: str, token: str, room: str) -> Message:
    """Take a seat and play to the end; return the last view."""
    url = f"{server.replace('http', 'ws', 1)}/api/rooms/{room}/play"
    async with connect(url, additional_headers={"authorization": f"Bearer {token}"}, max_size=None) as socket:
        await send(socket, {"type": "hello", "protocols": [1]})
        contribution = token_hex(16)
        async for frame in socket:
            message = json.loads(frame)
            if message["type"] == "refused":
                print("refused:", message["reason"], message["violations"])
            if message["type"] != "update":
                continue
            view: Message = message["view"]
            if view["phase"] == "over":
                return view
            if ask := wanted(view, contribution):
                await send(socket, {"type": "do", "id": token_hex(8), "seen": view["version"], "ask": ask})
    message = "the server hung up"
    raise ConnectionError(message)


def wanted(view: Message, contribution: str) -> Message | None:
    """Return the next command, if any."""
    seat, game = view["seat"], view["game"]
    match view["phase"]:
        case "gathering" if seat is None:
            return {"type": "sit"}
        case "gathering" if not view["chairs"][seat]["is_ready"]:
            return {"type": "ready"}
        case "dealing":
            return for_the_deal(view["deals"][-1], seat, f"{contribution} {view['deals'][-1]['game']}")
        case "playing" if game["to_move"] == seat:
            return think(game, view["config"]["edition"])
        case _:
            return None


def for_the_deal(deal: Message, seat: int, contribution: str) -> Message | None:
    """Commit to the contribution by its hash; reveal it when all hashes are in."""
    own = sha256(contribution.encode()).hexdigest()
    if not deal["is_closed"]:
        return {"type": "commit", "hash": own} if deal["hashes"][seat] is None else None
    is_missing = deal["hashes"][seat] == own and deal["contributions"][seat] is None
    return {"type": "contribute", "text": contribution} if is_missing else None


async def send(socket: ClientConnection, message: Message) -> None:
    """Send one message."""
    await socket.send(json.dumps(message))


async def main(server: str, token: str, room: str = "") -> None:
    """Play one match and print the result."""
    name = room or await asyncio.to_thread(open_room, server, token)
    view = await play(server, token, name)
    for standing in view["standings"]:
        print(standing["rank"], view["chairs"][standing["seat"]]["name"], standing["score"])


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except (OSError, ValueError) as error:  # no server there, or the token is unknown to it
        sys.exit(f"{sys.argv[1]}: {error}")
