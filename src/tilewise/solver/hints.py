"""Help for a player who asks: whether there is a play, which tiles it lays, or how it is made."""

from enum import StrEnum

from msgspec.structs import replace

from tilewise.core.tiles import Tile
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.solver.problem import Problem
from tilewise.solver.suggest import Suggestion, suggest


class HintLevel(StrEnum):
    """How much one wants to be told."""

    WHETHER = "whether"
    TILES = "tiles"
    STEPS = "steps"

    def tells_more_than(self, other: "HintLevel") -> bool:
        """Whether this is the greater help."""
        levels = list(HintLevel)
        return levels.index(self) > levels.index(other)


class Hint(Value):
    """As much as was asked for, and no more."""

    level: HintLevel
    has_play: bool
    tiles: tuple[Tile, ...] = ()
    """What the play lays, from the level of tiles on."""
    play: Suggestion | None = None
    """How it is made, at the level of steps."""


def hint_for(view: View, level: HintLevel) -> Hint:
    """What a seat may be told in its own turn: it follows from its view alone."""
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
