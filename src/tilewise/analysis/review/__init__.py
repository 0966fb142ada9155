"""A match looked at again with the solver: what each turn could have been, and where the game turned."""

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
    """The whole of it in one go."""
    return report_of([reviewed(position) for position in positions_of(record)])
