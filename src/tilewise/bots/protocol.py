"""The bot protocol: a bot receives a view and returns an action."""

from typing import Protocol

from tilewise.analysis.budget import Budget
from tilewise.core.actions import Action
from tilewise.core.view import View


class Bot(Protocol):
    """A computer player. It is called only on its turn.

    The same view and the same budget in nodes give the same answer: hidden tiles have no influence.
    """

    name: str

    def choose(self, view: View, budget: Budget) -> Action:
        """Return a legal action for the seat of this view, within the budget."""


class HouseBot(Bot, Protocol):
    """A bot of this package; `about` describes it to its opponents in a sentence or two."""

    about: str
