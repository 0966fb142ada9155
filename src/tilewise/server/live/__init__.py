"""Live connections: sockets, the hub that broadcasts to them, the lobby and shared score sheets."""
