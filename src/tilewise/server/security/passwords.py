"""Hash and check passwords with argon2, in a thread. Checking takes as long for an unknown name as for a known one."""

import asyncio
from secrets import token_hex

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError


class Passwords:
    """Hashes and checks passwords, a few at a time, because each takes much memory."""

    def __init__(self, at_once: int = 2) -> None:
        self._hasher = PasswordHasher()
        self._places = asyncio.Semaphore(at_once)
        self._dummy_hash: str | None = None

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        async with self._places:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def is_right(self, stored: str | None, password: str) -> bool:
        """Whether the password matches the hash. Without a hash, the answer is False after the same time."""
        if self._dummy_hash is None:
            self._dummy_hash = await self.hash(token_hex())
        async with self._places:
            return await asyncio.to_thread(self._verify, stored or self._dummy_hash, password) and stored is not None

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
