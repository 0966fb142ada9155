"""Bodies for the referee and the solver: a position, a question about it, and the answer."""

from typing import Annotated

from msgspec import Meta, field

from tilewise.core.position import Finding
from tilewise.core.tiles import Meld, Tile
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.solver import Objective
from tilewise.solver.suggest import Suggestion

MOST_TILES = 200
MOST_PLAYS = 8

Row = Annotated[Meld, Meta(max_length=MOST_TILES)]
Rows = Annotated[tuple[Row, ...], Meta(max_length=MOST_TILES)]


class AskedPosition(Value):
    """What lies there when the turn begins, and by which rules it is played."""

    edition: str = "classic-en"
    rules: dict[str, int | str | bool] = field(default_factory=dict)
    """House rules by name; see docs/rules/house-rules.md."""
    table: Rows = ()
    rack: Row = ()
    has_melded: bool = True


class RefereeAsk(Value):
    """Asks whether this may be played."""

    position: AskedPosition
    after: Rows
    """The whole table as it shall lie after the turn."""


class RefereeAnswer(Value):
    """What the referee says."""

    findings: tuple[Finding, ...]
    """Why the position, or the table after it, cannot be; with any of these nothing else is said."""
    is_legal: bool
    laid: tuple[Tile, ...]
    points: int
    """What the melds are worth that come wholly from the rack."""
    violations: tuple[Violation, ...]


class SolveAsk(Value):
    """Asks for the best play, and what else could be played."""

    position: AskedPosition
    objective: Objective = Objective.TILES_THEN_POINTS
    count: Annotated[int, Meta(ge=1, le=MOST_PLAYS)] = 4
    """How many plays at most, the best first."""


class SolveAnswer(Value):
    """What the solver says."""

    findings: tuple[Finding, ...]
    """Why the position cannot be; with any of these nothing else is said."""
    plays: tuple[Suggestion, ...]
    """The best first; none when there is no play."""
