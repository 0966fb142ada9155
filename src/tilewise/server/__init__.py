"""The server: rooms behind sockets, people behind cookies. `app.py` puts it together."""
