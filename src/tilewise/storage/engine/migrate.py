"""Run migrations. Alembic is slow to import, so it is imported only when there is something to do."""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, inspect, select

MIGRATIONS = Path(__file__).parents[1] / "migrations"
HEAD = "head"

_version = Table("alembic_version", MetaData(), Column("version_num", String(32)))


def upgrade(connection: Connection, to: str = HEAD) -> None:
    """Migrate the tables to a revision, unless they have it already."""
    wanted = newest() if to == HEAD else to
    if current(connection) == wanted:
        return
    from alembic import command  # noqa: PLC0415  # most starts do not need it
    from alembic.config import Config  # noqa: PLC0415  # as above

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, wanted)


def current(connection: Connection) -> str | None:
    """Return the current revision of the tables, or None if there are none."""
    if not inspect(connection).has_table(_version.name):
        return None
    return connection.scalar(select(_version.c.version_num))


def newest() -> str:
    """Return the latest revision, which is the highest number among the file names."""
    return max(file.name for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py")).partition("_")[0]
