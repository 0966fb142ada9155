"""Which extra of `tilewise` installs a package that a command needs."""

MISSING = 2
"""Exit code when an extra is not installed: the request is impossible here."""

PACKAGES = {
    "cli": ("click", "openskill", "rich", "typer"),
    "play": ("textual",),
    "server": (
        "aiosqlite",
        "alembic",
        "argon2",
        "h11",
        "itsdangerous",
        "litestar",
        "prometheus_client",
        "sqlalchemy",
        "structlog",
        "uvicorn",
        "websockets",
    ),
    "postgresql": ("asyncpg",),
    "redis": ("redis",),
    "research": ("gymnasium", "numpy", "pettingzoo", "pyarrow"),
    "cluster": ("distributed",),
}
"""The packages that the code imports, by extra; as in pyproject.toml."""


COMMANDS = {"play": "play", "serve": "server", "admin": "server"}
"""Commands that need more than the extra `cli`, which theirs includes."""


def advice_for(error: ModuleNotFoundError, command: str = "") -> str | None:
    """Return a sentence that names the extra to install; None if no extra has the missing package."""
    package = (error.name or "").partition(".")[0]
    found = next((extra for extra, packages in PACKAGES.items() if package in packages), None)
    if found == "cli":
        found = COMMANDS.get(command, found)
    return found and f"this command needs the package {package}; install it with: pip install 'tilewise[{found}]'"
