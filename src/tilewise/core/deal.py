"""The verifiable deal: the table and the seats commit, the seats reveal, the tiles are dealt. See docs/deal.md.

1. The table publishes the SHA-256 of a secret.
2. Each seat publishes the SHA-256 of a random text, its contribution.
3. When every seat has committed, the seats reveal their contributions. The hash stands in for a withheld one.
4. The secret and the contributions determine the shuffle.
5. After the game the table reveals the secret. Anyone can check the deal with SHA-256 alone.
"""

import hmac
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

from tilewise.core.errors import InputError, expect, shown
from tilewise.core.value import Value

ALGORITHM = "tilewise-deal-1"
SECRET_BYTES = 32
LONGEST_CONTRIBUTION = 128
MOST_PLAYERS = 6
A_DEAL = "a Deal, such as deal_from('a seed', players=2),"

Item = TypeVar("Item")


class Deal(Value):
    """Everything that determines a deal. The secret stays with the table until the game is over."""

    secret: str
    """32 bytes in hexadecimal."""
    contributions: tuple[str, ...]
    """The texts of the seats, in the order of the seats."""
    game: int = 1
    """The number of the game in the match, so that one secret never deals two equal games."""
    hashes: tuple[str, ...] = ()
    """The hash of each seat; "" for a seat without one. Empty in deals of early versions, which had no hashes."""

    def __post_init__(self) -> None:
        expect(self.secret, str, "a secret in text")
        expect(self.contributions, tuple, "a tuple with the contribution of each seat")
        expect(self.game, int, "the number of a game")
        if not re.fullmatch(r"[0-9a-f]{64}", self.secret):
            msg = f"a secret is 64 hexadecimal digits, lower case, not {shown(self.secret)}"
            raise InputError(msg)
        for text in self.contributions:
            expect(text, str, "a contribution in text")
            if len(text.encode()) > LONGEST_CONTRIBUTION:
                msg = f"a contribution is {LONGEST_CONTRIBUTION} bytes at most, not {len(text.encode())}"
                raise InputError(msg)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret, published before the seats contribute."""
        return sha256(bytes.fromhex(self.secret)).hexdigest()

    @property
    def seed(self) -> bytes:
        """The SHA-256 of the algorithm's name, the secret, the game's number and every contribution with its length."""
        digest = sha256(f"{ALGORITHM}\n{self.secret}\n{self.game}\n".encode())
        for text in self.contributions:
            digest.update(f"{len(text.encode())}:{text}\n".encode())
        return digest.digest()

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats that committed to a contribution and did not reveal it in time."""
        pairs = enumerate(zip(self.hashes, self.contributions, strict=False))
        return tuple(seat for seat, (committed, text) in pairs if committed and text == committed)


def hash_of(contribution: str) -> str:
    """Return the SHA-256 of a contribution, which a seat publishes before it reveals the text."""
    return sha256(contribution.encode()).hexdigest()


def is_as_committed(committed: str, contribution: str) -> bool:
    """Whether a contribution may follow a hash: its text, or the hash itself; nothing without a hash."""
    return contribution == committed or (committed != "" and hash_of(contribution) == committed)


def deal_from(seed: str, players: int, game: int = 1) -> Deal:
    """Return the deal of a seed, for tests and experiments: the same seed always gives the same game."""
    expect(seed, str, "a seed in text")
    expect(players, int, "a number of players")
    if players not in range(MOST_PLAYERS + 1):
        msg = f"a deal is for up to {MOST_PLAYERS} players, not {players}"
        raise InputError(msg)
    return Deal(sha256(f"{ALGORITHM} seed {seed}".encode()).hexdigest(), ("",) * players, game)


def is_revealed(commitment: str, deal: Deal) -> bool:
    """Whether this is the deal that was committed to."""
    return hmac.compare_digest(commitment.encode(), deal.commitment.encode())


class Dice:
    """A stream of uniform random numbers from a seed: HMAC-SHA-256 of a counter, 32 bits at a time."""

    def __init__(self, seed: bytes) -> None:
        self._words = self._stream(seed)

    @staticmethod
    def _stream(seed: bytes) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
            counter += 1
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, all equally likely; words that would cause a bias are skipped."""
        limit = (1 << 32) - (1 << 32) % bound
        return next(word for word in self._words if word < limit) % bound

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Shuffle by Fisher and Yates: from the last place down, swap with a random place not above it."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)
