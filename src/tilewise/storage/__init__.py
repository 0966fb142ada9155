"""Where rooms and people are kept: in memory, or in SQL (SQLite, PostgreSQL)."""
