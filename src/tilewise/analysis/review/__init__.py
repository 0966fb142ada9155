"""Review a match with the solver: the best play of each turn, and the turning points of each game."""

from tilewise.analysis.review.report import report_of
from tilewise.analysis.review.turns import positions_of, reviewed, unanswered
from tilewise.analysis.review.values import GameReview, Quality, Review, SeatReview, TurningPoint, TurnReview
from tilewise.core.record import Record

__all__ = [
    "GameReview",
    "Quality",
    "Review",
    "SeatReview",
    "TurnReview",
    "TurningPoint",
    "positions_of",
    "report_of",
    "review",
    "reviewed",
    "unanswered",
]


def review(record: Record) -> Review:
    """Review a whole match."""
    return report_of([reviewed(position) for position in positions_of(record)])
