"""Bodies of the analysis: win chances of positions and running games, and the review of a match by win chance."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from tilewise.analysis.review.decision import CurvePoint, Decision, DecisionReview
from tilewise.analysis.values import Analysis
from tilewise.core.position import Finding
from tilewise.core.tiles import Table
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.wire.solver import MOST_TILES, AskedPosition

MOST_OTHERS = 5
MOST_NODES = 5_000_000
"""About three seconds of rollouts."""


class AskedStyle(StrEnum):
    """How another player is assumed to play."""

    UNKNOWN = "unknown"
    """Judged by what the position shows."""
    LAYS = "lays"
    """Lays whatever it can."""
    HOLDS = "holds"
    """Holds back until it can go out."""


class AskedSeat(Value):
    """Another player of a position to analyse."""

    tiles: Annotated[int, Meta(ge=1, le=MOST_TILES)]
    """Tiles on the rack."""
    has_melded: bool = True
    style: AskedStyle = AskedStyle.UNKNOWN


class AnalyseAsk(Value):
    """Ask for the win chances of the player to move."""

    position: AskedPosition
    others: Annotated[tuple[AskedSeat, ...], Meta(min_length=1, max_length=MOST_OTHERS)]
    """The other players, in the order of play. Tiles that no player holds are in the pool."""
    nodes: Annotated[int, Meta(ge=1_000, le=MOST_NODES)] = 300_000
    """The budget. More nodes play the same deals and then further ones."""


class AnalyseAnswer(Value):
    """The win chances of a position."""

    findings: tuple[Finding, ...]
    """Why the position is impossible. If there are any, there is no analysis."""
    analysis: Analysis | None


class ReviewProgress(Value):
    """The review of a match by win chance, as far as it is computed."""

    done: int
    """Turns judged so far."""
    turns: int
    """Turns to judge."""
    review: DecisionReview
    """The turns judged so far. Luck and results are complete once all turns are done."""
    seat: int | None = None
    """The caller's seat in the match."""


class TryTurn(Value):
    """Another action in place of one that was taken in a match."""

    game: Annotated[int, Meta(ge=1)]
    turn: Annotated[int, Meta(ge=1)]
    """Counted from 1, as in the record."""
    table: Table | None
    """The table after the play; null to wait."""


class TriedTurn(Value):
    """The verdict on the other action."""

    violations: tuple[Violation, ...]
    """The rules that it breaks. If there are any, it is not judged."""
    decision: Decision | None
    """The turn as if this action had been taken."""


class LiveCurve(Value):
    """The win chances in a running game, from public information."""

    game: int
    """Counted from 1."""
    points: tuple[CurvePoint, ...]
    """In the order of play. Turns that no viewer asked for in time are missing."""
