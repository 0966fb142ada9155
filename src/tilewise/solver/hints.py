"""Hints for a player: whether a play exists, which tiles it lays, or how to make it."""

from enum import StrEnum

from msgspec.structs import replace

from tilewise.core.tiles import Tile
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.solver.problem import Problem
from tilewise.solver.suggest import Suggestion, suggest


class HintLevel(StrEnum):
    """How much a hint reveals."""

    WHETHER = "whether"
    TILES = "tiles"
    STEPS = "steps"

    def tells_more_than(self, other: "HintLevel") -> bool:
        """Whether this level reveals more than another."""
        levels = list(HintLevel)
        return levels.index(self) > levels.index(other)


class Hint(Value):
    """The part of the best play that the level reveals."""

    level: HintLevel
    has_play: bool
    tiles: tuple[Tile, ...] = ()
    """The tiles that the play lays, at levels `tiles` and `steps`."""
    play: Suggestion | None = None
    """The play with its steps, at level `steps`."""


def hint_for(view: View, level: HintLevel) -> Hint:
    """Return a hint for the seat of this view, from the view alone."""
    found = suggest(Problem.of(view), with_moves=level is HintLevel.STEPS)
    if found is None:
        return Hint(level, has_play=False)
    whole = Hint(level, has_play=True, tiles=found.laid, play=found)
    match level:
        case HintLevel.WHETHER:
            return Hint(level, has_play=True)
        case HintLevel.TILES:
            return replace(whole, play=None)
        case HintLevel.STEPS:
            return whole
