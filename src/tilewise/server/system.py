"""The real world behind the ports of the match service: the time, and chance."""

import secrets
import time

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""For codes that are read out: nothing that looks like something else."""
CODE_LENGTH = 6


class WallClock:
    """The time of this machine."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()


class SystemDice:
    """Chance from the operating system, fit for secrets."""

    def secret(self) -> str:
        """32 random bytes in hexadecimal."""
        return secrets.token_hex(32)

    def name(self) -> str:
        """A name that nobody can guess."""
        return secrets.token_urlsafe(15)

    def code(self) -> str:
        """A short code for a room; guessing is slowed down elsewhere."""
        return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
