"""Who sits in a room: persons, bots, and bots that stand in for persons."""

from tilewise.core.value import Value


class Person(Value):
    """Somebody known to the server, a guest or an account; also a program that came with a token."""

    id: str
    name: str
    is_bot: bool = False
    """A program that plays through the same door as everybody else."""


class Chair(Value):
    """A seat before and during a match, and who sits there."""

    person: Person | None = None
    bot: str | None = None
    """The bot that plays here: on its own account, or standing in while a person is away."""
    is_ready: bool = False
    name: str = ""
    """As the others read it: all names of a room are different."""
    late: int = 0
    """How many turns in a row the clock ended without a sign of life."""

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down."""
        return self.person is None and self.bot is None

    @property
    def has_stand_in(self) -> bool:
        """Whether a bot plays for a person who left."""
        return self.person is not None and self.bot is not None

    @property
    def is_attended(self) -> bool:
        """Whether a person plays here now."""
        return self.person is not None and self.bot is None


def free_name(wanted: str, chairs: tuple[Chair, ...]) -> str:
    """The name itself, or with a number behind it when somebody in the room has it already."""
    taken = {chair.name for chair in chairs}
    numbered = (f"{wanted[:36]} {number}" for number in range(2, len(chairs) + 2))
    return next(name for name in (wanted, *numbered) if name not in taken)
