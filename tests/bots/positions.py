"""Positions for bot tests: a quick game of every edition, up to an empty pool."""

from functools import cache

from tilewise import new_game
from tilewise.bots import Bot, Budget, by_name
from tilewise.core import engine
from tilewise.core.actions import Action, Draw, Pass
from tilewise.core.editions import edition
from tilewise.core.state import State
from tilewise.core.view import View, view_of

LITTLE = Budget(nodes=2_000)
EVERY = 13
"""Turns between two positions."""


class Waits:
    """Makes its initial meld and then only draws, so that the pool empties."""

    name = "waits"

    def choose(self, view: View, budget: Budget) -> Action:
        if not view.has_melded:
            return by_name("novice").choose(view, budget)
        return Draw(view.to_move) if view.pool else Pass(view.to_move)


@cache
def positions(name: str) -> tuple[State, ...]:
    """Return positions of one game: beginning, middle, and empty pool."""
    state = new_game(edition(name), seed="what every bot promises", players=5 if name == "xp" else 2)
    bots: list[Bot] = [by_name("novice"), Waits(), by_name("casual"), by_name("novice"), Waits()]
    found: list[State] = []
    while not state.is_over:
        if state.turn % EVERY == 0 or not state.pool:
            found.append(state)
        state = engine.act(state, bots[state.to_move].choose(view_of(state, state.to_move), LITTLE))
    return tuple(found)
