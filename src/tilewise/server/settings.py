"""The settings of a server: from flags, the environment (`TILEWISE_PORT=…`) or a TOML file, in this order."""

import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from tempfile import mkstemp
from typing import Annotated

import msgspec
from msgspec import Meta

from tilewise.core.value import Value

PREFIX = "TILEWISE_"
POSTGRESQL = "postgresql+asyncpg://"
SQLITE = "sqlite+aiosqlite://"
FILE = "tilewise.db"
Seconds = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]


class Settings(Value):
    """The settings. The defaults suit a server on a single machine."""

    host: str = "127.0.0.1"
    """The address to listen on. `0.0.0.0` means all addresses."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """The port to listen on. 0 means any free port."""
    data: str = ""
    """The folder for the database and the signing key. The default depends on the system."""
    database: str = ""
    """`postgresql+asyncpg://…` for a database shared by several nodes. The default is a SQLite file in `data`."""
    redis: str = ""
    """`redis://…`, through which several nodes notify each other."""
    secret: str = ""
    """The key that signs sessions, the same on all nodes. By default it is generated and stored in the data folder."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may use this server, such as `https://example.org`."""
    behind_proxy: bool = False
    """Whether to trust the client address that a proxy on this machine forwards."""
    database_connections: Annotated[int, Meta(ge=1, le=100)] = 10
    """The maximum number of connections to PostgreSQL."""

    bot_workers: Count = 1
    """The number of processes for bots; 0 means a thread of the server."""
    bot_seconds: Annotated[float, Meta(gt=0)] = 5.0
    """How long to wait for a bot."""
    bot_wait_seconds: Annotated[float, Meta(gt=0)] = 1.5
    """How long a bot waits for a free process. After that it draws."""
    bot_budget_ms: Annotated[float, Meta(gt=0, le=60_000)] = 500.0
    """How many milliseconds a bot may think about a turn. Strong bots play better with more."""
    bot_pace_min: Seconds = 1.0
    """The minimum delay of a bot before it acts."""
    bot_pace_max: Seconds = 3.0
    """The maximum delay of a bot before it acts."""
    help_workers: Count = 1
    """The number of processes for hints, reviews and live curves; 0 means a thread of the server."""
    hint_seconds: Annotated[float, Meta(gt=0)] = 5.0
    """How long the solver may take for one hint or one reviewed turn."""
    review_nodes: Annotated[int, Meta(ge=1_000, le=10_000_000)] = 400_000
    """The budget of one reviewed turn: about 0.1 seconds. More makes the win chances more precise."""

    solver_workers: Count = 1
    """The number of processes for the solver page; 0 means a thread of the server."""
    solver_seconds: Annotated[float, Meta(gt=0, le=60)] = 3.0
    """How long the solver page may search. The best plays found so far are shown."""

    connections: Annotated[int, Meta(ge=1)] = 25_000
    """The maximum number of TCP connections for a node; fewer if the system allows fewer open files."""
    connections_per_address: Annotated[int, Meta(ge=1)] = 300
    """The maximum number of TCP connections for one address. A trusted proxy has no limit."""
    request_seconds: Annotated[float, Meta(gt=0)] = 20.0
    """How long a client may take to send the header or the body of a request, or pause while it reads the answer."""
    sockets_per_address: Count = 200
    """The maximum number of sockets for one address."""
    sockets_per_person: Count = 10
    """The maximum number of tabs and devices for one person."""
    sockets: Count = 20_000
    """The maximum number of sockets for a node."""
    messages_per_second: Annotated[float, Meta(gt=0)] = 20.0
    """The rate limit of one socket, with bursts of twice as many."""
    messages_per_address: Annotated[float, Meta(gt=0)] = 200.0
    """Messages per second from one address. Further ones wait, so that one address cannot hold up the others."""
    drafts_per_second: Annotated[float, Meta(gt=0)] = 8.0
    """The rate limit for drafts of one socket. Excess drafts are skipped."""
    requests_per_minute: Annotated[float, Meta(gt=0)] = 1500.0
    """The rate limit of one address."""
    attempts_per_minute: Annotated[float, Meta(gt=0)] = 20.0
    """The rate limit of one address for signing in, signing up and trying codes."""
    rooms_per_minute: Annotated[float, Meta(gt=0)] = 20.0
    """The rate limit of one person for opening rooms."""
    lobby_per_minute: Annotated[float, Meta(gt=0)] = 10.0
    """The rate limit of one address for opening public rooms."""
    people_per_address: Annotated[float, Meta(ge=1)] = 3.0
    """How many people's rooms, hints and chat messages one address may use up. Guests cost nothing."""
    hints_per_minute: Annotated[float, Meta(gt=0)] = 30.0
    """The rate limit of one person for hints and reviews."""
    chat_per_minute: Annotated[float, Meta(gt=0)] = 30.0
    """The rate limit of one person for chat messages."""
    questions_per_minute: Annotated[float, Meta(gt=0)] = 60.0
    """The rate limit of one address for the referee, the solver and the verification of games."""
    exports_per_minute: Annotated[float, Meta(gt=0)] = 0.2
    """The rate limit of one address for downloading the whole archive, with bursts of three."""
    passwords_per_minute: Annotated[float, Meta(gt=0)] = 10.0
    """The rate limit of one account for entering its password."""
    metrics_for: tuple[str, ...] = ("127.0.0.1", "::1")
    """The addresses and networks that may read `/metrics`, such as `10.0.0.0/8`; `0.0.0.0/0 ::/0` for all."""
    heartbeat_seconds: Annotated[float, Meta(gt=0)] = 5.0
    """The ping interval of both ends of a socket. After three intervals without a message the connection is dead."""
    watch_delay_seconds: Seconds = 60.0
    """The delay for spectators of a room with delayed watching."""

    keep_days: Count = 0
    """After how many days finished rooms and the puzzle progress of guests are deleted; 0 means never."""
    forsaken_days: Count = 14
    """After how many days without activity rooms without a clock are closed; 0 means never."""
    web: str = ""
    """The folder of the built web client. The default is the one in the package, if any."""


def read_settings(flags: Mapping[str, object], environ: Mapping[str, str], file: Path | None = None) -> Settings:
    """Merge the settings from all three sources; raise ValueError for an invalid one."""
    names = Settings.__struct_fields__
    known = {f"{PREFIX}{name.upper()}": name for name in names}
    given = {known[key]: value for key, value in environ.items() if key in known}
    merged = _from_file(file) | given | {name: value for name, value in flags.items() if value is not None}
    for name in merged:
        if name not in names:
            msg = f"unknown setting {name!r}; choose from: {', '.join(names)}"
            raise ValueError(msg)
    for name in ("origins", "metrics_for"):
        if isinstance(merged.get(name), str):
            merged[name] = tuple(str(merged[name]).split())
    try:
        settings = msgspec.convert(merged, Settings, strict=False)
        for network in settings.metrics_for:
            ip_network(network)
    except ValueError as error:  # msgspec.ValidationError is one
        msg = f"settings: {error}"
        raise ValueError(msg) from error
    return settings


def data_folder(settings: Settings) -> Path:
    """Return the data folder, and create it if necessary."""
    folder = _folder(settings)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _folder(settings: Settings) -> Path:
    return Path(settings.data) if settings.data else default_folder(os.environ)


def default_folder(environ: Mapping[str, str]) -> Path:
    """Return the default data folder of this system."""
    base = environ.get("XDG_DATA_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tilewise"


def database_file(settings: Settings) -> Path | None:
    """Return the path of the SQLite file, which may not exist yet; None for any other database."""
    return None if settings.database else _folder(settings) / FILE


def database_url(settings: Settings) -> str:
    """Return the URL of the database; raise ValueError for an unsupported kind."""
    if not settings.database:
        return f"{SQLITE}/{data_folder(settings) / FILE}"
    kind, _, place = settings.database.partition("://")
    if kind in {"postgresql", "postgres"}:
        return f"{POSTGRESQL}{place}"
    if f"{kind}://" not in {POSTGRESQL, SQLITE}:
        msg = f"unknown database {kind!r}; use {POSTGRESQL}USER:PASSWORD@HOST/NAME, or leave it unset"
        raise ValueError(msg)
    return settings.database


def signing_key(settings: Settings, fresh: str) -> str:
    """Return the signing key from the settings or the data folder. At the first start, store `fresh` there."""
    if settings.secret:
        return settings.secret
    path = data_folder(settings) / "secret.key"
    if not path.is_file() or not path.stat().st_size:
        _write_whole(path, fresh)
    path.chmod(0o600)  # it may have been copied
    return path.read_text("utf-8")


def _write_whole(path: Path, text: str) -> None:
    """Write a file atomically, readable only by its owner. A partly written key would be a security hole."""
    descriptor, part = mkstemp(dir=path.parent, prefix=path.name)
    with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123  # the file is open already
        file.write(text)
        file.flush()
        os.fsync(descriptor)
    Path(part).replace(path)


def _from_file(file: Path | None) -> dict[str, object]:
    return tomllib.loads(file.read_text("utf-8")) if file is not None else {}
