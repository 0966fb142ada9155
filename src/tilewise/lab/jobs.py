"""What an arena plays: jobs, each one game between named bots, dealt so that luck falls on all of them alike."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations

import msgspec

from tilewise.bots.budget import USUAL, Budget
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.value import Value


class Job(Value):
    """One game to play: who sits where, and what is dealt."""

    edition: Edition
    lineup: tuple[str, ...]
    """The names of the bots, in the order of the seats."""
    deal: str
    """The seed of the deal. Jobs with the same deal mirror each other: the seats rotate, the tiles stay."""
    rotation: int
    """How far the lineup was turned; 0 is as it was given."""
    budget: Budget = USUAL
    """What the bots may think about each turn."""

    def __str__(self) -> str:
        """Its key."""
        return self.key

    @property
    def key(self) -> str:
        """A name for this game that no other game of the tournament has."""
        return f"{_rules_of(self.edition)}/{'+'.join(self.lineup)}/{self.deal}/{self.rotation}/{self.budget}"


def _rules_of(edition: Edition) -> str:
    """The name of an edition, and a mark of the house rules on top of it."""
    if edition == EDITIONS.get(edition.name):
        return edition.name
    return f"{edition.name}~{sha256(msgspec.json.encode(edition)).hexdigest()[:12]}"


def mirrored(edition: Edition, lineup: Sequence[str], deal: str) -> Iterator[Job]:
    """One deal, played as often as there are seats: everybody sits everywhere once."""
    for turn in range(len(lineup)):
        yield Job(edition, (*lineup[turn:], *lineup[:turn]), deal, turn)


def duel(edition: Edition, lineup: Sequence[str], deals: int, seed: str) -> Iterator[Job]:
    """So many mirrored deals between the bots of one lineup."""
    for number in range(deals):
        yield from mirrored(edition, lineup, f"{seed} {number}")


def everybody(edition: Edition, bots: Sequence[str], players: int, deals: int, seed: str) -> Iterator[Job]:
    """A round robin: every choice of so many bots meets on the same deals."""
    for lineup in combinations(bots, players):
        yield from duel(edition, lineup, deals, seed)
