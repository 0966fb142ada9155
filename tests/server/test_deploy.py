"""The files in deploy/ are consistent, and a match can be played through nginx on two nodes."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]  # a dependency of Litestar

from tests.rooms.kit import FakeClock
from tests.server.audit import audit
from tests.server.kit import Guest, Running, a_server, visitor
from tests.server.processes import start
from tests.server.test_nodes import seated, shared, some_turns
from tests.services import free_port, missing, running
from tilewise.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSED = sorted(DEPLOY.glob("compose*.yml"))
NOT_OURS = {"PATH", "FORWARDED_ALLOW_IPS", "POSTGRES_USER", "POSTGRES_PASSWORD"}
"""Settings of the shell, of uvicorn and of PostgreSQL's image."""
AROUND = "error_log stderr; pid {folder}/pid; daemon off; events {{}} http {{ access_log off; {temporary} {site} }}"
"""The nginx configuration around a site."""


def composed(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text())
    return found


def services() -> list[tuple[str, dict[str, Any]]]:
    return [(name, service) for path in COMPOSED for name, service in composed(path)["services"].items()]


def test_deployment_sets_only_known_settings() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    named = set(re.findall(r"(\w+)=", " ".join(re.findall(r"^ENV (.*)$", dockerfile, re.MULTILINE))))
    named |= {name for _, service in services() for name in service.get("environment", {})}

    ours = {name.removeprefix(PREFIX).lower() for name in named if name.startswith(PREFIX)}
    assert ours <= set(Settings.__struct_fields__)
    assert {name for name in named if not name.startswith(PREFIX)} <= NOT_OURS


def test_every_mounted_file_and_volume_exists() -> None:
    for path in COMPOSED:
        content = composed(path)
        for service in content["services"].values():
            if "build" in service:
                assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
            for volume in service.get("volumes", ()):
                source = volume.partition(":")[0]
                assert (DEPLOY / source).is_file() if source.startswith(".") else source in content["volumes"]
    for source in re.findall(r"^COPY (?!--from)(\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE):
        assert (ROOT / source).exists()


def test_dependencies_name_existing_services() -> None:
    for path in COMPOSED:
        content = composed(path)["services"]
        for service in content.values():
            assert set(service.get("depends_on", ())) <= set(content)


def test_nginx_uses_the_port_of_the_nodes() -> None:
    listens = re.search(r"TILEWISE_PORT=(\d+)", (DEPLOY / "Dockerfile").read_text())
    assert listens is not None

    servers = set(re.findall(r"server (\S+):(\d+)", (DEPLOY / "nginx.conf").read_text()))

    nodes = {name for name, service in services() if "TILEWISE_REDIS" in service.get("environment", {})}
    assert servers == {(node, listens[1]) for node in nodes}


@pytest.mark.anyio
async def test_image_health_check_uses_the_configured_port(server: Running) -> None:
    check = re.search(r"^HEALTHCHECK .*?CMD (\[.*?\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE | re.DOTALL)
    assert check is not None

    async def is_healthy(port: int) -> bool:
        words = [sys.executable, *json.loads(check[1])[1:]]
        environ = os.environ | {"TILEWISE_PORT": str(port)}
        process = await asyncio.create_subprocess_exec(*words, env=environ, stderr=asyncio.subprocess.DEVNULL)
        return await process.wait() == 0

    assert [await is_healthy(port) for port in (server.port, free_port())] == [True, False]


@contextmanager
def nginx(nodes: dict[str, int], outer: str = "") -> Iterator[int]:
    """Run nginx with the deployed site on a free port, in front of these nodes and behind an outer proxy, if any."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        missing("nginx")
    port, folder = free_port(), tempfile.mkdtemp(prefix="tilewise-nginx-")
    site = (DEPLOY / "nginx.conf").read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    if outer:
        site = site.replace("# set_real_ip_from 10.0.0.0/8;", f"set_real_ip_from {outer};")
    for node, listens in nodes.items():
        site = site.replace(f"{node}:8000", f"127.0.0.1:{listens}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    Path(folder, "nginx.conf").write_text(AROUND.format(folder=folder, temporary=temporary, site=site))
    command: list[str | Path] = [str(program), "-p", folder, "-c", f"{folder}/nginx.conf"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with running(command, folder, port, {}):
        yield port


@pytest.mark.anyio
async def test_match_is_played_through_nginx_on_two_nodes(tmp_path: Path, shared_database: str, redis_url: str) -> None:
    settings = shared(shared_database, redis_url)
    async with a_server(tmp_path, **settings) as one, a_server(tmp_path, **settings) as two:
        with nginx({"node1": one.port, "node2": two.port}) as port:
            ann, bob = await Guest.arrive(port, "Ann"), await Guest.arrive(port, "Bob")
            room = await ann.open(time={"type": "none"})
            async with ann.joined(room) as first, bob.joined(room) as second:
                await seated(ann, bob, first, second)
                assert len(await some_turns({0: first, 1: second}, 4)) == 4
                at = [node for node in (one, two) if node.node.hub.rooms]
            refused = (await ann.http.get(f"http://127.0.0.1:{port}/metrics")).status_code
            foreign = await ann.http.post("/rooms", json={}, headers={"origin": "http://elsewhere.example"})
            own = await ann.http.post("/rooms", json={}, headers={"origin": f"http://127.0.0.1:{port}"})
            for guest in (ann, bob):
                await guest.leave()

    assert len(at) == 2  # each player was on a different node
    assert (refused, foreign.status_code, own.status_code) == (403, 403, 201)


@pytest.mark.anyio
@pytest.mark.parametrize(("outer", "last"), [("127.0.0.1", 201), ("", 429)], ids=["trusted", "unknown"])
async def test_limits_count_the_people_behind_a_trusted_outer_proxy(tmp_path: Path, outer: str, last: int) -> None:
    async with a_server(tmp_path, FakeClock(), lobby_per_minute=2, behind_proxy=True) as node:
        with nginx({"node1": node.port, "node2": free_port()}, outer) as port:
            async with visitor(f"http://127.0.0.1:{port}/api") as http:
                await http.post("/session")
                statuses = [await opened_for(http, address) for address in ("203.0.113.1", "203.0.113.2")]

    assert statuses == [201, last]


async def opened_for(http: httpx.AsyncClient, address: str) -> int:
    """Open a public room as an outer proxy that forwards this address."""
    return (await http.post("/rooms", json={"is_public": True}, headers={"x-forwarded-for": address})).status_code


@pytest.mark.anyio
@pytest.mark.parametrize(("outer", "status"), [("127.0.0.1", 201), ("", 403)], ids=["trusted", "unknown"])
async def test_scheme_counts_only_from_a_trusted_outer_proxy(tmp_path: Path, outer: str, status: int) -> None:
    async with a_server(tmp_path, behind_proxy=True) as node:
        with nginx({"node1": node.port, "node2": free_port()}, outer) as port:
            async with visitor(f"http://127.0.0.1:{port}/api") as http:
                await http.post("/session")
                sent = {"x-forwarded-for": "203.0.113.1", "x-forwarded-proto": "https"}
                page = {"origin": f"https://127.0.0.1:{port}"}
                answer = await http.post("/rooms", json={}, headers=sent | page)

    assert answer.status_code == status


@pytest.mark.anyio
async def test_nginx_skips_a_dead_node(tmp_path: Path, shared_database: str, redis_url: str) -> None:
    async with a_server(tmp_path, **shared(shared_database, redis_url)) as alive:
        with nginx({"node1": free_port(), "node2": alive.port}) as port:
            async with visitor(f"http://127.0.0.1:{port}") as http:
                answers = [(await http.get(path)).status_code for path in ("/readyz", "/readyz", "/api/sheets/nothing")]

    assert answers == [200, 200, 405]  # sheets can be created and followed there, not read


@pytest.mark.anyio
async def test_composed_deployment_survives_a_killed_node(
    tmp_path: Path, shared_database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, str] = composed(DEPLOY / "compose.cluster.yml")["services"]["node1"]["environment"]
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    here = {"bot_workers": 0, **shared(shared_database, redis_url)}
    one, two = [await start(tmp_path / name, free_port(), **here) for name in ("one", "two")]
    with nginx({"node1": one.port, "node2": two.port}) as port:
        ann, bob = await Guest.arrive(port, "Ann"), await Guest.arrive(port, "Bob")
        room = await ann.open(time={"type": "none"})
        async with ann.joined(room) as first, bob.joined(room) as second:
            await seated(ann, bob, first, second)
            versions = await some_turns({0: first, 1: second}, 4)
            await one.kill()
            cut = [asyncio.create_task(player.closed()) for player in (first, second)]
            await asyncio.wait(cut, return_when=asyncio.FIRST_COMPLETED)
            for task in cut:
                task.cancel()
        async with ann.joined(room) as first, bob.joined(room) as second:
            versions += await some_turns({0: first, 1: second}, 4)
        for guest in (ann, bob):
            await guest.leave()
    await two.stop()

    log = (await audit(shared_database))[room]
    assert len(set(versions)) == 8
    assert set(versions) <= {entry.version for entry in log if entry.request}
