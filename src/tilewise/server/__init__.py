"""The server: rooms over WebSockets, everything else over HTTP. `node.py` and `app.py` put it together."""
