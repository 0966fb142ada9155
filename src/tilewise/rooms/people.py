"""The people and bots in a room, and the seats they take."""

from tilewise.core.value import Value


class Person(Value):
    """A guest, an account, or a program with an access token."""

    id: str
    name: str
    is_bot: bool = False
    """Whether this is a program that plays over the public API."""


class Seat(Value):
    """A seat before and during a match, and its occupant."""

    person: Person | None = None
    bot: str | None = None
    """The bot that plays here: as a player of its own, or as a stand-in for the person."""
    is_ready: bool = False
    name: str = ""
    """The displayed name, unique within the room."""
    missed_turns: int = 0
    """The number of consecutive turns that timed out with the table untouched."""

    @property
    def is_free(self) -> bool:
        """Whether the seat has no occupant."""
        return self.person is None and self.bot is None

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for an absent person."""
        return self.person is not None and self.bot is not None

    @property
    def is_attended(self) -> bool:
        """Whether a person plays here now."""
        return self.person is not None and self.bot is None


def free_name(wanted: str, seats: tuple[Seat, ...]) -> str:
    """Return the wanted name, with a number appended if another seat has it."""
    taken = {seat.name for seat in seats}
    numbered = (f"{wanted[:36]} {number}" for number in range(2, len(seats) + 2))
    return next(name for name in (wanted, *numbered) if name not in taken)
