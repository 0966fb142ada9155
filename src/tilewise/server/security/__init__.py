"""Identity, passwords and rate limits."""
