"""Request and response bodies for the referee and the solver."""

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
    """A position at the beginning of a turn, and its rules."""

    edition: str = "classic-en"
    rules: dict[str, int | str | bool] = field(default_factory=dict)
    """House rules by name; see docs/rules/house-rules.md."""
    table: Rows = ()
    rack: Row = ()
    has_melded: bool = True


class RefereeAsk(Value):
    """Ask the referee whether a play is legal."""

    position: AskedPosition
    after: Rows
    """The whole table after the turn."""


class RefereeAnswer(Value):
    """The referee's answer."""

    findings: tuple[Finding, ...]
    """Why the position or the table after it is impossible. If there are any, the other fields are empty."""
    is_legal: bool
    laid: tuple[Tile, ...]
    points: int
    """The value of the melds that come entirely from the rack."""
    violations: tuple[Violation, ...]


class SolveAsk(Value):
    """Ask the solver for the best plays."""

    position: AskedPosition
    objective: Objective = Objective.TILES_THEN_POINTS
    count: Annotated[int, Meta(ge=1, le=MOST_PLAYS)] = 4
    """The maximum number of plays."""


class SolveAnswer(Value):
    """The solver's answer."""

    findings: tuple[Finding, ...]
    """Why the position is impossible. If there are any, no plays are returned."""
    plays: tuple[Suggestion, ...]
    """The best plays, best first; empty if there is none."""
