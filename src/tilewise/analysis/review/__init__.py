"""Review a match: by win chance, and by tiles laid."""

from tilewise.analysis.review.decision import (
    CurvePoint,
    Decision,
    DecisionReview,
    Explanation,
    ExplanationKind,
    GameDecisions,
    Grade,
    Lapse,
    PlayerSummary,
)
from tilewise.analysis.review.judge import DecisionTask, decision_review, judge, review_decisions, tasks_of
from tilewise.analysis.review.report import report_of
from tilewise.analysis.review.turns import positions_of, reviewed, unanswered
from tilewise.analysis.review.values import GameReview, Quality, Review, SeatReview, TurningPoint, TurnReview
from tilewise.core.record import Record

__all__ = [
    "CurvePoint",
    "Decision",
    "DecisionReview",
    "DecisionTask",
    "Explanation",
    "ExplanationKind",
    "GameDecisions",
    "GameReview",
    "Grade",
    "Lapse",
    "PlayerSummary",
    "Quality",
    "Review",
    "SeatReview",
    "TurnReview",
    "TurningPoint",
    "decision_review",
    "judge",
    "positions_of",
    "report_of",
    "review",
    "review_decisions",
    "reviewed",
    "tasks_of",
    "unanswered",
]


def review(record: Record) -> Review:
    """Review a whole match."""
    return report_of([reviewed(position) for position in positions_of(record)])
