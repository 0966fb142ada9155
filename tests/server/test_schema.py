"""The HTTP API conforms to its schema, and no request causes a server error."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from tempfile import mkdtemp
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.kit import PATIENCE_SECONDS, Running, a_server
from tilewise.server.app import make_app
from tilewise.server.node import Node
from tilewise.server.security.identity import COOKIE
from tilewise.server.settings import Settings
from tilewise.storage.engine.database import IN_MEMORY

EXAMPLES = 8
REFUSED = {"negative_data_rejection": {"expected-statuses": ["4xx", "5xx"]}}  # also 413 for a text that is too long
Operation = APIOperation[Any, Any, Any, Any]
Found = Queue[tuple[Running, asyncio.AbstractEventLoop, asyncio.Event]]


def cases() -> Iterator[tuple[Operation, GenerationMode, bool]]:
    """Return the schema, with examples of existing and unknown rooms."""
    app = make_app(Node(Settings(data=mkdtemp(), database=IN_MEMORY, secret="none")))  # noqa: S106  # not used
    schema = schemathesis.openapi.from_dict(
        msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema())),
        config=SchemathesisConfig.from_dict({"checks": REFUSED}),
    )
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        for is_there in sorted({False, "{room}" in operation.path}):
            yield operation, GenerationMode.POSITIVE, is_there
            if operation.body or operation.query:
                yield operation, GenerationMode.NEGATIVE, is_there


def name_of(case: tuple[Operation, GenerationMode, bool]) -> str:
    operation, mode, is_there = case
    return f"{operation.label} {mode.value}{' there' if is_there else ''}"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server in its own thread, because schemathesis does not use asyncio."""
    found: Found = Queue()
    folder = tmp_path_factory.mktemp("schema")
    thread = threading.Thread(target=lambda: asyncio.run(_serve(folder, found)))
    thread.start()
    running, loop, done = found.get(timeout=PATIENCE_SECONDS)
    yield running.url
    loop.call_soon_threadsafe(done.set)
    thread.join()


async def _serve(folder: Path, found: Found) -> None:
    done = asyncio.Event()
    async with a_server(folder) as running:
        found.put((running, asyncio.get_running_loop(), done))
        await done.wait()


@pytest.fixture(scope="module")
def guest(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=PATIENCE_SECONDS) as client:
        client.post("/api/session")
        yield client


@pytest.fixture(scope="module")
def room(guest: httpx.Client) -> str:
    return str(guest.post("/api/rooms", json={"bots": ["novice"], "start": True}).json()["room"])


@pytest.mark.parametrize("asked", list(cases()), ids=name_of)
def test_responses_match_the_openapi_schema(
    asked: tuple[Operation, GenerationMode, bool], guest: httpx.Client, room: str
) -> None:
    operation, mode, is_there = asked
    cookie = f"{COOKIE}={guest.cookies[COOKIE]}"
    path = {"room": room} if is_there else None

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=path))
    def ask(case: Case[Any]) -> None:
        case.call_and_validate(
            base_url=str(guest.base_url),
            headers={"cookie": cookie},
            excluded_checks=[positive_data_acceptance],
            timeout=PATIENCE_SECONDS,
        )

    ask()
