"""Passwords: argon2, in a thread, and as slow for a name that does not exist as for one that does."""

import asyncio
from secrets import token_hex

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError


class Passwords:
    """Hashes and checks passwords; few at a time, for each takes much memory."""

    def __init__(self, at_once: int = 2) -> None:
        self._hasher = PasswordHasher()
        self._places = asyncio.Semaphore(at_once)
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        async with self._places:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def is_right(self, kept: str | None, password: str) -> bool:
        """Whether this is the password. With nothing to compare to, it takes just as long to say no."""
        if self._nobody is None:
            self._nobody = await self.hash(token_hex())
        async with self._places:
            return await asyncio.to_thread(self._verify, kept or self._nobody, password) and kept is not None

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False
