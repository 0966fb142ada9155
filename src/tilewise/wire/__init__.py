"""The network interface: WebSocket messages, HTTP bodies, and the files generated from them."""
