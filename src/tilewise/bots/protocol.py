"""What a bot is: somebody who is shown a view and answers with an action."""

from typing import Protocol

from tilewise.core.actions import Action
from tilewise.core.view import View


class Bot(Protocol):
    """A player that is a program. It is asked only when it is its turn, and the same view gets the same answer."""

    name: str

    def choose(self, view: View) -> Action:
        """A legal action for the seat that sees this."""
