"""A match on this machine: dealt, played and recorded, without a server."""
