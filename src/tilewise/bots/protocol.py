"""What a bot is: somebody who is shown a view and answers with an action."""

from typing import Protocol

from tilewise.bots.budget import Budget
from tilewise.core.actions import Action
from tilewise.core.view import View


class Bot(Protocol):
    """A player that is a program. It is asked only when it is its turn.

    The same view and the same budget of nodes get the same answer, whatever the tiles are that it does not see.
    """

    name: str

    def choose(self, view: View, budget: Budget) -> Action:
        """A legal action for the seat that sees this, thought of within the budget."""


class HouseBot(Bot, Protocol):
    """A bot of this folder: it also tells people in a sentence what it is like to play against."""

    about: str
