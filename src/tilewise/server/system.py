"""The system's clock and randomness, as ports of the room service."""

import secrets
import time

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of room codes, without any that are easily confused."""
CODE_LENGTH = 6


class WallClock:
    """The clock of this machine."""

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time()


class SystemDice:
    """Randomness of the operating system, suitable for secrets."""

    def secret(self) -> str:
        """Return 32 random bytes in hexadecimal."""
        return secrets.token_hex(32)

    def name(self) -> str:
        """Return an unguessable id."""
        return secrets.token_urlsafe(15)

    def code(self) -> str:
        """Return a short code for a room. Rate limits protect it from guessing."""
        return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
