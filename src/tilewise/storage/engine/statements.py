"""Statements that run with every move, compiled once and passed directly to SQLite's driver."""

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Insert, Update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

DUPLICATE_KEY = (IntegrityError, sqlite3.IntegrityError)
"""The exceptions for a row whose key exists already."""


class PreparedStatement:
    """A statement and its SQL for SQLite. Through SQLAlchemy, a move costs the writer thread three times as much."""

    def __init__(self, statement: Insert | Update) -> None:
        self._statement = statement
        self._text = str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))

    def run(self, connection: Connection, values: Mapping[str, Any]) -> None:
        """Run the statement; raise one of `DUPLICATE_KEY` if the key exists."""
        driver = connection.connection.driver_connection
        if isinstance(driver, sqlite3.Connection):
            driver.execute(self._text, values)
        else:
            connection.execute(self._statement, values)
