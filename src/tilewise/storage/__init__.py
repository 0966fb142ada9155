"""Storage of rooms, people and puzzle progress: in memory, in SQLite or in PostgreSQL."""
