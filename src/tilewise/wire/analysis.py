"""Bodies of the analysis: win chances of a position, and the review of a match by win chance."""

from tilewise.analysis.review.decision import DecisionReview
from tilewise.analysis.values import Analysis
from tilewise.core.value import Value


class AnalysisGiven(Value):
    """The win chances of a position, as far as they are computed."""

    analysis: Analysis


class ReviewProgress(Value):
    """The review of a match by win chance, as far as it is computed."""

    done: int
    """Turns judged so far."""
    turns: int
    """Turns to judge."""
    review: DecisionReview
    """The turns judged so far. Luck and results are complete once all turns are done."""
