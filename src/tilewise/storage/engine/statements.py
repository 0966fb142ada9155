"""Statements that every move runs: made ready once, and handed to SQLite's own driver as they are."""

import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Insert, Update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

DUPLICATE_KEY = (IntegrityError, sqlite3.IntegrityError)
"""What is raised when there is a row with that key already."""


class PreparedStatement:
    """A statement, and its text for SQLite. Through SQLAlchemy a move costs the writing thread three times as much."""

    def __init__(self, statement: Insert | Update) -> None:
        self._statement = statement
        self._text = str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))

    def run(self, connection: Connection, values: Mapping[str, Any]) -> None:
        """Run it with these values; DUPLICATE_KEY when there is a row with that key already."""
        driver = connection.connection.driver_connection
        if isinstance(driver, sqlite3.Connection):
            driver.execute(self._text, values)
        else:
            connection.execute(self._statement, values)
