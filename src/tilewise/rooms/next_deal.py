"""The deal that is being prepared: the server's commitment, the hashes of the seats, and their contributions."""

from msgspec.structs import replace

from tilewise.core.deal import Deal, hash_of
from tilewise.core.value import Value


class SeatCommit(Value):
    """The hash of a seat, and its text if the server keeps it."""

    seat: int
    hash: str
    text: str | None = None
    """The contribution, if the seat entrusted it to the server. It is published with the others."""


class NextDeal(Value):
    """The inputs of the next deal so far. The contributions are revealed once `is_closed`."""

    commitment: str
    secret: str
    contributions: tuple[str | None, ...]
    commits: tuple[SeatCommit, ...] = ()
    is_closed: bool = False
    """Whether all hashes are in. Contributions can no longer be changed."""

    def hash_of(self, seat: int) -> str | None:
        """Return the hash of a seat, or None if it has not committed.

        In rooms of early versions a seat may have contributed without a hash.
        """
        text = self.contributions[seat]
        committed = next((commit.hash for commit in self.commits if commit.seat == seat), None)
        return hash_of(text) if committed is None and text is not None else committed

    @property
    def hashes(self) -> tuple[str | None, ...]:
        """The hashes of all seats."""
        return tuple(map(self.hash_of, range(len(self.contributions))))

    @property
    def entrusted(self) -> tuple[tuple[int, str], ...]:
        """The seats that let the server keep their contribution until all hashes are in, and the texts."""
        return tuple((commit.seat, commit.text) for commit in self.commits if commit.text is not None)

    def with_commit(self, commit: SeatCommit) -> "NextDeal":
        """Add the hash of a seat."""
        return replace(self, commits=(*self.commits, commit))

    def with_contribution(self, seat: int, text: str) -> "NextDeal":
        """Add the contribution that a seat has revealed."""
        return replace(self, contributions=(*self.contributions[:seat], text, *self.contributions[seat + 1 :]))

    def deal(self, game: int) -> Deal:
        """Return the deal of this game. The hash stands in for a withheld text; without a hash, the text is empty."""
        said = zip(self.contributions, self.hashes, strict=True)
        texts = tuple(text if text is not None else committed or "" for text, committed in said)
        hashes = tuple(committed or "" for committed in self.hashes) if self.is_closed else ()
        return Deal(self.secret, texts, game, hashes)
