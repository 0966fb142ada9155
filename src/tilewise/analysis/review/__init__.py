"""Review a match by win chance."""

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

__all__ = [
    "CurvePoint",
    "Decision",
    "DecisionReview",
    "DecisionTask",
    "Explanation",
    "ExplanationKind",
    "GameDecisions",
    "Grade",
    "Lapse",
    "PlayerSummary",
    "decision_review",
    "judge",
    "review_decisions",
    "tasks_of",
]
