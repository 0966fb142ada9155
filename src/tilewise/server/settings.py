"""What a host can set: by flag, by environment (`TILEWISE_PORT=…`) or in a TOML file. Flags win over all."""

import os
import tomllib
from collections.abc import Mapping
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
    """Everything has a default that is right for one machine."""

    host: str = "127.0.0.1"
    """The address to listen on; `0.0.0.0`: every one."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """0: any that is free."""
    data: str = ""
    """The folder for the database and the key; empty: where this system keeps such things."""
    database: str = ""
    """Empty: a SQLite file in the data folder. `postgresql+asyncpg://…`: shared by several nodes."""
    redis: str = ""
    """`redis://…`: how nodes tell each other of news."""
    secret: str = ""
    """Signs sessions; the same on all nodes. Empty: made once, and kept in the data folder."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may talk to this server, such as `https://example.org`."""
    behind_proxy: bool = False
    """Whether to believe the address that a proxy on this machine forwards."""
    database_connections: Annotated[int, Meta(ge=1, le=100)] = 10
    """To PostgreSQL, at once."""

    bot_workers: Count = 1
    """Processes in which bots think; 0: a thread of the server itself."""
    bot_seconds: Annotated[float, Meta(gt=0)] = 5.0
    """How long the answer of a bot is waited for."""
    bot_budget_ms: Annotated[float, Meta(gt=0, le=60_000)] = 500.0
    """How many milliseconds a bot may think about a turn; the strong ones play better with more."""
    bot_pace_min: Seconds = 1.0
    """A bot seems to think so many seconds at least …"""
    bot_pace_max: Seconds = 3.0
    """… and so many at most."""
    help_workers: Count = 1
    """Processes for hints and reviews; 0: a thread of the server itself."""
    hint_seconds: Annotated[float, Meta(gt=0)] = 5.0
    """How long the solver may look for one hint, or review one turn."""

    solver_workers: Count = 1
    """Processes in which the solver page is answered; 0: a thread of the server itself."""
    solver_seconds: Annotated[float, Meta(gt=0, le=60)] = 3.0
    """How long the solver page may look for plays; what it has found by then is shown."""

    sockets_per_address: Count = 200
    """Sockets from one address, at once."""
    sockets_per_person: Count = 10
    """Tabs and devices of one person, at once."""
    sockets: Count = 20_000
    """Sockets of a node, at once."""
    messages_per_second: Annotated[float, Meta(gt=0)] = 20.0
    """Of one socket; twice as many for a moment."""
    drafts_per_second: Annotated[float, Meta(gt=0)] = 8.0
    """Moves in the making that one socket may show; more are passed over."""
    requests_per_minute: Annotated[float, Meta(gt=0)] = 300.0
    """Of one address."""
    attempts_per_minute: Annotated[float, Meta(gt=0)] = 20.0
    """Of one address: signing in, signing up, trying codes."""
    rooms_per_minute: Annotated[float, Meta(gt=0)] = 20.0
    """Of one person."""
    hints_per_minute: Annotated[float, Meta(gt=0)] = 30.0
    """Of one person: hints, and reviews of games."""
    chat_per_minute: Annotated[float, Meta(gt=0)] = 30.0
    """What one person may say."""
    questions_per_minute: Annotated[float, Meta(gt=0)] = 60.0
    """Of one address, to the referee and the solver; and for verdicts on games."""
    heartbeat_seconds: Annotated[float, Meta(gt=0)] = 5.0
    """How often both ends of a socket ask for a sign of life; after three times as long without one, it is dead."""
    watch_delay_seconds: Seconds = 60.0
    """How late spectators see a room whose host wants them late."""

    keep_days: Count = 0
    """Rooms that were over for so long are forgotten, and so is how guests got on with puzzles; 0: never."""
    forsaken_days: Count = 14
    """Rooms without a clock in which nothing has happened for so long are closed; 0: never."""
    web: str = ""
    """The folder of the built web client; empty: the one that came with the package, if any."""


def read_settings(flags: Mapping[str, object], environ: Mapping[str, str], file: Path | None = None) -> Settings:
    """The settings from all three sources; ValueError names what cannot be."""
    names = Settings.__struct_fields__
    known = {f"{PREFIX}{name.upper()}": name for name in names}
    given = {known[key]: value for key, value in environ.items() if key in known}
    merged = _from_file(file) | given | {name: value for name, value in flags.items() if value is not None}
    for name in merged:
        if name not in names:
            msg = f"unknown setting {name!r}; choose from: {', '.join(names)}"
            raise ValueError(msg)
    if isinstance(merged.get("origins"), str):
        merged["origins"] = tuple(str(merged["origins"]).split())
    try:
        return msgspec.convert(merged, Settings, strict=False)
    except msgspec.ValidationError as error:
        msg = f"settings: {error}"
        raise ValueError(msg) from error


def data_folder(settings: Settings) -> Path:
    """Where things are kept; made when it is not there yet."""
    folder = _folder(settings)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def _folder(settings: Settings) -> Path:
    return Path(settings.data) if settings.data else default_folder(os.environ)


def default_folder(environ: Mapping[str, str]) -> Path:
    """Where this system keeps such things."""
    base = environ.get("XDG_DATA_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "tilewise"


def database_file(settings: Settings) -> Path | None:
    """The file in which everything is kept, there or not; None when another database was asked for."""
    return None if settings.database else _folder(settings) / FILE


def database_url(settings: Settings) -> str:
    """The database that was asked for, or the file in the data folder; ValueError: of a kind that will not do."""
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
    """The secret that was set, or the one in the data folder; made from fresh chance at the first start."""
    if settings.secret:
        return settings.secret
    path = data_folder(settings) / "secret.key"
    if not path.is_file() or not path.stat().st_size:
        _write_whole(path, fresh)
    return path.read_text()


def _write_whole(path: Path, text: str) -> None:
    """Write a file that only its owner reads: all of it or nothing, for an empty key would sign for everybody."""
    descriptor, part = mkstemp(dir=path.parent, prefix=path.name)
    with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123  # it is open already
        file.write(text)
        file.flush()
        os.fsync(descriptor)
    Path(part).replace(path)


def _from_file(file: Path | None) -> dict[str, object]:
    return tomllib.loads(file.read_text()) if file is not None else {}
