"""Win chances: analyse a position by rollouts, and review a match, turn by turn."""

from tilewise.analysis.budget import USUAL, Budget, read_budget
from tilewise.analysis.curve import public_chances
from tilewise.analysis.engine import analyse, analysing
from tilewise.analysis.values import Analysis, Candidate, CandidateKind, Measured, Outlook, SeatBelief

__all__ = [
    "USUAL",
    "Analysis",
    "Budget",
    "Candidate",
    "CandidateKind",
    "Measured",
    "Outlook",
    "SeatBelief",
    "analyse",
    "analysing",
    "public_chances",
    "read_budget",
]
