"""The games of a tournament. Mirrored deals give every bot the same luck."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations

import msgspec

from tilewise.analysis.budget import USUAL, Budget
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.value import Value


class Job(Value):
    """One game to play: the bots by seat, and the deal."""

    edition: Edition
    lineup: tuple[str, ...]
    """The names of the bots, in seat order."""
    deal: str
    """The seed of the deal. Jobs with the same deal rotate the seats and keep the tiles."""
    rotation: int
    """How many seats the lineup is rotated by."""
    budget: Budget = USUAL
    """How long a bot may think about a turn."""

    def __str__(self) -> str:
        """Return the key."""
        return self.key

    @property
    def key(self) -> str:
        """A unique key of this game within the tournament."""
        return f"{_rules_of(self.edition)}/{'+'.join(self.lineup)}/{self.deal}/{self.rotation}/{self.budget}"


def _rules_of(edition: Edition) -> str:
    """Name an edition, with a hash if house rules change it."""
    if edition == EDITIONS.get(edition.name):
        return edition.name
    return f"{edition.name}~{sha256(msgspec.json.encode(edition)).hexdigest()[:12]}"


def mirrored(edition: Edition, lineup: Sequence[str], deal: str) -> Iterator[Job]:
    """Yield one game per seat on the same deal, so that every bot sits on every seat once."""
    for turn in range(len(lineup)):
        yield Job(edition, (*lineup[turn:], *lineup[:turn]), deal, turn)


def duel(edition: Edition, lineup: Sequence[str], deals: int, seed: str) -> Iterator[Job]:
    """Yield mirrored games of one lineup on this many deals."""
    for number in range(deals):
        yield from mirrored(edition, lineup, f"{seed} {number}")


def round_robin(edition: Edition, bots: Sequence[str], players: int, deals: int, seed: str) -> Iterator[Job]:
    """Yield mirrored games of every choice of this many bots, all on the same deals."""
    for lineup in combinations(bots, players):
        yield from duel(edition, lineup, deals, seed)
