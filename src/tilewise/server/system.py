"""The system's clock and randomness, as ports of the room service."""

import secrets
import time
from collections.abc import Callable

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of room codes, without any that are easily confused."""
CODE_LENGTH = 6
SLEW = 0.01
"""How fast the clock follows a change of the system's time: by this many seconds in each second."""


class SteadyClock:
    """The time of day, without jumps. If the system's time is set, it follows slowly, so that turns keep their length.

    `wall` is the system's time, `steady` a clock that cannot be set.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] | None = None) -> None:
        self._wall = wall
        self._steady = steady or _steady
        self._at = self._steady()
        self._offset = self._wall() - self._at

    def now(self) -> float:
        """Return the seconds since 1970."""
        at = self._steady()
        most = SLEW * (at - self._at)
        change = self._wall() - at - self._offset
        self._offset += max(-most, min(most, change))
        self._at = at
        return at + self._offset


def _steady() -> float:
    """Return the seconds since the machine started, with the time it was asleep where the system counts it."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


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
